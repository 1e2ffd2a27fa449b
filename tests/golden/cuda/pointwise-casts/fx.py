class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 64][64, 1]cuda:0", arg1_1: "i64[64, 64][64, 1]cuda:0"):
        # File: golden_cases.py:86 in pointwise_casts, code: return x.half(), (n + 0.5).bfloat16(), (x > 0).to(torch.int32) + n, x.double() * 2
        convert_element_type: "f16[64, 64][64, 1]cuda:0" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float16)
        add: "f32[64, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(arg1_1, 0.5)
        convert_element_type_1: "bf16[64, 64][64, 1]cuda:0" = torch.ops.prims.convert_element_type.default(add, torch.bfloat16);  add = None
        gt: "b8[64, 64][64, 1]cuda:0" = torch.ops.aten.gt.Scalar(arg0_1, 0)
        convert_element_type_2: "i32[64, 64][64, 1]cuda:0" = torch.ops.prims.convert_element_type.default(gt, torch.int32);  gt = None
        add_1: "i64[64, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(convert_element_type_2, arg1_1);  convert_element_type_2 = arg1_1 = None
        convert_element_type_3: "f64[64, 64][64, 1]cuda:0" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float64);  arg0_1 = None
        mul: "f64[64, 64][64, 1]cuda:0" = torch.ops.aten.mul.Tensor(convert_element_type_3, 2);  convert_element_type_3 = None
        return (convert_element_type, convert_element_type_1, add_1, mul)
