# Sets up .venv and the browser app. ./run and ./test source it from inside the project's folder.
# It writes to .uv, .venv, web/node_modules and src/ventnor/server/static, which git ignores. Outside the project,
# npm keeps its own cache, and ./test as root on Debian installs Chromium if it is missing.
# PYTHON=python3.12 ./test  chooses the interpreter; later calls stay with the one that made .venv.

UV_VERSION=0.13.7

say() { printf '%s\n' "ventnor: $*" >&2; }
stop() { say "$@"; exit 1; }

find_python() {
    for candidate in ${PYTHON:-.venv/bin/python python3 python3.13 python3.12 python3.11}; do
        "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null || continue
        "$candidate" -c 'import os, sys; print(os.path.realpath(sys.executable))'
        return
    done
    stop "Python 3.11, 3.12 or 3.13 is needed and none was found (tried: ${PYTHON:-python3 python3.13 python3.12 python3.11})."
}

install_uv() {
    [ "$(.uv/bin/uv --version 2>/dev/null | cut -d' ' -f2)" = "$UV_VERSION" ] && return
    say "installing uv $UV_VERSION into .uv"
    "$1" -m venv --clear .uv ||
        stop "$1 cannot make a virtual environment; install its venv module (on Debian and Ubuntu: the package python3-venv)."
    .uv/bin/python -m pip install -qq --no-cache-dir "uv==$UV_VERSION" || stop "uv could not be downloaded; is there a network?"
}

# Only the browser tests need Chromium. They use the system's.
install_chromium() {
    [ -d tests/web ] || return 0
    command -v chromium >/dev/null && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "installing chromium for the browser tests"
        apt-get update -qq && apt-get install -qq -y chromium >/dev/null || stop "chromium could not be installed."
    else
        say "the browser tests need chromium: please install it (on Debian: apt-get install chromium)."
    fi
}

# Build the browser app if its sources changed. Everything else works without it.
build_web() {
    [ -f dev/web.py ] || return 0
    .venv/bin/python dev/web.py >&2 || say "the browser app could not be built; everything else works."
}

prepare() {
    install_packages
    build_web
}

# Skip the installation if .venv was made for this folder, this Python and these files.
install_packages() {
    python=$(find_python) || exit 1
    wanted="$PWD $python $(cat pyproject.toml uv.lock dev/setup.sh | cksum)"
    [ -x .venv/bin/python ] && [ "$(cat .venv/prepared 2>/dev/null)" = "$wanted" ] && return
    install_uv "$python"
    say "installing the packages of uv.lock into .venv"
    [ -t 2 ] && quiet= || quiet=--quiet
    unset VIRTUAL_ENV
    UV_CACHE_DIR="${UV_CACHE_DIR:-.uv/cache}" UV_PYTHON="$python" UV_PYTHON_DOWNLOADS=never UV_PROJECT_ENVIRONMENT=.venv \
        .uv/bin/uv sync $quiet --frozen || stop "the packages could not be installed."
    printf '%s\n' "$wanted" >.venv/prepared
}
