class G(torch.nn.Module):
    def forward(self, L_x_: "f32[4, 4]", i):
        l_x_ = L_x_
        l_x_ += 1;  iadd: "f32[4, 4]" = l_x_;  l_x_ = None
        iadd[(slice(None, None, None), 0)] = 2.0;  setitem = iadd
        a, b = torch.ops.aten.split.Tensor(iadd, 2)
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None
        print("text", b'bytes', f'f')
        del i
        """a remark"""
        return (a, b)
