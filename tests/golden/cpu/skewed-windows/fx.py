class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 3, 8, 8][192, 64, 8, 1]cpu"):
        # File: golden_cases_classes.py:55 in skewed_windows, code: band = rows.new_zeros(8, 4, 4, 9)
        full: "f32[8, 4, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.full.default([8, 4, 4, 9], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)

        # File: golden_cases_classes.py:56 in skewed_windows, code: band[:, :-1, :, 4:] = rows[:, :, :4, :5]
        slice_5: "f32[8, 3, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice.Tensor(full, 1, 0, -1);  slice_5 = None
        slice_3: "f32[8, 3, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice.Tensor(full, 1, 0, -1)
        slice_4: "f32[8, 3, 4, 5][144, 36, 9, 1]cpu" = torch.ops.aten.slice.Tensor(slice_3, 3, 4, 9223372036854775807);  slice_3 = None

        # File: torch/nn/functional.py:5896 in pad, code: return torch._C._nn.pad(input, pad, mode, value)
        constant_pad_nd: "f32[8, 3, 9, 8][216, 72, 8, 1]cpu" = torch.ops.aten.constant_pad_nd.default(arg0_1, [0, 0, 0, 1], 0.0);  arg0_1 = None

        # File: golden_cases_classes.py:54 in skewed_windows, code: rows = F.pad(x, (0, 0, 0, 1)).reshape(8, 3, 8, 9)
        view: "f32[8, 3, 8, 9][216, 72, 9, 1]cpu" = torch.ops.aten.reshape.default(constant_pad_nd, [8, 3, 8, 9]);  constant_pad_nd = None

        # File: golden_cases_classes.py:56 in skewed_windows, code: band[:, :-1, :, 4:] = rows[:, :, :4, :5]
        slice_1: "f32[8, 3, 4, 9][216, 72, 9, 1]cpu" = torch.ops.aten.slice.Tensor(view, 2, 0, 4)
        slice_2: "f32[8, 3, 4, 5][216, 72, 9, 1]cpu" = torch.ops.aten.slice.Tensor(slice_1, 3, 0, 5);  slice_1 = None
        copy: "f32[8, 3, 4, 5][144, 36, 9, 1]cpu" = torch.ops.aten.copy.default(slice_4, slice_2);  slice_4 = slice_2 = None

        # No stacktrace found for following nodes
        slice_tensor: "f32[8, 3, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice.Tensor(full, 1, 0, -1)
        slice_scatter_default: "f32[8, 3, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice_scatter.default(slice_tensor, copy, 3, 4, 9223372036854775807);  slice_tensor = copy = None
        slice_scatter_default_1: "f32[8, 4, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice_scatter.default(full, slice_scatter_default, 1, 0, -1);  full = slice_scatter_default = None

        # File: golden_cases_classes.py:57 in skewed_windows, code: band[:, -1, :, 4:] = rows[:, -1, 4:, :5]
        select_4: "f32[8, 4, 9][144, 9, 1]cpu" = torch.ops.aten.select.int(slice_scatter_default_1, 1, -1);  select_4 = None
        select_3: "f32[8, 4, 9][144, 9, 1]cpu" = torch.ops.aten.select.int(slice_scatter_default_1, 1, -1)
        slice_11: "f32[8, 4, 5][144, 9, 1]cpu" = torch.ops.aten.slice.Tensor(select_3, 2, 4, 9223372036854775807);  select_3 = None
        select: "f32[8, 8, 9][216, 9, 1]cpu" = torch.ops.aten.select.int(view, 1, -1)
        slice_8: "f32[8, 4, 9][216, 9, 1]cpu" = torch.ops.aten.slice.Tensor(select, 1, 4, 9223372036854775807);  select = None
        slice_9: "f32[8, 4, 5][216, 9, 1]cpu" = torch.ops.aten.slice.Tensor(slice_8, 2, 0, 5);  slice_8 = None
        copy_1: "f32[8, 4, 5][144, 9, 1]cpu" = torch.ops.aten.copy.default(slice_11, slice_9);  slice_11 = slice_9 = None

        # No stacktrace found for following nodes
        select_int: "f32[8, 4, 9][144, 9, 1]cpu" = torch.ops.aten.select.int(slice_scatter_default_1, 1, -1)
        slice_scatter_default_2: "f32[8, 4, 9][144, 9, 1]cpu" = torch.ops.aten.slice_scatter.default(select_int, copy_1, 2, 4, 9223372036854775807);  select_int = copy_1 = None
        select_scatter_default: "f32[8, 4, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.select_scatter.default(slice_scatter_default_1, slice_scatter_default_2, 1, -1);  slice_scatter_default_1 = slice_scatter_default_2 = None

        # File: golden_cases_classes.py:58 in skewed_windows, code: band[:, 1:, :, :4] = rows[:, :, -5:-1, 5:]
        slice_20: "f32[8, 3, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice.Tensor(select_scatter_default, 1, 1, 9223372036854775807);  slice_20 = None
        slice_18: "f32[8, 3, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice.Tensor(select_scatter_default, 1, 1, 9223372036854775807)
        slice_19: "f32[8, 3, 4, 4][144, 36, 9, 1]cpu" = torch.ops.aten.slice.Tensor(slice_18, 3, 0, 4);  slice_18 = None
        slice_13: "f32[8, 3, 4, 9][216, 72, 9, 1]cpu" = torch.ops.aten.slice.Tensor(view, 2, -5, -1)
        slice_14: "f32[8, 3, 4, 4][216, 72, 9, 1]cpu" = torch.ops.aten.slice.Tensor(slice_13, 3, 5, 9223372036854775807);  slice_13 = None
        copy_2: "f32[8, 3, 4, 4][144, 36, 9, 1]cpu" = torch.ops.aten.copy.default(slice_19, slice_14);  slice_19 = slice_14 = None

        # No stacktrace found for following nodes
        slice_tensor_1: "f32[8, 3, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice.Tensor(select_scatter_default, 1, 1, 9223372036854775807)
        slice_scatter_default_3: "f32[8, 3, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice_scatter.default(slice_tensor_1, copy_2, 3, 0, 4);  slice_tensor_1 = copy_2 = None
        slice_scatter_default_4: "f32[8, 4, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.slice_scatter.default(select_scatter_default, slice_scatter_default_3, 1, 1, 9223372036854775807);  select_scatter_default = slice_scatter_default_3 = None

        # File: golden_cases_classes.py:59 in skewed_windows, code: band[:, 0, 1:4, 1:4] = rows[:, 0, :3, -3:]
        select_11: "f32[8, 4, 9][144, 9, 1]cpu" = torch.ops.aten.select.int(slice_scatter_default_4, 1, 0)
        slice_30: "f32[8, 3, 9][144, 9, 1]cpu" = torch.ops.aten.slice.Tensor(select_11, 1, 1, 4);  select_11 = slice_30 = None
        select_10: "f32[8, 4, 9][144, 9, 1]cpu" = torch.ops.aten.select.int(slice_scatter_default_4, 1, 0)
        slice_28: "f32[8, 3, 9][144, 9, 1]cpu" = torch.ops.aten.slice.Tensor(select_10, 1, 1, 4);  select_10 = None
        slice_29: "f32[8, 3, 3][144, 9, 1]cpu" = torch.ops.aten.slice.Tensor(slice_28, 2, 1, 4);  slice_28 = None
        select_6: "f32[8, 8, 9][216, 9, 1]cpu" = torch.ops.aten.select.int(view, 1, 0);  view = None
        slice_23: "f32[8, 3, 9][216, 9, 1]cpu" = torch.ops.aten.slice.Tensor(select_6, 1, 0, 3);  select_6 = None
        slice_24: "f32[8, 3, 3][216, 9, 1]cpu" = torch.ops.aten.slice.Tensor(slice_23, 2, -3, 9223372036854775807);  slice_23 = None
        copy_3: "f32[8, 3, 3][144, 9, 1]cpu" = torch.ops.aten.copy.default(slice_29, slice_24);  slice_29 = slice_24 = None

        # No stacktrace found for following nodes
        select_int_1: "f32[8, 4, 9][144, 9, 1]cpu" = torch.ops.aten.select.int(slice_scatter_default_4, 1, 0)
        slice_tensor_2: "f32[8, 3, 9][144, 9, 1]cpu" = torch.ops.aten.slice.Tensor(select_int_1, 1, 1, 4)
        slice_scatter_default_5: "f32[8, 3, 9][144, 9, 1]cpu" = torch.ops.aten.slice_scatter.default(slice_tensor_2, copy_3, 2, 1, 4);  slice_tensor_2 = copy_3 = None
        slice_scatter_default_6: "f32[8, 4, 9][144, 9, 1]cpu" = torch.ops.aten.slice_scatter.default(select_int_1, slice_scatter_default_5, 1, 1, 4);  select_int_1 = slice_scatter_default_5 = None
        select_scatter_default_1: "f32[8, 4, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.select_scatter.default(slice_scatter_default_4, slice_scatter_default_6, 1, 0);  slice_scatter_default_4 = slice_scatter_default_6 = None

        # File: golden_cases_classes.py:60 in skewed_windows, code: return band.exp()
        exp: "f32[8, 4, 4, 9][144, 36, 9, 1]cpu" = torch.ops.aten.exp.default(select_scatter_default_1);  select_scatter_default_1 = None
        return (exp,)
