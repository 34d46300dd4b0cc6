#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a tarball of a program that needs no libraries.
#
#     Resources/packaging/dist.sh PROGRAM VERSION CHECKOUTS FOLDER
#
# FOLDER receives the tarball, its unpacked contents, and the software bill of materials of the program.
set -eu

program=$1
version=$2
checkouts=$3
folder=$4

# The packages that are linked into the program.
packages="swift-argument-parser swift-collections swift-log"

if libraries=$(ldd "$program" 2>/dev/null); then
	printf 'The program is not linked statically; it needs\n%s\n' "$libraries" >&2
	exit 1
fi

name=flint-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
rm -rf "${folder:?}/$name" "$folder/$name.tar.gz" "$folder/$name.cdx.json"
mkdir -p "$folder"
sh Resources/packaging/stage.sh "$program" "$folder/$name"
# shellcheck disable=SC2086
sh Resources/packaging/notices.sh "$checkouts" $packages >"$folder/$name/share/doc/flint/THIRD-PARTY-NOTICES"
cp CHANGELOG.md "$folder/$name/share/doc/flint/CHANGELOG.md"

# The tarball is reproducible: the same contents result in the same tarball.
time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" \
	--directory "$folder" "$name" | gzip --no-name --best >"$folder/$name.tar.gz"

# The versions of the runtimes that are linked into the program.
swift=$(swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([^ ]*\).*/\1/p')
ncurses=$(echo '#include <curses.h>' | cc -E -dM - | sed -n 's/^#define NCURSES_VERSION "\(.*\)"$/\1/p')
# shellcheck disable=SC2046
swift Resources/packaging/sbom.swift version="$version" date="$(date --utc --date="@$time" +%Y-%m-%dT%H:%M:%SZ)" \
	sha256="$(sha256sum "$folder/$name/bin/flint" | cut -d ' ' -f 1)" swift="$swift" ncurses="$ncurses" \
	gcc="$(cc -dumpfullversion)" glibc="$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)" $(printf 'package=%s ' $packages) >"$folder/$name.cdx.json"
ls -l "$folder/$name/bin/flint" "$folder/$name.tar.gz" "$folder/$name.cdx.json"
