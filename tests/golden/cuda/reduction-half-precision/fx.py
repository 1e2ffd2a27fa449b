class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "bf16[512, 768][768, 1]cuda:0"):
        # File: golden_cases.py:213 in reduction_half_precision, code: return x.sum(1), torch.softmax(x, -1)
        sum_1: "bf16[512][1]cuda:0" = torch.ops.aten.sum.dim_IntList(arg0_1, [1])
        convert_element_type: "f32[512, 768][768, 1]cuda:0" = torch.ops.prims.convert_element_type.default(arg0_1, torch.float32);  arg0_1 = None

        # No stacktrace found for following nodes
        prepare_softmax_online_default = torch.ops.prims.prepare_softmax_online.default(convert_element_type, -1)

        # File: golden_cases.py:213 in reduction_half_precision, code: return x.sum(1), torch.softmax(x, -1)
        getitem: "f32[512, 1][1, 1]cuda:0" = prepare_softmax_online_default[0]
        getitem_1: "f32[512, 1][1, 1]cuda:0" = prepare_softmax_online_default[1];  prepare_softmax_online_default = None
        sub_tensor: "f32[512, 768][768, 1]cuda:0" = torch.ops.aten.sub.Tensor(convert_element_type, getitem);  convert_element_type = getitem = None
        exp_default: "f32[512, 768][768, 1]cuda:0" = torch.ops.aten.exp.default(sub_tensor);  sub_tensor = None
        div: "f32[512, 768][768, 1]cuda:0" = torch.ops.aten.div.Tensor(exp_default, getitem_1);  exp_default = getitem_1 = None
        convert_element_type_1: "bf16[512, 768][768, 1]cuda:0" = torch.ops.prims.convert_element_type.default(div, torch.bfloat16);  div = None
        return (sum_1, convert_element_type_1)
