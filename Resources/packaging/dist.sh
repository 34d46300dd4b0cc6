#!/bin/sh
# Makes a tarball of a program whose only dependency is the C library.
#
#     Resources/packaging/dist.sh PROGRAM VERSION CHECKOUTS FOLDER
#
# FOLDER receives the tarball and its unpacked contents.
set -eu

program=$1
version=$2
checkouts=$3
folder=$4

# Libraries that belong to the C library itself. All other libraries must be linked statically.
others=$(ldd "$program" | grep -vE 'linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|util|resolv)\.so' || true)
if test -n "$others"; then
	printf 'The program is not linked statically; it needs\n%s\n' "$others" >&2
	exit 1
fi

name=flint-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
rm -rf "$folder/$name" "$folder/$name.tar.gz"
mkdir -p "$folder"
sh Resources/packaging/stage.sh "$program" "$folder/$name"
sh Resources/packaging/notices.sh "$checkouts" >"$folder/$name/share/doc/flint/THIRD-PARTY-NOTICES"
cp CHANGELOG.md "$folder/$name/share/doc/flint/CHANGELOG.md"

# The tarball is reproducible: the same contents result in the same tarball.
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct 2>/dev/null || echo 0)" \
	--directory "$folder" "$name" | gzip --no-name --best >"$folder/$name.tar.gz"
ls -l "$folder/$name/bin/flint" "$folder/$name.tar.gz"
