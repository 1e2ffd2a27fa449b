class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[64, 16][16, 1]cuda:0"):
        # File: golden_cases_rules.py:89 in sort_columns_descending, code: values, where = torch.sort(x * 2, dim=0, descending=True, stable=True)
        mul: "f32[64, 16][16, 1]cuda:0" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None
        sort = torch.ops.aten.sort.stable(mul, stable = True, dim = 0, descending = True);  mul = None
        getitem: "f32[64, 16][16, 1]cuda:0" = sort[0]
        getitem_1: "i64[64, 16][16, 1]cuda:0" = sort[1];  sort = None

        # File: golden_cases_rules.py:90 in sort_columns_descending, code: return values + 1, where
        add: "f32[64, 16][16, 1]cuda:0" = torch.ops.aten.add.Tensor(getitem, 1);  getitem = None
        return (add, getitem_1)
