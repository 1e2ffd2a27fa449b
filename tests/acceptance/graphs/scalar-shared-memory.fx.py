class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[5, 5][5, 1]cuda:0"):
        mean: "f32[][]cuda:0" = torch.ops.aten.mean.default(arg0_1);  arg0_1 = None
        return (mean,)
