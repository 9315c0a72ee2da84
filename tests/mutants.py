"""Change one operator, comparison or constant of the rules at random and see whether a test notices.

    python tests/mutants.py --seed 7 --count 20 --where mechanics/*.py --tests tests/mechanics

Each mutant is made in a copy of the project, never in the tree. The last line says how many were caught; each one
that was not is printed with its place, to be judged: a test is missing, or the change means the same.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = 240
COMPARE: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
BINARY: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"),
}


@dataclass(frozen=True)
class Mutant:
    """One change: what stands between two offsets of a file becomes something else."""

    path: Path
    line: int
    start: int
    end: int
    new: str


class Finder(ast.NodeVisitor):
    """Every place of a file that can be changed; annotations, decorators and texts are none."""

    def __init__(self, path: Path) -> None:
        self.path, self.text = path, path.read_bytes()
        self.starts = [0]
        for row in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(row))
        self.found: list[Mutant] = []

    def at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def add(self, node: ast.expr, start: int, end: int, new: str) -> None:
        self.found.append(Mutant(self.path, node.lineno, start, end, new))

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> None:
        """The operator stands somewhere between its two sides."""
        start = self.at(left.end_lineno or 0, left.end_col_offset or 0)
        end = self.at(right.lineno, right.col_offset)
        gap = self.text[start:end].decode()
        if gap.count(old) == 1:
            place = start + len(gap[: gap.index(old)].encode())
            self.add(left, place, place + len(old.encode()), new)

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            self.between(left, right, *COMPARE[type(op)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in BINARY:
            self.between(node.left, node.right, *BINARY[type(node.op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.between(left, right, old, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start = self.at(node.lineno, node.col_offset)
            self.add(node, start, start + len("not "), "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool | int):
            start, end = self.at(node.lineno, node.col_offset), self.at(node.end_lineno or 0, node.end_col_offset or 0)
            new = str(not node.value) if isinstance(node.value, bool) else str(node.value + 1)
            self.add(node, start, end, new)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in (*node.args.defaults, *(d for d in node.args.kw_defaults if d), *node.body):
            self.visit(part)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            self.visit(part)

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)


def mutants(copy: Path, patterns: list[str]) -> Iterator[Mutant]:
    """Every possible change of the copy's files that these patterns name."""
    for pattern in patterns:
        for path in sorted(copy.glob(pattern)):
            finder = Finder(path)
            finder.visit(ast.parse(finder.text))
            yield from finder.found


def caught(copy: Path, mutant: Mutant, tests: list[str]) -> bool:
    """Whether the tests fail (or hang) once this change is made."""
    target = mutant.path
    original = target.read_bytes()
    target.write_bytes(original[: mutant.start] + mutant.new.encode() + original[mutant.end :])
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_bytes(original)
    return done.returncode != 0


def main() -> int:
    """Make the mutants, print each that lives, and how many were caught. 0 if at least nine of ten were."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=20)
    options.add_argument("--where", nargs="+", default=["mechanics/**/*.py"], help="files whose code is changed")
    options.add_argument("--tests", nargs="+", default=["tests/mechanics"], help="tests that should notice")
    chosen = options.parse_args()
    out = sys.stdout
    with tempfile.TemporaryDirectory() as holder:
        copy = Path(holder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "*.db"))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *chosen.tests]
        if subprocess.run(command, cwd=copy, capture_output=True, check=False).returncode:
            out.write("The tests fail without any change: mend them first.\n")
            return 2
        found = list(mutants(copy, chosen.where))
        picked = random.Random(chosen.seed).sample(found, min(chosen.count, len(found)))
        score = 0
        for mutant in picked:
            if caught(copy, mutant, chosen.tests):
                score += 1
                continue
            finder = Finder(mutant.path)
            line = finder.text.splitlines()[mutant.line - 1].decode().strip()
            old = finder.text[mutant.start : mutant.end].decode()
            out.write(f"lives  {mutant.path.relative_to(copy)}:{mutant.line}  {old!r} -> {mutant.new!r}  {line}\n")
            out.flush()
    out.write(f"{score} of {len(picked)} caught ({len(found)} possible changes)\n")
    return 0 if score >= 0.9 * len(picked) else 1


if __name__ == "__main__":
    sys.exit(main())
