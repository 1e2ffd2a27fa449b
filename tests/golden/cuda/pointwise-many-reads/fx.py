class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1024][1]cuda:0", arg1_1: "f32[1024][1]cuda:0", arg2_1: "f32[1024][1]cuda:0", arg3_1: "f32[1024][1]cuda:0", arg4_1: "f32[1024][1]cuda:0", arg5_1: "f32[1024][1]cuda:0", arg6_1: "f32[1024][1]cuda:0", arg7_1: "f32[1024][1]cuda:0", arg8_1: "f32[1024][1]cuda:0", arg9_1: "f32[1024][1]cuda:0", arg10_1: "f32[1024][1]cuda:0", arg11_1: "f32[1024][1]cuda:0"):
        # File: golden_cases.py:67 in pointwise_many_reads, code: total = total + term
        add: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        add_1: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add, arg2_1);  add = arg2_1 = None
        add_2: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add_1, arg3_1);  add_1 = arg3_1 = None
        add_3: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add_2, arg4_1);  add_2 = arg4_1 = None
        add_4: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add_3, arg5_1);  add_3 = arg5_1 = None
        add_5: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add_4, arg6_1);  add_4 = arg6_1 = None
        add_6: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add_5, arg7_1);  add_5 = arg7_1 = None
        add_7: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add_6, arg8_1);  add_6 = arg8_1 = None
        add_8: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add_7, arg9_1);  add_7 = arg9_1 = None
        add_9: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add_8, arg10_1);  add_8 = arg10_1 = None
        add_10: "f32[1024][1]cuda:0" = torch.ops.aten.add.Tensor(add_9, arg11_1);  add_9 = arg11_1 = None

        # File: golden_cases.py:68 in pointwise_many_reads, code: return total * 2, total.exp()
        mul: "f32[1024][1]cuda:0" = torch.ops.aten.mul.Tensor(add_10, 2)
        exp: "f32[1024][1]cuda:0" = torch.ops.aten.exp.default(add_10);  add_10 = None
        return (mul, exp)
