class <lambda>(torch.nn.Module):
    def forward(self, arg0_1: "f32[8, 16][16, 1]cuda:0", arg1_1: "f32[8, 24][24, 1]cuda:0"):
        cat_slice_cat: "f32[8, 49][49, 1]cuda:0" = torch__inductor_fx_passes_post_grad_cat_slice_cat([arg0_1, arg1_1], size = 9);  arg0_1 = arg1_1 = None
        return (cat_slice_cat,)
