class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2048][1]cpu", arg1_1: "f32[2048][1]cpu"):
        # File: golden_cases_more.py:108 in realize_many_consumers, code: total = x + y
        add: "f32[2048][1]cpu" = torch.ops.aten.add.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None

        # File: golden_cases_more.py:109 in realize_many_consumers, code: return total.sin(), total.cos(), total.exp(), total.sigmoid(), total.tanh()
        sin: "f32[2048][1]cpu" = torch.ops.aten.sin.default(add)
        cos: "f32[2048][1]cpu" = torch.ops.aten.cos.default(add)
        exp: "f32[2048][1]cpu" = torch.ops.aten.exp.default(add)
        sigmoid: "f32[2048][1]cpu" = torch.ops.aten.sigmoid.default(add)
        tanh: "f32[2048][1]cpu" = torch.ops.aten.tanh.default(add);  add = None
        return (sin, cos, exp, sigmoid, tanh)
