class GraphModule(torch.nn.Module):
    def forward(self, x, y):
        _fn_args = (x, y)
        L_x_, L_y_, = self._dynamo_bytecode_flatten(*_fn_args)
        add = L_x_ + L_y_
        return self._dynamo_bytecode_unflatten((add,), _fn_args)
