#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the Debian package on a minimal Debian system, runs it as a user, removes it, and checks for leftover files.
#
#     Resources/packaging/try-deb.sh PACKAGE FOLDER
#
# FOLDER keeps the minimal system, which is created once with debootstrap. The script needs root.
set -eu

package=$1
folder=$2
base=$folder/base.tar
root=$folder/root

mkdir -p "$folder"
if ! test -e "$base"; then
	rm -rf "$root"
	debootstrap --variant=minbase stable "$root"
	tar --create --file "$base" --directory "$root" .
fi
rm -rf --one-file-system "$root"
mkdir "$root"
tar --extract --file "$base" --directory "$root"

# Lists the installed files, except the files that every installation of a package changes.
contents() {
	(cd "$root" && find . \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./var/log -o -path ./var/lib/dpkg \) \
		-prune -o -print | sort)
}

inside() {
	chroot "$root" "$@"
}

mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
trap 'umount --lazy "$root/proc" "$root/dev"' EXIT

inside useradd --create-home tester
contents >"$folder/before"
cp "$package" "$root/flint.deb"
inside dpkg --install /flint.deb
rm "$root/flint.deb"

inside su tester -c 'flint --version && flint features | head -n 5 && flint why "Smart playlists"'
inside su tester -c 'flint run Resources/scripts/unlock.scenario && man -w flint 2>/dev/null || true'
# The console in a separate terminal shows the features, and the key q ends it.
inside su tester -c 'printf q | TERM=xterm-256color script --quiet --return --command "flint console" /dev/null' \
	>"$folder/screen"
grep -q "Smart playlists" "$folder/screen"

inside dpkg --purge flint-console
contents >"$folder/after"
echo "What is left after the package was removed:"
diff "$folder/before" "$folder/after" | sed -n 's/^> //p'
# Only the tester's state may remain.
! diff "$folder/before" "$folder/after" | grep '^[<>]' | grep -v '^> ./home/tester'
