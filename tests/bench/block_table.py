#!/usr/bin/env python3
"""usage: tests/bench/block_table.py <build/bench/block.jsonl

Makes the tables of docs/block_encoders.md of what block_bench measured.
"""

import json
import sys

CROPS = ("albedo", "normal", "metal_rough", "rgba", "photo")
OURS = ("fast", "normal", "high")


def speed(value):
    return f"{value:,.0f}" if value >= 20 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def main():
    measured = {}  # format -> encoder -> crop -> (PSNR, MPix/s)
    for line in sys.stdin:
        case = json.loads(line)
        form, encoder, crop = case["name"].split("/")[:3]
        if crop in CROPS and "psnr" in case:
            measured.setdefault(form, {}).setdefault(encoder, {})[crop] = (case["psnr"],
                                                                          case["mpix"])
    for form, encoders in measured.items():
        print(f"\n## {form.upper()}\n")
        print("| Encoder | All | " + " | ".join(CROPS) + " |")
        print("|---|---|" + "---|" * len(CROPS))
        for encoder, by_crop in encoders.items():
            cells = [by_crop[crop] for crop in CROPS]
            # The mean of the PSNRs, and the speed over all the pixels.
            psnr = sum(cell[0] for cell in cells) / len(cells)
            mpix = len(cells) / sum(1 / cell[1] for cell in cells)
            name = f"**{encoder}**" if encoder in OURS else encoder.replace("_", " ")
            print(f"| {name} | {psnr:.2f} at {speed(mpix)} | " +
                  " | ".join(f"{p:.2f} at {speed(m)}" for p, m in cells) + " |")


if __name__ == "__main__":
    main()
