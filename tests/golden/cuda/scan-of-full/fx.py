class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 64][64, 1]cuda:0"):
        # File: golden_cases_rules.py:148 in scan_of_full, code: return x + torch.cumsum(torch.full((16, 64), 2.0, device=x.device), -1)
        full_default: "f32[16, 64][64, 1]cuda:0" = torch.ops.aten.full.default([16, 64], 2.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False);  full_default = None
        iota_default: "i64[64][1]cuda:0" = torch.ops.prims.iota.default(64, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)
        mul_tensor: "i64[64][1]cuda:0" = torch.ops.aten.mul.Tensor(iota_default, 1);  iota_default = None
        add_tensor: "i64[64][1]cuda:0" = torch.ops.aten.add.Tensor(mul_tensor, 1);  mul_tensor = None
        convert_element_type_default: "f64[64][1]cuda:0" = torch.ops.prims.convert_element_type.default(add_tensor, torch.float64);  add_tensor = None
        mul_tensor_1: "f64[64][1]cuda:0" = torch.ops.aten.mul.Tensor(convert_element_type_default, 2.0);  convert_element_type_default = None
        view_default: "f64[1, 64][64, 1]cuda:0" = torch.ops.aten.view.default(mul_tensor_1, [1, 64]);  mul_tensor_1 = None
        expand_default: "f64[16, 64][0, 1]cuda:0" = torch.ops.aten.expand.default(view_default, [16, 64]);  view_default = None
        convert_element_type_default_1: "f32[16, 64][64, 1]cuda:0" = torch.ops.prims.convert_element_type.default(expand_default, torch.float32);  expand_default = None
        add: "f32[16, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, convert_element_type_default_1);  arg0_1 = convert_element_type_default_1 = None
        return (add,)
