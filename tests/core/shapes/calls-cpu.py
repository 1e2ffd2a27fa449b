# Made by tests/tools/make-shape-cases.py with PyTorch 2.15.0+cu132; cpu tensors are fake.
class GraphModule(torch.nn.Module):
    def forward(self, a: "f32[4, 6][6, 1]cpu", at: "f32[4, 6][1, 4]cpu", row: "f32[6][1]cpu", column: "f32[4, 1][1, 1]cpu", scalar: "f32[][]cpu", h: "f16[4, 6][6, 1]cpu", bf: "bf16[4, 6][6, 1]cpu", d: "f64[4, 6][6, 1]cpu", i: "i64[4, 6][6, 1]cpu", i32: "i32[4, 6][6, 1]cpu", u8: "u8[4, 6][6, 1]cpu", b: "b8[4, 6][6, 1]cpu", h0: "f16[][]cpu", i0: "i64[][]cpu", gap: "f32[4, 6][12, 2]cpu", gapt: "f32[4, 6][2, 16]cpu", over: "f32[4, 6][0, 1]cpu", x: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu", xl: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu", x1: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu", xc1: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu", w: "f32[4, 8, 3, 3][72, 9, 3, 1]cpu", wl: "f32[4, 8, 3, 3][72, 1, 24, 8]cpu", wd: "f32[8, 1, 3, 3][9, 9, 3, 1]cpu", w1: "f32[4, 8, 1, 1][8, 1, 1, 1]cpu", wt: "f32[8, 4, 3, 3][36, 9, 3, 1]cpu", c8: "f32[8][1]cpu", c4: "f32[4][1]cpu", x3: "f32[2, 8, 9][72, 9, 1]cpu", w3: "f32[4, 8, 3][24, 3, 1]cpu", x5: "f32[2, 3, 4, 5, 6][360, 120, 30, 6, 1]cpu", one: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu", p3: "f32[2, 5, 8][40, 1, 5]cpu", m: "f32[6, 3][3, 1]cpu", bm: "f32[2, 4, 6][24, 6, 1]cpu", bn: "f32[2, 6, 3][18, 3, 1]cpu", vec: "f32[6][1]cpu", m8: "bf16[16, 8][8, 1]cpu", idx: "i64[3][1]cpu", idx2: "i64[3, 5][5, 1]cpu", rows: "i64[4, 2][2, 1]cpu", emb: "f32[10, 6][6, 1]cpu", q: "f32[2, 3, 8, 16][384, 128, 16, 1]cpu", qt: "f32[2, 3, 8, 16][384, 16, 48, 1]cpu", qs: "f32[2, 3, 8, 16][48, 16, 96, 1]cpu", qp: "f32[2, 3, 8, 16][1152, 16, 144, 1]cpu", z3: "c64[2, 4, 6][24, 6, 1]cpu", zt: "c64[2, 4, 6][24, 1, 4]cpu", r3: "f32[2, 4, 6][24, 6, 1]cpu", rt: "f32[2, 4, 6][24, 1, 4]cpu", k: "f32[2, 3, 12, 16][576, 192, 16, 1]cpu", v12: "f32[2, 3, 12, 8][288, 96, 8, 1]cpu", z: "c64[4, 3][3, 1]cpu", pairs: "f32[4, 3, 2][6, 2, 1]cpu", cls: "i64[4][1]cpu", big: "f32[64, 64][64, 1]cpu", empty: "f32[0][1]cpu", e2: "f32[0, 6][6, 1]cpu"):
        abs_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.abs.default(a);  abs_default = None
        abs_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.abs.default(at);  abs_default_1 = None
        abs_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.abs.default(gap);  abs_default_2 = None
        abs_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.abs.default(xl);  abs_default_3 = None
        abs_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.abs.default(over);  abs_default_4 = None
        abs_default_5: "f32[][]cpu" = torch.ops.aten.abs.default(scalar);  abs_default_5 = None
        abs_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.abs.default(i);  abs_default_6 = None
        abs_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.abs.default(b);  abs_default_7 = None
        abs_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.abs.default(h);  abs_default_8 = None
        acos_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acos.default(a);  acos_default = None
        acos_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.acos.default(at);  acos_default_1 = None
        acos_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acos.default(gap);  acos_default_2 = None
        acos_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.acos.default(xl);  acos_default_3 = None
        acos_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acos.default(over);  acos_default_4 = None
        acos_default_5: "f32[][]cpu" = torch.ops.aten.acos.default(scalar);  acos_default_5 = None
        acos_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acos.default(i);  acos_default_6 = None
        acos_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acos.default(b);  acos_default_7 = None
        acos_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.acos.default(h);  acos_default_8 = None
        acosh_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acosh.default(a);  acosh_default = None
        acosh_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.acosh.default(at);  acosh_default_1 = None
        acosh_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acosh.default(gap);  acosh_default_2 = None
        acosh_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.acosh.default(xl);  acosh_default_3 = None
        acosh_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acosh.default(over);  acosh_default_4 = None
        acosh_default_5: "f32[][]cpu" = torch.ops.aten.acosh.default(scalar);  acosh_default_5 = None
        acosh_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acosh.default(i);  acosh_default_6 = None
        acosh_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.acosh.default(b);  acosh_default_7 = None
        acosh_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.acosh.default(h);  acosh_default_8 = None
        asin_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asin.default(a);  asin_default = None
        asin_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.asin.default(at);  asin_default_1 = None
        asin_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asin.default(gap);  asin_default_2 = None
        asin_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.asin.default(xl);  asin_default_3 = None
        asin_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asin.default(over);  asin_default_4 = None
        asin_default_5: "f32[][]cpu" = torch.ops.aten.asin.default(scalar);  asin_default_5 = None
        asin_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asin.default(i);  asin_default_6 = None
        asin_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asin.default(b);  asin_default_7 = None
        asin_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.asin.default(h);  asin_default_8 = None
        asinh_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asinh.default(a);  asinh_default = None
        asinh_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.asinh.default(at);  asinh_default_1 = None
        asinh_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asinh.default(gap);  asinh_default_2 = None
        asinh_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.asinh.default(xl);  asinh_default_3 = None
        asinh_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asinh.default(over);  asinh_default_4 = None
        asinh_default_5: "f32[][]cpu" = torch.ops.aten.asinh.default(scalar);  asinh_default_5 = None
        asinh_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asinh.default(i);  asinh_default_6 = None
        asinh_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.asinh.default(b);  asinh_default_7 = None
        asinh_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.asinh.default(h);  asinh_default_8 = None
        atan_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan.default(a);  atan_default = None
        atan_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.atan.default(at);  atan_default_1 = None
        atan_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan.default(gap);  atan_default_2 = None
        atan_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.atan.default(xl);  atan_default_3 = None
        atan_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan.default(over);  atan_default_4 = None
        atan_default_5: "f32[][]cpu" = torch.ops.aten.atan.default(scalar);  atan_default_5 = None
        atan_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan.default(i);  atan_default_6 = None
        atan_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan.default(b);  atan_default_7 = None
        atan_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.atan.default(h);  atan_default_8 = None
        atanh_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atanh.default(a);  atanh_default = None
        atanh_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.atanh.default(at);  atanh_default_1 = None
        atanh_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atanh.default(gap);  atanh_default_2 = None
        atanh_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.atanh.default(xl);  atanh_default_3 = None
        atanh_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atanh.default(over);  atanh_default_4 = None
        atanh_default_5: "f32[][]cpu" = torch.ops.aten.atanh.default(scalar);  atanh_default_5 = None
        atanh_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atanh.default(i);  atanh_default_6 = None
        atanh_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atanh.default(b);  atanh_default_7 = None
        atanh_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.atanh.default(h);  atanh_default_8 = None
        ceil_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.ceil.default(a);  ceil_default = None
        ceil_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.ceil.default(at);  ceil_default_1 = None
        ceil_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.ceil.default(gap);  ceil_default_2 = None
        ceil_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.ceil.default(xl);  ceil_default_3 = None
        ceil_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.ceil.default(over);  ceil_default_4 = None
        ceil_default_5: "f32[][]cpu" = torch.ops.aten.ceil.default(scalar);  ceil_default_5 = None
        ceil_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.ceil.default(i);  ceil_default_6 = None
        ceil_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.ceil.default(b);  ceil_default_7 = None
        ceil_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.ceil.default(h);  ceil_default_8 = None
        cos_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cos.default(a);  cos_default = None
        cos_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.cos.default(at);  cos_default_1 = None
        cos_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cos.default(gap);  cos_default_2 = None
        cos_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.cos.default(xl);  cos_default_3 = None
        cos_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cos.default(over);  cos_default_4 = None
        cos_default_5: "f32[][]cpu" = torch.ops.aten.cos.default(scalar);  cos_default_5 = None
        cos_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cos.default(i);  cos_default_6 = None
        cos_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cos.default(b);  cos_default_7 = None
        cos_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.cos.default(h);  cos_default_8 = None
        cosh_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cosh.default(a);  cosh_default = None
        cosh_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.cosh.default(at);  cosh_default_1 = None
        cosh_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cosh.default(gap);  cosh_default_2 = None
        cosh_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.cosh.default(xl);  cosh_default_3 = None
        cosh_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cosh.default(over);  cosh_default_4 = None
        cosh_default_5: "f32[][]cpu" = torch.ops.aten.cosh.default(scalar);  cosh_default_5 = None
        cosh_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cosh.default(i);  cosh_default_6 = None
        cosh_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cosh.default(b);  cosh_default_7 = None
        cosh_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.cosh.default(h);  cosh_default_8 = None
        digamma_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.digamma.default(a);  digamma_default = None
        digamma_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.digamma.default(at);  digamma_default_1 = None
        digamma_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.digamma.default(gap);  digamma_default_2 = None
        digamma_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.digamma.default(xl);  digamma_default_3 = None
        digamma_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.digamma.default(over);  digamma_default_4 = None
        digamma_default_5: "f32[][]cpu" = torch.ops.aten.digamma.default(scalar);  digamma_default_5 = None
        digamma_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.digamma.default(i);  digamma_default_6 = None
        digamma_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.digamma.default(b);  digamma_default_7 = None
        digamma_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.digamma.default(h);  digamma_default_8 = None
        erf_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erf.default(a);  erf_default = None
        erf_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.erf.default(at);  erf_default_1 = None
        erf_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erf.default(gap);  erf_default_2 = None
        erf_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.erf.default(xl);  erf_default_3 = None
        erf_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erf.default(over);  erf_default_4 = None
        erf_default_5: "f32[][]cpu" = torch.ops.aten.erf.default(scalar);  erf_default_5 = None
        erf_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erf.default(i);  erf_default_6 = None
        erf_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erf.default(b);  erf_default_7 = None
        erf_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.erf.default(h);  erf_default_8 = None
        erfc_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfc.default(a);  erfc_default = None
        erfc_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.erfc.default(at);  erfc_default_1 = None
        erfc_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfc.default(gap);  erfc_default_2 = None
        erfc_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.erfc.default(xl);  erfc_default_3 = None
        erfc_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfc.default(over);  erfc_default_4 = None
        erfc_default_5: "f32[][]cpu" = torch.ops.aten.erfc.default(scalar);  erfc_default_5 = None
        erfc_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfc.default(i);  erfc_default_6 = None
        erfc_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfc.default(b);  erfc_default_7 = None
        erfc_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.erfc.default(h);  erfc_default_8 = None
        erfinv_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfinv.default(a);  erfinv_default = None
        erfinv_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.erfinv.default(at);  erfinv_default_1 = None
        erfinv_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfinv.default(gap);  erfinv_default_2 = None
        erfinv_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.erfinv.default(xl);  erfinv_default_3 = None
        erfinv_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfinv.default(over);  erfinv_default_4 = None
        erfinv_default_5: "f32[][]cpu" = torch.ops.aten.erfinv.default(scalar);  erfinv_default_5 = None
        erfinv_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfinv.default(i);  erfinv_default_6 = None
        erfinv_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.erfinv.default(b);  erfinv_default_7 = None
        erfinv_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.erfinv.default(h);  erfinv_default_8 = None
        exp_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp.default(a);  exp_default = None
        exp_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.exp.default(at);  exp_default_1 = None
        exp_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp.default(gap);  exp_default_2 = None
        exp_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.exp.default(xl);  exp_default_3 = None
        exp_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp.default(over);  exp_default_4 = None
        exp_default_5: "f32[][]cpu" = torch.ops.aten.exp.default(scalar);  exp_default_5 = None
        exp_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp.default(i);  exp_default_6 = None
        exp_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp.default(b);  exp_default_7 = None
        exp_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.exp.default(h);  exp_default_8 = None
        exp2_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp2.default(a);  exp2_default = None
        exp2_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.exp2.default(at);  exp2_default_1 = None
        exp2_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp2.default(gap);  exp2_default_2 = None
        exp2_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.exp2.default(xl);  exp2_default_3 = None
        exp2_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp2.default(over);  exp2_default_4 = None
        exp2_default_5: "f32[][]cpu" = torch.ops.aten.exp2.default(scalar);  exp2_default_5 = None
        exp2_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp2.default(i);  exp2_default_6 = None
        exp2_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.exp2.default(b);  exp2_default_7 = None
        exp2_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.exp2.default(h);  exp2_default_8 = None
        expm1_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.expm1.default(a);  expm1_default = None
        expm1_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.expm1.default(at);  expm1_default_1 = None
        expm1_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.expm1.default(gap);  expm1_default_2 = None
        expm1_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.expm1.default(xl);  expm1_default_3 = None
        expm1_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.expm1.default(over);  expm1_default_4 = None
        expm1_default_5: "f32[][]cpu" = torch.ops.aten.expm1.default(scalar);  expm1_default_5 = None
        expm1_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.expm1.default(i);  expm1_default_6 = None
        expm1_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.expm1.default(b);  expm1_default_7 = None
        expm1_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.expm1.default(h);  expm1_default_8 = None
        floor_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.floor.default(a);  floor_default = None
        floor_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.floor.default(at);  floor_default_1 = None
        floor_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.floor.default(gap);  floor_default_2 = None
        floor_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.floor.default(xl);  floor_default_3 = None
        floor_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.floor.default(over);  floor_default_4 = None
        floor_default_5: "f32[][]cpu" = torch.ops.aten.floor.default(scalar);  floor_default_5 = None
        floor_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.floor.default(i);  floor_default_6 = None
        floor_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.floor.default(b);  floor_default_7 = None
        floor_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.floor.default(h);  floor_default_8 = None
        isinf_default: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isinf.default(a);  isinf_default = None
        isinf_default_1: "b8[4, 6][1, 4]cpu" = torch.ops.aten.isinf.default(at);  isinf_default_1 = None
        isinf_default_2: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isinf.default(gap);  isinf_default_2 = None
        isinf_default_3: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.isinf.default(xl);  isinf_default_3 = None
        isinf_default_4: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isinf.default(over);  isinf_default_4 = None
        isinf_default_5: "b8[][]cpu" = torch.ops.aten.isinf.default(scalar);  isinf_default_5 = None
        isinf_default_6: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isinf.default(i);  isinf_default_6 = None
        isinf_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isinf.default(b);  isinf_default_7 = None
        isinf_default_8: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isinf.default(h);  isinf_default_8 = None
        isnan_default: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isnan.default(a);  isnan_default = None
        isnan_default_1: "b8[4, 6][1, 4]cpu" = torch.ops.aten.isnan.default(at);  isnan_default_1 = None
        isnan_default_2: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isnan.default(gap);  isnan_default_2 = None
        isnan_default_3: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.isnan.default(xl);  isnan_default_3 = None
        isnan_default_4: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isnan.default(over);  isnan_default_4 = None
        isnan_default_5: "b8[][]cpu" = torch.ops.aten.isnan.default(scalar);  isnan_default_5 = None
        isnan_default_6: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isnan.default(i);  isnan_default_6 = None
        isnan_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isnan.default(b);  isnan_default_7 = None
        isnan_default_8: "b8[4, 6][6, 1]cpu" = torch.ops.aten.isnan.default(h);  isnan_default_8 = None
        lgamma_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.lgamma.default(a);  lgamma_default = None
        lgamma_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.lgamma.default(at);  lgamma_default_1 = None
        lgamma_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.lgamma.default(gap);  lgamma_default_2 = None
        lgamma_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.lgamma.default(xl);  lgamma_default_3 = None
        lgamma_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.lgamma.default(over);  lgamma_default_4 = None
        lgamma_default_5: "f32[][]cpu" = torch.ops.aten.lgamma.default(scalar);  lgamma_default_5 = None
        lgamma_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.lgamma.default(i);  lgamma_default_6 = None
        lgamma_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.lgamma.default(b);  lgamma_default_7 = None
        lgamma_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.lgamma.default(h);  lgamma_default_8 = None
        log_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log.default(a);  log_default = None
        log_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.log.default(at);  log_default_1 = None
        log_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log.default(gap);  log_default_2 = None
        log_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.log.default(xl);  log_default_3 = None
        log_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log.default(over);  log_default_4 = None
        log_default_5: "f32[][]cpu" = torch.ops.aten.log.default(scalar);  log_default_5 = None
        log_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log.default(i);  log_default_6 = None
        log_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log.default(b);  log_default_7 = None
        log_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.log.default(h);  log_default_8 = None
        log10_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log10.default(a);  log10_default = None
        log10_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.log10.default(at);  log10_default_1 = None
        log10_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log10.default(gap);  log10_default_2 = None
        log10_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.log10.default(xl);  log10_default_3 = None
        log10_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log10.default(over);  log10_default_4 = None
        log10_default_5: "f32[][]cpu" = torch.ops.aten.log10.default(scalar);  log10_default_5 = None
        log10_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log10.default(i);  log10_default_6 = None
        log10_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log10.default(b);  log10_default_7 = None
        log10_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.log10.default(h);  log10_default_8 = None
        log1p_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log1p.default(a);  log1p_default = None
        log1p_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.log1p.default(at);  log1p_default_1 = None
        log1p_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log1p.default(gap);  log1p_default_2 = None
        log1p_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.log1p.default(xl);  log1p_default_3 = None
        log1p_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log1p.default(over);  log1p_default_4 = None
        log1p_default_5: "f32[][]cpu" = torch.ops.aten.log1p.default(scalar);  log1p_default_5 = None
        log1p_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log1p.default(i);  log1p_default_6 = None
        log1p_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log1p.default(b);  log1p_default_7 = None
        log1p_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.log1p.default(h);  log1p_default_8 = None
        log2_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log2.default(a);  log2_default = None
        log2_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.log2.default(at);  log2_default_1 = None
        log2_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log2.default(gap);  log2_default_2 = None
        log2_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.log2.default(xl);  log2_default_3 = None
        log2_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log2.default(over);  log2_default_4 = None
        log2_default_5: "f32[][]cpu" = torch.ops.aten.log2.default(scalar);  log2_default_5 = None
        log2_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log2.default(i);  log2_default_6 = None
        log2_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.log2.default(b);  log2_default_7 = None
        log2_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.log2.default(h);  log2_default_8 = None
        logical_not_default: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_not.default(a);  logical_not_default = None
        logical_not_default_1: "b8[4, 6][1, 4]cpu" = torch.ops.aten.logical_not.default(at);  logical_not_default_1 = None
        logical_not_default_2: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_not.default(gap);  logical_not_default_2 = None
        logical_not_default_3: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.logical_not.default(xl);  logical_not_default_3 = None
        logical_not_default_4: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_not.default(over);  logical_not_default_4 = None
        logical_not_default_5: "b8[][]cpu" = torch.ops.aten.logical_not.default(scalar);  logical_not_default_5 = None
        logical_not_default_6: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_not.default(i);  logical_not_default_6 = None
        logical_not_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_not.default(b);  logical_not_default_7 = None
        logical_not_default_8: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_not.default(h);  logical_not_default_8 = None
        neg_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.neg.default(a);  neg_default = None
        neg_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.neg.default(at);  neg_default_1 = None
        neg_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.neg.default(gap);  neg_default_2 = None
        neg_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.neg.default(xl);  neg_default_3 = None
        neg_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.neg.default(over);  neg_default_4 = None
        neg_default_5: "f32[][]cpu" = torch.ops.aten.neg.default(scalar);  neg_default_5 = None
        neg_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.neg.default(i);  neg_default_6 = None
        neg_default_7: "f16[4, 6][6, 1]cpu" = torch.ops.aten.neg.default(h);  neg_default_7 = None
        reciprocal_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.reciprocal.default(a);  reciprocal_default = None
        reciprocal_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.reciprocal.default(at);  reciprocal_default_1 = None
        reciprocal_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.reciprocal.default(gap);  reciprocal_default_2 = None
        reciprocal_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.reciprocal.default(xl);  reciprocal_default_3 = None
        reciprocal_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.reciprocal.default(over);  reciprocal_default_4 = None
        reciprocal_default_5: "f32[][]cpu" = torch.ops.aten.reciprocal.default(scalar);  reciprocal_default_5 = None
        reciprocal_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.reciprocal.default(i);  reciprocal_default_6 = None
        reciprocal_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.reciprocal.default(b);  reciprocal_default_7 = None
        reciprocal_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.reciprocal.default(h);  reciprocal_default_8 = None
        relu_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.relu.default(a);  relu_default = None
        relu_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.relu.default(at);  relu_default_1 = None
        relu_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.relu.default(gap);  relu_default_2 = None
        relu_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.relu.default(xl);  relu_default_3 = None
        relu_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.relu.default(over);  relu_default_4 = None
        relu_default_5: "f32[][]cpu" = torch.ops.aten.relu.default(scalar);  relu_default_5 = None
        relu_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.relu.default(i);  relu_default_6 = None
        relu_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.relu.default(b);  relu_default_7 = None
        relu_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.relu.default(h);  relu_default_8 = None
        round_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.round.default(a);  round_default = None
        round_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.round.default(at);  round_default_1 = None
        round_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.round.default(gap);  round_default_2 = None
        round_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.round.default(xl);  round_default_3 = None
        round_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.round.default(over);  round_default_4 = None
        round_default_5: "f32[][]cpu" = torch.ops.aten.round.default(scalar);  round_default_5 = None
        round_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.round.default(i);  round_default_6 = None
        round_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.round.default(b);  round_default_7 = None
        round_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.round.default(h);  round_default_8 = None
        rsqrt_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.rsqrt.default(a);  rsqrt_default = None
        rsqrt_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.rsqrt.default(at);  rsqrt_default_1 = None
        rsqrt_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.rsqrt.default(gap);  rsqrt_default_2 = None
        rsqrt_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.rsqrt.default(xl);  rsqrt_default_3 = None
        rsqrt_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.rsqrt.default(over);  rsqrt_default_4 = None
        rsqrt_default_5: "f32[][]cpu" = torch.ops.aten.rsqrt.default(scalar);  rsqrt_default_5 = None
        rsqrt_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.rsqrt.default(i);  rsqrt_default_6 = None
        rsqrt_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.rsqrt.default(b);  rsqrt_default_7 = None
        rsqrt_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.rsqrt.default(h);  rsqrt_default_8 = None
        sigmoid_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sigmoid.default(a);  sigmoid_default = None
        sigmoid_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sigmoid.default(at);  sigmoid_default_1 = None
        sigmoid_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sigmoid.default(gap);  sigmoid_default_2 = None
        sigmoid_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.sigmoid.default(xl);  sigmoid_default_3 = None
        sigmoid_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sigmoid.default(over);  sigmoid_default_4 = None
        sigmoid_default_5: "f32[][]cpu" = torch.ops.aten.sigmoid.default(scalar);  sigmoid_default_5 = None
        sigmoid_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sigmoid.default(i);  sigmoid_default_6 = None
        sigmoid_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sigmoid.default(b);  sigmoid_default_7 = None
        sigmoid_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sigmoid.default(h);  sigmoid_default_8 = None
        sgn_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sgn.default(a);  sgn_default = None
        sgn_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sgn.default(at);  sgn_default_1 = None
        sgn_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sgn.default(gap);  sgn_default_2 = None
        sgn_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.sgn.default(xl);  sgn_default_3 = None
        sgn_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sgn.default(over);  sgn_default_4 = None
        sgn_default_5: "f32[][]cpu" = torch.ops.aten.sgn.default(scalar);  sgn_default_5 = None
        sgn_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.sgn.default(i);  sgn_default_6 = None
        sgn_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.sgn.default(b);  sgn_default_7 = None
        sgn_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sgn.default(h);  sgn_default_8 = None
        sign_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sign.default(a);  sign_default = None
        sign_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sign.default(at);  sign_default_1 = None
        sign_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sign.default(gap);  sign_default_2 = None
        sign_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.sign.default(xl);  sign_default_3 = None
        sign_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sign.default(over);  sign_default_4 = None
        sign_default_5: "f32[][]cpu" = torch.ops.aten.sign.default(scalar);  sign_default_5 = None
        sign_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.sign.default(i);  sign_default_6 = None
        sign_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.sign.default(b);  sign_default_7 = None
        sign_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sign.default(h);  sign_default_8 = None
        signbit_default: "b8[4, 6][6, 1]cpu" = torch.ops.aten.signbit.default(a);  signbit_default = None
        signbit_default_1: "b8[4, 6][1, 4]cpu" = torch.ops.aten.signbit.default(at);  signbit_default_1 = None
        signbit_default_2: "b8[4, 6][6, 1]cpu" = torch.ops.aten.signbit.default(gap);  signbit_default_2 = None
        signbit_default_3: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.signbit.default(xl);  signbit_default_3 = None
        signbit_default_4: "b8[4, 6][6, 1]cpu" = torch.ops.aten.signbit.default(over);  signbit_default_4 = None
        signbit_default_5: "b8[][]cpu" = torch.ops.aten.signbit.default(scalar);  signbit_default_5 = None
        signbit_default_6: "b8[4, 6][6, 1]cpu" = torch.ops.aten.signbit.default(i);  signbit_default_6 = None
        signbit_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.signbit.default(b);  signbit_default_7 = None
        signbit_default_8: "b8[4, 6][6, 1]cpu" = torch.ops.aten.signbit.default(h);  signbit_default_8 = None
        sin_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sin.default(a);  sin_default = None
        sin_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sin.default(at);  sin_default_1 = None
        sin_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sin.default(gap);  sin_default_2 = None
        sin_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.sin.default(xl);  sin_default_3 = None
        sin_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sin.default(over);  sin_default_4 = None
        sin_default_5: "f32[][]cpu" = torch.ops.aten.sin.default(scalar);  sin_default_5 = None
        sin_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sin.default(i);  sin_default_6 = None
        sin_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sin.default(b);  sin_default_7 = None
        sin_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sin.default(h);  sin_default_8 = None
        sinh_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sinh.default(a);  sinh_default = None
        sinh_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sinh.default(at);  sinh_default_1 = None
        sinh_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sinh.default(gap);  sinh_default_2 = None
        sinh_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.sinh.default(xl);  sinh_default_3 = None
        sinh_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sinh.default(over);  sinh_default_4 = None
        sinh_default_5: "f32[][]cpu" = torch.ops.aten.sinh.default(scalar);  sinh_default_5 = None
        sinh_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sinh.default(i);  sinh_default_6 = None
        sinh_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sinh.default(b);  sinh_default_7 = None
        sinh_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sinh.default(h);  sinh_default_8 = None
        sqrt_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sqrt.default(a);  sqrt_default = None
        sqrt_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sqrt.default(at);  sqrt_default_1 = None
        sqrt_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sqrt.default(gap);  sqrt_default_2 = None
        sqrt_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.sqrt.default(xl);  sqrt_default_3 = None
        sqrt_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sqrt.default(over);  sqrt_default_4 = None
        sqrt_default_5: "f32[][]cpu" = torch.ops.aten.sqrt.default(scalar);  sqrt_default_5 = None
        sqrt_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sqrt.default(i);  sqrt_default_6 = None
        sqrt_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sqrt.default(b);  sqrt_default_7 = None
        sqrt_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sqrt.default(h);  sqrt_default_8 = None
        square_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.square.default(a);  square_default = None
        square_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.square.default(at);  square_default_1 = None
        square_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.square.default(gap);  square_default_2 = None
        square_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.square.default(xl);  square_default_3 = None
        square_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.square.default(over);  square_default_4 = None
        square_default_5: "f32[][]cpu" = torch.ops.aten.square.default(scalar);  square_default_5 = None
        square_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.square.default(i);  square_default_6 = None
        square_default_7: "i64[4, 6][6, 1]cpu" = torch.ops.aten.square.default(b);  square_default_7 = None
        square_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.square.default(h);  square_default_8 = None
        tan_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tan.default(a);  tan_default = None
        tan_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.tan.default(at);  tan_default_1 = None
        tan_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tan.default(gap);  tan_default_2 = None
        tan_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.tan.default(xl);  tan_default_3 = None
        tan_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tan.default(over);  tan_default_4 = None
        tan_default_5: "f32[][]cpu" = torch.ops.aten.tan.default(scalar);  tan_default_5 = None
        tan_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tan.default(i);  tan_default_6 = None
        tan_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tan.default(b);  tan_default_7 = None
        tan_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.tan.default(h);  tan_default_8 = None
        tanh_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tanh.default(a);  tanh_default = None
        tanh_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.tanh.default(at);  tanh_default_1 = None
        tanh_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tanh.default(gap);  tanh_default_2 = None
        tanh_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.tanh.default(xl);  tanh_default_3 = None
        tanh_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tanh.default(over);  tanh_default_4 = None
        tanh_default_5: "f32[][]cpu" = torch.ops.aten.tanh.default(scalar);  tanh_default_5 = None
        tanh_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tanh.default(i);  tanh_default_6 = None
        tanh_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tanh.default(b);  tanh_default_7 = None
        tanh_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.tanh.default(h);  tanh_default_8 = None
        trunc_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.trunc.default(a);  trunc_default = None
        trunc_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.trunc.default(at);  trunc_default_1 = None
        trunc_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.trunc.default(gap);  trunc_default_2 = None
        trunc_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.trunc.default(xl);  trunc_default_3 = None
        trunc_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.trunc.default(over);  trunc_default_4 = None
        trunc_default_5: "f32[][]cpu" = torch.ops.aten.trunc.default(scalar);  trunc_default_5 = None
        trunc_default_6: "i64[4, 6][6, 1]cpu" = torch.ops.aten.trunc.default(i);  trunc_default_6 = None
        trunc_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.trunc.default(b);  trunc_default_7 = None
        trunc_default_8: "f16[4, 6][6, 1]cpu" = torch.ops.aten.trunc.default(h);  trunc_default_8 = None
        silu_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.silu.default(a);  silu_default = None
        silu_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.silu.default(at);  silu_default_1 = None
        silu_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.silu.default(gap);  silu_default_2 = None
        silu_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.silu.default(xl);  silu_default_3 = None
        silu_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.silu.default(over);  silu_default_4 = None
        silu_default_5: "f32[][]cpu" = torch.ops.aten.silu.default(scalar);  silu_default_5 = None
        silu_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.silu.default(h);  silu_default_6 = None
        gelu_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.gelu.default(a);  gelu_default = None
        gelu_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.gelu.default(at);  gelu_default_1 = None
        gelu_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.gelu.default(gap);  gelu_default_2 = None
        gelu_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.gelu.default(xl);  gelu_default_3 = None
        gelu_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.gelu.default(over);  gelu_default_4 = None
        gelu_default_5: "f32[][]cpu" = torch.ops.aten.gelu.default(scalar);  gelu_default_5 = None
        gelu_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.gelu.default(h);  gelu_default_6 = None
        hardswish_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.hardswish.default(a);  hardswish_default = None
        hardswish_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.hardswish.default(at);  hardswish_default_1 = None
        hardswish_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.hardswish.default(gap);  hardswish_default_2 = None
        hardswish_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.hardswish.default(xl);  hardswish_default_3 = None
        hardswish_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.hardswish.default(over);  hardswish_default_4 = None
        hardswish_default_5: "f32[][]cpu" = torch.ops.aten.hardswish.default(scalar);  hardswish_default_5 = None
        hardswish_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.hardswish.default(h);  hardswish_default_6 = None
        hardsigmoid_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.hardsigmoid.default(a);  hardsigmoid_default = None
        hardsigmoid_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.hardsigmoid.default(at);  hardsigmoid_default_1 = None
        hardsigmoid_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.hardsigmoid.default(gap);  hardsigmoid_default_2 = None
        hardsigmoid_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.hardsigmoid.default(xl);  hardsigmoid_default_3 = None
        hardsigmoid_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.hardsigmoid.default(over);  hardsigmoid_default_4 = None
        hardsigmoid_default_5: "f32[][]cpu" = torch.ops.aten.hardsigmoid.default(scalar);  hardsigmoid_default_5 = None
        hardsigmoid_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.hardsigmoid.default(h);  hardsigmoid_default_6 = None
        hardtanh_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.hardtanh.default(a);  hardtanh_default = None
        hardtanh_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.hardtanh.default(at);  hardtanh_default_1 = None
        hardtanh_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.hardtanh.default(gap);  hardtanh_default_2 = None
        hardtanh_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.hardtanh.default(xl);  hardtanh_default_3 = None
        hardtanh_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.hardtanh.default(over);  hardtanh_default_4 = None
        hardtanh_default_5: "f32[][]cpu" = torch.ops.aten.hardtanh.default(scalar);  hardtanh_default_5 = None
        hardtanh_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.hardtanh.default(h);  hardtanh_default_6 = None
        leaky_relu_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.leaky_relu.default(a);  leaky_relu_default = None
        leaky_relu_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.leaky_relu.default(at);  leaky_relu_default_1 = None
        leaky_relu_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.leaky_relu.default(gap);  leaky_relu_default_2 = None
        leaky_relu_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.leaky_relu.default(xl);  leaky_relu_default_3 = None
        leaky_relu_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.leaky_relu.default(over);  leaky_relu_default_4 = None
        leaky_relu_default_5: "f32[][]cpu" = torch.ops.aten.leaky_relu.default(scalar);  leaky_relu_default_5 = None
        leaky_relu_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.leaky_relu.default(h);  leaky_relu_default_6 = None
        elu_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.elu.default(a);  elu_default = None
        elu_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.elu.default(at);  elu_default_1 = None
        elu_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.elu.default(gap);  elu_default_2 = None
        elu_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.elu.default(xl);  elu_default_3 = None
        elu_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.elu.default(over);  elu_default_4 = None
        elu_default_5: "f32[][]cpu" = torch.ops.aten.elu.default(scalar);  elu_default_5 = None
        elu_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.elu.default(h);  elu_default_6 = None
        softplus_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.softplus.default(a);  softplus_default = None
        softplus_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.softplus.default(at);  softplus_default_1 = None
        softplus_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.softplus.default(gap);  softplus_default_2 = None
        softplus_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.softplus.default(xl);  softplus_default_3 = None
        softplus_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.softplus.default(over);  softplus_default_4 = None
        softplus_default_5: "f32[][]cpu" = torch.ops.aten.softplus.default(scalar);  softplus_default_5 = None
        softplus_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.softplus.default(h);  softplus_default_6 = None
        mish_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mish.default(a);  mish_default = None
        mish_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.mish.default(at);  mish_default_1 = None
        mish_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mish.default(gap);  mish_default_2 = None
        mish_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.mish.default(xl);  mish_default_3 = None
        mish_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mish.default(over);  mish_default_4 = None
        mish_default_5: "f32[][]cpu" = torch.ops.aten.mish.default(scalar);  mish_default_5 = None
        mish_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.mish.default(h);  mish_default_6 = None
        celu_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.celu.default(a);  celu_default = None
        celu_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.celu.default(at);  celu_default_1 = None
        celu_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.celu.default(gap);  celu_default_2 = None
        celu_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.celu.default(xl);  celu_default_3 = None
        celu_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.celu.default(over);  celu_default_4 = None
        celu_default_5: "f32[][]cpu" = torch.ops.aten.celu.default(scalar);  celu_default_5 = None
        celu_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.celu.default(h);  celu_default_6 = None
        selu_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.selu.default(a);  selu_default = None
        selu_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.selu.default(at);  selu_default_1 = None
        selu_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.selu.default(gap);  selu_default_2 = None
        selu_default_3: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.selu.default(xl);  selu_default_3 = None
        selu_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.selu.default(over);  selu_default_4 = None
        selu_default_5: "f32[][]cpu" = torch.ops.aten.selu.default(scalar);  selu_default_5 = None
        selu_default_6: "f16[4, 6][6, 1]cpu" = torch.ops.aten.selu.default(h);  selu_default_6 = None
        bitwise_not_default: "i64[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_not.default(i);  bitwise_not_default = None
        add_tensor: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(a, a);  add_tensor = None
        add_tensor_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(a, at);  add_tensor_1 = None
        add_tensor_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.add.Tensor(at, at);  add_tensor_2 = None
        add_tensor_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.add.Tensor(at, a);  add_tensor_3 = None
        add_tensor_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(a, row);  add_tensor_4 = None
        add_tensor_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(a, column);  add_tensor_5 = None
        add_tensor_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(row, column);  add_tensor_6 = None
        add_tensor_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(a, scalar);  add_tensor_7 = None
        add_tensor_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(h, bf);  add_tensor_8 = None
        add_tensor_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(h, a);  add_tensor_9 = None
        add_tensor_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(i, h);  add_tensor_10 = None
        add_tensor_11: "i64[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(i, i32);  add_tensor_11 = None
        add_tensor_12: "i64[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(b, i);  add_tensor_12 = None
        add_tensor_13: "b8[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(b, b);  add_tensor_13 = None
        add_tensor_14: "i32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(u8, i32);  add_tensor_14 = None
        add_tensor_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(h, scalar);  add_tensor_15 = None
        add_tensor_16: "f16[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(i, h0);  add_tensor_16 = None
        add_tensor_17: "f16[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(h0, i);  add_tensor_17 = None
        add_tensor_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(gap, a);  add_tensor_18 = None
        add_tensor_19: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(gap, gap);  add_tensor_19 = None
        add_tensor_20: "f32[4, 6][1, 4]cpu" = torch.ops.aten.add.Tensor(gapt, a);  add_tensor_20 = None
        add_tensor_21: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(a, gapt);  add_tensor_21 = None
        add_tensor_22: "f32[4, 6][1, 4]cpu" = torch.ops.aten.add.Tensor(gapt, row);  add_tensor_22 = None
        add_tensor_23: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(over, over);  add_tensor_23 = None
        add_tensor_24: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.add.Tensor(xl, xl);  add_tensor_24 = None
        add_tensor_25: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.add.Tensor(xl, x);  add_tensor_25 = None
        add_tensor_26: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.add.Tensor(x, xl);  add_tensor_26 = None
        add_tensor_27: "f64[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(d, h);  add_tensor_27 = None
        add_tensor_28: "f32[][]cpu" = torch.ops.aten.add.Tensor(scalar, scalar);  add_tensor_28 = None
        add_tensor_29: "i64[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(i, u8);  add_tensor_29 = None
        sub_tensor: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(a, a);  sub_tensor = None
        sub_tensor_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(a, at);  sub_tensor_1 = None
        sub_tensor_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sub.Tensor(at, at);  sub_tensor_2 = None
        sub_tensor_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sub.Tensor(at, a);  sub_tensor_3 = None
        sub_tensor_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(a, row);  sub_tensor_4 = None
        sub_tensor_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(a, column);  sub_tensor_5 = None
        sub_tensor_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(row, column);  sub_tensor_6 = None
        sub_tensor_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(a, scalar);  sub_tensor_7 = None
        sub_tensor_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(h, bf);  sub_tensor_8 = None
        sub_tensor_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(h, a);  sub_tensor_9 = None
        sub_tensor_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(i, h);  sub_tensor_10 = None
        sub_tensor_11: "i64[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(i, i32);  sub_tensor_11 = None
        sub_tensor_12: "i64[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(b, i);  sub_tensor_12 = None
        sub_tensor_13: "i32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(u8, i32);  sub_tensor_13 = None
        sub_tensor_14: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(h, scalar);  sub_tensor_14 = None
        sub_tensor_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(i, h0);  sub_tensor_15 = None
        sub_tensor_16: "f16[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(h0, i);  sub_tensor_16 = None
        sub_tensor_17: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(gap, a);  sub_tensor_17 = None
        sub_tensor_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(gap, gap);  sub_tensor_18 = None
        sub_tensor_19: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sub.Tensor(gapt, a);  sub_tensor_19 = None
        sub_tensor_20: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(a, gapt);  sub_tensor_20 = None
        sub_tensor_21: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sub.Tensor(gapt, row);  sub_tensor_21 = None
        sub_tensor_22: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(over, over);  sub_tensor_22 = None
        sub_tensor_23: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.sub.Tensor(xl, xl);  sub_tensor_23 = None
        sub_tensor_24: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.sub.Tensor(xl, x);  sub_tensor_24 = None
        sub_tensor_25: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.sub.Tensor(x, xl);  sub_tensor_25 = None
        sub_tensor_26: "f64[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(d, h);  sub_tensor_26 = None
        sub_tensor_27: "f32[][]cpu" = torch.ops.aten.sub.Tensor(scalar, scalar);  sub_tensor_27 = None
        sub_tensor_28: "i64[4, 6][6, 1]cpu" = torch.ops.aten.sub.Tensor(i, u8);  sub_tensor_28 = None
        mul_tensor: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(a, a);  mul_tensor = None
        mul_tensor_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(a, at);  mul_tensor_1 = None
        mul_tensor_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.mul.Tensor(at, at);  mul_tensor_2 = None
        mul_tensor_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.mul.Tensor(at, a);  mul_tensor_3 = None
        mul_tensor_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(a, row);  mul_tensor_4 = None
        mul_tensor_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(a, column);  mul_tensor_5 = None
        mul_tensor_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(row, column);  mul_tensor_6 = None
        mul_tensor_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(a, scalar);  mul_tensor_7 = None
        mul_tensor_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(h, bf);  mul_tensor_8 = None
        mul_tensor_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(h, a);  mul_tensor_9 = None
        mul_tensor_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(i, h);  mul_tensor_10 = None
        mul_tensor_11: "i64[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(i, i32);  mul_tensor_11 = None
        mul_tensor_12: "i64[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(b, i);  mul_tensor_12 = None
        mul_tensor_13: "b8[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(b, b);  mul_tensor_13 = None
        mul_tensor_14: "i32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(u8, i32);  mul_tensor_14 = None
        mul_tensor_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(h, scalar);  mul_tensor_15 = None
        mul_tensor_16: "f16[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(i, h0);  mul_tensor_16 = None
        mul_tensor_17: "f16[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(h0, i);  mul_tensor_17 = None
        mul_tensor_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(gap, a);  mul_tensor_18 = None
        mul_tensor_19: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(gap, gap);  mul_tensor_19 = None
        mul_tensor_20: "f32[4, 6][1, 4]cpu" = torch.ops.aten.mul.Tensor(gapt, a);  mul_tensor_20 = None
        mul_tensor_21: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(a, gapt);  mul_tensor_21 = None
        mul_tensor_22: "f32[4, 6][1, 4]cpu" = torch.ops.aten.mul.Tensor(gapt, row);  mul_tensor_22 = None
        mul_tensor_23: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(over, over);  mul_tensor_23 = None
        mul_tensor_24: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.mul.Tensor(xl, xl);  mul_tensor_24 = None
        mul_tensor_25: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.mul.Tensor(xl, x);  mul_tensor_25 = None
        mul_tensor_26: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.mul.Tensor(x, xl);  mul_tensor_26 = None
        mul_tensor_27: "f64[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(d, h);  mul_tensor_27 = None
        mul_tensor_28: "f32[][]cpu" = torch.ops.aten.mul.Tensor(scalar, scalar);  mul_tensor_28 = None
        mul_tensor_29: "i64[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(i, u8);  mul_tensor_29 = None
        div_tensor: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(a, a);  div_tensor = None
        div_tensor_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(a, at);  div_tensor_1 = None
        div_tensor_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.div.Tensor(at, at);  div_tensor_2 = None
        div_tensor_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.div.Tensor(at, a);  div_tensor_3 = None
        div_tensor_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(a, row);  div_tensor_4 = None
        div_tensor_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(a, column);  div_tensor_5 = None
        div_tensor_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(row, column);  div_tensor_6 = None
        div_tensor_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(a, scalar);  div_tensor_7 = None
        div_tensor_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(h, bf);  div_tensor_8 = None
        div_tensor_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(h, a);  div_tensor_9 = None
        div_tensor_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(i, h);  div_tensor_10 = None
        div_tensor_11: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(i, i32);  div_tensor_11 = None
        div_tensor_12: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(b, i);  div_tensor_12 = None
        div_tensor_13: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(b, b);  div_tensor_13 = None
        div_tensor_14: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(u8, i32);  div_tensor_14 = None
        div_tensor_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(h, scalar);  div_tensor_15 = None
        div_tensor_16: "f16[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(i, h0);  div_tensor_16 = None
        div_tensor_17: "f16[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(h0, i);  div_tensor_17 = None
        div_tensor_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(gap, a);  div_tensor_18 = None
        div_tensor_19: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(gap, gap);  div_tensor_19 = None
        div_tensor_20: "f32[4, 6][1, 4]cpu" = torch.ops.aten.div.Tensor(gapt, a);  div_tensor_20 = None
        div_tensor_21: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(a, gapt);  div_tensor_21 = None
        div_tensor_22: "f32[4, 6][1, 4]cpu" = torch.ops.aten.div.Tensor(gapt, row);  div_tensor_22 = None
        div_tensor_23: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(over, over);  div_tensor_23 = None
        div_tensor_24: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.div.Tensor(xl, xl);  div_tensor_24 = None
        div_tensor_25: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.div.Tensor(xl, x);  div_tensor_25 = None
        div_tensor_26: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.div.Tensor(x, xl);  div_tensor_26 = None
        div_tensor_27: "f64[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(d, h);  div_tensor_27 = None
        div_tensor_28: "f32[][]cpu" = torch.ops.aten.div.Tensor(scalar, scalar);  div_tensor_28 = None
        div_tensor_29: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(i, u8);  div_tensor_29 = None
        maximum_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(a, a);  maximum_default = None
        maximum_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(a, at);  maximum_default_1 = None
        maximum_default_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.maximum.default(at, at);  maximum_default_2 = None
        maximum_default_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.maximum.default(at, a);  maximum_default_3 = None
        maximum_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(a, row);  maximum_default_4 = None
        maximum_default_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(a, column);  maximum_default_5 = None
        maximum_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(row, column);  maximum_default_6 = None
        maximum_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(a, scalar);  maximum_default_7 = None
        maximum_default_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(h, bf);  maximum_default_8 = None
        maximum_default_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(h, a);  maximum_default_9 = None
        maximum_default_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(i, h);  maximum_default_10 = None
        maximum_default_11: "i64[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(i, i32);  maximum_default_11 = None
        maximum_default_12: "i64[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(b, i);  maximum_default_12 = None
        maximum_default_13: "b8[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(b, b);  maximum_default_13 = None
        maximum_default_14: "i32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(u8, i32);  maximum_default_14 = None
        maximum_default_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(h, scalar);  maximum_default_15 = None
        maximum_default_16: "f16[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(i, h0);  maximum_default_16 = None
        maximum_default_17: "f16[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(h0, i);  maximum_default_17 = None
        maximum_default_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(gap, a);  maximum_default_18 = None
        maximum_default_19: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(gap, gap);  maximum_default_19 = None
        maximum_default_20: "f32[4, 6][1, 4]cpu" = torch.ops.aten.maximum.default(gapt, a);  maximum_default_20 = None
        maximum_default_21: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(a, gapt);  maximum_default_21 = None
        maximum_default_22: "f32[4, 6][1, 4]cpu" = torch.ops.aten.maximum.default(gapt, row);  maximum_default_22 = None
        maximum_default_23: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(over, over);  maximum_default_23 = None
        maximum_default_24: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.maximum.default(xl, xl);  maximum_default_24 = None
        maximum_default_25: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.maximum.default(xl, x);  maximum_default_25 = None
        maximum_default_26: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.maximum.default(x, xl);  maximum_default_26 = None
        maximum_default_27: "f64[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(d, h);  maximum_default_27 = None
        maximum_default_28: "f32[][]cpu" = torch.ops.aten.maximum.default(scalar, scalar);  maximum_default_28 = None
        maximum_default_29: "i64[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(i, u8);  maximum_default_29 = None
        minimum_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(a, a);  minimum_default = None
        minimum_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(a, at);  minimum_default_1 = None
        minimum_default_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.minimum.default(at, at);  minimum_default_2 = None
        minimum_default_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.minimum.default(at, a);  minimum_default_3 = None
        minimum_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(a, row);  minimum_default_4 = None
        minimum_default_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(a, column);  minimum_default_5 = None
        minimum_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(row, column);  minimum_default_6 = None
        minimum_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(a, scalar);  minimum_default_7 = None
        minimum_default_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(h, bf);  minimum_default_8 = None
        minimum_default_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(h, a);  minimum_default_9 = None
        minimum_default_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(i, h);  minimum_default_10 = None
        minimum_default_11: "i64[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(i, i32);  minimum_default_11 = None
        minimum_default_12: "i64[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(b, i);  minimum_default_12 = None
        minimum_default_13: "b8[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(b, b);  minimum_default_13 = None
        minimum_default_14: "i32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(u8, i32);  minimum_default_14 = None
        minimum_default_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(h, scalar);  minimum_default_15 = None
        minimum_default_16: "f16[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(i, h0);  minimum_default_16 = None
        minimum_default_17: "f16[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(h0, i);  minimum_default_17 = None
        minimum_default_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(gap, a);  minimum_default_18 = None
        minimum_default_19: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(gap, gap);  minimum_default_19 = None
        minimum_default_20: "f32[4, 6][1, 4]cpu" = torch.ops.aten.minimum.default(gapt, a);  minimum_default_20 = None
        minimum_default_21: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(a, gapt);  minimum_default_21 = None
        minimum_default_22: "f32[4, 6][1, 4]cpu" = torch.ops.aten.minimum.default(gapt, row);  minimum_default_22 = None
        minimum_default_23: "f32[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(over, over);  minimum_default_23 = None
        minimum_default_24: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.minimum.default(xl, xl);  minimum_default_24 = None
        minimum_default_25: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.minimum.default(xl, x);  minimum_default_25 = None
        minimum_default_26: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.minimum.default(x, xl);  minimum_default_26 = None
        minimum_default_27: "f64[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(d, h);  minimum_default_27 = None
        minimum_default_28: "f32[][]cpu" = torch.ops.aten.minimum.default(scalar, scalar);  minimum_default_28 = None
        minimum_default_29: "i64[4, 6][6, 1]cpu" = torch.ops.aten.minimum.default(i, u8);  minimum_default_29 = None
        eq_tensor: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(a, a);  eq_tensor = None
        eq_tensor_1: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(a, at);  eq_tensor_1 = None
        eq_tensor_2: "b8[4, 6][1, 4]cpu" = torch.ops.aten.eq.Tensor(at, at);  eq_tensor_2 = None
        eq_tensor_3: "b8[4, 6][1, 4]cpu" = torch.ops.aten.eq.Tensor(at, a);  eq_tensor_3 = None
        eq_tensor_4: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(a, row);  eq_tensor_4 = None
        eq_tensor_5: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(a, column);  eq_tensor_5 = None
        eq_tensor_6: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(row, column);  eq_tensor_6 = None
        eq_tensor_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(a, scalar);  eq_tensor_7 = None
        eq_tensor_8: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(h, bf);  eq_tensor_8 = None
        eq_tensor_9: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(h, a);  eq_tensor_9 = None
        eq_tensor_10: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(i, h);  eq_tensor_10 = None
        eq_tensor_11: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(i, i32);  eq_tensor_11 = None
        eq_tensor_12: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(b, i);  eq_tensor_12 = None
        eq_tensor_13: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(b, b);  eq_tensor_13 = None
        eq_tensor_14: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(u8, i32);  eq_tensor_14 = None
        eq_tensor_15: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(h, scalar);  eq_tensor_15 = None
        eq_tensor_16: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(i, h0);  eq_tensor_16 = None
        eq_tensor_17: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(h0, i);  eq_tensor_17 = None
        eq_tensor_18: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(gap, a);  eq_tensor_18 = None
        eq_tensor_19: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(gap, gap);  eq_tensor_19 = None
        eq_tensor_20: "b8[4, 6][1, 4]cpu" = torch.ops.aten.eq.Tensor(gapt, a);  eq_tensor_20 = None
        eq_tensor_21: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(a, gapt);  eq_tensor_21 = None
        eq_tensor_22: "b8[4, 6][1, 4]cpu" = torch.ops.aten.eq.Tensor(gapt, row);  eq_tensor_22 = None
        eq_tensor_23: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(over, over);  eq_tensor_23 = None
        eq_tensor_24: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.eq.Tensor(xl, xl);  eq_tensor_24 = None
        eq_tensor_25: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.eq.Tensor(xl, x);  eq_tensor_25 = None
        eq_tensor_26: "b8[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.eq.Tensor(x, xl);  eq_tensor_26 = None
        eq_tensor_27: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(d, h);  eq_tensor_27 = None
        eq_tensor_28: "b8[][]cpu" = torch.ops.aten.eq.Tensor(scalar, scalar);  eq_tensor_28 = None
        eq_tensor_29: "b8[4, 6][6, 1]cpu" = torch.ops.aten.eq.Tensor(i, u8);  eq_tensor_29 = None
        lt_tensor: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(a, a);  lt_tensor = None
        lt_tensor_1: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(a, at);  lt_tensor_1 = None
        lt_tensor_2: "b8[4, 6][1, 4]cpu" = torch.ops.aten.lt.Tensor(at, at);  lt_tensor_2 = None
        lt_tensor_3: "b8[4, 6][1, 4]cpu" = torch.ops.aten.lt.Tensor(at, a);  lt_tensor_3 = None
        lt_tensor_4: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(a, row);  lt_tensor_4 = None
        lt_tensor_5: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(a, column);  lt_tensor_5 = None
        lt_tensor_6: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(row, column);  lt_tensor_6 = None
        lt_tensor_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(a, scalar);  lt_tensor_7 = None
        lt_tensor_8: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(h, bf);  lt_tensor_8 = None
        lt_tensor_9: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(h, a);  lt_tensor_9 = None
        lt_tensor_10: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(i, h);  lt_tensor_10 = None
        lt_tensor_11: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(i, i32);  lt_tensor_11 = None
        lt_tensor_12: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(b, i);  lt_tensor_12 = None
        lt_tensor_13: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(b, b);  lt_tensor_13 = None
        lt_tensor_14: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(u8, i32);  lt_tensor_14 = None
        lt_tensor_15: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(h, scalar);  lt_tensor_15 = None
        lt_tensor_16: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(i, h0);  lt_tensor_16 = None
        lt_tensor_17: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(h0, i);  lt_tensor_17 = None
        lt_tensor_18: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(gap, a);  lt_tensor_18 = None
        lt_tensor_19: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(gap, gap);  lt_tensor_19 = None
        lt_tensor_20: "b8[4, 6][1, 4]cpu" = torch.ops.aten.lt.Tensor(gapt, a);  lt_tensor_20 = None
        lt_tensor_21: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(a, gapt);  lt_tensor_21 = None
        lt_tensor_22: "b8[4, 6][1, 4]cpu" = torch.ops.aten.lt.Tensor(gapt, row);  lt_tensor_22 = None
        lt_tensor_23: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(over, over);  lt_tensor_23 = None
        lt_tensor_24: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.lt.Tensor(xl, xl);  lt_tensor_24 = None
        lt_tensor_25: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.lt.Tensor(xl, x);  lt_tensor_25 = None
        lt_tensor_26: "b8[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.lt.Tensor(x, xl);  lt_tensor_26 = None
        lt_tensor_27: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(d, h);  lt_tensor_27 = None
        lt_tensor_28: "b8[][]cpu" = torch.ops.aten.lt.Tensor(scalar, scalar);  lt_tensor_28 = None
        lt_tensor_29: "b8[4, 6][6, 1]cpu" = torch.ops.aten.lt.Tensor(i, u8);  lt_tensor_29 = None
        logical_and_default: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(a, a);  logical_and_default = None
        logical_and_default_1: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(a, at);  logical_and_default_1 = None
        logical_and_default_2: "b8[4, 6][1, 4]cpu" = torch.ops.aten.logical_and.default(at, at);  logical_and_default_2 = None
        logical_and_default_3: "b8[4, 6][1, 4]cpu" = torch.ops.aten.logical_and.default(at, a);  logical_and_default_3 = None
        logical_and_default_4: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(a, row);  logical_and_default_4 = None
        logical_and_default_5: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(a, column);  logical_and_default_5 = None
        logical_and_default_6: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(row, column);  logical_and_default_6 = None
        logical_and_default_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(a, scalar);  logical_and_default_7 = None
        logical_and_default_8: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(h, bf);  logical_and_default_8 = None
        logical_and_default_9: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(h, a);  logical_and_default_9 = None
        logical_and_default_10: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(i, h);  logical_and_default_10 = None
        logical_and_default_11: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(i, i32);  logical_and_default_11 = None
        logical_and_default_12: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(b, i);  logical_and_default_12 = None
        logical_and_default_13: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(b, b);  logical_and_default_13 = None
        logical_and_default_14: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(u8, i32);  logical_and_default_14 = None
        logical_and_default_15: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(h, scalar);  logical_and_default_15 = None
        logical_and_default_16: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(i, h0);  logical_and_default_16 = None
        logical_and_default_17: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(h0, i);  logical_and_default_17 = None
        logical_and_default_18: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(gap, a);  logical_and_default_18 = None
        logical_and_default_19: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(gap, gap);  logical_and_default_19 = None
        logical_and_default_20: "b8[4, 6][1, 4]cpu" = torch.ops.aten.logical_and.default(gapt, a);  logical_and_default_20 = None
        logical_and_default_21: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(a, gapt);  logical_and_default_21 = None
        logical_and_default_22: "b8[4, 6][1, 4]cpu" = torch.ops.aten.logical_and.default(gapt, row);  logical_and_default_22 = None
        logical_and_default_23: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(over, over);  logical_and_default_23 = None
        logical_and_default_24: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.logical_and.default(xl, xl);  logical_and_default_24 = None
        logical_and_default_25: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.logical_and.default(xl, x);  logical_and_default_25 = None
        logical_and_default_26: "b8[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.logical_and.default(x, xl);  logical_and_default_26 = None
        logical_and_default_27: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(d, h);  logical_and_default_27 = None
        logical_and_default_28: "b8[][]cpu" = torch.ops.aten.logical_and.default(scalar, scalar);  logical_and_default_28 = None
        logical_and_default_29: "b8[4, 6][6, 1]cpu" = torch.ops.aten.logical_and.default(i, u8);  logical_and_default_29 = None
        pow_tensor_tensor: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(a, a);  pow_tensor_tensor = None
        pow_tensor_tensor_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(a, at);  pow_tensor_tensor_1 = None
        pow_tensor_tensor_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.pow.Tensor_Tensor(at, at);  pow_tensor_tensor_2 = None
        pow_tensor_tensor_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.pow.Tensor_Tensor(at, a);  pow_tensor_tensor_3 = None
        pow_tensor_tensor_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(a, row);  pow_tensor_tensor_4 = None
        pow_tensor_tensor_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(a, column);  pow_tensor_tensor_5 = None
        pow_tensor_tensor_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(row, column);  pow_tensor_tensor_6 = None
        pow_tensor_tensor_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(a, scalar);  pow_tensor_tensor_7 = None
        pow_tensor_tensor_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(h, bf);  pow_tensor_tensor_8 = None
        pow_tensor_tensor_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(h, a);  pow_tensor_tensor_9 = None
        pow_tensor_tensor_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(i, h);  pow_tensor_tensor_10 = None
        pow_tensor_tensor_11: "i64[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(i, i32);  pow_tensor_tensor_11 = None
        pow_tensor_tensor_12: "i32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(u8, i32);  pow_tensor_tensor_12 = None
        pow_tensor_tensor_13: "f16[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(h, scalar);  pow_tensor_tensor_13 = None
        pow_tensor_tensor_14: "f16[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(i, h0);  pow_tensor_tensor_14 = None
        pow_tensor_tensor_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(h0, i);  pow_tensor_tensor_15 = None
        pow_tensor_tensor_16: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(gap, a);  pow_tensor_tensor_16 = None
        pow_tensor_tensor_17: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(gap, gap);  pow_tensor_tensor_17 = None
        pow_tensor_tensor_18: "f32[4, 6][1, 4]cpu" = torch.ops.aten.pow.Tensor_Tensor(gapt, a);  pow_tensor_tensor_18 = None
        pow_tensor_tensor_19: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(a, gapt);  pow_tensor_tensor_19 = None
        pow_tensor_tensor_20: "f32[4, 6][1, 4]cpu" = torch.ops.aten.pow.Tensor_Tensor(gapt, row);  pow_tensor_tensor_20 = None
        pow_tensor_tensor_21: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(over, over);  pow_tensor_tensor_21 = None
        pow_tensor_tensor_22: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.pow.Tensor_Tensor(xl, xl);  pow_tensor_tensor_22 = None
        pow_tensor_tensor_23: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.pow.Tensor_Tensor(xl, x);  pow_tensor_tensor_23 = None
        pow_tensor_tensor_24: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(x, xl);  pow_tensor_tensor_24 = None
        pow_tensor_tensor_25: "f64[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(d, h);  pow_tensor_tensor_25 = None
        pow_tensor_tensor_26: "f32[][]cpu" = torch.ops.aten.pow.Tensor_Tensor(scalar, scalar);  pow_tensor_tensor_26 = None
        pow_tensor_tensor_27: "i64[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Tensor(i, u8);  pow_tensor_tensor_27 = None
        atan2_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(a, a);  atan2_default = None
        atan2_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(a, at);  atan2_default_1 = None
        atan2_default_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.atan2.default(at, at);  atan2_default_2 = None
        atan2_default_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.atan2.default(at, a);  atan2_default_3 = None
        atan2_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(a, row);  atan2_default_4 = None
        atan2_default_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(a, column);  atan2_default_5 = None
        atan2_default_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(row, column);  atan2_default_6 = None
        atan2_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(a, scalar);  atan2_default_7 = None
        atan2_default_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(h, bf);  atan2_default_8 = None
        atan2_default_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(h, a);  atan2_default_9 = None
        atan2_default_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(i, h);  atan2_default_10 = None
        atan2_default_11: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(i, i32);  atan2_default_11 = None
        atan2_default_12: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(b, i);  atan2_default_12 = None
        atan2_default_13: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(b, b);  atan2_default_13 = None
        atan2_default_14: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(u8, i32);  atan2_default_14 = None
        atan2_default_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(h, scalar);  atan2_default_15 = None
        atan2_default_16: "f16[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(i, h0);  atan2_default_16 = None
        atan2_default_17: "f16[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(h0, i);  atan2_default_17 = None
        atan2_default_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(gap, a);  atan2_default_18 = None
        atan2_default_19: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(gap, gap);  atan2_default_19 = None
        atan2_default_20: "f32[4, 6][1, 4]cpu" = torch.ops.aten.atan2.default(gapt, a);  atan2_default_20 = None
        atan2_default_21: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(a, gapt);  atan2_default_21 = None
        atan2_default_22: "f32[4, 6][1, 4]cpu" = torch.ops.aten.atan2.default(gapt, row);  atan2_default_22 = None
        atan2_default_23: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(over, over);  atan2_default_23 = None
        atan2_default_24: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.atan2.default(xl, xl);  atan2_default_24 = None
        atan2_default_25: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.atan2.default(xl, x);  atan2_default_25 = None
        atan2_default_26: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.atan2.default(x, xl);  atan2_default_26 = None
        atan2_default_27: "f64[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(d, h);  atan2_default_27 = None
        atan2_default_28: "f32[][]cpu" = torch.ops.aten.atan2.default(scalar, scalar);  atan2_default_28 = None
        atan2_default_29: "f32[4, 6][6, 1]cpu" = torch.ops.aten.atan2.default(i, u8);  atan2_default_29 = None
        fmod_tensor: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(a, a);  fmod_tensor = None
        fmod_tensor_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(a, at);  fmod_tensor_1 = None
        fmod_tensor_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.fmod.Tensor(at, at);  fmod_tensor_2 = None
        fmod_tensor_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.fmod.Tensor(at, a);  fmod_tensor_3 = None
        fmod_tensor_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(a, row);  fmod_tensor_4 = None
        fmod_tensor_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(a, column);  fmod_tensor_5 = None
        fmod_tensor_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(row, column);  fmod_tensor_6 = None
        fmod_tensor_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(a, scalar);  fmod_tensor_7 = None
        fmod_tensor_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(h, bf);  fmod_tensor_8 = None
        fmod_tensor_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(h, a);  fmod_tensor_9 = None
        fmod_tensor_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(i, h);  fmod_tensor_10 = None
        fmod_tensor_11: "i64[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(i, i32);  fmod_tensor_11 = None
        fmod_tensor_12: "i64[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(b, i);  fmod_tensor_12 = None
        fmod_tensor_13: "b8[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(b, b);  fmod_tensor_13 = None
        fmod_tensor_14: "i32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(u8, i32);  fmod_tensor_14 = None
        fmod_tensor_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(h, scalar);  fmod_tensor_15 = None
        fmod_tensor_16: "f16[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(i, h0);  fmod_tensor_16 = None
        fmod_tensor_17: "f16[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(h0, i);  fmod_tensor_17 = None
        fmod_tensor_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(gap, a);  fmod_tensor_18 = None
        fmod_tensor_19: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(gap, gap);  fmod_tensor_19 = None
        fmod_tensor_20: "f32[4, 6][1, 4]cpu" = torch.ops.aten.fmod.Tensor(gapt, a);  fmod_tensor_20 = None
        fmod_tensor_21: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(a, gapt);  fmod_tensor_21 = None
        fmod_tensor_22: "f32[4, 6][1, 4]cpu" = torch.ops.aten.fmod.Tensor(gapt, row);  fmod_tensor_22 = None
        fmod_tensor_23: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(over, over);  fmod_tensor_23 = None
        fmod_tensor_24: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.fmod.Tensor(xl, xl);  fmod_tensor_24 = None
        fmod_tensor_25: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.fmod.Tensor(xl, x);  fmod_tensor_25 = None
        fmod_tensor_26: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.fmod.Tensor(x, xl);  fmod_tensor_26 = None
        fmod_tensor_27: "f64[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(d, h);  fmod_tensor_27 = None
        fmod_tensor_28: "f32[][]cpu" = torch.ops.aten.fmod.Tensor(scalar, scalar);  fmod_tensor_28 = None
        fmod_tensor_29: "i64[4, 6][6, 1]cpu" = torch.ops.aten.fmod.Tensor(i, u8);  fmod_tensor_29 = None
        remainder_tensor: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(a, a);  remainder_tensor = None
        remainder_tensor_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(a, at);  remainder_tensor_1 = None
        remainder_tensor_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.remainder.Tensor(at, at);  remainder_tensor_2 = None
        remainder_tensor_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.remainder.Tensor(at, a);  remainder_tensor_3 = None
        remainder_tensor_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(a, row);  remainder_tensor_4 = None
        remainder_tensor_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(a, column);  remainder_tensor_5 = None
        remainder_tensor_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(row, column);  remainder_tensor_6 = None
        remainder_tensor_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(a, scalar);  remainder_tensor_7 = None
        remainder_tensor_8: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(h, bf);  remainder_tensor_8 = None
        remainder_tensor_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(h, a);  remainder_tensor_9 = None
        remainder_tensor_10: "f16[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(i, h);  remainder_tensor_10 = None
        remainder_tensor_11: "i64[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(i, i32);  remainder_tensor_11 = None
        remainder_tensor_12: "i64[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(b, i);  remainder_tensor_12 = None
        remainder_tensor_13: "b8[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(b, b);  remainder_tensor_13 = None
        remainder_tensor_14: "i32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(u8, i32);  remainder_tensor_14 = None
        remainder_tensor_15: "f16[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(h, scalar);  remainder_tensor_15 = None
        remainder_tensor_16: "f16[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(i, h0);  remainder_tensor_16 = None
        remainder_tensor_17: "f16[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(h0, i);  remainder_tensor_17 = None
        remainder_tensor_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(gap, a);  remainder_tensor_18 = None
        remainder_tensor_19: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(gap, gap);  remainder_tensor_19 = None
        remainder_tensor_20: "f32[4, 6][1, 4]cpu" = torch.ops.aten.remainder.Tensor(gapt, a);  remainder_tensor_20 = None
        remainder_tensor_21: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(a, gapt);  remainder_tensor_21 = None
        remainder_tensor_22: "f32[4, 6][1, 4]cpu" = torch.ops.aten.remainder.Tensor(gapt, row);  remainder_tensor_22 = None
        remainder_tensor_23: "f32[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(over, over);  remainder_tensor_23 = None
        remainder_tensor_24: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.remainder.Tensor(xl, xl);  remainder_tensor_24 = None
        remainder_tensor_25: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.remainder.Tensor(xl, x);  remainder_tensor_25 = None
        remainder_tensor_26: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.remainder.Tensor(x, xl);  remainder_tensor_26 = None
        remainder_tensor_27: "f64[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(d, h);  d = remainder_tensor_27 = None
        remainder_tensor_28: "f32[][]cpu" = torch.ops.aten.remainder.Tensor(scalar, scalar);  remainder_tensor_28 = None
        remainder_tensor_29: "i64[4, 6][6, 1]cpu" = torch.ops.aten.remainder.Tensor(i, u8);  remainder_tensor_29 = None
        bitwise_and_tensor: "i64[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_and.Tensor(i, i32);  bitwise_and_tensor = None
        bitwise_and_tensor_1: "b8[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_and.Tensor(b, b);  bitwise_and_tensor_1 = None
        bitwise_and_tensor_2: "i64[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_and.Tensor(b, i);  bitwise_and_tensor_2 = None
        bitwise_or_tensor: "i64[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_or.Tensor(i, i32);  bitwise_or_tensor = None
        bitwise_or_tensor_1: "b8[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_or.Tensor(b, b);  bitwise_or_tensor_1 = None
        bitwise_or_tensor_2: "i64[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_or.Tensor(b, i);  bitwise_or_tensor_2 = None
        bitwise_xor_tensor: "i64[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_xor.Tensor(i, i32);  i32 = bitwise_xor_tensor = None
        bitwise_xor_tensor_1: "b8[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_xor.Tensor(b, b);  bitwise_xor_tensor_1 = None
        bitwise_xor_tensor_2: "i64[4, 6][6, 1]cpu" = torch.ops.aten.bitwise_xor.Tensor(b, i);  bitwise_xor_tensor_2 = None
        add_tensor_30: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(a, 2);  add_tensor_30 = None
        mul_tensor_30: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(a, 2);  mul_tensor_30 = None
        div_tensor_30: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(a, 2);  div_tensor_30 = None
        gt_scalar: "b8[4, 6][6, 1]cpu" = torch.ops.aten.gt.Scalar(a, 2);  gt_scalar = None
        maximum_default_30: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(a, a);  maximum_default_30 = None
        pow_tensor_scalar: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(a, 2);  pow_tensor_scalar = None
        rsub_scalar: "f32[4, 6][6, 1]cpu" = torch.ops.aten.rsub.Scalar(a, 2);  rsub_scalar = None
        clamp_min_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clamp_min.default(a, 2);  clamp_min_default = None
        clamp_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clamp.default(a, 2, 2);  clamp_default = None
        add_tensor_31: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(a, 2.5);  add_tensor_31 = None
        mul_tensor_31: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(a, 2.5);  mul_tensor_31 = None
        div_tensor_31: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(a, 2.5);  div_tensor_31 = None
        gt_scalar_1: "b8[4, 6][6, 1]cpu" = torch.ops.aten.gt.Scalar(a, 2.5);  gt_scalar_1 = None
        maximum_default_31: "f32[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(a, a);  maximum_default_31 = None
        pow_tensor_scalar_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(a, 2.5);  pow_tensor_scalar_1 = None
        rsub_scalar_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.rsub.Scalar(a, 2.5);  rsub_scalar_1 = None
        clamp_min_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clamp_min.default(a, 2.5);  clamp_min_default_1 = None
        clamp_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clamp.default(a, 2.5, 2.5);  clamp_default_1 = None
        div_tensor_mode: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor_mode(a, 2, rounding_mode = 'floor');  div_tensor_mode = None
        mul_tensor_32: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(a, True);  mul_tensor_32 = None
        add_tensor_32: "f16[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(h, 2);  add_tensor_32 = None
        mul_tensor_33: "f16[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(h, 2);  mul_tensor_33 = None
        div_tensor_32: "f16[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(h, 2);  div_tensor_32 = None
        gt_scalar_2: "b8[4, 6][6, 1]cpu" = torch.ops.aten.gt.Scalar(h, 2);  gt_scalar_2 = None
        maximum_default_32: "f16[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(h, h);  maximum_default_32 = None
        pow_tensor_scalar_2: "f16[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(h, 2);  pow_tensor_scalar_2 = None
        rsub_scalar_2: "f16[4, 6][6, 1]cpu" = torch.ops.aten.rsub.Scalar(h, 2);  rsub_scalar_2 = None
        clamp_min_default_2: "f16[4, 6][6, 1]cpu" = torch.ops.aten.clamp_min.default(h, 2);  clamp_min_default_2 = None
        clamp_default_2: "f16[4, 6][6, 1]cpu" = torch.ops.aten.clamp.default(h, 2, 2);  clamp_default_2 = None
        add_tensor_33: "f16[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(h, 2.5);  add_tensor_33 = None
        mul_tensor_34: "f16[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(h, 2.5);  mul_tensor_34 = None
        div_tensor_33: "f16[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(h, 2.5);  div_tensor_33 = None
        gt_scalar_3: "b8[4, 6][6, 1]cpu" = torch.ops.aten.gt.Scalar(h, 2.5);  gt_scalar_3 = None
        maximum_default_33: "f16[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(h, h);  maximum_default_33 = None
        pow_tensor_scalar_3: "f16[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(h, 2.5);  pow_tensor_scalar_3 = None
        rsub_scalar_3: "f16[4, 6][6, 1]cpu" = torch.ops.aten.rsub.Scalar(h, 2.5);  rsub_scalar_3 = None
        clamp_min_default_3: "f16[4, 6][6, 1]cpu" = torch.ops.aten.clamp_min.default(h, 2.5);  clamp_min_default_3 = None
        clamp_default_3: "f16[4, 6][6, 1]cpu" = torch.ops.aten.clamp.default(h, 2.5, 2.5);  clamp_default_3 = None
        div_tensor_mode_1: "f16[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor_mode(h, 2, rounding_mode = 'floor');  div_tensor_mode_1 = None
        mul_tensor_35: "f16[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(h, True);  mul_tensor_35 = None
        add_tensor_34: "i64[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(i, 2);  add_tensor_34 = None
        mul_tensor_36: "i64[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(i, 2);  mul_tensor_36 = None
        div_tensor_34: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(i, 2);  div_tensor_34 = None
        gt_scalar_4: "b8[4, 6][6, 1]cpu" = torch.ops.aten.gt.Scalar(i, 2);  gt_scalar_4 = None
        maximum_default_34: "i64[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(i, i);  maximum_default_34 = None
        pow_tensor_scalar_4: "i64[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(i, 2);  pow_tensor_scalar_4 = None
        rsub_scalar_4: "i64[4, 6][6, 1]cpu" = torch.ops.aten.rsub.Scalar(i, 2);  rsub_scalar_4 = None
        clamp_min_default_4: "i64[4, 6][6, 1]cpu" = torch.ops.aten.clamp_min.default(i, 2);  clamp_min_default_4 = None
        clamp_default_4: "i64[4, 6][6, 1]cpu" = torch.ops.aten.clamp.default(i, 2, 2);  clamp_default_4 = None
        add_tensor_35: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(i, 2.5);  add_tensor_35 = None
        mul_tensor_37: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(i, 2.5);  mul_tensor_37 = None
        div_tensor_35: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(i, 2.5);  div_tensor_35 = None
        gt_scalar_5: "b8[4, 6][6, 1]cpu" = torch.ops.aten.gt.Scalar(i, 2.5);  gt_scalar_5 = None
        maximum_default_35: "i64[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(i, i);  maximum_default_35 = None
        pow_tensor_scalar_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.pow.Tensor_Scalar(i, 2.5);  pow_tensor_scalar_5 = None
        rsub_scalar_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.rsub.Scalar(i, 2.5);  rsub_scalar_5 = None
        clamp_min_default_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clamp_min.default(i, 2.5);  clamp_min_default_5 = None
        clamp_default_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clamp.default(i, 2.5, 2.5);  clamp_default_5 = None
        div_tensor_mode_2: "i64[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor_mode(i, 2, rounding_mode = 'floor');  div_tensor_mode_2 = None
        mul_tensor_38: "i64[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(i, True);  mul_tensor_38 = None
        add_tensor_36: "i64[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(b, 2);  add_tensor_36 = None
        mul_tensor_39: "i64[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(b, 2);  mul_tensor_39 = None
        div_tensor_36: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(b, 2);  div_tensor_36 = None
        gt_scalar_6: "b8[4, 6][6, 1]cpu" = torch.ops.aten.gt.Scalar(b, 2);  gt_scalar_6 = None
        maximum_default_36: "b8[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(b, b);  maximum_default_36 = None
        add_tensor_37: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(b, 2.5);  add_tensor_37 = None
        mul_tensor_40: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(b, 2.5);  mul_tensor_40 = None
        div_tensor_37: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor(b, 2.5);  div_tensor_37 = None
        gt_scalar_7: "b8[4, 6][6, 1]cpu" = torch.ops.aten.gt.Scalar(b, 2.5);  gt_scalar_7 = None
        maximum_default_37: "b8[4, 6][6, 1]cpu" = torch.ops.aten.maximum.default(b, b);  maximum_default_37 = None
        div_tensor_mode_3: "f32[4, 6][6, 1]cpu" = torch.ops.aten.div.Tensor_mode(b, 2, rounding_mode = None);  div_tensor_mode_3 = None
        mul_tensor_41: "b8[4, 6][6, 1]cpu" = torch.ops.aten.mul.Tensor(b, True);  mul_tensor_41 = None
        add_tensor_38: "f16[][]cpu" = torch.ops.aten.add.Tensor(h0, 2);  add_tensor_38 = None
        mul_tensor_42: "f16[][]cpu" = torch.ops.aten.mul.Tensor(h0, 2);  mul_tensor_42 = None
        div_tensor_38: "f16[][]cpu" = torch.ops.aten.div.Tensor(h0, 2);  div_tensor_38 = None
        gt_scalar_8: "b8[][]cpu" = torch.ops.aten.gt.Scalar(h0, 2);  gt_scalar_8 = None
        maximum_default_38: "f16[][]cpu" = torch.ops.aten.maximum.default(h0, h0);  maximum_default_38 = None
        pow_tensor_scalar_6: "f16[][]cpu" = torch.ops.aten.pow.Tensor_Scalar(h0, 2);  pow_tensor_scalar_6 = None
        rsub_scalar_6: "f16[][]cpu" = torch.ops.aten.rsub.Scalar(h0, 2);  rsub_scalar_6 = None
        clamp_min_default_6: "f16[][]cpu" = torch.ops.aten.clamp_min.default(h0, 2);  clamp_min_default_6 = None
        clamp_default_6: "f16[][]cpu" = torch.ops.aten.clamp.default(h0, 2, 2);  clamp_default_6 = None
        add_tensor_39: "f16[][]cpu" = torch.ops.aten.add.Tensor(h0, 2.5);  add_tensor_39 = None
        mul_tensor_43: "f16[][]cpu" = torch.ops.aten.mul.Tensor(h0, 2.5);  mul_tensor_43 = None
        div_tensor_39: "f16[][]cpu" = torch.ops.aten.div.Tensor(h0, 2.5);  div_tensor_39 = None
        gt_scalar_9: "b8[][]cpu" = torch.ops.aten.gt.Scalar(h0, 2.5);  gt_scalar_9 = None
        maximum_default_39: "f16[][]cpu" = torch.ops.aten.maximum.default(h0, h0);  maximum_default_39 = None
        pow_tensor_scalar_7: "f16[][]cpu" = torch.ops.aten.pow.Tensor_Scalar(h0, 2.5);  pow_tensor_scalar_7 = None
        rsub_scalar_7: "f16[][]cpu" = torch.ops.aten.rsub.Scalar(h0, 2.5);  rsub_scalar_7 = None
        clamp_min_default_7: "f16[][]cpu" = torch.ops.aten.clamp_min.default(h0, 2.5);  clamp_min_default_7 = None
        clamp_default_7: "f16[][]cpu" = torch.ops.aten.clamp.default(h0, 2.5, 2.5);  clamp_default_7 = None
        div_tensor_mode_4: "f16[][]cpu" = torch.ops.aten.div.Tensor_mode(h0, 2, rounding_mode = 'floor');  div_tensor_mode_4 = None
        mul_tensor_44: "f16[][]cpu" = torch.ops.aten.mul.Tensor(h0, True);  mul_tensor_44 = None
        add_tensor_40: "i64[][]cpu" = torch.ops.aten.add.Tensor(i0, 2);  add_tensor_40 = None
        mul_tensor_45: "i64[][]cpu" = torch.ops.aten.mul.Tensor(i0, 2);  mul_tensor_45 = None
        div_tensor_40: "f32[][]cpu" = torch.ops.aten.div.Tensor(i0, 2);  div_tensor_40 = None
        gt_scalar_10: "b8[][]cpu" = torch.ops.aten.gt.Scalar(i0, 2);  gt_scalar_10 = None
        maximum_default_40: "i64[][]cpu" = torch.ops.aten.maximum.default(i0, i0);  maximum_default_40 = None
        pow_tensor_scalar_8: "i64[][]cpu" = torch.ops.aten.pow.Tensor_Scalar(i0, 2);  pow_tensor_scalar_8 = None
        rsub_scalar_8: "i64[][]cpu" = torch.ops.aten.rsub.Scalar(i0, 2);  rsub_scalar_8 = None
        clamp_min_default_8: "i64[][]cpu" = torch.ops.aten.clamp_min.default(i0, 2);  clamp_min_default_8 = None
        clamp_default_8: "i64[][]cpu" = torch.ops.aten.clamp.default(i0, 2, 2);  clamp_default_8 = None
        add_tensor_41: "f32[][]cpu" = torch.ops.aten.add.Tensor(i0, 2.5);  add_tensor_41 = None
        mul_tensor_46: "f32[][]cpu" = torch.ops.aten.mul.Tensor(i0, 2.5);  mul_tensor_46 = None
        div_tensor_41: "f32[][]cpu" = torch.ops.aten.div.Tensor(i0, 2.5);  div_tensor_41 = None
        gt_scalar_11: "b8[][]cpu" = torch.ops.aten.gt.Scalar(i0, 2.5);  gt_scalar_11 = None
        maximum_default_41: "i64[][]cpu" = torch.ops.aten.maximum.default(i0, i0);  maximum_default_41 = None
        pow_tensor_scalar_9: "f32[][]cpu" = torch.ops.aten.pow.Tensor_Scalar(i0, 2.5);  pow_tensor_scalar_9 = None
        rsub_scalar_9: "f32[][]cpu" = torch.ops.aten.rsub.Scalar(i0, 2.5);  rsub_scalar_9 = None
        clamp_min_default_9: "f32[][]cpu" = torch.ops.aten.clamp_min.default(i0, 2.5);  clamp_min_default_9 = None
        clamp_default_9: "f32[][]cpu" = torch.ops.aten.clamp.default(i0, 2.5, 2.5);  clamp_default_9 = None
        div_tensor_mode_5: "i64[][]cpu" = torch.ops.aten.div.Tensor_mode(i0, 2, rounding_mode = 'floor');  div_tensor_mode_5 = None
        mul_tensor_47: "i64[][]cpu" = torch.ops.aten.mul.Tensor(i0, True);  i0 = mul_tensor_47 = None
        add_tensor_42: "f32[4, 6][1, 4]cpu" = torch.ops.aten.add.Tensor(gapt, 2);  add_tensor_42 = None
        mul_tensor_48: "f32[4, 6][1, 4]cpu" = torch.ops.aten.mul.Tensor(gapt, 2);  mul_tensor_48 = None
        div_tensor_42: "f32[4, 6][1, 4]cpu" = torch.ops.aten.div.Tensor(gapt, 2);  div_tensor_42 = None
        gt_scalar_12: "b8[4, 6][1, 4]cpu" = torch.ops.aten.gt.Scalar(gapt, 2);  gt_scalar_12 = None
        maximum_default_42: "f32[4, 6][1, 4]cpu" = torch.ops.aten.maximum.default(gapt, gapt);  maximum_default_42 = None
        pow_tensor_scalar_10: "f32[4, 6][1, 4]cpu" = torch.ops.aten.pow.Tensor_Scalar(gapt, 2);  pow_tensor_scalar_10 = None
        rsub_scalar_10: "f32[4, 6][1, 4]cpu" = torch.ops.aten.rsub.Scalar(gapt, 2);  rsub_scalar_10 = None
        clamp_min_default_10: "f32[4, 6][1, 4]cpu" = torch.ops.aten.clamp_min.default(gapt, 2);  clamp_min_default_10 = None
        clamp_default_10: "f32[4, 6][1, 4]cpu" = torch.ops.aten.clamp.default(gapt, 2, 2);  clamp_default_10 = None
        add_tensor_43: "f32[4, 6][1, 4]cpu" = torch.ops.aten.add.Tensor(gapt, 2.5);  add_tensor_43 = None
        mul_tensor_49: "f32[4, 6][1, 4]cpu" = torch.ops.aten.mul.Tensor(gapt, 2.5);  mul_tensor_49 = None
        div_tensor_43: "f32[4, 6][1, 4]cpu" = torch.ops.aten.div.Tensor(gapt, 2.5);  div_tensor_43 = None
        gt_scalar_13: "b8[4, 6][1, 4]cpu" = torch.ops.aten.gt.Scalar(gapt, 2.5);  gt_scalar_13 = None
        maximum_default_43: "f32[4, 6][1, 4]cpu" = torch.ops.aten.maximum.default(gapt, gapt);  maximum_default_43 = None
        pow_tensor_scalar_11: "f32[4, 6][1, 4]cpu" = torch.ops.aten.pow.Tensor_Scalar(gapt, 2.5);  pow_tensor_scalar_11 = None
        rsub_scalar_11: "f32[4, 6][1, 4]cpu" = torch.ops.aten.rsub.Scalar(gapt, 2.5);  rsub_scalar_11 = None
        clamp_min_default_11: "f32[4, 6][1, 4]cpu" = torch.ops.aten.clamp_min.default(gapt, 2.5);  clamp_min_default_11 = None
        clamp_default_11: "f32[4, 6][1, 4]cpu" = torch.ops.aten.clamp.default(gapt, 2.5, 2.5);  clamp_default_11 = None
        div_tensor_mode_6: "f32[4, 6][1, 4]cpu" = torch.ops.aten.div.Tensor_mode(gapt, 2, rounding_mode = 'floor');  div_tensor_mode_6 = None
        mul_tensor_50: "f32[4, 6][1, 4]cpu" = torch.ops.aten.mul.Tensor(gapt, True);  mul_tensor_50 = None
        add_tensor_44: "f32[4, 6][6, 1]cpu" = torch.ops.aten.add.Tensor(a, row, alpha = 2);  add_tensor_44 = None
        fma_default: "f32[4, 6][6, 1]cpu" = torch.ops.prims.fma.default(a, a, a);  fma_default = None
        where_self: "f32[4, 6][6, 1]cpu" = torch.ops.aten.where.self(b, a, a);  where_self = None
        where_self_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.where.self(b, a, scalar);  where_self_1 = None
        where_self_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.where.self(b, h, a);  where_self_2 = None
        where_self_3: "f32[4, 6][6, 1]cpu" = torch.ops.aten.where.self(b, row, at);  where_self_3 = None
        where_self_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.where.self(b, at, at);  where_self_4 = None
        where_self_5: "f16[4, 6][6, 1]cpu" = torch.ops.aten.where.self(b, i, h0);  h0 = where_self_5 = None
        where_self_6: "f32[4, 6][6, 1]cpu" = torch.ops.aten.where.self(b, scalar, scalar);  where_self_6 = None
        masked_fill_scalar: "f32[4, 6][6, 1]cpu" = torch.ops.aten.masked_fill.Scalar(at, b, 0.5);  masked_fill_scalar = None
        addcmul_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.addcmul.default(a, row, column, value = 2);  addcmul_default = None
        addcdiv_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.addcdiv.default(a, row, column);  addcdiv_default = None
        lerp_scalar: "f32[4, 6][6, 1]cpu" = torch.ops.aten.lerp.Scalar(a, at, 0.3);  lerp_scalar = None
        clone_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clone.default(a);  clone_default = None
        clone_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clone.default(a, memory_format = torch.contiguous_format);  clone_default_1 = None
        empty_like_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.empty_like.default(a);  empty_like_default = None
        zeros_like_default: "i64[4, 6][6, 1]cpu" = torch.ops.aten.zeros_like.default(a, dtype = torch.int64);  zeros_like_default = None
        _to_copy_default: "f16[4, 6][6, 1]cpu" = torch.ops.aten._to_copy.default(a, dtype = torch.float16);  _to_copy_default = None
        convert_element_type_default: "f64[4, 6][6, 1]cpu" = torch.ops.prims.convert_element_type.default(a, torch.float64);  convert_element_type_default = None
        contiguous_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.contiguous.default(a);  contiguous_default = None
        alias_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.alias.default(a);  alias_default = None
        cumsum_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cumsum.default(a, 0);  cumsum_default = None
        _softmax_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten._softmax.default(a, -1, False);  _softmax_default = None
        _log_softmax_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten._log_softmax.default(a, 0, False);  _log_softmax_default = None
        native_dropout_default = torch.ops.aten.native_dropout.default(a, 0.5, True)
        getitem: "f32[4, 6][6, 1]cpu" = native_dropout_default[0];  getitem = None
        getitem_1: "b8[4, 6][6, 1]cpu" = native_dropout_default[1];  native_dropout_default = getitem_1 = None
        sort_default = torch.ops.aten.sort.default(a)
        getitem_2: "f32[4, 6][6, 1]cpu" = sort_default[0];  getitem_2 = None
        getitem_3: "i64[4, 6][6, 1]cpu" = sort_default[1];  sort_default = getitem_3 = None
        unsqueeze_default: "f32[1, 4, 6][24, 6, 1]cpu" = torch.ops.aten.unsqueeze.default(a, 0);  unsqueeze_default = None
        unsqueeze_default_1: "f32[4, 6, 1][6, 1, 1]cpu" = torch.ops.aten.unsqueeze.default(a, -1);  unsqueeze_default_1 = None
        unsqueeze_default_2: "f32[4, 1, 6][6, 6, 1]cpu" = torch.ops.aten.unsqueeze.default(a, 1);  unsqueeze_default_2 = None
        squeeze_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.squeeze.default(a);  squeeze_default = None
        squeeze_dim: "f32[4, 6][6, 1]cpu" = torch.ops.aten.squeeze.dim(a, 0);  squeeze_dim = None
        reshape_default: "f32[24][1]cpu" = torch.ops.aten.reshape.default(a, [-1]);  reshape_default = None
        slice_tensor: "f32[4, 5][6, 1]cpu" = torch.ops.aten.slice.Tensor(a, 1, 1, 9223372036854775807);  slice_tensor = None
        slice_tensor_1: "f32[1, 6][12, 1]cpu" = torch.ops.aten.slice.Tensor(a, 0, -3, 3, 2);  slice_tensor_1 = None
        select_int: "f32[4][6]cpu" = torch.ops.aten.select.int(a, 1, -1);  select_int = None
        transpose_int: "f32[6, 4][1, 6]cpu" = torch.ops.aten.transpose.int(a, 0, 1);  transpose_int = None
        flip_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.flip.default(a, [0]);  flip_default = None
        sum_dim_int_list: "f32[6][1]cpu" = torch.ops.aten.sum.dim_IntList(a, [0]);  sum_dim_int_list = None
        sum_dim_int_list_1: "f32[4, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(a, [-1], True);  sum_dim_int_list_1 = None
        mean_dim: "f32[][]cpu" = torch.ops.aten.mean.dim(a, [0, 1]);  mean_dim = None
        amax_default: "f32[4][1]cpu" = torch.ops.aten.amax.default(a, [1]);  amax_default = None
        var_mean_correction = torch.ops.aten.var_mean.correction(a, [1], correction = 0, keepdim = True)
        getitem_4: "f32[4, 1][1, 1]cpu" = var_mean_correction[0];  getitem_4 = None
        getitem_5: "f32[4, 1][1, 1]cpu" = var_mean_correction[1];  var_mean_correction = getitem_5 = None
        constant_pad_nd_default: "f32[4, 9][9, 1]cpu" = torch.ops.aten.constant_pad_nd.default(a, [1, 2], 0.0);  constant_pad_nd_default = None
        cat_default: "f32[4, 12][12, 1]cpu" = torch.ops.aten.cat.default([a, a], 1);  cat_default = None
        split_tensor = torch.ops.aten.split.Tensor(a, 2, 1)
        getitem_6: "f32[4, 2][6, 1]cpu" = split_tensor[0];  getitem_6 = None
        getitem_7: "f32[4, 2][6, 1]cpu" = split_tensor[1];  getitem_7 = None
        getitem_8: "f32[4, 2][6, 1]cpu" = split_tensor[2];  split_tensor = getitem_8 = None
        unbind_int = torch.ops.aten.unbind.int(a, 0)
        getitem_9: "f32[6][1]cpu" = unbind_int[0];  getitem_9 = None
        getitem_10: "f32[6][1]cpu" = unbind_int[1];  getitem_10 = None
        getitem_11: "f32[6][1]cpu" = unbind_int[2];  getitem_11 = None
        getitem_12: "f32[6][1]cpu" = unbind_int[3];  unbind_int = getitem_12 = None
        fill_scalar: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fill.Scalar(a, 1.0);  fill_scalar = None
        relu_default_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.relu.default(a);  relu_default_9 = None
        clone_default_2: "f32[4, 6][1, 4]cpu" = torch.ops.aten.clone.default(at);  clone_default_2 = None
        clone_default_3: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clone.default(at, memory_format = torch.contiguous_format);  clone_default_3 = None
        empty_like_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.empty_like.default(at);  empty_like_default_1 = None
        zeros_like_default_1: "i64[4, 6][1, 4]cpu" = torch.ops.aten.zeros_like.default(at, dtype = torch.int64);  zeros_like_default_1 = None
        _to_copy_default_1: "f16[4, 6][1, 4]cpu" = torch.ops.aten._to_copy.default(at, dtype = torch.float16);  _to_copy_default_1 = None
        convert_element_type_default_1: "f64[4, 6][1, 4]cpu" = torch.ops.prims.convert_element_type.default(at, torch.float64);  convert_element_type_default_1 = None
        contiguous_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.contiguous.default(at);  contiguous_default_1 = None
        alias_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.alias.default(at);  alias_default_1 = None
        cumsum_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cumsum.default(at, 0);  cumsum_default_1 = None
        _softmax_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten._softmax.default(at, -1, False);  _softmax_default_1 = None
        _log_softmax_default_1: "f32[4, 6][6, 1]cpu" = torch.ops.aten._log_softmax.default(at, 0, False);  _log_softmax_default_1 = None
        native_dropout_default_1 = torch.ops.aten.native_dropout.default(at, 0.5, True)
        getitem_13: "f32[4, 6][1, 4]cpu" = native_dropout_default_1[0];  getitem_13 = None
        getitem_14: "b8[4, 6][1, 4]cpu" = native_dropout_default_1[1];  native_dropout_default_1 = getitem_14 = None
        sort_default_1 = torch.ops.aten.sort.default(at)
        getitem_15: "f32[4, 6][1, 4]cpu" = sort_default_1[0];  getitem_15 = None
        getitem_16: "i64[4, 6][1, 4]cpu" = sort_default_1[1];  sort_default_1 = getitem_16 = None
        unsqueeze_default_3: "f32[1, 4, 6][4, 1, 4]cpu" = torch.ops.aten.unsqueeze.default(at, 0);  unsqueeze_default_3 = None
        unsqueeze_default_4: "f32[4, 6, 1][1, 4, 1]cpu" = torch.ops.aten.unsqueeze.default(at, -1);  unsqueeze_default_4 = None
        unsqueeze_default_5: "f32[4, 1, 6][1, 24, 4]cpu" = torch.ops.aten.unsqueeze.default(at, 1);  unsqueeze_default_5 = None
        squeeze_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.squeeze.default(at);  squeeze_default_1 = None
        squeeze_dim_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.squeeze.dim(at, 0);  squeeze_dim_1 = None
        reshape_default_1: "f32[24][1]cpu" = torch.ops.aten.reshape.default(at, [-1]);  reshape_default_1 = None
        slice_tensor_2: "f32[4, 5][1, 4]cpu" = torch.ops.aten.slice.Tensor(at, 1, 1, 9223372036854775807);  slice_tensor_2 = None
        slice_tensor_3: "f32[1, 6][2, 4]cpu" = torch.ops.aten.slice.Tensor(at, 0, -3, 3, 2);  slice_tensor_3 = None
        select_int_1: "f32[4][1]cpu" = torch.ops.aten.select.int(at, 1, -1);  select_int_1 = None
        transpose_int_1: "f32[6, 4][4, 1]cpu" = torch.ops.aten.transpose.int(at, 0, 1);  transpose_int_1 = None
        flip_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.flip.default(at, [0]);  flip_default_1 = None
        sum_dim_int_list_2: "f32[6][1]cpu" = torch.ops.aten.sum.dim_IntList(at, [0]);  sum_dim_int_list_2 = None
        sum_dim_int_list_3: "f32[4, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(at, [-1], True);  sum_dim_int_list_3 = None
        mean_dim_1: "f32[][]cpu" = torch.ops.aten.mean.dim(at, [0, 1]);  mean_dim_1 = None
        amax_default_1: "f32[4][1]cpu" = torch.ops.aten.amax.default(at, [1]);  amax_default_1 = None
        var_mean_correction_1 = torch.ops.aten.var_mean.correction(at, [1], correction = 0, keepdim = True)
        getitem_17: "f32[4, 1][1, 1]cpu" = var_mean_correction_1[0];  getitem_17 = None
        getitem_18: "f32[4, 1][1, 1]cpu" = var_mean_correction_1[1];  var_mean_correction_1 = getitem_18 = None
        constant_pad_nd_default_1: "f32[4, 9][9, 1]cpu" = torch.ops.aten.constant_pad_nd.default(at, [1, 2], 0.0);  constant_pad_nd_default_1 = None
        cat_default_1: "f32[4, 12][12, 1]cpu" = torch.ops.aten.cat.default([at, at], 1);  cat_default_1 = None
        split_tensor_1 = torch.ops.aten.split.Tensor(at, 2, 1)
        getitem_19: "f32[4, 2][1, 4]cpu" = split_tensor_1[0];  getitem_19 = None
        getitem_20: "f32[4, 2][1, 4]cpu" = split_tensor_1[1];  getitem_20 = None
        getitem_21: "f32[4, 2][1, 4]cpu" = split_tensor_1[2];  split_tensor_1 = getitem_21 = None
        unbind_int_1 = torch.ops.aten.unbind.int(at, 0)
        getitem_22: "f32[6][4]cpu" = unbind_int_1[0];  getitem_22 = None
        getitem_23: "f32[6][4]cpu" = unbind_int_1[1];  getitem_23 = None
        getitem_24: "f32[6][4]cpu" = unbind_int_1[2];  getitem_24 = None
        getitem_25: "f32[6][4]cpu" = unbind_int_1[3];  unbind_int_1 = getitem_25 = None
        fill_scalar_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.fill.Scalar(at, 1.0);  fill_scalar_1 = None
        relu_default_10: "f32[4, 6][1, 4]cpu" = torch.ops.aten.relu.default(at);  relu_default_10 = None
        clone_default_4: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clone.default(gap);  clone_default_4 = None
        clone_default_5: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clone.default(gap, memory_format = torch.contiguous_format);  clone_default_5 = None
        empty_like_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.empty_like.default(gap);  empty_like_default_2 = None
        zeros_like_default_2: "i64[4, 6][6, 1]cpu" = torch.ops.aten.zeros_like.default(gap, dtype = torch.int64);  zeros_like_default_2 = None
        _to_copy_default_2: "f16[4, 6][6, 1]cpu" = torch.ops.aten._to_copy.default(gap, dtype = torch.float16);  _to_copy_default_2 = None
        convert_element_type_default_2: "f64[4, 6][6, 1]cpu" = torch.ops.prims.convert_element_type.default(gap, torch.float64);  convert_element_type_default_2 = None
        contiguous_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.contiguous.default(gap);  contiguous_default_2 = None
        alias_default_2: "f32[4, 6][12, 2]cpu" = torch.ops.aten.alias.default(gap);  alias_default_2 = None
        cumsum_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cumsum.default(gap, 0);  cumsum_default_2 = None
        _softmax_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten._softmax.default(gap, -1, False);  _softmax_default_2 = None
        _log_softmax_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten._log_softmax.default(gap, 0, False);  _log_softmax_default_2 = None
        native_dropout_default_2 = torch.ops.aten.native_dropout.default(gap, 0.5, True)
        getitem_26: "f32[4, 6][6, 1]cpu" = native_dropout_default_2[0];  getitem_26 = None
        getitem_27: "b8[4, 6][6, 1]cpu" = native_dropout_default_2[1];  native_dropout_default_2 = getitem_27 = None
        sort_default_2 = torch.ops.aten.sort.default(gap)
        getitem_28: "f32[4, 6][6, 1]cpu" = sort_default_2[0];  getitem_28 = None
        getitem_29: "i64[4, 6][6, 1]cpu" = sort_default_2[1];  sort_default_2 = getitem_29 = None
        unsqueeze_default_6: "f32[1, 4, 6][48, 12, 2]cpu" = torch.ops.aten.unsqueeze.default(gap, 0);  unsqueeze_default_6 = None
        unsqueeze_default_7: "f32[4, 6, 1][12, 2, 1]cpu" = torch.ops.aten.unsqueeze.default(gap, -1);  unsqueeze_default_7 = None
        unsqueeze_default_8: "f32[4, 1, 6][12, 12, 2]cpu" = torch.ops.aten.unsqueeze.default(gap, 1);  unsqueeze_default_8 = None
        squeeze_default_2: "f32[4, 6][12, 2]cpu" = torch.ops.aten.squeeze.default(gap);  squeeze_default_2 = None
        squeeze_dim_2: "f32[4, 6][12, 2]cpu" = torch.ops.aten.squeeze.dim(gap, 0);  squeeze_dim_2 = None
        reshape_default_2: "f32[24][2]cpu" = torch.ops.aten.reshape.default(gap, [-1]);  reshape_default_2 = None
        slice_tensor_4: "f32[4, 5][12, 2]cpu" = torch.ops.aten.slice.Tensor(gap, 1, 1, 9223372036854775807);  slice_tensor_4 = None
        slice_tensor_5: "f32[1, 6][24, 2]cpu" = torch.ops.aten.slice.Tensor(gap, 0, -3, 3, 2);  slice_tensor_5 = None
        select_int_2: "f32[4][12]cpu" = torch.ops.aten.select.int(gap, 1, -1);  select_int_2 = None
        transpose_int_2: "f32[6, 4][2, 12]cpu" = torch.ops.aten.transpose.int(gap, 0, 1);  transpose_int_2 = None
        flip_default_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.flip.default(gap, [0]);  flip_default_2 = None
        sum_dim_int_list_4: "f32[6][1]cpu" = torch.ops.aten.sum.dim_IntList(gap, [0]);  sum_dim_int_list_4 = None
        sum_dim_int_list_5: "f32[4, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(gap, [-1], True);  sum_dim_int_list_5 = None
        mean_dim_2: "f32[][]cpu" = torch.ops.aten.mean.dim(gap, [0, 1]);  mean_dim_2 = None
        amax_default_2: "f32[4][1]cpu" = torch.ops.aten.amax.default(gap, [1]);  amax_default_2 = None
        var_mean_correction_2 = torch.ops.aten.var_mean.correction(gap, [1], correction = 0, keepdim = True)
        getitem_30: "f32[4, 1][1, 1]cpu" = var_mean_correction_2[0];  getitem_30 = None
        getitem_31: "f32[4, 1][1, 1]cpu" = var_mean_correction_2[1];  var_mean_correction_2 = getitem_31 = None
        constant_pad_nd_default_2: "f32[4, 9][9, 1]cpu" = torch.ops.aten.constant_pad_nd.default(gap, [1, 2], 0.0);  constant_pad_nd_default_2 = None
        cat_default_2: "f32[4, 12][12, 1]cpu" = torch.ops.aten.cat.default([gap, gap], 1);  cat_default_2 = None
        split_tensor_2 = torch.ops.aten.split.Tensor(gap, 2, 1)
        getitem_32: "f32[4, 2][12, 2]cpu" = split_tensor_2[0];  getitem_32 = None
        getitem_33: "f32[4, 2][12, 2]cpu" = split_tensor_2[1];  getitem_33 = None
        getitem_34: "f32[4, 2][12, 2]cpu" = split_tensor_2[2];  split_tensor_2 = getitem_34 = None
        unbind_int_2 = torch.ops.aten.unbind.int(gap, 0)
        getitem_35: "f32[6][2]cpu" = unbind_int_2[0];  getitem_35 = None
        getitem_36: "f32[6][2]cpu" = unbind_int_2[1];  getitem_36 = None
        getitem_37: "f32[6][2]cpu" = unbind_int_2[2];  getitem_37 = None
        getitem_38: "f32[6][2]cpu" = unbind_int_2[3];  unbind_int_2 = getitem_38 = None
        fill_scalar_2: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fill.Scalar(gap, 1.0);  fill_scalar_2 = None
        relu_default_11: "f32[4, 6][6, 1]cpu" = torch.ops.aten.relu.default(gap);  relu_default_11 = None
        clone_default_6: "f32[4, 6][1, 4]cpu" = torch.ops.aten.clone.default(gapt);  clone_default_6 = None
        clone_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clone.default(gapt, memory_format = torch.contiguous_format);  clone_default_7 = None
        empty_like_default_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.empty_like.default(gapt);  empty_like_default_3 = None
        zeros_like_default_3: "i64[4, 6][1, 4]cpu" = torch.ops.aten.zeros_like.default(gapt, dtype = torch.int64);  zeros_like_default_3 = None
        _to_copy_default_3: "f16[4, 6][1, 4]cpu" = torch.ops.aten._to_copy.default(gapt, dtype = torch.float16);  _to_copy_default_3 = None
        convert_element_type_default_3: "f64[4, 6][1, 4]cpu" = torch.ops.prims.convert_element_type.default(gapt, torch.float64);  convert_element_type_default_3 = None
        contiguous_default_3: "f32[4, 6][6, 1]cpu" = torch.ops.aten.contiguous.default(gapt);  contiguous_default_3 = None
        alias_default_3: "f32[4, 6][2, 16]cpu" = torch.ops.aten.alias.default(gapt);  alias_default_3 = None
        cumsum_default_3: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cumsum.default(gapt, 0);  cumsum_default_3 = None
        _softmax_default_3: "f32[4, 6][6, 1]cpu" = torch.ops.aten._softmax.default(gapt, -1, False);  _softmax_default_3 = None
        _log_softmax_default_3: "f32[4, 6][6, 1]cpu" = torch.ops.aten._log_softmax.default(gapt, 0, False);  _log_softmax_default_3 = None
        native_dropout_default_3 = torch.ops.aten.native_dropout.default(gapt, 0.5, True)
        getitem_39: "f32[4, 6][1, 4]cpu" = native_dropout_default_3[0];  getitem_39 = None
        getitem_40: "b8[4, 6][1, 4]cpu" = native_dropout_default_3[1];  native_dropout_default_3 = getitem_40 = None
        sort_default_3 = torch.ops.aten.sort.default(gapt)
        getitem_41: "f32[4, 6][1, 4]cpu" = sort_default_3[0];  getitem_41 = None
        getitem_42: "i64[4, 6][1, 4]cpu" = sort_default_3[1];  sort_default_3 = getitem_42 = None
        unsqueeze_default_9: "f32[1, 4, 6][8, 2, 16]cpu" = torch.ops.aten.unsqueeze.default(gapt, 0);  unsqueeze_default_9 = None
        unsqueeze_default_10: "f32[4, 6, 1][2, 16, 1]cpu" = torch.ops.aten.unsqueeze.default(gapt, -1);  unsqueeze_default_10 = None
        unsqueeze_default_11: "f32[4, 1, 6][2, 96, 16]cpu" = torch.ops.aten.unsqueeze.default(gapt, 1);  unsqueeze_default_11 = None
        squeeze_default_3: "f32[4, 6][2, 16]cpu" = torch.ops.aten.squeeze.default(gapt);  squeeze_default_3 = None
        squeeze_dim_3: "f32[4, 6][2, 16]cpu" = torch.ops.aten.squeeze.dim(gapt, 0);  squeeze_dim_3 = None
        reshape_default_3: "f32[24][1]cpu" = torch.ops.aten.reshape.default(gapt, [-1]);  reshape_default_3 = None
        slice_tensor_6: "f32[4, 5][2, 16]cpu" = torch.ops.aten.slice.Tensor(gapt, 1, 1, 9223372036854775807);  slice_tensor_6 = None
        slice_tensor_7: "f32[1, 6][4, 16]cpu" = torch.ops.aten.slice.Tensor(gapt, 0, -3, 3, 2);  slice_tensor_7 = None
        select_int_3: "f32[4][2]cpu" = torch.ops.aten.select.int(gapt, 1, -1);  select_int_3 = None
        transpose_int_3: "f32[6, 4][16, 2]cpu" = torch.ops.aten.transpose.int(gapt, 0, 1);  transpose_int_3 = None
        flip_default_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.flip.default(gapt, [0]);  flip_default_3 = None
        sum_dim_int_list_6: "f32[6][1]cpu" = torch.ops.aten.sum.dim_IntList(gapt, [0]);  sum_dim_int_list_6 = None
        sum_dim_int_list_7: "f32[4, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(gapt, [-1], True);  sum_dim_int_list_7 = None
        mean_dim_3: "f32[][]cpu" = torch.ops.aten.mean.dim(gapt, [0, 1]);  mean_dim_3 = None
        amax_default_3: "f32[4][1]cpu" = torch.ops.aten.amax.default(gapt, [1]);  amax_default_3 = None
        var_mean_correction_3 = torch.ops.aten.var_mean.correction(gapt, [1], correction = 0, keepdim = True)
        getitem_43: "f32[4, 1][1, 1]cpu" = var_mean_correction_3[0];  getitem_43 = None
        getitem_44: "f32[4, 1][1, 1]cpu" = var_mean_correction_3[1];  var_mean_correction_3 = getitem_44 = None
        constant_pad_nd_default_3: "f32[4, 9][9, 1]cpu" = torch.ops.aten.constant_pad_nd.default(gapt, [1, 2], 0.0);  constant_pad_nd_default_3 = None
        cat_default_3: "f32[4, 12][12, 1]cpu" = torch.ops.aten.cat.default([gapt, gapt], 1);  cat_default_3 = None
        split_tensor_3 = torch.ops.aten.split.Tensor(gapt, 2, 1)
        getitem_45: "f32[4, 2][2, 16]cpu" = split_tensor_3[0];  getitem_45 = None
        getitem_46: "f32[4, 2][2, 16]cpu" = split_tensor_3[1];  getitem_46 = None
        getitem_47: "f32[4, 2][2, 16]cpu" = split_tensor_3[2];  split_tensor_3 = getitem_47 = None
        unbind_int_3 = torch.ops.aten.unbind.int(gapt, 0)
        getitem_48: "f32[6][16]cpu" = unbind_int_3[0];  getitem_48 = None
        getitem_49: "f32[6][16]cpu" = unbind_int_3[1];  getitem_49 = None
        getitem_50: "f32[6][16]cpu" = unbind_int_3[2];  getitem_50 = None
        getitem_51: "f32[6][16]cpu" = unbind_int_3[3];  unbind_int_3 = getitem_51 = None
        fill_scalar_3: "f32[4, 6][1, 4]cpu" = torch.ops.aten.fill.Scalar(gapt, 1.0);  fill_scalar_3 = None
        relu_default_12: "f32[4, 6][1, 4]cpu" = torch.ops.aten.relu.default(gapt);  relu_default_12 = None
        clone_default_8: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.clone.default(xl);  clone_default_8 = None
        clone_default_9: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.clone.default(xl, memory_format = torch.contiguous_format);  clone_default_9 = None
        empty_like_default_4: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.empty_like.default(xl);  empty_like_default_4 = None
        zeros_like_default_4: "i64[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.zeros_like.default(xl, dtype = torch.int64);  zeros_like_default_4 = None
        _to_copy_default_4: "f16[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten._to_copy.default(xl, dtype = torch.float16);  _to_copy_default_4 = None
        convert_element_type_default_4: "f64[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.prims.convert_element_type.default(xl, torch.float64);  convert_element_type_default_4 = None
        contiguous_default_4: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.contiguous.default(xl);  contiguous_default_4 = None
        alias_default_4: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.alias.default(xl);  alias_default_4 = None
        cumsum_default_4: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.cumsum.default(xl, 0);  cumsum_default_4 = None
        _softmax_default_4: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten._softmax.default(xl, -1, False);  _softmax_default_4 = None
        _log_softmax_default_4: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten._log_softmax.default(xl, 0, False);  _log_softmax_default_4 = None
        native_dropout_default_4 = torch.ops.aten.native_dropout.default(xl, 0.5, True)
        getitem_52: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = native_dropout_default_4[0];  getitem_52 = None
        getitem_53: "b8[2, 8, 5, 7][280, 1, 56, 8]cpu" = native_dropout_default_4[1];  native_dropout_default_4 = getitem_53 = None
        sort_default_4 = torch.ops.aten.sort.default(xl)
        getitem_54: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = sort_default_4[0];  getitem_54 = None
        getitem_55: "i64[2, 8, 5, 7][280, 1, 56, 8]cpu" = sort_default_4[1];  sort_default_4 = getitem_55 = None
        unsqueeze_default_12: "f32[1, 2, 8, 5, 7][560, 280, 1, 56, 8]cpu" = torch.ops.aten.unsqueeze.default(xl, 0);  unsqueeze_default_12 = None
        unsqueeze_default_13: "f32[2, 8, 5, 7, 1][280, 1, 56, 8, 1]cpu" = torch.ops.aten.unsqueeze.default(xl, -1);  unsqueeze_default_13 = None
        unsqueeze_default_14: "f32[2, 1, 8, 5, 7][280, 8, 1, 56, 8]cpu" = torch.ops.aten.unsqueeze.default(xl, 1);  unsqueeze_default_14 = None
        squeeze_default_4: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.squeeze.default(xl);  squeeze_default_4 = None
        squeeze_dim_4: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.squeeze.dim(xl, 0);  squeeze_dim_4 = None
        reshape_default_4: "f32[560][1]cpu" = torch.ops.aten.reshape.default(xl, [-1]);  reshape_default_4 = None
        slice_tensor_8: "f32[2, 7, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.slice.Tensor(xl, 1, 1, 9223372036854775807);  slice_tensor_8 = None
        slice_tensor_9: "f32[1, 8, 5, 7][560, 1, 56, 8]cpu" = torch.ops.aten.slice.Tensor(xl, 0, -3, 3, 2);  slice_tensor_9 = None
        select_int_4: "f32[2, 5, 7][280, 56, 8]cpu" = torch.ops.aten.select.int(xl, 1, -1);  select_int_4 = None
        transpose_int_4: "f32[8, 2, 5, 7][1, 280, 56, 8]cpu" = torch.ops.aten.transpose.int(xl, 0, 1);  transpose_int_4 = None
        flip_default_4: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.flip.default(xl, [0]);  flip_default_4 = None
        sum_dim_int_list_8: "f32[8, 5, 7][35, 7, 1]cpu" = torch.ops.aten.sum.dim_IntList(xl, [0]);  sum_dim_int_list_8 = None
        sum_dim_int_list_9: "f32[2, 8, 5, 1][40, 5, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(xl, [-1], True);  sum_dim_int_list_9 = None
        mean_dim_4: "f32[5, 7][7, 1]cpu" = torch.ops.aten.mean.dim(xl, [0, 1]);  mean_dim_4 = None
        amax_default_4: "f32[2, 5, 7][35, 7, 1]cpu" = torch.ops.aten.amax.default(xl, [1]);  amax_default_4 = None
        var_mean_correction_4 = torch.ops.aten.var_mean.correction(xl, [1], correction = 0, keepdim = True)
        getitem_56: "f32[2, 1, 5, 7][35, 35, 7, 1]cpu" = var_mean_correction_4[0];  getitem_56 = None
        getitem_57: "f32[2, 1, 5, 7][35, 35, 7, 1]cpu" = var_mean_correction_4[1];  var_mean_correction_4 = getitem_57 = None
        constant_pad_nd_default_4: "f32[2, 8, 5, 10][400, 1, 80, 8]cpu" = torch.ops.aten.constant_pad_nd.default(xl, [1, 2], 0.0);  constant_pad_nd_default_4 = None
        cat_default_4: "f32[2, 16, 5, 7][560, 1, 112, 16]cpu" = torch.ops.aten.cat.default([xl, xl], 1);  cat_default_4 = None
        split_tensor_4 = torch.ops.aten.split.Tensor(xl, 2, 1)
        getitem_58: "f32[2, 2, 5, 7][280, 1, 56, 8]cpu" = split_tensor_4[0];  getitem_58 = None
        getitem_59: "f32[2, 2, 5, 7][280, 1, 56, 8]cpu" = split_tensor_4[1];  getitem_59 = None
        getitem_60: "f32[2, 2, 5, 7][280, 1, 56, 8]cpu" = split_tensor_4[2];  getitem_60 = None
        getitem_61: "f32[2, 2, 5, 7][280, 1, 56, 8]cpu" = split_tensor_4[3];  split_tensor_4 = getitem_61 = None
        unbind_int_4 = torch.ops.aten.unbind.int(xl, 0)
        getitem_62: "f32[8, 5, 7][1, 56, 8]cpu" = unbind_int_4[0];  getitem_62 = None
        getitem_63: "f32[8, 5, 7][1, 56, 8]cpu" = unbind_int_4[1];  unbind_int_4 = getitem_63 = None
        fill_scalar_4: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.fill.Scalar(xl, 1.0);  fill_scalar_4 = None
        relu_default_13: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.relu.default(xl);  relu_default_13 = None
        clone_default_10: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.clone.default(x1);  clone_default_10 = None
        clone_default_11: "f32[2, 8, 1, 1][8, 1, 1, 1]cpu" = torch.ops.aten.clone.default(x1, memory_format = torch.contiguous_format);  clone_default_11 = None
        empty_like_default_5: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.empty_like.default(x1);  empty_like_default_5 = None
        zeros_like_default_5: "i64[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.zeros_like.default(x1, dtype = torch.int64);  zeros_like_default_5 = None
        _to_copy_default_5: "f16[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten._to_copy.default(x1, dtype = torch.float16);  _to_copy_default_5 = None
        convert_element_type_default_5: "f64[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.prims.convert_element_type.default(x1, torch.float64);  convert_element_type_default_5 = None
        contiguous_default_5: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.contiguous.default(x1);  contiguous_default_5 = None
        alias_default_5: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.alias.default(x1);  alias_default_5 = None
        cumsum_default_5: "f32[2, 8, 1, 1][8, 1, 1, 1]cpu" = torch.ops.aten.cumsum.default(x1, 0);  cumsum_default_5 = None
        _softmax_default_5: "f32[2, 8, 1, 1][8, 1, 1, 1]cpu" = torch.ops.aten._softmax.default(x1, -1, False);  _softmax_default_5 = None
        _log_softmax_default_5: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten._log_softmax.default(x1, 0, False);  _log_softmax_default_5 = None
        native_dropout_default_5 = torch.ops.aten.native_dropout.default(x1, 0.5, True)
        getitem_64: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = native_dropout_default_5[0];  getitem_64 = None
        getitem_65: "b8[2, 8, 1, 1][8, 1, 8, 8]cpu" = native_dropout_default_5[1];  native_dropout_default_5 = getitem_65 = None
        sort_default_5 = torch.ops.aten.sort.default(x1)
        getitem_66: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = sort_default_5[0];  getitem_66 = None
        getitem_67: "i64[2, 8, 1, 1][8, 1, 8, 8]cpu" = sort_default_5[1];  sort_default_5 = getitem_67 = None
        unsqueeze_default_15: "f32[1, 2, 8, 1, 1][16, 8, 1, 8, 8]cpu" = torch.ops.aten.unsqueeze.default(x1, 0);  unsqueeze_default_15 = None
        unsqueeze_default_16: "f32[2, 8, 1, 1, 1][8, 1, 8, 8, 1]cpu" = torch.ops.aten.unsqueeze.default(x1, -1);  unsqueeze_default_16 = None
        unsqueeze_default_17: "f32[2, 1, 8, 1, 1][8, 8, 1, 8, 8]cpu" = torch.ops.aten.unsqueeze.default(x1, 1);  unsqueeze_default_17 = None
        squeeze_default_5: "f32[2, 8][8, 1]cpu" = torch.ops.aten.squeeze.default(x1);  squeeze_default_5 = None
        squeeze_dim_5: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.squeeze.dim(x1, 0);  squeeze_dim_5 = None
        reshape_default_5: "f32[16][1]cpu" = torch.ops.aten.reshape.default(x1, [-1]);  reshape_default_5 = None
        slice_tensor_10: "f32[2, 7, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.slice.Tensor(x1, 1, 1, 9223372036854775807);  slice_tensor_10 = None
        slice_tensor_11: "f32[1, 8, 1, 1][16, 1, 8, 8]cpu" = torch.ops.aten.slice.Tensor(x1, 0, -3, 3, 2);  slice_tensor_11 = None
        select_int_5: "f32[2, 1, 1][8, 8, 8]cpu" = torch.ops.aten.select.int(x1, 1, -1);  select_int_5 = None
        transpose_int_5: "f32[8, 2, 1, 1][1, 8, 8, 8]cpu" = torch.ops.aten.transpose.int(x1, 0, 1);  transpose_int_5 = None
        flip_default_5: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.flip.default(x1, [0]);  flip_default_5 = None
        sum_dim_int_list_10: "f32[8, 1, 1][1, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(x1, [0]);  sum_dim_int_list_10 = None
        sum_dim_int_list_11: "f32[2, 8, 1, 1][8, 1, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(x1, [-1], True);  sum_dim_int_list_11 = None
        mean_dim_5: "f32[1, 1][1, 1]cpu" = torch.ops.aten.mean.dim(x1, [0, 1]);  mean_dim_5 = None
        amax_default_5: "f32[2, 1, 1][1, 1, 1]cpu" = torch.ops.aten.amax.default(x1, [1]);  amax_default_5 = None
        var_mean_correction_5 = torch.ops.aten.var_mean.correction(x1, [1], correction = 0, keepdim = True)
        getitem_68: "f32[2, 1, 1, 1][1, 1, 1, 1]cpu" = var_mean_correction_5[0];  getitem_68 = None
        getitem_69: "f32[2, 1, 1, 1][1, 1, 1, 1]cpu" = var_mean_correction_5[1];  var_mean_correction_5 = getitem_69 = None
        constant_pad_nd_default_5: "f32[2, 8, 1, 4][32, 1, 32, 8]cpu" = torch.ops.aten.constant_pad_nd.default(x1, [1, 2], 0.0);  constant_pad_nd_default_5 = None
        cat_default_5: "f32[2, 16, 1, 1][16, 1, 16, 16]cpu" = torch.ops.aten.cat.default([x1, x1], 1);  cat_default_5 = None
        split_tensor_5 = torch.ops.aten.split.Tensor(x1, 2, 1)
        getitem_70: "f32[2, 2, 1, 1][8, 1, 8, 8]cpu" = split_tensor_5[0];  getitem_70 = None
        getitem_71: "f32[2, 2, 1, 1][8, 1, 8, 8]cpu" = split_tensor_5[1];  getitem_71 = None
        getitem_72: "f32[2, 2, 1, 1][8, 1, 8, 8]cpu" = split_tensor_5[2];  getitem_72 = None
        getitem_73: "f32[2, 2, 1, 1][8, 1, 8, 8]cpu" = split_tensor_5[3];  split_tensor_5 = getitem_73 = None
        unbind_int_5 = torch.ops.aten.unbind.int(x1, 0)
        getitem_74: "f32[8, 1, 1][1, 8, 8]cpu" = unbind_int_5[0];  getitem_74 = None
        getitem_75: "f32[8, 1, 1][1, 8, 8]cpu" = unbind_int_5[1];  unbind_int_5 = getitem_75 = None
        fill_scalar_5: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.fill.Scalar(x1, 1.0);  fill_scalar_5 = None
        relu_default_14: "f32[2, 8, 1, 1][8, 1, 8, 8]cpu" = torch.ops.aten.relu.default(x1);  relu_default_14 = None
        clone_default_12: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.clone.default(xc1);  clone_default_12 = None
        clone_default_13: "f32[2, 1, 5, 7][35, 35, 7, 1]cpu" = torch.ops.aten.clone.default(xc1, memory_format = torch.contiguous_format);  clone_default_13 = None
        empty_like_default_6: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.empty_like.default(xc1);  empty_like_default_6 = None
        zeros_like_default_6: "i64[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.zeros_like.default(xc1, dtype = torch.int64);  zeros_like_default_6 = None
        _to_copy_default_6: "f16[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten._to_copy.default(xc1, dtype = torch.float16);  _to_copy_default_6 = None
        convert_element_type_default_6: "f64[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.prims.convert_element_type.default(xc1, torch.float64);  convert_element_type_default_6 = None
        contiguous_default_6: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.contiguous.default(xc1);  contiguous_default_6 = None
        alias_default_6: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.alias.default(xc1);  alias_default_6 = None
        cumsum_default_6: "f32[2, 1, 5, 7][35, 35, 7, 1]cpu" = torch.ops.aten.cumsum.default(xc1, 0);  cumsum_default_6 = None
        _softmax_default_6: "f32[2, 1, 5, 7][35, 35, 7, 1]cpu" = torch.ops.aten._softmax.default(xc1, -1, False);  _softmax_default_6 = None
        _log_softmax_default_6: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten._log_softmax.default(xc1, 0, False);  _log_softmax_default_6 = None
        native_dropout_default_6 = torch.ops.aten.native_dropout.default(xc1, 0.5, True)
        getitem_76: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = native_dropout_default_6[0];  getitem_76 = None
        getitem_77: "b8[2, 1, 5, 7][35, 1, 7, 1]cpu" = native_dropout_default_6[1];  native_dropout_default_6 = getitem_77 = None
        sort_default_6 = torch.ops.aten.sort.default(xc1)
        getitem_78: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = sort_default_6[0];  getitem_78 = None
        getitem_79: "i64[2, 1, 5, 7][35, 1, 7, 1]cpu" = sort_default_6[1];  sort_default_6 = getitem_79 = None
        unsqueeze_default_18: "f32[1, 2, 1, 5, 7][70, 35, 1, 7, 1]cpu" = torch.ops.aten.unsqueeze.default(xc1, 0);  unsqueeze_default_18 = None
        unsqueeze_default_19: "f32[2, 1, 5, 7, 1][35, 1, 7, 1, 1]cpu" = torch.ops.aten.unsqueeze.default(xc1, -1);  unsqueeze_default_19 = None
        unsqueeze_default_20: "f32[2, 1, 1, 5, 7][35, 1, 1, 7, 1]cpu" = torch.ops.aten.unsqueeze.default(xc1, 1);  unsqueeze_default_20 = None
        squeeze_default_6: "f32[2, 5, 7][35, 7, 1]cpu" = torch.ops.aten.squeeze.default(xc1);  squeeze_default_6 = None
        squeeze_dim_6: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.squeeze.dim(xc1, 0);  squeeze_dim_6 = None
        reshape_default_6: "f32[70][1]cpu" = torch.ops.aten.reshape.default(xc1, [-1]);  reshape_default_6 = None
        slice_tensor_12: "f32[2, 0, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.slice.Tensor(xc1, 1, 1, 9223372036854775807);  slice_tensor_12 = None
        slice_tensor_13: "f32[1, 1, 5, 7][70, 1, 7, 1]cpu" = torch.ops.aten.slice.Tensor(xc1, 0, -3, 3, 2);  slice_tensor_13 = None
        select_int_6: "f32[2, 5, 7][35, 7, 1]cpu" = torch.ops.aten.select.int(xc1, 1, -1);  select_int_6 = None
        transpose_int_6: "f32[1, 2, 5, 7][1, 35, 7, 1]cpu" = torch.ops.aten.transpose.int(xc1, 0, 1);  transpose_int_6 = None
        flip_default_6: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.flip.default(xc1, [0]);  flip_default_6 = None
        sum_dim_int_list_12: "f32[1, 5, 7][35, 7, 1]cpu" = torch.ops.aten.sum.dim_IntList(xc1, [0]);  sum_dim_int_list_12 = None
        sum_dim_int_list_13: "f32[2, 1, 5, 1][5, 5, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(xc1, [-1], True);  sum_dim_int_list_13 = None
        mean_dim_6: "f32[5, 7][7, 1]cpu" = torch.ops.aten.mean.dim(xc1, [0, 1]);  mean_dim_6 = None
        amax_default_6: "f32[2, 5, 7][35, 7, 1]cpu" = torch.ops.aten.amax.default(xc1, [1]);  amax_default_6 = None
        var_mean_correction_6 = torch.ops.aten.var_mean.correction(xc1, [1], correction = 0, keepdim = True)
        getitem_80: "f32[2, 1, 5, 7][35, 35, 7, 1]cpu" = var_mean_correction_6[0];  getitem_80 = None
        getitem_81: "f32[2, 1, 5, 7][35, 35, 7, 1]cpu" = var_mean_correction_6[1];  var_mean_correction_6 = getitem_81 = None
        constant_pad_nd_default_6: "f32[2, 1, 5, 10][50, 1, 10, 1]cpu" = torch.ops.aten.constant_pad_nd.default(xc1, [1, 2], 0.0);  constant_pad_nd_default_6 = None
        cat_default_6: "f32[2, 2, 5, 7][70, 1, 14, 2]cpu" = torch.ops.aten.cat.default([xc1, xc1], 1);  cat_default_6 = None
        split_tensor_6 = torch.ops.aten.split.Tensor(xc1, 2, 1)
        getitem_82: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = split_tensor_6[0];  split_tensor_6 = getitem_82 = None
        unbind_int_6 = torch.ops.aten.unbind.int(xc1, 0)
        getitem_83: "f32[1, 5, 7][1, 7, 1]cpu" = unbind_int_6[0];  getitem_83 = None
        getitem_84: "f32[1, 5, 7][1, 7, 1]cpu" = unbind_int_6[1];  unbind_int_6 = getitem_84 = None
        fill_scalar_6: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.fill.Scalar(xc1, 1.0);  fill_scalar_6 = None
        relu_default_15: "f32[2, 1, 5, 7][35, 1, 7, 1]cpu" = torch.ops.aten.relu.default(xc1);  relu_default_15 = None
        clone_default_14: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clone.default(over);  clone_default_14 = None
        clone_default_15: "f32[4, 6][6, 1]cpu" = torch.ops.aten.clone.default(over, memory_format = torch.contiguous_format);  clone_default_15 = None
        empty_like_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.empty_like.default(over);  empty_like_default_7 = None
        zeros_like_default_7: "i64[4, 6][6, 1]cpu" = torch.ops.aten.zeros_like.default(over, dtype = torch.int64);  zeros_like_default_7 = None
        _to_copy_default_7: "f16[4, 6][6, 1]cpu" = torch.ops.aten._to_copy.default(over, dtype = torch.float16);  _to_copy_default_7 = None
        convert_element_type_default_7: "f64[4, 6][6, 1]cpu" = torch.ops.prims.convert_element_type.default(over, torch.float64);  convert_element_type_default_7 = None
        contiguous_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.contiguous.default(over);  contiguous_default_7 = None
        alias_default_7: "f32[4, 6][0, 1]cpu" = torch.ops.aten.alias.default(over);  alias_default_7 = None
        cumsum_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cumsum.default(over, 0);  cumsum_default_7 = None
        _softmax_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten._softmax.default(over, -1, False);  _softmax_default_7 = None
        _log_softmax_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten._log_softmax.default(over, 0, False);  _log_softmax_default_7 = None
        native_dropout_default_7 = torch.ops.aten.native_dropout.default(over, 0.5, True)
        getitem_85: "f32[4, 6][6, 1]cpu" = native_dropout_default_7[0];  getitem_85 = None
        getitem_86: "b8[4, 6][6, 1]cpu" = native_dropout_default_7[1];  native_dropout_default_7 = getitem_86 = None
        sort_default_7 = torch.ops.aten.sort.default(over)
        getitem_87: "f32[4, 6][6, 1]cpu" = sort_default_7[0];  getitem_87 = None
        getitem_88: "i64[4, 6][6, 1]cpu" = sort_default_7[1];  sort_default_7 = getitem_88 = None
        unsqueeze_default_21: "f32[1, 4, 6][0, 0, 1]cpu" = torch.ops.aten.unsqueeze.default(over, 0);  unsqueeze_default_21 = None
        unsqueeze_default_22: "f32[4, 6, 1][0, 1, 1]cpu" = torch.ops.aten.unsqueeze.default(over, -1);  unsqueeze_default_22 = None
        unsqueeze_default_23: "f32[4, 1, 6][0, 6, 1]cpu" = torch.ops.aten.unsqueeze.default(over, 1);  unsqueeze_default_23 = None
        squeeze_default_7: "f32[4, 6][0, 1]cpu" = torch.ops.aten.squeeze.default(over);  squeeze_default_7 = None
        squeeze_dim_7: "f32[4, 6][0, 1]cpu" = torch.ops.aten.squeeze.dim(over, 0);  squeeze_dim_7 = None
        reshape_default_7: "f32[24][1]cpu" = torch.ops.aten.reshape.default(over, [-1]);  reshape_default_7 = None
        slice_tensor_14: "f32[4, 5][0, 1]cpu" = torch.ops.aten.slice.Tensor(over, 1, 1, 9223372036854775807);  slice_tensor_14 = None
        slice_tensor_15: "f32[1, 6][0, 1]cpu" = torch.ops.aten.slice.Tensor(over, 0, -3, 3, 2);  slice_tensor_15 = None
        select_int_7: "f32[4][0]cpu" = torch.ops.aten.select.int(over, 1, -1);  select_int_7 = None
        transpose_int_7: "f32[6, 4][1, 0]cpu" = torch.ops.aten.transpose.int(over, 0, 1);  transpose_int_7 = None
        flip_default_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.flip.default(over, [0]);  flip_default_7 = None
        sum_dim_int_list_14: "f32[6][1]cpu" = torch.ops.aten.sum.dim_IntList(over, [0]);  sum_dim_int_list_14 = None
        sum_dim_int_list_15: "f32[4, 1][1, 1]cpu" = torch.ops.aten.sum.dim_IntList(over, [-1], True);  sum_dim_int_list_15 = None
        mean_dim_7: "f32[][]cpu" = torch.ops.aten.mean.dim(over, [0, 1]);  mean_dim_7 = None
        amax_default_7: "f32[4][1]cpu" = torch.ops.aten.amax.default(over, [1]);  amax_default_7 = None
        var_mean_correction_7 = torch.ops.aten.var_mean.correction(over, [1], correction = 0, keepdim = True)
        getitem_89: "f32[4, 1][1, 1]cpu" = var_mean_correction_7[0];  getitem_89 = None
        getitem_90: "f32[4, 1][1, 1]cpu" = var_mean_correction_7[1];  var_mean_correction_7 = getitem_90 = None
        constant_pad_nd_default_7: "f32[4, 9][9, 1]cpu" = torch.ops.aten.constant_pad_nd.default(over, [1, 2], 0.0);  constant_pad_nd_default_7 = None
        cat_default_7: "f32[4, 12][12, 1]cpu" = torch.ops.aten.cat.default([over, over], 1);  cat_default_7 = None
        split_tensor_7 = torch.ops.aten.split.Tensor(over, 2, 1)
        getitem_91: "f32[4, 2][0, 1]cpu" = split_tensor_7[0];  getitem_91 = None
        getitem_92: "f32[4, 2][0, 1]cpu" = split_tensor_7[1];  getitem_92 = None
        getitem_93: "f32[4, 2][0, 1]cpu" = split_tensor_7[2];  split_tensor_7 = getitem_93 = None
        unbind_int_7 = torch.ops.aten.unbind.int(over, 0)
        getitem_94: "f32[6][1]cpu" = unbind_int_7[0];  getitem_94 = None
        getitem_95: "f32[6][1]cpu" = unbind_int_7[1];  getitem_95 = None
        getitem_96: "f32[6][1]cpu" = unbind_int_7[2];  getitem_96 = None
        getitem_97: "f32[6][1]cpu" = unbind_int_7[3];  unbind_int_7 = getitem_97 = None
        fill_scalar_7: "f32[4, 6][6, 1]cpu" = torch.ops.aten.fill.Scalar(over, 1.0);  fill_scalar_7 = None
        relu_default_16: "f32[4, 6][6, 1]cpu" = torch.ops.aten.relu.default(over);  relu_default_16 = None
        clone_default_16: "f32[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten.clone.default(p3);  clone_default_16 = None
        clone_default_17: "f32[2, 5, 8][40, 8, 1]cpu" = torch.ops.aten.clone.default(p3, memory_format = torch.contiguous_format);  clone_default_17 = None
        empty_like_default_8: "f32[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten.empty_like.default(p3);  empty_like_default_8 = None
        zeros_like_default_8: "i64[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten.zeros_like.default(p3, dtype = torch.int64);  zeros_like_default_8 = None
        _to_copy_default_8: "f16[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten._to_copy.default(p3, dtype = torch.float16);  _to_copy_default_8 = None
        convert_element_type_default_8: "f64[2, 5, 8][40, 1, 5]cpu" = torch.ops.prims.convert_element_type.default(p3, torch.float64);  convert_element_type_default_8 = None
        contiguous_default_8: "f32[2, 5, 8][40, 8, 1]cpu" = torch.ops.aten.contiguous.default(p3);  contiguous_default_8 = None
        alias_default_8: "f32[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten.alias.default(p3);  alias_default_8 = None
        cumsum_default_8: "f32[2, 5, 8][40, 8, 1]cpu" = torch.ops.aten.cumsum.default(p3, 0);  cumsum_default_8 = None
        _softmax_default_8: "f32[2, 5, 8][40, 8, 1]cpu" = torch.ops.aten._softmax.default(p3, -1, False);  _softmax_default_8 = None
        _log_softmax_default_8: "f32[2, 5, 8][40, 8, 1]cpu" = torch.ops.aten._log_softmax.default(p3, 0, False);  _log_softmax_default_8 = None
        native_dropout_default_8 = torch.ops.aten.native_dropout.default(p3, 0.5, True)
        getitem_98: "f32[2, 5, 8][40, 1, 5]cpu" = native_dropout_default_8[0];  getitem_98 = None
        getitem_99: "b8[2, 5, 8][40, 1, 5]cpu" = native_dropout_default_8[1];  native_dropout_default_8 = getitem_99 = None
        sort_default_8 = torch.ops.aten.sort.default(p3)
        getitem_100: "f32[2, 5, 8][40, 1, 5]cpu" = sort_default_8[0];  getitem_100 = None
        getitem_101: "i64[2, 5, 8][40, 1, 5]cpu" = sort_default_8[1];  sort_default_8 = getitem_101 = None
        unsqueeze_default_24: "f32[1, 2, 5, 8][80, 40, 1, 5]cpu" = torch.ops.aten.unsqueeze.default(p3, 0);  unsqueeze_default_24 = None
        unsqueeze_default_25: "f32[2, 5, 8, 1][40, 1, 5, 1]cpu" = torch.ops.aten.unsqueeze.default(p3, -1);  unsqueeze_default_25 = None
        unsqueeze_default_26: "f32[2, 1, 5, 8][40, 5, 1, 5]cpu" = torch.ops.aten.unsqueeze.default(p3, 1);  unsqueeze_default_26 = None
        squeeze_default_8: "f32[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten.squeeze.default(p3);  squeeze_default_8 = None
        squeeze_dim_8: "f32[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten.squeeze.dim(p3, 0);  squeeze_dim_8 = None
        reshape_default_8: "f32[80][1]cpu" = torch.ops.aten.reshape.default(p3, [-1]);  reshape_default_8 = None
        slice_tensor_16: "f32[2, 4, 8][40, 1, 5]cpu" = torch.ops.aten.slice.Tensor(p3, 1, 1, 9223372036854775807);  slice_tensor_16 = None
        slice_tensor_17: "f32[1, 5, 8][80, 1, 5]cpu" = torch.ops.aten.slice.Tensor(p3, 0, -3, 3, 2);  slice_tensor_17 = None
        select_int_8: "f32[2, 8][40, 5]cpu" = torch.ops.aten.select.int(p3, 1, -1);  select_int_8 = None
        transpose_int_8: "f32[5, 2, 8][1, 40, 5]cpu" = torch.ops.aten.transpose.int(p3, 0, 1);  transpose_int_8 = None
        flip_default_8: "f32[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten.flip.default(p3, [0]);  flip_default_8 = None
        sum_dim_int_list_16: "f32[5, 8][8, 1]cpu" = torch.ops.aten.sum.dim_IntList(p3, [0]);  sum_dim_int_list_16 = None
        sum_dim_int_list_17: "f32[2, 5, 1][5, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(p3, [-1], True);  sum_dim_int_list_17 = None
        mean_dim_8: "f32[8][1]cpu" = torch.ops.aten.mean.dim(p3, [0, 1]);  mean_dim_8 = None
        amax_default_8: "f32[2, 8][8, 1]cpu" = torch.ops.aten.amax.default(p3, [1]);  amax_default_8 = None
        var_mean_correction_8 = torch.ops.aten.var_mean.correction(p3, [1], correction = 0, keepdim = True)
        getitem_102: "f32[2, 1, 8][8, 8, 1]cpu" = var_mean_correction_8[0];  getitem_102 = None
        getitem_103: "f32[2, 1, 8][8, 8, 1]cpu" = var_mean_correction_8[1];  var_mean_correction_8 = getitem_103 = None
        constant_pad_nd_default_8: "f32[2, 5, 11][55, 11, 1]cpu" = torch.ops.aten.constant_pad_nd.default(p3, [1, 2], 0.0);  constant_pad_nd_default_8 = None
        cat_default_8: "f32[2, 10, 8][80, 8, 1]cpu" = torch.ops.aten.cat.default([p3, p3], 1);  cat_default_8 = None
        split_tensor_8 = torch.ops.aten.split.Tensor(p3, 2, 1)
        getitem_104: "f32[2, 2, 8][40, 1, 5]cpu" = split_tensor_8[0];  getitem_104 = None
        getitem_105: "f32[2, 2, 8][40, 1, 5]cpu" = split_tensor_8[1];  getitem_105 = None
        getitem_106: "f32[2, 1, 8][40, 1, 5]cpu" = split_tensor_8[2];  split_tensor_8 = getitem_106 = None
        unbind_int_8 = torch.ops.aten.unbind.int(p3, 0)
        getitem_107: "f32[5, 8][1, 5]cpu" = unbind_int_8[0];  getitem_107 = None
        getitem_108: "f32[5, 8][1, 5]cpu" = unbind_int_8[1];  unbind_int_8 = getitem_108 = None
        fill_scalar_8: "f32[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten.fill.Scalar(p3, 1.0);  fill_scalar_8 = None
        relu_default_17: "f32[2, 5, 8][40, 1, 5]cpu" = torch.ops.aten.relu.default(p3);  relu_default_17 = None
        clone_default_18: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.clone.default(one);  clone_default_18 = None
        clone_default_19: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.clone.default(one, memory_format = torch.contiguous_format);  clone_default_19 = None
        empty_like_default_9: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.empty_like.default(one);  empty_like_default_9 = None
        zeros_like_default_9: "i64[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.zeros_like.default(one, dtype = torch.int64);  zeros_like_default_9 = None
        _to_copy_default_9: "f16[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten._to_copy.default(one, dtype = torch.float16);  _to_copy_default_9 = None
        convert_element_type_default_9: "f64[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.prims.convert_element_type.default(one, torch.float64);  convert_element_type_default_9 = None
        contiguous_default_9: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.contiguous.default(one);  contiguous_default_9 = None
        alias_default_9: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.alias.default(one);  alias_default_9 = None
        cumsum_default_9: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.cumsum.default(one, 0);  cumsum_default_9 = None
        _softmax_default_9: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten._softmax.default(one, -1, False);  _softmax_default_9 = None
        _log_softmax_default_9: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten._log_softmax.default(one, 0, False);  _log_softmax_default_9 = None
        native_dropout_default_9 = torch.ops.aten.native_dropout.default(one, 0.5, True)
        getitem_109: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = native_dropout_default_9[0];  getitem_109 = None
        getitem_110: "b8[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = native_dropout_default_9[1];  native_dropout_default_9 = getitem_110 = None
        sort_default_9 = torch.ops.aten.sort.default(one)
        getitem_111: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = sort_default_9[0];  getitem_111 = None
        getitem_112: "i64[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = sort_default_9[1];  sort_default_9 = getitem_112 = None
        unsqueeze_default_27: "f32[1, 1, 4, 1, 6, 1][24, 24, 6, 6, 1, 1]cpu" = torch.ops.aten.unsqueeze.default(one, 0);  unsqueeze_default_27 = None
        unsqueeze_default_28: "f32[1, 4, 1, 6, 1, 1][24, 6, 6, 1, 1, 1]cpu" = torch.ops.aten.unsqueeze.default(one, -1);  unsqueeze_default_28 = None
        unsqueeze_default_29: "f32[1, 1, 4, 1, 6, 1][24, 24, 6, 6, 1, 1]cpu" = torch.ops.aten.unsqueeze.default(one, 1);  unsqueeze_default_29 = None
        squeeze_default_9: "f32[4, 6][6, 1]cpu" = torch.ops.aten.squeeze.default(one);  squeeze_default_9 = None
        squeeze_dim_9: "f32[4, 1, 6, 1][6, 6, 1, 1]cpu" = torch.ops.aten.squeeze.dim(one, 0);  squeeze_dim_9 = None
        reshape_default_9: "f32[24][1]cpu" = torch.ops.aten.reshape.default(one, [-1]);  reshape_default_9 = None
        slice_tensor_18: "f32[1, 3, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.slice.Tensor(one, 1, 1, 9223372036854775807);  slice_tensor_18 = None
        slice_tensor_19: "f32[1, 4, 1, 6, 1][48, 6, 6, 1, 1]cpu" = torch.ops.aten.slice.Tensor(one, 0, -3, 3, 2);  slice_tensor_19 = None
        select_int_9: "f32[1, 1, 6, 1][24, 6, 1, 1]cpu" = torch.ops.aten.select.int(one, 1, -1);  select_int_9 = None
        transpose_int_9: "f32[4, 1, 1, 6, 1][6, 24, 6, 1, 1]cpu" = torch.ops.aten.transpose.int(one, 0, 1);  transpose_int_9 = None
        flip_default_9: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.flip.default(one, [0]);  flip_default_9 = None
        sum_dim_int_list_18: "f32[4, 1, 6, 1][6, 6, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(one, [0]);  sum_dim_int_list_18 = None
        sum_dim_int_list_19: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.sum.dim_IntList(one, [-1], True);  sum_dim_int_list_19 = None
        mean_dim_9: "f32[1, 6, 1][6, 1, 1]cpu" = torch.ops.aten.mean.dim(one, [0, 1]);  mean_dim_9 = None
        amax_default_9: "f32[1, 1, 6, 1][6, 6, 1, 1]cpu" = torch.ops.aten.amax.default(one, [1]);  amax_default_9 = None
        var_mean_correction_9 = torch.ops.aten.var_mean.correction(one, [1], correction = 0, keepdim = True)
        getitem_113: "f32[1, 1, 1, 6, 1][6, 6, 6, 1, 1]cpu" = var_mean_correction_9[0];  getitem_113 = None
        getitem_114: "f32[1, 1, 1, 6, 1][6, 6, 6, 1, 1]cpu" = var_mean_correction_9[1];  var_mean_correction_9 = getitem_114 = None
        constant_pad_nd_default_9: "f32[1, 4, 1, 6, 4][96, 24, 24, 4, 1]cpu" = torch.ops.aten.constant_pad_nd.default(one, [1, 2], 0.0);  constant_pad_nd_default_9 = None
        cat_default_9: "f32[1, 8, 1, 6, 1][48, 6, 6, 1, 1]cpu" = torch.ops.aten.cat.default([one, one], 1);  cat_default_9 = None
        split_tensor_9 = torch.ops.aten.split.Tensor(one, 2, 1)
        getitem_115: "f32[1, 2, 1, 6, 1][24, 6, 6, 1, 1]cpu" = split_tensor_9[0];  getitem_115 = None
        getitem_116: "f32[1, 2, 1, 6, 1][24, 6, 6, 1, 1]cpu" = split_tensor_9[1];  split_tensor_9 = getitem_116 = None
        unbind_int_9 = torch.ops.aten.unbind.int(one, 0)
        getitem_117: "f32[4, 1, 6, 1][6, 6, 1, 1]cpu" = unbind_int_9[0];  unbind_int_9 = getitem_117 = None
        fill_scalar_9: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.fill.Scalar(one, 1.0);  fill_scalar_9 = None
        relu_default_18: "f32[1, 4, 1, 6, 1][24, 6, 6, 1, 1]cpu" = torch.ops.aten.relu.default(one);  relu_default_18 = None
        clone_default_20: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = torch.ops.aten.clone.default(x, memory_format = torch.channels_last);  clone_default_20 = None
        sum_default: "i64[][]cpu" = torch.ops.aten.sum.default(b);  sum_default = None
        sum_dim_int_list_20: "f32[4][1]cpu" = torch.ops.aten.sum.dim_IntList(b, [1], dtype = torch.float32);  sum_dim_int_list_20 = None
        prod_default: "i64[][]cpu" = torch.ops.aten.prod.default(b);  prod_default = None
        amax_default_10: "b8[6][1]cpu" = torch.ops.aten.amax.default(b, [0]);  amax_default_10 = None
        any_dim: "b8[4][1]cpu" = torch.ops.aten.any.dim(b, 1);  any_dim = None
        all_default: "b8[][]cpu" = torch.ops.aten.all.default(b);  all_default = None
        argmax_default: "i64[4][1]cpu" = torch.ops.aten.argmax.default(b, 1);  argmax_default = None
        cumsum_default_10: "i64[4, 6][6, 1]cpu" = torch.ops.aten.cumsum.default(b, 1);  cumsum_default_10 = None
        max_dim = torch.ops.aten.max.dim(b, 1, True)
        getitem_118: "b8[4, 1][1, 1]cpu" = max_dim[0];  getitem_118 = None
        getitem_119: "i64[4, 1][1, 1]cpu" = max_dim[1];  max_dim = getitem_119 = None
        max_default: "b8[][]cpu" = torch.ops.aten.max.default(b);  max_default = None
        sum_default_1: "i64[][]cpu" = torch.ops.aten.sum.default(i);  sum_default_1 = None
        sum_dim_int_list_21: "f32[4][1]cpu" = torch.ops.aten.sum.dim_IntList(i, [1], dtype = torch.float32);  sum_dim_int_list_21 = None
        prod_default_1: "i64[][]cpu" = torch.ops.aten.prod.default(i);  prod_default_1 = None
        amax_default_11: "i64[6][1]cpu" = torch.ops.aten.amax.default(i, [0]);  amax_default_11 = None
        any_dim_1: "b8[4][1]cpu" = torch.ops.aten.any.dim(i, 1);  any_dim_1 = None
        all_default_1: "b8[][]cpu" = torch.ops.aten.all.default(i);  all_default_1 = None
        argmax_default_1: "i64[4][1]cpu" = torch.ops.aten.argmax.default(i, 1);  argmax_default_1 = None
        cumsum_default_11: "i64[4, 6][6, 1]cpu" = torch.ops.aten.cumsum.default(i, 1);  cumsum_default_11 = None
        max_dim_1 = torch.ops.aten.max.dim(i, 1, True)
        getitem_120: "i64[4, 1][1, 1]cpu" = max_dim_1[0];  getitem_120 = None
        getitem_121: "i64[4, 1][1, 1]cpu" = max_dim_1[1];  max_dim_1 = getitem_121 = None
        max_default_1: "i64[][]cpu" = torch.ops.aten.max.default(i);  max_default_1 = None
        sum_default_2: "f16[][]cpu" = torch.ops.aten.sum.default(h);  sum_default_2 = None
        sum_dim_int_list_22: "f32[4][1]cpu" = torch.ops.aten.sum.dim_IntList(h, [1], dtype = torch.float32);  sum_dim_int_list_22 = None
        prod_default_2: "f16[][]cpu" = torch.ops.aten.prod.default(h);  prod_default_2 = None
        amax_default_12: "f16[6][1]cpu" = torch.ops.aten.amax.default(h, [0]);  amax_default_12 = None
        any_dim_2: "b8[4][1]cpu" = torch.ops.aten.any.dim(h, 1);  any_dim_2 = None
        all_default_2: "b8[][]cpu" = torch.ops.aten.all.default(h);  all_default_2 = None
        argmax_default_2: "i64[4][1]cpu" = torch.ops.aten.argmax.default(h, 1);  argmax_default_2 = None
        cumsum_default_12: "f16[4, 6][6, 1]cpu" = torch.ops.aten.cumsum.default(h, 1);  cumsum_default_12 = None
        max_dim_2 = torch.ops.aten.max.dim(h, 1, True)
        getitem_122: "f16[4, 1][1, 1]cpu" = max_dim_2[0];  getitem_122 = None
        getitem_123: "i64[4, 1][1, 1]cpu" = max_dim_2[1];  max_dim_2 = getitem_123 = None
        max_default_2: "f16[][]cpu" = torch.ops.aten.max.default(h);  max_default_2 = None
        sum_default_3: "i64[][]cpu" = torch.ops.aten.sum.default(u8);  sum_default_3 = None
        sum_dim_int_list_23: "f32[4][1]cpu" = torch.ops.aten.sum.dim_IntList(u8, [1], dtype = torch.float32);  sum_dim_int_list_23 = None
        prod_default_3: "i64[][]cpu" = torch.ops.aten.prod.default(u8);  prod_default_3 = None
        amax_default_13: "u8[6][1]cpu" = torch.ops.aten.amax.default(u8, [0]);  amax_default_13 = None
        any_dim_3: "u8[4][1]cpu" = torch.ops.aten.any.dim(u8, 1);  any_dim_3 = None
        all_default_3: "u8[][]cpu" = torch.ops.aten.all.default(u8);  all_default_3 = None
        argmax_default_3: "i64[4][1]cpu" = torch.ops.aten.argmax.default(u8, 1);  argmax_default_3 = None
        cumsum_default_13: "i64[4, 6][6, 1]cpu" = torch.ops.aten.cumsum.default(u8, 1);  cumsum_default_13 = None
        max_dim_3 = torch.ops.aten.max.dim(u8, 1, True)
        getitem_124: "u8[4, 1][1, 1]cpu" = max_dim_3[0];  getitem_124 = None
        getitem_125: "i64[4, 1][1, 1]cpu" = max_dim_3[1];  max_dim_3 = getitem_125 = None
        max_default_3: "u8[][]cpu" = torch.ops.aten.max.default(u8);  u8 = max_default_3 = None
        argmax_default_4: "i64[6][1]cpu" = torch.ops.aten.argmax.default(a, 0, False);  argmax_default_4 = None
        any_dims: "b8[][]cpu" = torch.ops.aten.any.dims(b, [0, 1], False);  any_dims = None
        var_correction: "f16[6][1]cpu" = torch.ops.aten.var.correction(h, [0], correction = 1, keepdim = False);  var_correction = None
        logsumexp_default: "f32[4][1]cpu" = torch.ops.aten.logsumexp.default(a, [1], False);  logsumexp_default = None
        linalg_vector_norm_default: "f32[4][1]cpu" = torch.ops.aten.linalg_vector_norm.default(a, 2, [1], False);  linalg_vector_norm_default = None
        min_dim = torch.ops.aten.min.dim(at, 0, False)
        getitem_126: "f32[6][1]cpu" = min_dim[0];  getitem_126 = None
        getitem_127: "i64[6][1]cpu" = min_dim[1];  min_dim = getitem_127 = None
        argmax_default_5: "i64[1, 6][6, 1]cpu" = torch.ops.aten.argmax.default(a, 0, True);  argmax_default_5 = None
        any_dims_1: "b8[1, 1][1, 1]cpu" = torch.ops.aten.any.dims(b, [0, 1], True);  any_dims_1 = None
        var_correction_1: "f16[1, 6][6, 1]cpu" = torch.ops.aten.var.correction(h, [0], correction = 1, keepdim = True);  var_correction_1 = None
        logsumexp_default_1: "f32[4, 1][1, 1]cpu" = torch.ops.aten.logsumexp.default(a, [1], True);  logsumexp_default_1 = None
        linalg_vector_norm_default_1: "f32[4, 1][1, 1]cpu" = torch.ops.aten.linalg_vector_norm.default(a, 2, [1], True);  linalg_vector_norm_default_1 = None
        min_dim_1 = torch.ops.aten.min.dim(at, 0, True)
        getitem_128: "f32[1, 6][6, 1]cpu" = min_dim_1[0];  getitem_128 = None
        getitem_129: "i64[1, 6][6, 1]cpu" = min_dim_1[1];  min_dim_1 = getitem_129 = None
        argmax_default_6: "i64[][]cpu" = torch.ops.aten.argmax.default(a);  argmax_default_6 = None
        mean_default: "f32[][]cpu" = torch.ops.aten.mean.default(a);  mean_default = None
        any_default: "b8[][]cpu" = torch.ops.aten.any.default(a);  any_default = None
        aminmax_default = torch.ops.aten.aminmax.default(a, dim = 1)
        getitem_130: "f32[4][1]cpu" = aminmax_default[0];  getitem_130 = None
        getitem_131: "f32[4][1]cpu" = aminmax_default[1];  aminmax_default = getitem_131 = None
        topk_default = torch.ops.aten.topk.default(a, 3)
        getitem_132: "f32[4, 3][3, 1]cpu" = topk_default[0];  getitem_132 = None
        getitem_133: "i64[4, 3][3, 1]cpu" = topk_default[1];  topk_default = getitem_133 = None
        sum_dim_int_list_24: "f32[][]cpu" = torch.ops.aten.sum.dim_IntList(scalar, []);  sum_dim_int_list_24 = None
        prepare_softmax_online_default = torch.ops.prims.prepare_softmax_online.default(a, 1)
        getitem_134: "f32[4, 1][1, 1]cpu" = prepare_softmax_online_default[0];  getitem_134 = None
        getitem_135: "f32[4, 1][1, 1]cpu" = prepare_softmax_online_default[1];  prepare_softmax_online_default = getitem_135 = None
        reshape_default_10: "f32[24][1]cpu" = torch.ops.aten.reshape.default(a, [24]);  reshape_default_10 = None
        reshape_default_11: "f32[6, 4][4, 1]cpu" = torch.ops.aten.reshape.default(at, [6, 4]);  reshape_default_11 = None
        reshape_default_12: "f32[4, 3, 2][12, 4, 2]cpu" = torch.ops.aten.reshape.default(gap, [4, 3, 2]);  reshape_default_12 = None
        reshape_default_13: "f32[24][1]cpu" = torch.ops.aten.reshape.default(gapt, [24]);  gapt = reshape_default_13 = None
        reshape_default_14: "f32[2, 8, 35][280, 1, 8]cpu" = torch.ops.aten.reshape.default(xl, [2, 8, 35]);  reshape_default_14 = None
        reshape_default_15: "f32[2, 280][280, 1]cpu" = torch.ops.aten.reshape.default(xl, [2, 280]);  reshape_default_15 = None
        reshape_default_16: "f32[10, 8][8, 1]cpu" = torch.ops.aten.reshape.default(p3, [10, 8]);  reshape_default_16 = None
        reshape_default_17: "f32[2, 5, 2, 4][40, 1, 20, 5]cpu" = torch.ops.aten.reshape.default(p3, [2, 5, 2, 4]);  p3 = reshape_default_17 = None
        reshape_default_18: "f32[4, 6][6, 1]cpu" = torch.ops.aten.reshape.default(one, [4, 6]);  reshape_default_18 = None
        reshape_default_19: "f32[0, 3][3, 1]cpu" = torch.ops.aten.reshape.default(e2, [0, 3]);  e2 = reshape_default_19 = None
        reshape_default_20: "f32[4, 3, 2][0, 2, 1]cpu" = torch.ops.aten.reshape.default(over, [4, 3, 2]);  over = reshape_default_20 = None
        reshape_default_21: "f32[2, 40, 7][280, 7, 1]cpu" = torch.ops.aten.reshape.default(x, [2, -1, 7]);  reshape_default_21 = None
        view_default: "f32[2, 3, 4][12, 4, 1]cpu" = torch.ops.aten.view.default(a, [2, 3, 4]);  view_default = None
        view_default_1: "f32[4, 2, 3][1, 12, 4]cpu" = torch.ops.aten.view.default(at, [4, 2, 3]);  view_default_1 = None
        view_default_2: "f32[2, 2, 6][24, 12, 2]cpu" = torch.ops.aten.view.default(gap, [2, 2, 6]);  view_default_2 = None
        flatten_using_ints: "f32[2, 280][280, 1]cpu" = torch.ops.aten.flatten.using_ints(x, 1);  flatten_using_ints = None
        unflatten_int: "f32[2, 2, 4, 5, 7][280, 140, 35, 7, 1]cpu" = torch.ops.aten.unflatten.int(x, 1, [2, -1]);  unflatten_int = None
        expand_default: "f32[4, 6][0, 1]cpu" = torch.ops.aten.expand.default(row, [4, 6]);  expand_default = None
        expand_default_1: "f32[4, 6][1, 0]cpu" = torch.ops.aten.expand.default(column, [-1, 6]);  expand_default_1 = None
        expand_default_2: "f32[2, 4, 6][0, 1, 0]cpu" = torch.ops.aten.expand.default(column, [2, 4, 6]);  expand_default_2 = None
        expand_default_3: "f32[3][0]cpu" = torch.ops.aten.expand.default(scalar, [3]);  expand_default_3 = None
        expand_default_4: "f32[3, 4, 5, 6, 2][0, 6, 0, 1, 0]cpu" = torch.ops.aten.expand.default(one, [3, -1, 5, 6, 2]);  expand_default_4 = None
        expand_default_5: "f32[1, 1, 6][6, 6, 1]cpu" = torch.ops.aten.expand.default(row, [1, 1, 6]);  expand_default_5 = None
        permute_default: "f32[2, 5, 7, 8][280, 7, 1, 35]cpu" = torch.ops.aten.permute.default(x, [0, 2, 3, 1]);  permute_default = None
        permute_default_1: "f32[7, 5, 2, 8][8, 56, 280, 1]cpu" = torch.ops.aten.permute.default(xl, [3, -2, 0, 1]);  permute_default_1 = None
        t_default: "f32[6, 4][1, 6]cpu" = torch.ops.aten.t.default(a);  t_default = None
        movedim_int: "f32[2, 5, 7, 8][280, 7, 1, 35]cpu" = torch.ops.aten.movedim.int(x, 1, -1);  movedim_int = None
        movedim_intlist: "f32[8, 5, 7, 2][35, 7, 1, 280]cpu" = torch.ops.aten.movedim.intlist(x, [0, 1], [-1, 0]);  movedim_intlist = None
        squeeze_dims: "f32[4, 6, 1][6, 1, 1]cpu" = torch.ops.aten.squeeze.dims(one, [0, 2, 3]);  one = squeeze_dims = None
        as_strided_default: "f32[2, 3][1, 2]cpu" = torch.ops.aten.as_strided.default(a, [2, 3], [1, 2], 4);  as_strided_default = None
        diagonal_default: "f32[2, 8, 5][280, 35, 8]cpu" = torch.ops.aten.diagonal.default(x, 1, 2, 3);  diagonal_default = None
        diagonal_default_1: "f32[3][7]cpu" = torch.ops.aten.diagonal.default(a, -1);  diagonal_default_1 = None
        unfold_default: "f32[4, 2, 3][6, 2, 1]cpu" = torch.ops.aten.unfold.default(a, 1, 3, 2);  unfold_default = None
        narrow_default: "f32[4, 2][6, 1]cpu" = torch.ops.aten.narrow.default(a, 1, -4, 2);  narrow_default = None
        chunk_default = torch.ops.aten.chunk.default(a, 4, 1)
        getitem_136: "f32[4, 2][6, 1]cpu" = chunk_default[0];  getitem_136 = None
        getitem_137: "f32[4, 2][6, 1]cpu" = chunk_default[1];  getitem_137 = None
        getitem_138: "f32[4, 2][6, 1]cpu" = chunk_default[2];  chunk_default = getitem_138 = None
        split_with_sizes_default = torch.ops.aten.split_with_sizes.default(at, [1, 3], 0)
        getitem_139: "f32[1, 6][1, 4]cpu" = split_with_sizes_default[0];  getitem_139 = None
        getitem_140: "f32[3, 6][1, 4]cpu" = split_with_sizes_default[1];  split_with_sizes_default = getitem_140 = None
        view_dtype: "f16[4, 12][12, 1]cpu" = torch.ops.aten.view.dtype(a, torch.float16);  view_dtype = None
        view_dtype_1: "f32[4, 3][3, 1]cpu" = torch.ops.aten.view.dtype(h, torch.float32);  view_dtype_1 = None
        view_dtype_2: "i32[4, 6][6, 1]cpu" = torch.ops.aten.view.dtype(a, torch.int32);  view_dtype_2 = None
        view_as_complex_default: "c64[4, 3][3, 1]cpu" = torch.ops.aten.view_as_complex.default(pairs);  pairs = view_as_complex_default = None
        view_as_real_default: "f32[4, 3, 2][6, 2, 1]cpu" = torch.ops.aten.view_as_real.default(z);  view_as_real_default = None
        expand_as_default: "f32[4, 6][0, 1]cpu" = torch.ops.aten.expand_as.default(row, a);  expand_as_default = None
        abs_default_9: "f32[4, 3][3, 1]cpu" = torch.ops.aten.abs.default(z);  z = abs_default_9 = None
        cat_default_10: "f32[12, 6][6, 1]cpu" = torch.ops.aten.cat.default([a, h, i], 0);  i = cat_default_10 = None
        cat_default_11: "f32[4, 6][6, 1]cpu" = torch.ops.aten.cat.default([empty, a], 1);  empty = cat_default_11 = None
        cat_default_12: "f32[2, 16, 5, 7][560, 35, 7, 1]cpu" = torch.ops.aten.cat.default([x, xl], 1);  cat_default_12 = None
        cat_default_13: "f32[8, 6][6, 1]cpu" = torch.ops.aten.cat.default([at, at], 0);  cat_default_13 = None
        stack_default: "f32[4, 6, 2][12, 2, 1]cpu" = torch.ops.aten.stack.default([at, at], -1);  stack_default = None
        constant_pad_nd_default_10: "f32[2, 11, 6, 8][528, 48, 8, 1]cpu" = torch.ops.aten.constant_pad_nd.default(x, [1, 0, 2, -1, 0, 3], 0.0);  constant_pad_nd_default_10 = None
        reflection_pad2d_default: "f32[2, 8, 9, 10][720, 90, 10, 1]cpu" = torch.ops.aten.reflection_pad2d.default(x, [1, 2, 3, 1]);  reflection_pad2d_default = None
        repeat_default: "f32[2, 4, 18][72, 18, 1]cpu" = torch.ops.aten.repeat.default(a, [2, 1, 3]);  repeat_default = None
        repeat_default_1: "f32[4, 12][12, 1]cpu" = torch.ops.aten.repeat.default(at, [1, 2]);  repeat_default_1 = None
        embedding_default: "f32[3, 5, 6][30, 6, 1]cpu" = torch.ops.aten.embedding.default(emb, idx2);  emb = embedding_default = None
        embedding_dense_backward_default: "f32[10, 6][6, 1]cpu" = torch.ops.aten.embedding_dense_backward.default(a, cls, 10, -1, False);  embedding_dense_backward_default = None
        gather_default: "f32[4, 2][2, 1]cpu" = torch.ops.aten.gather.default(a, 1, rows);  gather_default = None
        index_select_default: "f32[4, 3][3, 1]cpu" = torch.ops.aten.index_select.default(a, 1, idx);  index_select_default = None
        index_tensor: "f32[3, 6][6, 1]cpu" = torch.ops.aten.index.Tensor(a, [idx]);  index_tensor = None
        index_tensor_1: "f32[3, 5, 6][30, 6, 1]cpu" = torch.ops.aten.index.Tensor(a, [idx2]);  index_tensor_1 = None
        index_tensor_2: "f32[4, 3][3, 1]cpu" = torch.ops.aten.index.Tensor(a, [None, idx]);  index_tensor_2 = None
        index_tensor_3: "f32[3][1]cpu" = torch.ops.aten.index.Tensor(a, [idx, idx]);  index_tensor_3 = None
        index_tensor_4: "f32[2, 3, 7][21, 7, 1]cpu" = torch.ops.aten.index.Tensor(x, [None, idx, idx]);  index_tensor_4 = None
        index_tensor_5: "f32[3, 8, 7][56, 7, 1]cpu" = torch.ops.aten.index.Tensor(x, [idx, None, idx]);  index_tensor_5 = None
        index_tensor_6: "f32[2, 8, 3, 5][120, 15, 5, 1]cpu" = torch.ops.aten.index.Tensor(x, [None, None, idx2, idx2]);  index_tensor_6 = None
        index_tensor_7: "f32[3, 5, 2, 5][50, 10, 5, 1]cpu" = torch.ops.aten.index.Tensor(x, [None, idx2, None, idx2]);  idx2 = index_tensor_7 = None
        index_put_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.index_put.default(a, [idx], row);  index_put_default = None
        index_put_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.index_put.default(at, [idx], row, True);  idx = index_put_default_1 = None
        scatter_value: "f32[4, 6][6, 1]cpu" = torch.ops.aten.scatter.value(a, 1, rows, 1.0);  scatter_value = None
        scatter_add_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.scatter_add.default(a, 1, rows, a);  rows = scatter_add_default = None
        slice_scatter_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.slice_scatter.default(a, column, 1, 0, 1);  slice_scatter_default = None
        select_scatter_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.select_scatter.default(a, c4, 1, 2);  select_scatter_default = None
        as_strided_scatter_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.as_strided_scatter.default(a, c4, [4], [1], 0);  as_strided_scatter_default = None
        tril_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tril.default(a);  tril_default = None
        copy_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.copy.default(at, a);  copy_default = None
        copy__default: "f32[4, 6][12, 2]cpu" = torch.ops.aten.copy_.default(gap, h);  gap = copy__default = None
        slice_backward_default: "f32[4, 8][8, 1]cpu" = torch.ops.aten.slice_backward.default(a, [4, 8], 1, 0, 6, 1);  slice_backward_default = None
        select_backward_default: "f32[3, 6][6, 1]cpu" = torch.ops.aten.select_backward.default(row, [3, 6], 0, 1);  select_backward_default = None
        meshgrid_default = torch.ops.aten.meshgrid.default([row, c4])
        getitem_141: "f32[6, 4][1, 0]cpu" = meshgrid_default[0];  getitem_141 = None
        getitem_142: "f32[6, 4][0, 1]cpu" = meshgrid_default[1];  meshgrid_default = getitem_142 = None
        pixel_shuffle_default: "f32[2, 2, 10, 14][280, 140, 14, 1]cpu" = torch.ops.aten.pixel_shuffle.default(x, 2);  pixel_shuffle_default = None
        full_default: "i64[2, 3][3, 1]cpu" = torch.ops.aten.full.default([2, 3], 1, dtype = None, device = device(type='cpu'), pin_memory = False);  full_default = None
        ones_default: "f32[2, 3][3, 1]cpu" = torch.ops.aten.ones.default([2, 3], dtype = None, device = device(type='cpu'));  ones_default = None
        arange_start_step: "i64[5][1]cpu" = torch.ops.aten.arange.start_step(1, 10, 2, dtype = None, device = device(type='cpu'));  arange_start_step = None
        arange_default: "f32[6][1]cpu" = torch.ops.aten.arange.default(5.5, dtype = None, device = device(type='cpu'));  arange_default = None
        full_default_1: "f16[2, 3][3, 1]cpu" = torch.ops.aten.full.default([2, 3], 1, dtype = torch.float16, device = device(type='cpu'), pin_memory = False);  full_default_1 = None
        ones_default_1: "f16[2, 3][3, 1]cpu" = torch.ops.aten.ones.default([2, 3], dtype = torch.float16, device = device(type='cpu'));  ones_default_1 = None
        arange_start_step_1: "f16[5][1]cpu" = torch.ops.aten.arange.start_step(1, 10, 2, dtype = torch.float16, device = device(type='cpu'));  arange_start_step_1 = None
        arange_default_1: "f16[6][1]cpu" = torch.ops.aten.arange.default(5.5, dtype = torch.float16, device = device(type='cpu'));  arange_default_1 = None
        full_default_2: "f32[][]cpu" = torch.ops.aten.full.default([], 1.5, device = device(type='cpu'));  full_default_2 = None
        full_default_3: "b8[][]cpu" = torch.ops.aten.full.default([], True, device = device(type='cpu'));  full_default_3 = None
        full_like_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.full_like.default(at, 2);  full_like_default = None
        new_zeros_default: "f16[2, 3][3, 1]cpu" = torch.ops.aten.new_zeros.default(h, [2, 3]);  new_zeros_default = None
        new_empty_strided_default: "f16[2, 3][1, 2]cpu" = torch.ops.aten.new_empty_strided.default(h, [2, 3], [1, 2]);  h = new_empty_strided_default = None
        empty_strided_default: "f32[2, 3][1, 2]cpu" = torch.ops.aten.empty_strided.default([2, 3], [1, 2], device = device(type='cpu'));  empty_strided_default = None
        empty_permuted_default: "f32[2, 3, 4][12, 1, 3]cpu" = torch.ops.aten.empty_permuted.default([2, 3, 4], [0, 2, 1], device = device(type='cpu'));  empty_permuted_default = None
        scalar_tensor_default: "f32[][]cpu" = torch.ops.aten.scalar_tensor.default(2.0, device = device(type='cpu'));  scalar_tensor_default = None
        eye_m: "f32[3, 4][4, 1]cpu" = torch.ops.aten.eye.m(3, 4, device = device(type='cpu'));  eye_m = None
        linspace_default: "f32[7][1]cpu" = torch.ops.aten.linspace.default(0, 1, 7, device = device(type='cpu'));  linspace_default = None
        iota_default: "i64[6][1]cpu" = torch.ops.prims.iota.default(6, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False);  iota_default = None
        rand_default: "f32[2, 3][3, 1]cpu" = torch.ops.aten.rand.default([2, 3], device = device(type='cpu'));  rand_default = None
        rand_like_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.rand_like.default(at);  rand_like_default = None
        bernoulli_p: "f32[4, 6][6, 1]cpu" = torch.ops.aten.bernoulli.p(at, 0.5);  bernoulli_p = None
        inductor_seeds_default: "i64[3][1]cpu" = torch.ops.prims.inductor_seeds.default(3, device(type='cpu'));  inductor_seeds_default = None
        mm_default: "f32[4, 3][3, 1]cpu" = torch.ops.aten.mm.default(a, m);  mm_default = None
        mm_default_1: "f32[4, 3][3, 1]cpu" = torch.ops.aten.mm.default(at, m);  mm_default_1 = None
        addmm_default: "f32[4, 3][3, 1]cpu" = torch.ops.aten.addmm.default(column, a, m);  column = addmm_default = None
        bmm_default: "f32[2, 4, 3][12, 3, 1]cpu" = torch.ops.aten.bmm.default(bm, bn);  bmm_default = None
        baddbmm_default: "f32[2, 4, 3][12, 3, 1]cpu" = torch.ops.aten.baddbmm.default(scalar, bm, bn);  scalar = baddbmm_default = None
        mv_default: "f32[4][1]cpu" = torch.ops.aten.mv.default(a, vec);  mv_default = None
        dot_default: "f32[][]cpu" = torch.ops.aten.dot.default(vec, row);  row = dot_default = None
        matmul_default: "f32[2, 4, 3][12, 3, 1]cpu" = torch.ops.aten.matmul.default(bm, m);  m = matmul_default = None
        matmul_default_1: "f32[2, 3][3, 1]cpu" = torch.ops.aten.matmul.default(vec, bn);  vec = bn = matmul_default_1 = None
        linear_default: "f32[2, 4, 4][16, 4, 1]cpu" = torch.ops.aten.linear.default(bm, a);  bm = linear_default = None
        convolution_default: "f32[2, 4, 5, 7][140, 35, 7, 1]cpu" = torch.ops.aten.convolution.default(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);  convolution_default = None
        convolution_default_1: "f32[2, 4, 3, 4][48, 12, 4, 1]cpu" = torch.ops.aten.convolution.default(x, w, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1);  convolution_default_1 = None
        convolution_default_2: "f32[2, 4, 5, 7][140, 1, 28, 4]cpu" = torch.ops.aten.convolution.default(xl, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);  convolution_default_2 = None
        convolution_default_3: "f32[2, 4, 3, 4][48, 1, 16, 4]cpu" = torch.ops.aten.convolution.default(xl, w, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1);  convolution_default_3 = None
        convolution_default_4: "f32[2, 4, 5, 7][140, 1, 28, 4]cpu" = torch.ops.aten.convolution.default(x, wl, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);  convolution_default_4 = None
        convolution_default_5: "f32[2, 4, 3, 4][48, 1, 16, 4]cpu" = torch.ops.aten.convolution.default(x, wl, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1);  convolution_default_5 = None
        convolution_default_6: "f32[2, 4, 5, 7][140, 1, 28, 4]cpu" = torch.ops.aten.convolution.default(xl, wl, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1);  convolution_default_6 = None
        convolution_default_7: "f32[2, 4, 3, 4][48, 1, 16, 4]cpu" = torch.ops.aten.convolution.default(xl, wl, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 1);  wl = convolution_default_7 = None
        convolution_default_8: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = torch.ops.aten.convolution.default(x, wd, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 8);  convolution_default_8 = None
        convolution_default_9: "f32[2, 8, 3, 4][96, 12, 4, 1]cpu" = torch.ops.aten.convolution.default(x, wd, None, [2, 2], [1, 1], [1, 1], False, [0, 0], 8);  wd = convolution_default_9 = None
        convolution_default_10: "f32[2, 4, 5, 7][140, 35, 7, 1]cpu" = torch.ops.aten.convolution.default(x, w1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1);  convolution_default_10 = None
        convolution_default_11: "f32[2, 4, 3, 4][48, 12, 4, 1]cpu" = torch.ops.aten.convolution.default(x, w1, None, [2, 2], [0, 0], [1, 1], False, [0, 0], 1);  convolution_default_11 = None
        convolution_default_12: "f32[2, 4, 1, 1][4, 1, 4, 4]cpu" = torch.ops.aten.convolution.default(x1, w1, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1);  convolution_default_12 = None
        convolution_default_13: "f32[2, 4, 1, 1][4, 1, 4, 4]cpu" = torch.ops.aten.convolution.default(x1, w1, None, [2, 2], [0, 0], [1, 1], False, [0, 0], 1);  x1 = w1 = convolution_default_13 = None
        convolution_default_14: "f32[2, 4, 1, 6][24, 6, 6, 1]cpu" = torch.ops.aten.convolution.default(x, w, c4, [1, 2], [0, 3], [2, 1], False, [0, 0], 1);  convolution_default_14 = None
        convolution_default_15: "f32[2, 4, 10, 14][560, 140, 14, 1]cpu" = torch.ops.aten.convolution.default(x, wt, c4, [2, 2], [1, 1], [1, 1], True, [1, 1], 1);  wt = convolution_default_15 = None
        convolution_default_16: "f32[2, 4, 9][36, 9, 1]cpu" = torch.ops.aten.convolution.default(x3, w3, None, [1], [1], [1], False, [0], 1);  x3 = w3 = convolution_default_16 = None
        conv2d_default: "f32[2, 4, 2, 3][24, 6, 3, 1]cpu" = torch.ops.aten.conv2d.default(x, w, c4, [2, 2]);  c4 = conv2d_default = None
        conv2d_padding: "f32[2, 4, 5, 7][140, 35, 7, 1]cpu" = torch.ops.aten.conv2d.padding(x, w, None, [1, 1], 'same');  w = conv2d_padding = None
        avg_pool2d_default: "f32[2, 8, 3, 4][96, 12, 4, 1]cpu" = torch.ops.aten.avg_pool2d.default(x, [3, 3], [2, 2], [1, 1], True);  avg_pool2d_default = None
        avg_pool2d_default_1: "f32[2, 8, 2, 3][48, 6, 3, 1]cpu" = torch.ops.aten.avg_pool2d.default(x, [2, 2]);  avg_pool2d_default_1 = None
        max_pool2d_with_indices_default = torch.ops.aten.max_pool2d_with_indices.default(x, [3, 3], [2, 2], [1, 1])
        getitem_143: "f32[2, 8, 3, 4][96, 12, 4, 1]cpu" = max_pool2d_with_indices_default[0];  getitem_143 = None
        getitem_144: "i64[2, 8, 3, 4][96, 12, 4, 1]cpu" = max_pool2d_with_indices_default[1];  max_pool2d_with_indices_default = getitem_144 = None
        max_pool2d_with_indices_default_1 = torch.ops.aten.max_pool2d_with_indices.default(x, [2, 2], [2, 2], [0, 0], [1, 1], True)
        getitem_145: "f32[2, 8, 3, 4][96, 12, 4, 1]cpu" = max_pool2d_with_indices_default_1[0];  getitem_145 = None
        getitem_146: "i64[2, 8, 3, 4][96, 12, 4, 1]cpu" = max_pool2d_with_indices_default_1[1];  max_pool2d_with_indices_default_1 = getitem_146 = None
        _adaptive_avg_pool2d_default: "f32[2, 8, 3, 2][48, 6, 2, 1]cpu" = torch.ops.aten._adaptive_avg_pool2d.default(x, [3, 2]);  _adaptive_avg_pool2d_default = None
        upsample_nearest2d_default: "f32[2, 8, 10, 14][1120, 140, 14, 1]cpu" = torch.ops.aten.upsample_nearest2d.default(x, [10, 14], 2.0, 2.0);  upsample_nearest2d_default = None
        upsample_bilinear2d_vec: "f32[2, 8, 10, 14][1120, 140, 14, 1]cpu" = torch.ops.aten.upsample_bilinear2d.vec(x, None, False, [2.0, 2.0]);  upsample_bilinear2d_vec = None
        avg_pool2d_default_2: "f32[2, 8, 3, 4][96, 1, 32, 8]cpu" = torch.ops.aten.avg_pool2d.default(xl, [3, 3], [2, 2], [1, 1], True);  avg_pool2d_default_2 = None
        avg_pool2d_default_3: "f32[2, 8, 2, 3][48, 1, 24, 8]cpu" = torch.ops.aten.avg_pool2d.default(xl, [2, 2]);  avg_pool2d_default_3 = None
        max_pool2d_with_indices_default_2 = torch.ops.aten.max_pool2d_with_indices.default(xl, [3, 3], [2, 2], [1, 1])
        getitem_147: "f32[2, 8, 3, 4][96, 1, 32, 8]cpu" = max_pool2d_with_indices_default_2[0];  getitem_147 = None
        getitem_148: "i64[2, 8, 3, 4][96, 1, 32, 8]cpu" = max_pool2d_with_indices_default_2[1];  max_pool2d_with_indices_default_2 = getitem_148 = None
        max_pool2d_with_indices_default_3 = torch.ops.aten.max_pool2d_with_indices.default(xl, [2, 2], [2, 2], [0, 0], [1, 1], True)
        getitem_149: "f32[2, 8, 3, 4][96, 1, 32, 8]cpu" = max_pool2d_with_indices_default_3[0];  getitem_149 = None
        getitem_150: "i64[2, 8, 3, 4][96, 1, 32, 8]cpu" = max_pool2d_with_indices_default_3[1];  max_pool2d_with_indices_default_3 = getitem_150 = None
        _adaptive_avg_pool2d_default_1: "f32[2, 8, 3, 2][48, 1, 16, 8]cpu" = torch.ops.aten._adaptive_avg_pool2d.default(xl, [3, 2]);  _adaptive_avg_pool2d_default_1 = None
        upsample_nearest2d_default_1: "f32[2, 8, 10, 14][1120, 1, 112, 8]cpu" = torch.ops.aten.upsample_nearest2d.default(xl, [10, 14], 2.0, 2.0);  upsample_nearest2d_default_1 = None
        upsample_bilinear2d_vec_1: "f32[2, 8, 10, 14][1120, 1, 112, 8]cpu" = torch.ops.aten.upsample_bilinear2d.vec(xl, None, False, [2.0, 2.0]);  upsample_bilinear2d_vec_1 = None
        avg_pool2d_default_4: "f32[2, 1, 3, 4][12, 1, 4, 1]cpu" = torch.ops.aten.avg_pool2d.default(xc1, [3, 3], [2, 2], [1, 1], True);  avg_pool2d_default_4 = None
        avg_pool2d_default_5: "f32[2, 1, 2, 3][6, 1, 3, 1]cpu" = torch.ops.aten.avg_pool2d.default(xc1, [2, 2]);  avg_pool2d_default_5 = None
        max_pool2d_with_indices_default_4 = torch.ops.aten.max_pool2d_with_indices.default(xc1, [3, 3], [2, 2], [1, 1])
        getitem_151: "f32[2, 1, 3, 4][12, 1, 4, 1]cpu" = max_pool2d_with_indices_default_4[0];  getitem_151 = None
        getitem_152: "i64[2, 1, 3, 4][12, 1, 4, 1]cpu" = max_pool2d_with_indices_default_4[1];  max_pool2d_with_indices_default_4 = getitem_152 = None
        max_pool2d_with_indices_default_5 = torch.ops.aten.max_pool2d_with_indices.default(xc1, [2, 2], [2, 2], [0, 0], [1, 1], True)
        getitem_153: "f32[2, 1, 3, 4][12, 1, 4, 1]cpu" = max_pool2d_with_indices_default_5[0];  getitem_153 = None
        getitem_154: "i64[2, 1, 3, 4][12, 1, 4, 1]cpu" = max_pool2d_with_indices_default_5[1];  max_pool2d_with_indices_default_5 = getitem_154 = None
        _adaptive_avg_pool2d_default_2: "f32[2, 1, 3, 2][6, 1, 2, 1]cpu" = torch.ops.aten._adaptive_avg_pool2d.default(xc1, [3, 2]);  _adaptive_avg_pool2d_default_2 = None
        upsample_nearest2d_default_2: "f32[2, 1, 10, 14][140, 140, 14, 1]cpu" = torch.ops.aten.upsample_nearest2d.default(xc1, [10, 14], 2.0, 2.0);  upsample_nearest2d_default_2 = None
        upsample_bilinear2d_vec_2: "f32[2, 1, 10, 14][140, 140, 14, 1]cpu" = torch.ops.aten.upsample_bilinear2d.vec(xc1, None, False, [2.0, 2.0]);  xc1 = upsample_bilinear2d_vec_2 = None
        _scaled_dot_product_flash_attention_for_cpu_default = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default(q, k, k)
        getitem_155: "f32[2, 3, 8, 16][384, 128, 16, 1]cpu" = _scaled_dot_product_flash_attention_for_cpu_default[0];  getitem_155 = None
        getitem_156: "f32[2, 3, 8][24, 1, 3]cpu" = _scaled_dot_product_flash_attention_for_cpu_default[1];  _scaled_dot_product_flash_attention_for_cpu_default = getitem_156 = None
        _scaled_dot_product_efficient_attention_default = torch.ops.aten._scaled_dot_product_efficient_attention.default(q, k, k, None, True);  q = None
        getitem_157: "f32[2, 3, 8, 16][384, 16, 48, 1]cpu" = _scaled_dot_product_efficient_attention_default[0];  getitem_157 = None
        getitem_158: "f32[2, 3, 32][96, 32, 1]cpu" = _scaled_dot_product_efficient_attention_default[1];  getitem_158 = None
        getitem_159: "i64[][]cpu" = _scaled_dot_product_efficient_attention_default[2];  getitem_159 = None
        getitem_160: "i64[][]cpu" = _scaled_dot_product_efficient_attention_default[3];  _scaled_dot_product_efficient_attention_default = getitem_160 = None
        _scaled_dot_product_flash_attention_for_cpu_default_1 = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default(qt, k, k)
        getitem_161: "f32[2, 3, 8, 16][384, 16, 48, 1]cpu" = _scaled_dot_product_flash_attention_for_cpu_default_1[0];  getitem_161 = None
        getitem_162: "f32[2, 3, 8][24, 1, 3]cpu" = _scaled_dot_product_flash_attention_for_cpu_default_1[1];  _scaled_dot_product_flash_attention_for_cpu_default_1 = getitem_162 = None
        _scaled_dot_product_efficient_attention_default_1 = torch.ops.aten._scaled_dot_product_efficient_attention.default(qt, k, k, None, True);  qt = None
        getitem_163: "f32[2, 3, 8, 16][384, 16, 48, 1]cpu" = _scaled_dot_product_efficient_attention_default_1[0];  getitem_163 = None
        getitem_164: "f32[2, 3, 32][96, 32, 1]cpu" = _scaled_dot_product_efficient_attention_default_1[1];  getitem_164 = None
        getitem_165: "i64[][]cpu" = _scaled_dot_product_efficient_attention_default_1[2];  getitem_165 = None
        getitem_166: "i64[][]cpu" = _scaled_dot_product_efficient_attention_default_1[3];  _scaled_dot_product_efficient_attention_default_1 = getitem_166 = None
        _scaled_dot_product_flash_attention_for_cpu_default_2 = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default(qs, k, k)
        getitem_167: "f32[2, 3, 8, 16][48, 16, 96, 1]cpu" = _scaled_dot_product_flash_attention_for_cpu_default_2[0];  getitem_167 = None
        getitem_168: "f32[2, 3, 8][24, 1, 3]cpu" = _scaled_dot_product_flash_attention_for_cpu_default_2[1];  _scaled_dot_product_flash_attention_for_cpu_default_2 = getitem_168 = None
        _scaled_dot_product_efficient_attention_default_2 = torch.ops.aten._scaled_dot_product_efficient_attention.default(qs, k, k, None, True);  qs = None
        getitem_169: "f32[2, 3, 8, 16][384, 16, 48, 1]cpu" = _scaled_dot_product_efficient_attention_default_2[0];  getitem_169 = None
        getitem_170: "f32[2, 3, 32][96, 32, 1]cpu" = _scaled_dot_product_efficient_attention_default_2[1];  getitem_170 = None
        getitem_171: "i64[][]cpu" = _scaled_dot_product_efficient_attention_default_2[2];  getitem_171 = None
        getitem_172: "i64[][]cpu" = _scaled_dot_product_efficient_attention_default_2[3];  _scaled_dot_product_efficient_attention_default_2 = getitem_172 = None
        _scaled_dot_product_flash_attention_for_cpu_default_3 = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default(qp, k, k)
        getitem_173: "f32[2, 3, 8, 16][384, 16, 48, 1]cpu" = _scaled_dot_product_flash_attention_for_cpu_default_3[0];  getitem_173 = None
        getitem_174: "f32[2, 3, 8][24, 1, 3]cpu" = _scaled_dot_product_flash_attention_for_cpu_default_3[1];  _scaled_dot_product_flash_attention_for_cpu_default_3 = getitem_174 = None
        _scaled_dot_product_efficient_attention_default_3 = torch.ops.aten._scaled_dot_product_efficient_attention.default(qp, k, k, None, True);  qp = k = None
        getitem_175: "f32[2, 3, 8, 16][384, 16, 48, 1]cpu" = _scaled_dot_product_efficient_attention_default_3[0];  getitem_175 = None
        getitem_176: "f32[2, 3, 32][96, 32, 1]cpu" = _scaled_dot_product_efficient_attention_default_3[1];  getitem_176 = None
        getitem_177: "i64[][]cpu" = _scaled_dot_product_efficient_attention_default_3[2];  getitem_177 = None
        getitem_178: "i64[][]cpu" = _scaled_dot_product_efficient_attention_default_3[3];  _scaled_dot_product_efficient_attention_default_3 = getitem_178 = None
        _fft_c2c_default: "c64[2, 4, 6][24, 6, 1]cpu" = torch.ops.aten._fft_c2c.default(z3, [2], 0, True);  _fft_c2c_default = None
        _fft_c2r_default: "f32[2, 4, 5][20, 5, 1]cpu" = torch.ops.aten._fft_c2r.default(z3, [2], 0, 5);  _fft_c2r_default = None
        _fft_c2c_default_1: "c64[2, 4, 6][24, 1, 4]cpu" = torch.ops.aten._fft_c2c.default(z3, [1], 0, True);  _fft_c2c_default_1 = None
        _fft_c2r_default_1: "f32[2, 5, 6][30, 1, 5]cpu" = torch.ops.aten._fft_c2r.default(z3, [1], 0, 5);  _fft_c2r_default_1 = None
        _fft_c2c_default_2: "c64[2, 4, 6][1, 12, 2]cpu" = torch.ops.aten._fft_c2c.default(z3, [0], 0, True);  _fft_c2c_default_2 = None
        _fft_c2r_default_2: "f32[5, 4, 6][1, 30, 5]cpu" = torch.ops.aten._fft_c2r.default(z3, [0], 0, 5);  _fft_c2r_default_2 = None
        _fft_c2c_default_3: "c64[2, 4, 6][4, 1, 8]cpu" = torch.ops.aten._fft_c2c.default(z3, [0, 1], 0, True);  _fft_c2c_default_3 = None
        _fft_c2r_default_3: "f32[2, 5, 6][5, 1, 10]cpu" = torch.ops.aten._fft_c2r.default(z3, [0, 1], 0, 5);  _fft_c2r_default_3 = None
        _fft_c2c_default_4: "c64[2, 4, 6][24, 6, 1]cpu" = torch.ops.aten._fft_c2c.default(z3, [1, 2], 0, True);  _fft_c2c_default_4 = None
        _fft_c2r_default_4: "f32[2, 4, 5][20, 5, 1]cpu" = torch.ops.aten._fft_c2r.default(z3, [1, 2], 0, 5);  _fft_c2r_default_4 = None
        _fft_c2c_default_5: "c64[2, 4, 6][6, 12, 1]cpu" = torch.ops.aten._fft_c2c.default(z3, [2, 0], 0, True);  _fft_c2c_default_5 = None
        _fft_c2r_default_5: "f32[5, 4, 6][1, 30, 5]cpu" = torch.ops.aten._fft_c2r.default(z3, [2, 0], 0, 5);  _fft_c2r_default_5 = None
        _fft_c2c_default_6: "c64[2, 4, 6][24, 6, 1]cpu" = torch.ops.aten._fft_c2c.default(z3, [0, 1, 2], 0, True);  _fft_c2c_default_6 = None
        _fft_c2r_default_6: "f32[2, 4, 5][20, 5, 1]cpu" = torch.ops.aten._fft_c2r.default(z3, [0, 1, 2], 0, 5);  z3 = _fft_c2r_default_6 = None
        _fft_c2c_default_7: "c64[2, 4, 6][24, 6, 1]cpu" = torch.ops.aten._fft_c2c.default(zt, [2], 0, True);  _fft_c2c_default_7 = None
        _fft_c2r_default_7: "f32[2, 4, 5][20, 5, 1]cpu" = torch.ops.aten._fft_c2r.default(zt, [2], 0, 5);  _fft_c2r_default_7 = None
        _fft_c2c_default_8: "c64[2, 4, 6][24, 1, 4]cpu" = torch.ops.aten._fft_c2c.default(zt, [1], 0, True);  _fft_c2c_default_8 = None
        _fft_c2r_default_8: "f32[2, 5, 6][30, 1, 5]cpu" = torch.ops.aten._fft_c2r.default(zt, [1], 0, 5);  _fft_c2r_default_8 = None
        _fft_c2c_default_9: "c64[2, 4, 6][1, 2, 8]cpu" = torch.ops.aten._fft_c2c.default(zt, [0], 0, True);  _fft_c2c_default_9 = None
        _fft_c2r_default_9: "f32[5, 4, 6][1, 5, 20]cpu" = torch.ops.aten._fft_c2r.default(zt, [0], 0, 5);  _fft_c2r_default_9 = None
        _fft_c2c_default_10: "c64[2, 4, 6][4, 1, 8]cpu" = torch.ops.aten._fft_c2c.default(zt, [0, 1], 0, True);  _fft_c2c_default_10 = None
        _fft_c2r_default_10: "f32[2, 5, 6][5, 1, 10]cpu" = torch.ops.aten._fft_c2r.default(zt, [0, 1], 0, 5);  _fft_c2r_default_10 = None
        _fft_c2c_default_11: "c64[2, 4, 6][24, 1, 4]cpu" = torch.ops.aten._fft_c2c.default(zt, [1, 2], 0, True);  _fft_c2c_default_11 = None
        _fft_c2r_default_11: "f32[2, 4, 5][20, 5, 1]cpu" = torch.ops.aten._fft_c2r.default(zt, [1, 2], 0, 5);  _fft_c2r_default_11 = None
        _fft_c2c_default_12: "c64[2, 4, 6][6, 12, 1]cpu" = torch.ops.aten._fft_c2c.default(zt, [2, 0], 0, True);  _fft_c2c_default_12 = None
        _fft_c2r_default_12: "f32[5, 4, 6][1, 30, 5]cpu" = torch.ops.aten._fft_c2r.default(zt, [2, 0], 0, 5);  _fft_c2r_default_12 = None
        _fft_c2c_default_13: "c64[2, 4, 6][24, 1, 4]cpu" = torch.ops.aten._fft_c2c.default(zt, [0, 1, 2], 0, True);  _fft_c2c_default_13 = None
        _fft_c2r_default_13: "f32[2, 4, 5][20, 5, 1]cpu" = torch.ops.aten._fft_c2r.default(zt, [0, 1, 2], 0, 5);  zt = _fft_c2r_default_13 = None
        _fft_r2c_default: "c64[2, 4, 4][16, 4, 1]cpu" = torch.ops.aten._fft_r2c.default(r3, [2], 0, True);  _fft_r2c_default = None
        _fft_r2c_default_1: "c64[2, 4, 6][24, 6, 1]cpu" = torch.ops.aten._fft_r2c.default(r3, [2], 0, False);  _fft_r2c_default_1 = None
        _fft_r2c_default_2: "c64[2, 3, 6][18, 1, 3]cpu" = torch.ops.aten._fft_r2c.default(r3, [1], 0, True);  _fft_r2c_default_2 = None
        _fft_r2c_default_3: "c64[2, 4, 6][24, 1, 4]cpu" = torch.ops.aten._fft_r2c.default(r3, [1], 0, False);  _fft_r2c_default_3 = None
        _fft_r2c_default_4: "c64[2, 3, 6][3, 1, 6]cpu" = torch.ops.aten._fft_r2c.default(r3, [0, 1], 0, True);  _fft_r2c_default_4 = None
        _fft_r2c_default_5: "c64[2, 4, 6][4, 1, 8]cpu" = torch.ops.aten._fft_r2c.default(r3, [0, 1], 0, False);  _fft_r2c_default_5 = None
        _fft_r2c_default_6: "c64[2, 4, 4][16, 4, 1]cpu" = torch.ops.aten._fft_r2c.default(r3, [1, 2], 0, True);  _fft_r2c_default_6 = None
        _fft_r2c_default_7: "c64[2, 4, 6][24, 6, 1]cpu" = torch.ops.aten._fft_r2c.default(r3, [1, 2], 0, False);  _fft_r2c_default_7 = None
        _fft_r2c_default_8: "c64[2, 4, 6][1, 12, 2]cpu" = torch.ops.aten._fft_r2c.default(r3, [2, 0], 0, True);  _fft_r2c_default_8 = None
        _fft_r2c_default_9: "c64[2, 4, 6][1, 12, 2]cpu" = torch.ops.aten._fft_r2c.default(r3, [2, 0], 0, False);  r3 = _fft_r2c_default_9 = None
        _fft_r2c_default_10: "c64[2, 4, 4][16, 4, 1]cpu" = torch.ops.aten._fft_r2c.default(rt, [2], 0, True);  _fft_r2c_default_10 = None
        _fft_r2c_default_11: "c64[2, 4, 6][24, 6, 1]cpu" = torch.ops.aten._fft_r2c.default(rt, [2], 0, False);  _fft_r2c_default_11 = None
        _fft_r2c_default_12: "c64[2, 3, 6][18, 1, 3]cpu" = torch.ops.aten._fft_r2c.default(rt, [1], 0, True);  _fft_r2c_default_12 = None
        _fft_r2c_default_13: "c64[2, 4, 6][24, 1, 4]cpu" = torch.ops.aten._fft_r2c.default(rt, [1], 0, False);  _fft_r2c_default_13 = None
        _fft_r2c_default_14: "c64[2, 3, 6][3, 1, 6]cpu" = torch.ops.aten._fft_r2c.default(rt, [0, 1], 0, True);  _fft_r2c_default_14 = None
        _fft_r2c_default_15: "c64[2, 4, 6][4, 1, 8]cpu" = torch.ops.aten._fft_r2c.default(rt, [0, 1], 0, False);  _fft_r2c_default_15 = None
        _fft_r2c_default_16: "c64[2, 4, 4][16, 4, 1]cpu" = torch.ops.aten._fft_r2c.default(rt, [1, 2], 0, True);  _fft_r2c_default_16 = None
        _fft_r2c_default_17: "c64[2, 4, 6][24, 6, 1]cpu" = torch.ops.aten._fft_r2c.default(rt, [1, 2], 0, False);  _fft_r2c_default_17 = None
        _fft_r2c_default_18: "c64[2, 4, 6][1, 12, 2]cpu" = torch.ops.aten._fft_r2c.default(rt, [2, 0], 0, True);  _fft_r2c_default_18 = None
        _fft_r2c_default_19: "c64[2, 4, 6][1, 12, 2]cpu" = torch.ops.aten._fft_r2c.default(rt, [2, 0], 0, False);  rt = _fft_r2c_default_19 = None
        native_layer_norm_default = torch.ops.aten.native_layer_norm.default(x, [5, 7], None, None, 1e-05)
        getitem_179: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = native_layer_norm_default[0];  getitem_179 = None
        getitem_180: "f32[2, 8, 1, 1][8, 1, 1, 1]cpu" = native_layer_norm_default[1];  getitem_180 = None
        getitem_181: "f32[2, 8, 1, 1][8, 1, 1, 1]cpu" = native_layer_norm_default[2];  native_layer_norm_default = getitem_181 = None
        native_layer_norm_default_1 = torch.ops.aten.native_layer_norm.default(bf, [6], None, None, 1e-05);  bf = None
        getitem_182: "bf16[4, 6][6, 1]cpu" = native_layer_norm_default_1[0];  getitem_182 = None
        getitem_183: "bf16[4, 1][1, 1]cpu" = native_layer_norm_default_1[1];  getitem_183 = None
        getitem_184: "bf16[4, 1][1, 1]cpu" = native_layer_norm_default_1[2];  native_layer_norm_default_1 = getitem_184 = None
        native_group_norm_default = torch.ops.aten.native_group_norm.default(x, c8, c8, 2, 8, 35, 4, 1e-05)
        getitem_185: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = native_group_norm_default[0];  getitem_185 = None
        getitem_186: "f32[2, 4][4, 1]cpu" = native_group_norm_default[1];  getitem_186 = None
        getitem_187: "f32[2, 4][4, 1]cpu" = native_group_norm_default[2];  native_group_norm_default = getitem_187 = None
        _native_batch_norm_legit_no_training_default = torch.ops.aten._native_batch_norm_legit_no_training.default(x, c8, c8, c8, c8, 0.1, 1e-05)
        getitem_188: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = _native_batch_norm_legit_no_training_default[0];  getitem_188 = None
        getitem_189: "f32[0][1]cpu" = _native_batch_norm_legit_no_training_default[1];  getitem_189 = None
        getitem_190: "f32[0][1]cpu" = _native_batch_norm_legit_no_training_default[2];  _native_batch_norm_legit_no_training_default = getitem_190 = None
        _native_batch_norm_legit_functional_default = torch.ops.aten._native_batch_norm_legit_functional.default(x, c8, c8, c8, c8, True, 0.1, 1e-05)
        getitem_191: "f32[2, 8, 5, 7][280, 35, 7, 1]cpu" = _native_batch_norm_legit_functional_default[0];  getitem_191 = None
        getitem_192: "f32[8][1]cpu" = _native_batch_norm_legit_functional_default[1];  getitem_192 = None
        getitem_193: "f32[8][1]cpu" = _native_batch_norm_legit_functional_default[2];  getitem_193 = None
        getitem_194: "f32[8][1]cpu" = _native_batch_norm_legit_functional_default[3];  getitem_194 = None
        getitem_195: "f32[8][1]cpu" = _native_batch_norm_legit_functional_default[4];  _native_batch_norm_legit_functional_default = getitem_195 = None
        _native_batch_norm_legit_no_training_default_1 = torch.ops.aten._native_batch_norm_legit_no_training.default(xl, c8, c8, c8, c8, 0.1, 1e-05)
        getitem_196: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = _native_batch_norm_legit_no_training_default_1[0];  getitem_196 = None
        getitem_197: "f32[0][1]cpu" = _native_batch_norm_legit_no_training_default_1[1];  getitem_197 = None
        getitem_198: "f32[0][1]cpu" = _native_batch_norm_legit_no_training_default_1[2];  _native_batch_norm_legit_no_training_default_1 = getitem_198 = None
        _native_batch_norm_legit_functional_default_1 = torch.ops.aten._native_batch_norm_legit_functional.default(xl, c8, c8, c8, c8, True, 0.1, 1e-05);  xl = c8 = None
        getitem_199: "f32[2, 8, 5, 7][280, 1, 56, 8]cpu" = _native_batch_norm_legit_functional_default_1[0];  getitem_199 = None
        getitem_200: "f32[8][1]cpu" = _native_batch_norm_legit_functional_default_1[1];  getitem_200 = None
        getitem_201: "f32[8][1]cpu" = _native_batch_norm_legit_functional_default_1[2];  getitem_201 = None
        getitem_202: "f32[8][1]cpu" = _native_batch_norm_legit_functional_default_1[3];  getitem_202 = None
        getitem_203: "f32[8][1]cpu" = _native_batch_norm_legit_functional_default_1[4];  _native_batch_norm_legit_functional_default_1 = getitem_203 = None
        nll_loss_forward_default = torch.ops.aten.nll_loss_forward.default(a, cls, None, 1, -100)
        getitem_204: "f32[][]cpu" = nll_loss_forward_default[0];  getitem_204 = None
        getitem_205: "f32[][]cpu" = nll_loss_forward_default[1];  nll_loss_forward_default = getitem_205 = None
        nll_loss_forward_default_1 = torch.ops.aten.nll_loss_forward.default(a, cls, None, 0, -100);  cls = None
        getitem_206: "f32[4][1]cpu" = nll_loss_forward_default_1[0];  getitem_206 = None
        getitem_207: "f32[][]cpu" = nll_loss_forward_default_1[1];  nll_loss_forward_default_1 = getitem_207 = None
        mse_loss_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mse_loss.default(a, at, 0);  mse_loss_default = None
        mse_loss_default_1: "f32[][]cpu" = torch.ops.aten.mse_loss.default(a, at);  mse_loss_default_1 = None
        glu_default: "f32[4, 3][3, 1]cpu" = torch.ops.aten.glu.default(a);  glu_default = None
        gelu_backward_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.gelu_backward.default(a, at);  gelu_backward_default = None
        gelu_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.gelu_backward.default(at, at);  gelu_backward_default_1 = None
        threshold_backward_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.threshold_backward.default(a, at, 0);  threshold_backward_default = None
        threshold_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.threshold_backward.default(at, at, 0);  threshold_backward_default_1 = None
        tanh_backward_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.tanh_backward.default(a, at);  tanh_backward_default = None
        tanh_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.tanh_backward.default(at, at);  tanh_backward_default_1 = None
        sigmoid_backward_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.sigmoid_backward.default(a, at);  sigmoid_backward_default = None
        sigmoid_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.sigmoid_backward.default(at, at);  sigmoid_backward_default_1 = None
        silu_backward_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.silu_backward.default(a, at);  silu_backward_default = None
        silu_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.silu_backward.default(at, at);  silu_backward_default_1 = None
        hardswish_backward_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.hardswish_backward.default(a, at);  hardswish_backward_default = None
        hardswish_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.hardswish_backward.default(at, at);  hardswish_backward_default_1 = None
        hardsigmoid_backward_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.hardsigmoid_backward.default(a, at);  hardsigmoid_backward_default = None
        hardsigmoid_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.hardsigmoid_backward.default(at, at);  hardsigmoid_backward_default_1 = None
        leaky_relu_backward_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.leaky_relu_backward.default(a, at, 0.1, False);  leaky_relu_backward_default = None
        leaky_relu_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.leaky_relu_backward.default(at, at, 0.1, False);  leaky_relu_backward_default_1 = None
        hardtanh_backward_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.hardtanh_backward.default(a, at, -1, 1);  hardtanh_backward_default = None
        hardtanh_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.hardtanh_backward.default(at, at, -1, 1);  hardtanh_backward_default_1 = None
        mish_backward_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.mish_backward.default(a, at);  mish_backward_default = None
        mish_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.mish_backward.default(at, at);  mish_backward_default_1 = None
        softplus_backward_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.softplus_backward.default(a, at, 1, 20);  softplus_backward_default = None
        softplus_backward_default_1: "f32[4, 6][1, 4]cpu" = torch.ops.aten.softplus_backward.default(at, at, 1, 20);  softplus_backward_default_1 = None
        native_dropout_backward_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten.native_dropout_backward.default(a, b, 2.0);  b = native_dropout_backward_default = None
        elu_backward_default: "f32[4, 6][1, 4]cpu" = torch.ops.aten.elu_backward.default(a, 1, 1, 1, False, at);  at = elu_backward_default = None
        _softmax_backward_data_default: "f32[4, 6][6, 1]cpu" = torch.ops.aten._softmax_backward_data.default(a, a, 1, torch.float32);  a = _softmax_backward_data_default = None
        sym_size_int = torch.ops.aten.sym_size.int(x, 1);  x = sym_size_int = None
        return ()
