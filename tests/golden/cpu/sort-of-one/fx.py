class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[3, 32, 16, 3][1536, 48, 3, 1]cpu"):
        # File: golden_cases_rules.py:404 in sort_of_one, code: y = (x + 3).unsqueeze(1)
        add: "f32[3, 32, 16, 3][1536, 48, 3, 1]cpu" = torch.ops.aten.add.Tensor(arg0_1, 3);  arg0_1 = None
        unsqueeze: "f32[3, 1, 32, 16, 3][1536, 1536, 48, 3, 1]cpu" = torch.ops.aten.unsqueeze.default(add, 1);  add = None

        # File: golden_cases_rules.py:405 in sort_of_one, code: values, positions = torch.sort(y, 1)
        sort = torch.ops.aten.sort.default(unsqueeze, 1)
        getitem: "f32[3, 1, 32, 16, 3][1536, 1536, 48, 3, 1]cpu" = sort[0]
        getitem_1: "i64[3, 1, 32, 16, 3][1536, 1536, 48, 3, 1]cpu" = sort[1];  sort = None

        # File: golden_cases_rules.py:406 in sort_of_one, code: return values, positions, y.tile(2)
        repeat: "f32[3, 1, 32, 16, 6][3072, 3072, 96, 6, 1]cpu" = torch.ops.aten.repeat.default(unsqueeze, [1, 1, 1, 1, 2]);  unsqueeze = None
        return (getitem, getitem_1, repeat)
