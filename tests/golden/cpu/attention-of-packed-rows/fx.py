class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "bf16[17, 4, 96][384, 96, 1]cpu", arg1_1: "bf16[32, 32][32, 1]cpu"):
        # File: golden_cases_classes.py:65 in attention_of_packed_rows, code: q, k, v = (y.reshape(17, 8, 16).transpose(0, 1).reshape(4, 2, 17, 16) for y in (x * 2).chunk(3, -1))
        mul: "bf16[17, 4, 96][384, 96, 1]cpu" = torch.ops.aten.mul.Tensor(arg0_1, 2);  arg0_1 = None
        split = torch.ops.aten.split.Tensor(mul, 32, -1);  mul = None
        getitem: "bf16[17, 4, 32][384, 96, 1]cpu" = split[0]
        getitem_1: "bf16[17, 4, 32][384, 96, 1]cpu" = split[1]
        getitem_2: "bf16[17, 4, 32][384, 96, 1]cpu" = split[2];  split = None

        # File: golden_cases_classes.py:65 in <genexpr>, code: q, k, v = (y.reshape(17, 8, 16).transpose(0, 1).reshape(4, 2, 17, 16) for y in (x * 2).chunk(3, -1))
        clone: "bf16[17, 4, 32][128, 32, 1]cpu" = torch.ops.aten.clone.default(getitem, memory_format = torch.contiguous_format);  getitem = None
        view: "bf16[17, 8, 16][128, 16, 1]cpu" = torch.ops.aten.reshape.default(clone, [17, 8, 16]);  clone = None
        permute: "bf16[8, 17, 16][16, 128, 1]cpu" = torch.ops.aten.permute.default(view, [1, 0, 2]);  view = None
        view_1: "bf16[4, 2, 17, 16][32, 16, 128, 1]cpu" = torch.ops.aten.reshape.default(permute, [4, 2, 17, 16]);  permute = None
        clone_1: "bf16[17, 4, 32][128, 32, 1]cpu" = torch.ops.aten.clone.default(getitem_1, memory_format = torch.contiguous_format);  getitem_1 = None
        view_2: "bf16[17, 8, 16][128, 16, 1]cpu" = torch.ops.aten.reshape.default(clone_1, [17, 8, 16]);  clone_1 = None
        permute_1: "bf16[8, 17, 16][16, 128, 1]cpu" = torch.ops.aten.permute.default(view_2, [1, 0, 2]);  view_2 = None
        view_3: "bf16[4, 2, 17, 16][32, 16, 128, 1]cpu" = torch.ops.aten.reshape.default(permute_1, [4, 2, 17, 16]);  permute_1 = None
        clone_2: "bf16[17, 4, 32][128, 32, 1]cpu" = torch.ops.aten.clone.default(getitem_2, memory_format = torch.contiguous_format);  getitem_2 = None
        view_4: "bf16[17, 8, 16][128, 16, 1]cpu" = torch.ops.aten.reshape.default(clone_2, [17, 8, 16]);  clone_2 = None
        permute_2: "bf16[8, 17, 16][16, 128, 1]cpu" = torch.ops.aten.permute.default(view_4, [1, 0, 2]);  view_4 = None
        view_5: "bf16[4, 2, 17, 16][32, 16, 128, 1]cpu" = torch.ops.aten.reshape.default(permute_2, [4, 2, 17, 16]);  permute_2 = None

        # File: golden_cases_classes.py:66 in attention_of_packed_rows, code: return F.scaled_dot_product_attention(q, k, v).permute(2, 0, 1, 3).reshape(68, 32) @ w
        _scaled_dot_product_flash_attention_for_cpu = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default(view_1, view_3, view_5);  view_1 = view_3 = view_5 = None
        getitem_3: "bf16[4, 2, 17, 16][32, 16, 128, 1]cpu" = _scaled_dot_product_flash_attention_for_cpu[0];  _scaled_dot_product_flash_attention_for_cpu = None
        permute_3: "bf16[17, 4, 2, 16][128, 32, 16, 1]cpu" = torch.ops.aten.permute.default(getitem_3, [2, 0, 1, 3]);  getitem_3 = None
        view_6: "bf16[68, 32][32, 1]cpu" = torch.ops.aten.reshape.default(permute_3, [68, 32]);  permute_3 = None
        mm: "bf16[68, 32][32, 1]cpu" = torch.ops.aten.mm.default(view_6, arg1_1);  view_6 = arg1_1 = None
        return (mm,)
