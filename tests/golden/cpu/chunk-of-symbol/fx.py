class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "Sym(s77)", arg1_1: "f32[s77, 6][6, 1]cpu"):
        # File: golden_cases_classes.py:54 in chunk_of_symbol, code: a, b = x.chunk(2)
        add: "Sym(s77 + 2)" = arg0_1 + 2;  arg0_1 = None
        sub: "Sym(s77 + 1)" = add - 1;  add = None
        floordiv: "Sym(((s77 + 1)//2))" = sub // 2;  sub = None
        split = torch.ops.aten.split.Tensor(arg1_1, floordiv);  arg1_1 = floordiv = None
        getitem_1: "f32[s77 - (((s77 + 1)//2)), 6][6, 1]cpu" = split[1];  split = None

        # File: golden_cases_classes.py:55 in chunk_of_symbol, code: return b.sin()
        sin: "f32[s77 - (((s77 + 1)//2)), 6][6, 1]cpu" = torch.ops.aten.sin.default(getitem_1);  getitem_1 = None
        return (sin,)
