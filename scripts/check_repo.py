#!/usr/bin/env python3
"""Checks of the repository that no compiler makes. Standard library only.

    scripts/check_repo.py [--libs build/release/lib]

Prints one line for each finding and exits with 1 when there is any; notes do not count.
--libs also looks at the symbols of the built libraries.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

NOTE_LINES = 600  # a file above this is listed,
MAX_LINES = 800  # above this it fails unless it stands here with the reason:
LONG_FILES: dict[str, str] = {}
MAX_FUNCTION_LINES = 100

CODE_PAGE_HEADINGS = ("Cause", "Example", "What to do")

# Libraries whose code decides cooked bytes. glibc picks variants of these functions by CPU and
# their last bit differs between versions; core/det_math.h has its own.
CONTENT_LIBRARIES = ("base", "core", "vda", "vda_json", "asset", "texel", "geometry", "vfs",
                     "project", "scene", "import", "cook")
LIBM = {name + suffix
        for name in ("sin cos sincos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp "
                     "exp2 exp10 expm1 log log2 log10 log1p pow cbrt hypot erf erfc tgamma "
                     "lgamma").split()
        for suffix in ("", "f", "l")}

MACHINE_PATH = re.compile(r"(?<![\w.${}~)/*-])/(?:home|mnt|srv|work|Users)/[\w.-]+")
NOT_A_FUNCTION = re.compile(r"(namespace|class|struct|enum|union|extern|public|private|protected)\b")
UNFINISHED = re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X]|HAC[K])\b")

findings: list[str] = []
notes: list[str] = []


def git_files(*patterns: str) -> list[str]:
    """Tracked files, and new ones that are not ignored, that exist."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--",
               *patterns]
    out = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(out.split("\0")) if path and (ROOT / path).is_file())


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def check_error_codes() -> None:
    """Every code is declared once and has a page with the headings; every page has a code."""
    declared: dict[str, str] = {}
    pattern = re.compile(r'ErrorCode\s+k\w+\s*(?:=\s*)?(?:ErrorCode\s*)?\{\s*"(G\d{4})"')
    for path in git_files("libs/*.h", "libs/*.cpp", "apps/*.h", "apps/*.cpp"):
        if "/tests/" in path:
            continue
        for code in pattern.findall(text_of(path)):
            if code in declared:
                findings.append(f"{path}: {code} is already declared in {declared[code]}")
            declared[code] = path
    pages = {Path(path).stem: path for path in git_files("docs/errors/G*.md")}
    for code in sorted(declared.keys() - pages.keys()):
        findings.append(f"{declared[code]}: {code} has no page docs/errors/{code}.md")
    for code in sorted(pages.keys() - declared.keys()):
        findings.append(f"{pages[code]}: no header declares {code}")
    for code, path in pages.items():
        text = text_of(path)
        if not re.match(rf"# {code}\b.*\w", text):
            findings.append(f"{path}: the title is not '# {code}: what it means'")
        for heading in CODE_PAGE_HEADINGS:
            if not re.search(rf"^## {heading}$", text, re.MULTILINE):
                findings.append(f"{path}: no heading '## {heading}'")


def check_lengths() -> None:
    """Long files fail or are listed; long functions are listed."""
    for path in git_files("*.cpp", "*.h", "*.py", "*.sh", "*.cmake"):
        lines = text_of(path).splitlines()
        if len(lines) > MAX_LINES and path not in LONG_FILES:
            findings.append(f"{path}: {len(lines)} lines; split it, or give the reason in "
                            f"LONG_FILES of scripts/check_repo.py")
        elif len(lines) > NOTE_LINES:
            notes.append(f"{path}: {len(lines)} lines")
        if path.endswith(".cpp"):
            for start, length in long_functions(lines):
                notes.append(f"{path}:{start}: a function of {length} lines")


def long_functions(lines: list[str]) -> list[tuple[int, int]]:
    """(line, length) of long functions at namespace scope: clang-format leaves those unindented."""
    found = []
    start = None
    for number, line in enumerate(lines, 1):
        if line[:1].isalpha() and not NOT_A_FUNCTION.match(line):
            start = number if start is None else start
        elif line.startswith("}"):
            if start is not None and number - start > MAX_FUNCTION_LINES:
                found.append((start, number - start + 1))
            start = None
        if line[:1].isalpha() and line.rstrip().endswith((";", "}")):
            start = None
    return found


def anchors_of(path: Path) -> set[str]:
    """The anchors of a page's headings, made the way GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links() -> None:
    """Relative links of every page lead to a file, and their anchors to a heading."""
    for path in git_files("*.md"):
        text = re.sub(r"```.*?```|`[^`\n]*`", "", text_of(path), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = (ROOT / path).parent / name if name else ROOT / path
            if not file.exists():
                findings.append(f"{path}: dead link {target}")
            elif anchor and file.suffix == ".md" and anchor not in anchors_of(file):
                findings.append(f"{path}: no heading for {target}")


def check_text() -> None:
    """No paths of someone's machine and no marks of unfinished work."""
    for path in git_files():
        data = (ROOT / path).read_bytes()
        if b"\0" in data or path.startswith("tests/fuzz/corpus/"):
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            if match := MACHINE_PATH.search(line):
                findings.append(f"{path}:{number}: machine path {match.group()}")
            if match := UNFINISHED.search(line):
                findings.append(f"{path}:{number}: {match.group()}")


def check_libraries() -> None:
    """Every library says what it is, and reaches others only through <lib>'s public headers."""
    for path in git_files("libs/*/CMakeLists.txt"):
        folder = Path(path).parent
        if not (ROOT / folder / "README.md").is_file():
            findings.append(f"{folder}: no README.md")


def check_format() -> None:
    files = git_files("*.cpp", "*.h")
    if not files:
        return
    run = subprocess.run(["clang-format-19", "--dry-run", "--Werror", *files], cwd=ROOT,
                         capture_output=True, text=True)
    for path in sorted(set(re.findall(r"^(\S+?):\d+:\d+: error", run.stderr, re.MULTILINE))):
        findings.append(f"{path}: not formatted; run make format")


def check_symbols(lib_dir: Path) -> None:
    """Code that decides cooked bytes calls none of libm's transcendental functions."""
    for name in CONTENT_LIBRARIES:
        archive = lib_dir / f"libgalley_{name}.a"
        if not archive.is_file():
            if (ROOT / "libs" / name / "CMakeLists.txt").is_file():
                findings.append(f"{archive}: not built")
            continue
        out = subprocess.run(["nm", "--undefined-only", "--print-file-name", str(archive)],
                             check=True, capture_output=True, text=True).stdout
        for line in out.splitlines():
            place, _, symbol = line.rpartition(" ")
            if symbol in LIBM:
                object_file = place.split(":")[1]
                findings.append(f"libs/{name}: {object_file} calls libm's {symbol}; "
                                f"use galley/core/det_math.h")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--libs", type=Path, help="folder of the built libraries")
    args = parser.parse_args()

    check_error_codes()
    check_lengths()
    check_links()
    check_text()
    check_libraries()
    check_format()
    if args.libs:
        check_symbols(args.libs)

    for note in notes:
        print(f"note: {note}")
    for finding in findings:
        print(finding)
    print(f"repository: {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
