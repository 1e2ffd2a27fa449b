class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cuda:0", arg1_1: "f32[64, 64][64, 1]cuda:0", arg2_1: "i64[][]cuda:0"):
        # File: golden_cases.py:408 in mutate_several, code: x.copy_(x + 1)
        add: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, 1)

        # File: golden_cases.py:409 in mutate_several, code: y.mul_(x)
        mul: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, add)

        # File: golden_cases.py:410 in mutate_several, code: steps.add_(1)
        add_1: "i64[][]cuda:0" = torch.ops.aten.add.Tensor(arg2_1, 1)

        # File: golden_cases.py:408 in mutate_several, code: x.copy_(x + 1)
        copy_: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.copy_.default(arg0_1, add);  arg0_1 = add = copy_ = None

        # File: golden_cases.py:409 in mutate_several, code: y.mul_(x)
        copy__1: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.copy_.default(arg1_1, mul);  arg1_1 = mul = copy__1 = None

        # File: golden_cases.py:410 in mutate_several, code: steps.add_(1)
        copy__2: "i64[][]cuda:0" = torch.ops.aten.copy_.default(arg2_1, add_1);  arg2_1 = add_1 = copy__2 = None
        return ()
