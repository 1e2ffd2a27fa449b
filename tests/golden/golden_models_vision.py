"""Models that look at pictures, for make-goldens.py --models: plain PyTorch, our own definitions.

The topology and the widths are those of the published models; layers that repeat are fewer, but for ResNet-50 and
MobileNetV3, which are whole.
"""
import torch
import torch.nn.functional as F
from torch import nn, randn


# --- ResNet-50 ---

class Bottleneck(nn.Module):
    def __init__(self, inputs, width, stride):
        super().__init__()
        outputs = 4 * width
        self.conv1 = nn.Conv2d(inputs, width, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, outputs, 1, bias=False)
        self.norm3 = nn.BatchNorm2d(outputs)
        self.shortcut = None
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = F.relu(self.norm1(self.conv1(x)))
        y = F.relu(self.norm2(self.conv2(y)))
        y = self.norm3(self.conv3(y))
        return F.relu(y + (x if self.shortcut is None else self.shortcut(x)))


class ResNet50(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(),
                                  nn.MaxPool2d(3, 2, 1))
        layers, inputs = [], 64
        for width, depth, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
            for block in range(depth):
                layers.append(Bottleneck(inputs, width, stride if block == 0 else 1))
                inputs = 4 * width
        self.layers = nn.Sequential(*layers)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.head = nn.Linear(inputs, 1000)

    def forward(self, x):
        return self.head(self.pool(self.layers(self.stem(x))).flatten(1))


# --- MobileNetV3 (large) ---

class SqueezeExcite(nn.Module):
    def __init__(self, width, squeezed):
        super().__init__()
        self.down = nn.Conv2d(width, squeezed, 1)
        self.up = nn.Conv2d(squeezed, width, 1)

    def forward(self, x):
        scale = F.adaptive_avg_pool2d(x, 1)
        return x * F.hardsigmoid(self.up(F.relu(self.down(scale))))


def rounded(width):
    """The next multiple of 8, never less than nine tenths."""
    near = max(8, (int(width) + 4) // 8 * 8)
    return near + 8 if near < 0.9 * width else near


class InvertedResidual(nn.Module):
    def __init__(self, inputs, kernel, expanded, outputs, excite, hard, stride):
        super().__init__()
        activation = nn.Hardswish if hard else nn.ReLU
        layers = []
        if expanded != inputs:
            layers += [nn.Conv2d(inputs, expanded, 1, bias=False), nn.BatchNorm2d(expanded, 1e-3), activation()]
        layers += [nn.Conv2d(expanded, expanded, kernel, stride, kernel // 2, groups=expanded, bias=False),
                   nn.BatchNorm2d(expanded, 1e-3), activation()]
        if excite:
            layers.append(SqueezeExcite(expanded, rounded(expanded / 4)))
        layers += [nn.Conv2d(expanded, outputs, 1, bias=False), nn.BatchNorm2d(outputs, 1e-3)]
        self.layers = nn.Sequential(*layers)
        self.is_residual = stride == 1 and inputs == outputs

    def forward(self, x):
        y = self.layers(x)
        return x + y if self.is_residual else y


class MobileNetV3(nn.Module):
    ROWS = ((3, 16, 16, 0, 0, 1), (3, 64, 24, 0, 0, 2), (3, 72, 24, 0, 0, 1), (5, 72, 40, 1, 0, 2), (5, 120, 40, 1, 0, 1),
            (5, 120, 40, 1, 0, 1), (3, 240, 80, 0, 1, 2), (3, 200, 80, 0, 1, 1), (3, 184, 80, 0, 1, 1),
            (3, 184, 80, 0, 1, 1), (3, 480, 112, 1, 1, 1), (3, 672, 112, 1, 1, 1), (5, 672, 160, 1, 1, 2),
            (5, 960, 160, 1, 1, 1), (5, 960, 160, 1, 1, 1))

    def __init__(self):
        super().__init__()
        layers = [nn.Conv2d(3, 16, 3, 2, 1, bias=False), nn.BatchNorm2d(16, 1e-3), nn.Hardswish()]
        inputs = 16
        for kernel, expanded, outputs, excite, hard, stride in self.ROWS:
            layers.append(InvertedResidual(inputs, kernel, expanded, outputs, excite, hard, stride))
            inputs = outputs
        layers += [nn.Conv2d(inputs, 960, 1, bias=False), nn.BatchNorm2d(960, 1e-3), nn.Hardswish()]
        self.layers = nn.Sequential(*layers)
        self.head = nn.Sequential(nn.Linear(960, 1280), nn.Hardswish(), nn.Dropout(0.2), nn.Linear(1280, 1000))

    def forward(self, x):
        return self.head(F.adaptive_avg_pool2d(self.layers(x), 1).flatten(1))


# --- ConvNeXt (tiny; depths 1, 1, 2, 1) ---

class LayerNorm2d(nn.LayerNorm):
    def forward(self, x):
        x = F.layer_norm(x.permute(0, 2, 3, 1), self.normalized_shape, self.weight, self.bias, self.eps)
        return x.permute(0, 3, 1, 2)


class ConvNextBlock(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.depthwise = nn.Conv2d(width, width, 7, padding=3, groups=width)
        self.norm = nn.LayerNorm(width, 1e-6)
        self.expand = nn.Linear(width, 4 * width)
        self.project = nn.Linear(4 * width, width)
        self.scale = nn.Parameter(torch.full((width, 1, 1), 1e-6))

    def forward(self, x):
        y = self.norm(self.depthwise(x).permute(0, 2, 3, 1))
        y = self.project(F.gelu(self.expand(y))).permute(0, 3, 1, 2)
        return x + self.scale * y


class ConvNext(nn.Module):
    def __init__(self, depths=(1, 1, 2, 1), widths=(96, 192, 384, 768)):
        super().__init__()
        layers = [nn.Conv2d(3, widths[0], 4, 4), LayerNorm2d(widths[0], 1e-6)]
        for stage, (depth, width) in enumerate(zip(depths, widths)):
            if stage > 0:
                layers += [LayerNorm2d(widths[stage - 1], 1e-6), nn.Conv2d(widths[stage - 1], width, 2, 2)]
            layers += [ConvNextBlock(width) for _ in range(depth)]
        self.layers = nn.Sequential(*layers)
        self.norm = LayerNorm2d(widths[-1], 1e-6)
        self.head = nn.Linear(widths[-1], 1000)

    def forward(self, x):
        return self.head(self.norm(F.adaptive_avg_pool2d(self.layers(x), 1)).flatten(1))


# --- ViT-B/16 (3 of its 12 blocks) ---

class VitBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width, 1e-6)
        self.qkv = nn.Linear(width, 3 * width)
        self.project = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width, 1e-6)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        batch, length, width = x.shape
        qkv = self.qkv(self.norm1(x)).reshape(batch, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(batch, length, width)
        x = x + self.project(y)
        return x + self.mlp(self.norm2(x))


class Vit(nn.Module):
    def __init__(self, width=768, heads=12, depth=3):
        super().__init__()
        self.patches = nn.Conv2d(3, width, 16, 16)
        self.token = nn.Parameter(torch.zeros(1, 1, width))
        self.positions = nn.Parameter(torch.zeros(1, 197, width))
        self.blocks = nn.Sequential(*(VitBlock(width, heads) for _ in range(depth)))
        self.norm = nn.LayerNorm(width, 1e-6)
        self.head = nn.Linear(width, 1000)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.positions
        return self.head(self.norm(self.blocks(x))[:, 0])


# --- Swin (tiny; two stages of two blocks) ---

class SwinBlock(nn.Module):
    def __init__(self, width, heads, side, shift, window=7):
        super().__init__()
        self.heads, self.window, self.shift = heads, window, shift
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.project = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))
        self.bias = nn.Parameter(torch.zeros((2 * window - 1) ** 2, heads))
        self.register_buffer("places", self.relative_places())
        self.register_buffer("mask", self.shift_mask(side) if shift else None)

    def relative_places(self):
        """For each pair of cells of a window the row of the bias table."""
        cells = torch.arange(self.window)
        rows, columns = torch.meshgrid(cells, cells, indexing="ij")
        places = torch.stack([rows.flatten(), columns.flatten()])
        apart = places[:, :, None] - places[:, None, :] + self.window - 1
        return apart[0] * (2 * self.window - 1) + apart[1]

    def shift_mask(self, side):
        """-100 between cells that the shift brought together from opposite borders."""
        region = torch.zeros(side)
        region[side - self.window:side - self.shift] = 1
        region[side - self.shift:] = 2
        picture = (3 * region[:, None] + region[None, :]).reshape(1, side, side, 1)
        windows = self.split(picture).squeeze(-1)
        return torch.where(windows[:, None, :] == windows[:, :, None], 0.0, -100.0)

    def split(self, x):
        batch, height, width, channels = x.shape
        window = self.window
        x = x.view(batch, height // window, window, width // window, window, channels)
        return x.permute(0, 1, 3, 2, 4, 5).reshape(-1, window * window, channels)

    def attend(self, x):
        windows, cells, width = x.shape
        q, k, v = self.qkv(x).view(windows, cells, 3, self.heads, -1).permute(2, 0, 3, 1, 4).unbind(0)
        scores = q * (width // self.heads) ** -0.5 @ k.transpose(-2, -1)
        bias = self.bias[self.places.flatten()].view(cells, cells, self.heads).permute(2, 0, 1)
        scores = scores + bias.unsqueeze(0)
        if self.mask is not None:
            count = self.mask.shape[0]
            scores = scores.view(windows // count, count, self.heads, cells, cells) + self.mask[None, :, None]
            scores = scores.view(windows, self.heads, cells, cells)
        return self.project((scores.softmax(-1) @ v).transpose(1, 2).reshape(windows, cells, width))

    def forward(self, x):
        batch, height, width, channels = x.shape
        window, shift = self.window, self.shift
        y = self.norm1(x)
        y = torch.roll(y, (-shift, -shift), (1, 2)) if shift else y
        y = self.attend(self.split(y)).view(batch, height // window, width // window, window, window, channels)
        y = y.permute(0, 1, 3, 2, 4, 5).reshape(batch, height, width, channels)
        y = torch.roll(y, (shift, shift), (1, 2)) if shift else y
        x = x + y
        return x + self.mlp(self.norm2(x))


class PatchMerging(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(4 * width)
        self.reduce = nn.Linear(4 * width, 2 * width, bias=False)

    def forward(self, x):
        corners = [x[:, row::2, column::2] for column in (0, 1) for row in (0, 1)]
        return self.reduce(self.norm(torch.cat(corners, -1)))


class Swin(nn.Module):
    def __init__(self, side=112, width=96, heads=3):
        super().__init__()
        self.patches = nn.Conv2d(3, width, 4, 4)
        self.norm1 = nn.LayerNorm(width)
        side //= 4
        self.stage1 = nn.Sequential(SwinBlock(width, heads, side, 0), SwinBlock(width, heads, side, 3))
        self.merge = PatchMerging(width)
        self.stage2 = nn.Sequential(SwinBlock(2 * width, 2 * heads, side // 2, 0),
                                    SwinBlock(2 * width, 2 * heads, side // 2, 3))
        self.norm2 = nn.LayerNorm(2 * width)
        self.head = nn.Linear(2 * width, 1000)

    def forward(self, x):
        x = self.norm1(self.patches(x).permute(0, 2, 3, 1))
        x = self.norm2(self.stage2(self.merge(self.stage1(x))))
        return self.head(x.permute(0, 3, 1, 2).mean((2, 3)))


def picture(batch, side):
    return lambda: (randn(batch, 3, side, side),)


MODELS = {
    "resnet50": (ResNet50, picture(4, 224), ((0, 0),)),
    "mobilenet-v3": (MobileNetV3, picture(4, 224), ((0, 0),)),
    "convnext": (ConvNext, picture(4, 224), ((0, 0),)),
    "vit-b": (Vit, picture(4, 224), ((0, 0),)),
    "swin": (Swin, picture(4, 112), ((0, 0),)),
}
