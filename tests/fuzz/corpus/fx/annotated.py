class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[8, 3][3, 1]cpu", b: "f32[3][1]cuda:0"):
        # File: /home/me/model.py:12 in forward, code: return (a + b).relu()
        add: "f32[8, 3][3, 1]cpu" = torch.ops.aten.add.Tensor(a, b, alpha = 2);  a = b = None
        relu: "f32[8, 3]" = torch.ops.aten.relu.default(add);  add = None
        return (relu,)
