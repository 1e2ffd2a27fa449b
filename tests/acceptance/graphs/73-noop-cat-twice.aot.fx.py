class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0"):
        clone: "f32[10][1]cuda:0" = torch.ops.aten.clone.default(arg0_1);  arg0_1 = None
        clone_1: "f32[10][1]cuda:0" = torch.ops.aten.clone.default(clone);  clone = None
        return (clone_1,)
