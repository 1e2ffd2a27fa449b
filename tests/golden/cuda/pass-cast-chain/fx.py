class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f16[64, 128][128, 1]cuda:0"):
        # File: golden_cases_rules.py:229 in pass_cast_chain, code: return x.float().half().float() + 1, x.float().bfloat16().half()
        convert_element_type_2: "f32[64, 128][128, 1]cuda:0" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float32)
        add: "f32[64, 128][128, 1]cuda:0" = torch.ops.aten.add.Tensor(convert_element_type_2, 1);  convert_element_type_2 = None
        convert_element_type_3: "f32[64, 128][128, 1]cuda:0" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float32);  arg0_1 = None
        convert_element_type_default: "f16[64, 128][128, 1]cuda:0" = torch.ops.prims.convert_element_type.default(convert_element_type_3, torch.float16);  convert_element_type_3 = None
        return (add, convert_element_type_default)
