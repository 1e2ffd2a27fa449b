class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[1024, 2048][2048, 1]cuda:0"):
        sum_1: "f32[1024][1]cuda:0" = torch.ops.aten.sum.dim_IntList(arg0_1, [-1])
        permute: "f32[2048, 1024][1, 2048]cuda:0" = torch.ops.aten.permute.default(arg0_1, [1, 0]);  arg0_1 = None
        clone: "f32[2048, 1024][1024, 1]cuda:0" = torch.ops.aten.clone.default(permute, memory_format = torch.contiguous_format);  permute = None
        return (sum_1, clone)
