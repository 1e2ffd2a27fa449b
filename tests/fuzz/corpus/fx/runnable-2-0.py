class Repro(torch.nn.Module):
    def forward(self, a, b):
        mul = torch.ops.aten.mul.Tensor(a, b)
        return mul

args = [((3, 4), (4, 1), torch.int32, 'cuda'), ((4,), (1,), torch.float16, 'cpu'), 7]
args = [rand_strided(sh, st, dt, dev) for (sh, st, dt, dev) in args]
