#!/bin/sh
# Installs each package in a folder in an empty root, uses it there, removes it, and looks for what stayed: `packaging/try.sh DIR`, with
# what `cargo xtask dist` wrote to DIR. Takes what this machine has of dpkg, rpm, lintian and rpmlint, and says what it lacks.
set -eu
rules=$(cd "$(dirname "$0")" && pwd)
cd "${1:?usage: packaging/try.sh DIR}"
packages=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "packaging/try.sh: $*" >&2
    exit 1
}
has() { command -v "$1" >/dev/null || { echo "$2: skipped, there is no $1"; return 1; }; }

# What an installed program must do: $1 is the root.
use() {
    printf 'define i32 @twice(i32 %%a) {\n  %%b = add i32 %%a, %%a\n  ret i32 %%b\n}\n' >"$work/a.ll"
    "$1/usr/bin/bctk" as "$work/a.ll" -o "$work/a.bc" || fail "$1: bctk as"
    "$1/usr/bin/bctk" dis <"$work/a.bc" | grep -q 'define i32 @twice(i32 %a)' || fail "$1: bctk dis"
    "$1/usr/bin/bcconv" "$work/a.bc" -o - | grep -q 'ret i32 %b' || fail "$1: bcconv"
    "$1/usr/bin/bcdump" "$work/a.bc" | grep -q 'FUNCTION' || fail "$1: bcdump"
    gzip -dc "$1/usr/share/man/man1/bctk.1.gz" | grep -q '^\.TH bctk 1' || fail "$1: man page"
    [ -s "$1/usr/share/bash-completion/completions/bctk" ] || fail "$1: completions"
}

# $1 is the root; only what the package manager keeps about itself may be there. Empty folders that others share are not counted.
nothing_left() {
    left=$(find "$1" -not -type d -not -path "$1/var/*" -not -path "$1/etc/*")
    [ -z "$left" ] || fail "left behind: $left"
}

sha256sum --quiet -c SHA256SUMS || fail "checksums"

for package in bctk-*.tar.gz; do
    [ -e "$package" ] || continue
    root=$work/archive
    mkdir -p "$root/usr"
    tar -xzf "$package" -C "$root/usr" --strip-components=1
    if "$root/usr/bin/bctk" --version >/dev/null 2>&1; then
        use "$root"
        echo "$package: unpacked and used"
    else
        echo "$package: skipped, it is for another system"
    fi
    rm -rf "$root"
done

for package in bctk_*.deb; do
    [ -e "$package" ] || continue
    if has lintian "$package, rules"; then
        # A root user may run it; what a package of a distribution's own archive needs is not asked.
        lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$package" || fail "lintian"
    fi
    has dpkg "$package" || continue
    if [ "$(dpkg-deb -f "$package" Architecture)" != "$(dpkg --print-architecture)" ]; then
        echo "$package: skipped, it is for another system"
        continue
    fi
    root=$work/debian
    mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
    : >"$root/var/lib/dpkg/status"
    dpkg --root="$root" --force-not-root --force-script-chrootless --log="$work/log" -i "$packages/$package" >"$work/out" 2>&1 ||
        fail "$(cat "$work/out")"
    use "$root"
    dpkg --root="$root" --force-not-root --force-script-chrootless --log="$work/log" -P bctk >"$work/out" 2>&1 || fail "$(cat "$work/out")"
    nothing_left "$root"
    echo "$package: installed, used and removed"
done

for package in bctk-*.rpm; do
    [ -e "$package" ] || continue
    if has rpmlint "$package, rules"; then
        rpmlint -c "$rules/rpmlint.toml" "$package" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
    fi
    has rpm "$package" || continue
    if [ "$(rpm -qp --queryformat '%{ARCH}' "$package" 2>/dev/null)" != "$(uname -m)" ]; then
        echo "$package: skipped, it is for another system"
        continue
    fi
    root=$work/red-hat
    mkdir -p "$root"
    mkdir -p "$root/var/lib/rpm"
    in_root() { rpm --root "$root" --dbpath /var/lib/rpm "$@" >"$work/out" 2>&1 || fail "$package: $(cat "$work/out")"; }
    in_root --initdb
    # The root has no other packages to depend on, and this one needs none.
    in_root --nosignature -i "$packages/$package"
    use "$root"
    in_root -e bctk
    nothing_left "$root"
    echo "$package: installed, used and removed"
done
