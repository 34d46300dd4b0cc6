#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the licenses of all components of a program that "make dist" has linked.
#
#     Resources/packaging/notices.sh CHECKOUTS PACKAGE... > THIRD-PARTY-NOTICES
#
# CHECKOUTS is the folder into which the package manager has cloned the dependencies. Each PACKAGE is linked.
set -eu

checkouts=$1
shift

# Writes a heading and a file. A missing license is an error, so that no license is omitted silently.
part() {
	if ! test -r "$2"; then
		echo "The licence of $1 is not at $2. Without it the program must not be handed on." >&2
		exit 1
	fi
	printf '\n%s\n%s\n\n' "$1" "$(printf '%s' "$1" | tr '[:print:]' '=')"
	cat "$2"
}

echo "Flint for the terminal is distributed under the licence in the file LICENSE. Its program contains the following."

for package; do
	part "$package" "$checkouts/$package/LICENSE.txt"
	if test -r "$checkouts/$package/NOTICE.txt"; then
		part "$package (notice)" "$checkouts/$package/NOTICE.txt"
	fi
done

toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
part "The Swift runtime, its standard library, Dispatch and Foundation" "$toolchain/share/swift/LICENSE.txt"
part "ncurses" /usr/share/doc/libncurses-dev/copyright
part "The GNU C library" /usr/share/doc/libc6-dev/copyright
part "The GNU C++ runtime" "$(ls /usr/share/doc/libstdc++-*-dev/copyright | tail -n 1)"
