# Integers divided by 0 are 0, in the algebra of indices, too, which takes x // x for 1.
# fill x plain 0 1
class GraphModule(torch.nn.Module):
    def forward(self, x: "i8[1, 1, 1, 2][2, 2, 2, 1]cpu"):
        places = torch.ops.prims._low_memory_max_pool_offsets_to_indices.default(x, [1, 1], [0, 0], [1, 1], [0, 0], [1, 1])
        quotient = torch.ops.aten.div.Tensor_mode(places, places, rounding_mode = 'floor')
        return (quotient,)
