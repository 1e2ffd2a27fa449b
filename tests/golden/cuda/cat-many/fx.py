class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 8][8, 1]cuda:0", arg1_1: "f32[16, 8][8, 1]cuda:0", arg2_1: "f32[16, 8][8, 1]cuda:0", arg3_1: "f32[16, 8][8, 1]cuda:0", arg4_1: "f32[16, 8][8, 1]cuda:0", arg5_1: "f32[16, 8][8, 1]cuda:0", arg6_1: "f32[16, 8][8, 1]cuda:0", arg7_1: "f32[16, 8][8, 1]cuda:0", arg8_1: "f32[16, 8][8, 1]cuda:0", arg9_1: "f32[16, 8][8, 1]cuda:0", arg10_1: "f32[16, 8][8, 1]cuda:0", arg11_1: "f32[16, 8][8, 1]cuda:0"):
        # File: golden_cases.py:296 in <listcomp>, code: return torch.cat([part + 1 for part in x], dim=1)
        add: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, 1);  arg0_1 = None
        add_1: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg1_1, 1);  arg1_1 = None
        add_2: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg2_1, 1);  arg2_1 = None
        add_3: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg3_1, 1);  arg3_1 = None
        add_4: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg4_1, 1);  arg4_1 = None
        add_5: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg5_1, 1);  arg5_1 = None
        add_6: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg6_1, 1);  arg6_1 = None
        add_7: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg7_1, 1);  arg7_1 = None
        add_8: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg8_1, 1);  arg8_1 = None
        add_9: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg9_1, 1);  arg9_1 = None
        add_10: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg10_1, 1);  arg10_1 = None
        add_11: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.add.Tensor(arg11_1, 1);  arg11_1 = None

        # File: golden_cases.py:296 in cat_many, code: return torch.cat([part + 1 for part in x], dim=1)
        cat: "f32[16, 96][96, 1]cuda:0" = torch.ops.aten.cat.default([add, add_1, add_2, add_3, add_4, add_5, add_6, add_7, add_8, add_9, add_10, add_11], 1);  add = add_1 = add_2 = add_3 = add_4 = add_5 = add_6 = add_7 = add_8 = add_9 = add_10 = add_11 = None
        return (cat,)
