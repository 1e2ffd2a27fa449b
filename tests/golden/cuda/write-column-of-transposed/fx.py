class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 16][16, 1]cuda:0", arg1_1: "f32[8][1]cuda:0"):
        # File: golden_cases_rules.py:292 in write_column_of_transposed, code: x.t()[3].copy_(column)
        permute_1: "f32[16, 8][1, 16]cuda:0" = torch.ops.aten.permute.default(arg0_1, [1, 0])
        permute: "f32[16, 8][1, 16]cuda:0" = torch.ops.aten.permute.default(arg0_1, [1, 0])
        select: "f32[8][16]cuda:0" = torch.ops.aten.select.int(permute, 0, 3);  permute = None
        copy: "f32[8][16]cuda:0" = torch.ops.aten.copy.default(select, arg1_1);  select = arg1_1 = None

        # No stacktrace found for following nodes
        select_scatter_default: "f32[16, 8][1, 16]cuda:0" = torch.ops.aten.select_scatter.default(permute_1, copy, 0, 3);  permute_1 = copy = None

        # File: golden_cases_rules.py:292 in write_column_of_transposed, code: x.t()[3].copy_(column)
        permute_2: "f32[8, 16][16, 1]cuda:0" = torch.ops.aten.permute.default(select_scatter_default, [1, 0]);  select_scatter_default = None
        copy_: "f32[8, 16][16, 1]cuda:0" = torch.ops.aten.copy_.default(arg0_1, permute_2);  arg0_1 = permute_2 = None
        return (copy_,)
