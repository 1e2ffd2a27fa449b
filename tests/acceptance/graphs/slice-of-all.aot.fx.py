class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cuda:0"):
        alias: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.alias.default(arg0_1);  arg0_1 = None
        add: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(alias, 1);  alias = None
        return (add,)
