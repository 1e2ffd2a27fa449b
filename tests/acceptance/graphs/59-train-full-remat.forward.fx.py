class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10][1]cuda:0"):
        cos: "f32[10][1]cuda:0" = torch.ops.aten.cos.default(arg0_1);  arg0_1 = None
        cos_1: "f32[10][1]cuda:0" = torch.ops.aten.cos.default(cos);  cos = None
        cos_2: "f32[10][1]cuda:0" = torch.ops.aten.cos.default(cos_1);  cos_1 = None
        return (cos_2,)
