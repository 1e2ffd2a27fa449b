class G(torch.nn.Module):
    def forward(self, a: "DTensor(f32[8, 4], S(0))", b: "Sym(IntTrueDiv(s0, 2))", c: "Sym(s0 > 3)", d: "Sym(ToFloat(s0))", e: "i64[Max(1, s0//2), Mod(s1, 4)][ModularIndexing(s0, 2, 3), 1]cpu", f: "Sym(PythonMod(s0**2, -3))"):
        fused: "f32[FloorDiv(s0*s1, 4), (s0 + 3)//4]" = torch.ops.mylib.fused.default(a, <Placement.SHARD: 1>, [b, c], {'k': d})
        return fused
