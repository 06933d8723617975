# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Functions of script/check/python, which reads this file after script/check/support.sh.
venv=$root/target/tools/python
site=$scratch/site
# All builds, including those of a source package, share this directory, so that dependencies are built once.
export CARGO_TARGET_DIR=$root/contrib/python/target

# Runs a command of the virtual environment with the package that was built.
in_venv() {
    (
        cd contrib/python
        export PYTHONPATH=$site PYTHONDONTWRITEBYTECODE=1 PYTHONWARNINGS=ignore CRI_BUILD=$root/build
        "$venv/bin/$1" "${@:2}"
    )
}

# Installs the package from a checkout or a source package as the README says, but without PyPI, and outside of the
# virtual environment.
install_package() {
    PATH=$venv/bin:$PATH "$venv/bin/pip" install --quiet --no-index --no-deps --no-build-isolation \
        --target "${2:-$site}" "${1:-./contrib/python}"
}

# Runs pytest and counts the tests that it reports.
pytest() {
    local log=$scratch/pytest.log status=0 line
    in_venv python -m pytest -q -rs "$@" >"$log" 2>&1 || status=$?
    cat "$log"
    line=$(tail -n 1 "$log")
    of() { grep -oE "[0-9]+ $1" <<<"$line" | cut -d ' ' -f 1 | grep . || echo 0; }
    count "$(of passed)" "$(($(of failed) + $(of error)))" "$(of skipped)"
    return $status
}
