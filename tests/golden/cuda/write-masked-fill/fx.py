class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 16][16, 1]cuda:0", arg1_1: "b8[8, 16][16, 1]cuda:0"):
        # File: golden_cases_rules.py:328 in write_masked_fill, code: x.masked_fill_(mask, -1.0)
        full_default: "f32[][]cuda:0" = torch.ops.aten.full.default([], -1.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        where: "f32[8, 16][16, 1]cuda:0" = torch.ops.aten.where.self(arg1_1, full_default, arg0_1);  arg1_1 = full_default = None

        # File: golden_cases_rules.py:329 in write_masked_fill, code: return x.sum()
        sum_1: "f32[][]cuda:0" = torch.ops.aten.sum.default(where)

        # File: golden_cases_rules.py:328 in write_masked_fill, code: x.masked_fill_(mask, -1.0)
        copy_: "f32[8, 16][16, 1]cuda:0" = torch.ops.aten.copy_.default(arg0_1, where);  arg0_1 = where = copy_ = None
        return (sum_1,)
