import torch
class Repro(torch.nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, primals_1, arg1_1, gen):
        add = torch.ops.aten.add.Tensor(primals_1, arg1_1);  primals_1 = None
        return [add]

def load_args(reader):
    buf0 = reader.storage(None, 4096, device=device(type='cuda', index=0), dtype_hint=torch.bfloat16)
    reader.tensor(buf0, (32, 64), (64, 1), dtype=torch.bfloat16, storage_offset=8, is_leaf=True)  # primals_1
    reader.symint(512)  # arg1_1
    reader.generator()
load_args._version = 0
