#!/usr/bin/env python3
"""Writes f8-cases.def: what PyTorch makes of 8-bit floats, and of floats that become such.

    make-f8-cases.py > f8-cases.def          (needs PyTorch; the file in the tree was made with 2.15)
"""
import torch

formats = {"F8E4M3": torch.float8_e4m3fn, "F8E5M2": torch.float8_e5m2, "F8E4M3Z": torch.float8_e4m3fnuz,
           "F8E5M2Z": torch.float8_e5m2fnuz, "F8E8M0": torch.float8_e8m0fnu}
NAN = 0x7FC00000


def bits_of(floats):
    words = floats.contiguous().view(torch.int32).tolist()
    return [NAN if word & 0x7FFFFFFF > 0x7F800000 else word & 0xFFFFFFFF for word in words]


def write(name, words):
    print(f"{name} (")
    for at in range(0, len(words), 16):
        print("  " + ", ".join(f"{word:#x}" for word in words[at:at + 16]) + ("," if at + 16 < len(words) else ""))
    print(")")


def inputs():
    """Each value of each format, what lies half-way to the next, and the floats on both sides of that; ends and oddities."""
    words = {0, 1, 0x7FFFFF, 0x800000, 0x3FFFFF, 0x400000, 0x400001, 0x600000, 0x7F7FFFFF, 0x7F800000, NAN}
    for name, dtype in formats.items():
        values = torch.arange(256, dtype=torch.uint8).view(dtype).float()
        values = values[values.isfinite() & (values >= 0)].double().unique()
        if name == "F8E8M0":
            values = values[torch.arange(len(values)) % 16 < 2]
        middles = (values[1:] + values[:-1]) / 2
        for value in [*values[::3].tolist(), *middles.tolist(), 2 * values[-1].item() - middles[-1].item()]:
            word = bits_of(torch.tensor([value], dtype=torch.float64).float())[0]
            words |= {max(word - 1, 0), word, min(word + 1, 0x7F800000)}
    words = sorted(words)
    return words + [word | 0x80000000 for word in words[::2] if word != NAN]


print("/* Made by make-f8-cases.py with PyTorch. FLOATS: the bits of f32 numbers. WIDENED: those of each byte of a format as f32;"
      "\n * NARROWED: the byte that each of FLOATS becomes. Any NaN of f32 is written as 7FC00000. */")
words = inputs()
write("FLOATS", words)
floats = torch.tensor([word - (word >> 31 << 32) for word in words], dtype=torch.int32).view(torch.float32)
for name, dtype in formats.items():
    write("WIDENED_" + name, bits_of(torch.arange(256, dtype=torch.uint8).view(dtype).float()))
    write("NARROWED_" + name, floats.to(dtype).view(torch.uint8).tolist())
