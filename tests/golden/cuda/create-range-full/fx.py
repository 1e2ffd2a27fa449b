class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[32, 48][48, 1]cuda:0"):
        # File: golden_cases.py:395 in create_range_full, code: columns = torch.arange(48, device=x.device)
        iota_1: "i64[48][1]cuda:0" = torch.ops.prims.iota.default(48, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)

        # File: golden_cases.py:396 in create_range_full, code: mask = columns[None, :] > rows[:, None]
        unsqueeze: "i64[1, 48][48, 1]cuda:0" = torch.ops.aten.unsqueeze.default(iota_1, 0);  iota_1 = None

        # File: golden_cases.py:394 in create_range_full, code: rows = torch.arange(32, device=x.device)
        iota: "i64[32][1]cuda:0" = torch.ops.prims.iota.default(32, start = 0, step = 1, dtype = torch.int64, device = device(type='cuda', index=0), requires_grad = False)

        # File: golden_cases.py:396 in create_range_full, code: mask = columns[None, :] > rows[:, None]
        unsqueeze_1: "i64[32, 1][1, 1]cuda:0" = torch.ops.aten.unsqueeze.default(iota, 1);  iota = None
        gt: "b8[32, 48][48, 1]cuda:0" = torch.ops.aten.gt.Tensor(unsqueeze, unsqueeze_1);  unsqueeze = unsqueeze_1 = None

        # File: golden_cases.py:397 in create_range_full, code: return x + mask, torch.zeros_like(x), torch.full((4, 4), 7.0, device=x.device)
        add: "f32[32, 48][48, 1]cuda:0" = torch.ops.aten.add.Tensor(arg0_1, gt);  arg0_1 = gt = None
        full_default: "f32[32, 48][48, 1]cuda:0" = torch.ops.aten.full.default([32, 48], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        full_default_1: "f32[4, 4][4, 1]cuda:0" = torch.ops.aten.full.default([4, 4], 7.0, dtype = torch.float32, layout = torch.strided, device = device(type='cuda', index=0), pin_memory = False)
        return (add, full_default, full_default_1)
