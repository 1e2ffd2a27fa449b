class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 128, 64][8192, 64, 1]cpu", arg1_1: "f32[8, 128, 64][8192, 64, 1]cpu", arg2_1: "f32[8, 128, 64][8192, 64, 1]cpu"):
        # File: make-samples.py:76 in attend, code: scores = torch.bmm(query / math.sqrt(query.shape[-1]), key.transpose(1, 2))
        div: "f32[8, 128, 64][8192, 64, 1]cpu" = torch.ops.aten.div.Tensor(arg0_1, 8.0);  arg0_1 = None

        # No stacktrace found for following nodes
        unsqueeze_default: "f32[1, 8, 128, 64][65536, 8192, 64, 1]cpu" = torch.ops.aten.unsqueeze.default(div, 0);  div = None
        unsqueeze_default_1: "f32[1, 8, 128, 64][65536, 8192, 64, 1]cpu" = torch.ops.aten.unsqueeze.default(arg1_1, 0);  arg1_1 = None
        unsqueeze_default_2: "f32[1, 8, 128, 64][65536, 8192, 64, 1]cpu" = torch.ops.aten.unsqueeze.default(arg2_1, 0);  arg2_1 = None
        _scaled_dot_product_flash_attention_for_cpu_default = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default(unsqueeze_default, unsqueeze_default_1, unsqueeze_default_2, scale = 1.0);  unsqueeze_default = unsqueeze_default_1 = unsqueeze_default_2 = None
        getitem: "f32[1, 8, 128, 64][65536, 8192, 64, 1]cpu" = _scaled_dot_product_flash_attention_for_cpu_default[0];  _scaled_dot_product_flash_attention_for_cpu_default = None

        # File: make-samples.py:79 in attend, code: return torch.bmm(torch.softmax(scores, dim=-1), value)
        squeeze_dim: "f32[8, 128, 64][8192, 64, 1]cpu" = torch.ops.aten.squeeze.dim(getitem, 0);  getitem = None
        return (squeeze_dim,)
