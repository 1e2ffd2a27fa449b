class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "bf16[32768, 1024][1024, 1]cpu"):
        # File: golden_cases_rules.py:198 in both_orders_half_precision, code: return x.float().sum(0), x.float().square().sum(1)
        convert_element_type: "f32[32768, 1024][1024, 1]cpu" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float32)
        sum_1: "f32[1024][1]cpu" = torch.ops.aten.sum.dim_IntList(convert_element_type, [0]);  convert_element_type = None
        convert_element_type_1: "f32[32768, 1024][1024, 1]cpu" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float32);  arg0_1 = None
        pow_1: "f32[32768, 1024][1024, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(convert_element_type_1, 2);  convert_element_type_1 = None
        sum_2: "f32[32768][1]cpu" = torch.ops.aten.sum.dim_IntList(pow_1, [1]);  pow_1 = None
        return (sum_1, sum_2)
