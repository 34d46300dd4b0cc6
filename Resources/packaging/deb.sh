#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes a Debian package from the contents of a tarball.
#
#     Resources/packaging/deb.sh CONTENTS VERSION FOLDER
#
# CONTENTS is the folder that "make dist" has made. FOLDER receives the package.
set -eu

contents=$1
version=$2
folder=$3

architecture=$(dpkg --print-architecture)
package=$folder/flint-console_${version}_$architecture
rm -rf "$package" "$package.deb"
mkdir -p "$package/DEBIAN" "$package/usr"
cp -R "$contents/bin" "$contents/share" "$package/usr/"

# Debian requires a compressed manual page, and all licenses in one file named copyright.
gzip --no-name --best "$package/usr/share/man/man1/flint.1"
documents=$package/usr/share/doc/flint-console
mv "$package/usr/share/doc/flint" "$documents"
{
	cat "$documents/LICENSE"
	echo
	cat "$documents/THIRD-PARTY-NOTICES"
} >"$documents/copyright"
rm "$documents/LICENSE" "$documents/THIRD-PARTY-NOTICES"
mv "$documents/CHANGELOG.md" "$documents/changelog"
gzip --no-name --best "$documents/changelog"
install -d "$package/usr/share/zsh/vendor-completions"
mv "$package/usr/share/zsh/site-functions/_flint" "$package/usr/share/zsh/vendor-completions/_flint"
rmdir "$package/usr/share/zsh/site-functions"

cat >"$package/DEBIAN/control" <<END
Package: flint-console
Version: $version
Architecture: $architecture
Maintainer: The Flint for the terminal authors <flint@localhost>
Section: devel
Priority: optional
Installed-Size: $(du --summarize --block-size=1024 --apparent-size "$package/usr" | cut -f 1)
Recommends: ncurses-base
Description: debug console for feature-driven apps
 Shows the features of a running app in a terminal, why one of them is
 unavailable and what would unlock it, and a timeline of the actions that
 were performed. The same answers come as JSON on the command line.
 .
 The app that comes with it is a podcast player; an app of your own serves
 its features with the Swift package.
END
(cd "$package" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$package/DEBIAN/md5sums"
chmod 644 "$package/DEBIAN/control" "$package/DEBIAN/md5sums"

dpkg-deb --root-owner-group --build "$package" "$package.deb"
