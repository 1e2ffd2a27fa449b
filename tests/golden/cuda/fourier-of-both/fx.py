class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[2, 16, 32][512, 32, 1]cuda:0"):
        # File: golden_cases_classes.py:71 in fourier_of_both, code: return torch.fft.fft(torch.fft.fft(x, dim=-1), dim=-2).real + x, torch.fft.irfft2(torch.fft.rfft2(x)) * x
        _fft_r2c: "c64[2, 16, 32][512, 32, 1]cuda:0" = torch.ops.aten._fft_r2c.default(arg0_1, [2], 0, False)
        _fft_c2c: "c64[2, 16, 32][512, 1, 16]cuda:0" = torch.ops.aten._fft_c2c.default(_fft_r2c, [1], 0, True);  _fft_r2c = None
        view_as_real: "f32[2, 16, 32, 2][1024, 2, 32, 1]cuda:0" = torch.ops.aten.view_as_real.default(_fft_c2c);  _fft_c2c = None
        select: "f32[2, 16, 32][1024, 2, 32]cuda:0" = torch.ops.aten.select.int(view_as_real, 3, 0);  view_as_real = None
        add: "f32[2, 16, 32][512, 1, 16]cuda:0" = torch.ops.aten.add.Tensor(select, arg0_1);  select = None
        _fft_r2c_1: "c64[2, 16, 17][272, 17, 1]cuda:0" = torch.ops.aten._fft_r2c.default(arg0_1, [1, 2], 0, True)
        _fft_c2r: "f32[2, 16, 32][512, 32, 1]cuda:0" = torch.ops.aten._fft_c2r.default(_fft_r2c_1, [1, 2], 2, 32);  _fft_r2c_1 = None
        mul: "f32[2, 16, 32][512, 32, 1]cuda:0" = torch.ops.aten.mul.Tensor(_fft_c2r, arg0_1);  _fft_c2r = arg0_1 = None
        return (add, mul)
