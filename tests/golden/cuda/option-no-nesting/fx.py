class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[512, 1024][1024, 1]cuda:0"):
        # File: golden_cases_options.py:57 in option_no_nesting, code: y = (x - x.mean(-1, keepdim=True)).view(512, 16, 64)
        mean: "f32[512, 1][1, 1]cuda:0" = torch.ops.aten.mean.dim(arg0_1, [-1], True)
        sub: "f32[512, 1024][1024, 1]cuda:0" = torch.ops.aten.sub.Tensor(arg0_1, mean);  arg0_1 = mean = None
        view: "f32[512, 16, 64][1024, 64, 1]cuda:0" = torch.ops.aten.reshape.default(sub, [512, 16, 64]);  sub = None

        # File: golden_cases_options.py:58 in option_no_nesting, code: return y.abs().amax(-1).log()
        abs_1: "f32[512, 16, 64][1024, 64, 1]cuda:0" = torch.ops.aten.abs.default(view);  view = None
        amax: "f32[512, 16][16, 1]cuda:0" = torch.ops.aten.amax.default(abs_1, [-1]);  abs_1 = None
        log: "f32[512, 16][16, 1]cuda:0" = torch.ops.aten.log.default(amax);  amax = None
        return (log,)
