class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[10, 10][10, 1]cuda:0", arg1_1: "f32[10, 10][10, 1]cuda:0", arg2_1: "f32[10, 10][10, 1]cuda:0", arg3_1: "f32[10, 10][10, 1]cuda:0", arg4_1: "f32[10, 10][10, 1]cuda:0", arg5_1: "f32[10, 10][10, 1]cuda:0", arg6_1: "f32[10, 10][10, 1]cuda:0", arg7_1: "f32[10, 10][10, 1]cuda:0", arg8_1: "f32[10, 10][10, 1]cuda:0", arg9_1: "f32[10, 10][10, 1]cuda:0", arg10_1: "f32[10, 10][10, 1]cuda:0", arg11_1: "f32[10, 10][10, 1]cuda:0", arg12_1: "f32[10, 10][10, 1]cuda:0", arg13_1: "f32[10, 10][10, 1]cuda:0", arg14_1: "f32[10, 10][10, 1]cuda:0", arg15_1: "f32[10, 10][10, 1]cuda:0"):
        mul: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 0.5)
        mul_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 0.7071067811865476);  arg0_1 = None
        erf: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_1);  mul_1 = None
        add: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf, 1);  erf = None
        mul_2: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul, add);  mul = add = None
        mul_3: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, 0.5)
        mul_4: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg1_1, 0.7071067811865476);  arg1_1 = None
        erf_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_4);  mul_4 = None
        add_1: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_1, 1);  erf_1 = None
        mul_5: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_3, add_1);  mul_3 = add_1 = None
        mul_6: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg2_1, 0.5)
        mul_7: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg2_1, 0.7071067811865476);  arg2_1 = None
        erf_2: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_7);  mul_7 = None
        add_2: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_2, 1);  erf_2 = None
        mul_8: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_6, add_2);  mul_6 = add_2 = None
        mul_9: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg3_1, 0.5)
        mul_10: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg3_1, 0.7071067811865476);  arg3_1 = None
        erf_3: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_10);  mul_10 = None
        add_3: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_3, 1);  erf_3 = None
        mul_11: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_9, add_3);  mul_9 = add_3 = None
        mul_12: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg4_1, 0.5)
        mul_13: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg4_1, 0.7071067811865476);  arg4_1 = None
        erf_4: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_13);  mul_13 = None
        add_4: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_4, 1);  erf_4 = None
        mul_14: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_12, add_4);  mul_12 = add_4 = None
        mul_15: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg5_1, 0.5)
        mul_16: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg5_1, 0.7071067811865476);  arg5_1 = None
        erf_5: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_16);  mul_16 = None
        add_5: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_5, 1);  erf_5 = None
        mul_17: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_15, add_5);  mul_15 = add_5 = None
        mul_18: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg6_1, 0.5)
        mul_19: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg6_1, 0.7071067811865476);  arg6_1 = None
        erf_6: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_19);  mul_19 = None
        add_6: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_6, 1);  erf_6 = None
        mul_20: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_18, add_6);  mul_18 = add_6 = None
        mul_21: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg7_1, 0.5)
        mul_22: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg7_1, 0.7071067811865476);  arg7_1 = None
        erf_7: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_22);  mul_22 = None
        add_7: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_7, 1);  erf_7 = None
        mul_23: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_21, add_7);  mul_21 = add_7 = None
        mul_24: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg8_1, 0.5)
        mul_25: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg8_1, 0.7071067811865476);  arg8_1 = None
        erf_8: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_25);  mul_25 = None
        add_8: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_8, 1);  erf_8 = None
        mul_26: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_24, add_8);  mul_24 = add_8 = None
        mul_27: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg9_1, 0.5)
        mul_28: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg9_1, 0.7071067811865476);  arg9_1 = None
        erf_9: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_28);  mul_28 = None
        add_9: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_9, 1);  erf_9 = None
        mul_29: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_27, add_9);  mul_27 = add_9 = None
        mul_30: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg10_1, 0.5)
        mul_31: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg10_1, 0.7071067811865476);  arg10_1 = None
        erf_10: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_31);  mul_31 = None
        add_10: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_10, 1);  erf_10 = None
        mul_32: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_30, add_10);  mul_30 = add_10 = None
        mul_33: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg11_1, 0.5)
        mul_34: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg11_1, 0.7071067811865476);  arg11_1 = None
        erf_11: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_34);  mul_34 = None
        add_11: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_11, 1);  erf_11 = None
        mul_35: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_33, add_11);  mul_33 = add_11 = None
        mul_36: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg12_1, 0.5)
        mul_37: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg12_1, 0.7071067811865476);  arg12_1 = None
        erf_12: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_37);  mul_37 = None
        add_12: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_12, 1);  erf_12 = None
        mul_38: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_36, add_12);  mul_36 = add_12 = None
        mul_39: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg13_1, 0.5)
        mul_40: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg13_1, 0.7071067811865476);  arg13_1 = None
        erf_13: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_40);  mul_40 = None
        add_13: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_13, 1);  erf_13 = None
        mul_41: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_39, add_13);  mul_39 = add_13 = None
        mul_42: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg14_1, 0.5)
        mul_43: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg14_1, 0.7071067811865476);  arg14_1 = None
        erf_14: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_43);  mul_43 = None
        add_14: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_14, 1);  erf_14 = None
        mul_44: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_42, add_14);  mul_42 = add_14 = None
        mul_45: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg15_1, 0.5)
        mul_46: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg15_1, 0.7071067811865476);  arg15_1 = None
        erf_15: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.erf.default(mul_46);  mul_46 = None
        add_15: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(erf_15, 1);  erf_15 = None
        mul_47: "f32[10, 10][10, 1]cuda:0" = torch.ops.aten.mul.Tensor(mul_45, add_15);  mul_45 = add_15 = None
        cat: "f32[160, 10][10, 1]cuda:0" = torch.ops.aten.cat.default([mul_2, mul_5, mul_8, mul_11, mul_14, mul_17, mul_20, mul_23, mul_26, mul_29, mul_32, mul_35, mul_38, mul_41, mul_44, mul_47]);  mul_2 = mul_5 = mul_8 = mul_11 = mul_14 = mul_17 = mul_20 = mul_23 = mul_26 = mul_29 = mul_32 = mul_35 = mul_38 = mul_41 = mul_44 = mul_47 = None
        add_16: "f32[160, 10][10, 1]cuda:0" = torch.ops.aten.add.Tensor(cat, 10);  cat = None
        return (add_16,)
