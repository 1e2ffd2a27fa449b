class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[16, 8][8, 1]cuda:0", arg1_1: "f32[16, 24][24, 1]cuda:0"):
        cat_splitwithsizes_replace = torch__inductor_fx_passes_post_grad_cat_splitwithsizes_replace(input_ = [arg0_1, arg1_1]);  arg0_1 = arg1_1 = None
        getitem: "f32[16, 8][8, 1]cuda:0" = cat_splitwithsizes_replace[0]
        getitem_1: "f32[16, 24][24, 1]cuda:0" = cat_splitwithsizes_replace[1];  cat_splitwithsizes_replace = None
        exp: "f32[16, 8][8, 1]cuda:0" = torch.ops.aten.exp.default(getitem);  getitem = None
        sin: "f32[16, 24][24, 1]cuda:0" = torch.ops.aten.sin.default(getitem_1);  getitem_1 = None
        return (exp, sin)
