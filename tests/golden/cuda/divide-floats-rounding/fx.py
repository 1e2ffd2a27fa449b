class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 32][32, 1]cuda:0", arg1_1: "f32[64, 32][32, 1]cuda:0"):
        # File: golden_cases_rules.py:80 in divide_floats_rounding, code: return torch.div(x, y, rounding_mode="floor"), torch.div(x, y, rounding_mode="trunc"), x // 3
        div: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.div.Tensor_mode(arg0_1, arg1_1, rounding_mode = 'floor')
        div_1: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.div.Tensor_mode(arg0_1, arg1_1, rounding_mode = 'trunc');  arg1_1 = None
        div_2: "f32[64, 32][32, 1]cuda:0" = torch.ops.aten.div.Tensor_mode(arg0_1, 3, rounding_mode = 'floor');  arg0_1 = None
        return (div, div_1, div_2)
