class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 2, 3, 6][36, 18, 6, 1]cuda:0"):
        _low_memory_max_pool_with_offsets = torch.ops.prims._low_memory_max_pool_with_offsets.default(arg0_1, [3, 2], [2, 1], [1, 1], [1, 2], False);  arg0_1 = None
        getitem: "f32[2, 2, 2, 6][24, 12, 6, 1]cuda:0" = _low_memory_max_pool_with_offsets[0]
        getitem_1: "i8[2, 2, 2, 6][24, 12, 6, 1]cuda:0" = _low_memory_max_pool_with_offsets[1];  _low_memory_max_pool_with_offsets = None
        _low_memory_max_pool_offsets_to_indices: "i64[2, 2, 2, 6][24, 12, 6, 1]cuda:0" = torch.ops.prims._low_memory_max_pool_offsets_to_indices.default(getitem_1, [3, 2], [3, 6], [2, 1], [1, 1], [1, 2]);  getitem_1 = None
        return (getitem, _low_memory_max_pool_offsets_to_indices)
