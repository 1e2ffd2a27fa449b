class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0"):
        cos: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.cos.default(arg0_1);  arg0_1 = None
        sum_1: "f32[10][1]cuda:0" = torch.ops.aten.sum.dim_IntList(cos, [1]);  cos = None
        cos_1: "f32[10][1]cuda:0" = torch.ops.aten.cos.default(sum_1);  sum_1 = None
        return (cos_1,)
