#!/bin/sh
# SPDX-License-Identifier: MIT
# Copies the files of an installation into a folder: the stripped program, which needs none of the others, the schemas,
# the client and the skill for agents, the manual page, the completions, and the license.
#
#     Resources/packaging/stage.sh PROGRAM FOLDER [NAME]
#
# NAME is the name of the installed command, flint by default. The folders in share are called flint in any case.
set -eu

program=$1
folder=$2
name=${3:-flint}

install -d "$folder/bin" "$folder/share/flint" "$folder/share/man/man1" "$folder/share/doc/flint" \
	"$folder/share/bash-completion/completions" "$folder/share/zsh/site-functions" \
	"$folder/share/fish/vendor_completions.d"

install -m 755 "$program" "$folder/bin/$name"
# Stripping is optional: without it, the program is only larger.
if command -v strip >/dev/null; then strip "$folder/bin/$name"; fi

for part in clients schema skills; do
	rm -rf "$folder/share/flint/$part"
	cp -R "Resources/$part" "$folder/share/flint/$part"
done
chmod -R u=rwX,go=rX "$folder/share/flint"

install -m 644 LICENSE "$folder/share/doc/flint/LICENSE"

# The installed program writes its page and its completions itself, under its own name.
if test "$name" = flint; then
	install -m 644 Resources/man/flint.1 "$folder/share/man/man1/flint.1"
else
	"$folder/bin/$name" manual >"$folder/share/man/man1/$name.1"
fi
"$folder/bin/$name" completions bash >"$folder/share/bash-completion/completions/$name"
"$folder/bin/$name" completions zsh >"$folder/share/zsh/site-functions/_$name"
"$folder/bin/$name" completions fish >"$folder/share/fish/vendor_completions.d/$name.fish"
chmod 644 "$folder/share/man/man1/$name.1" "$folder/share/bash-completion/completions/$name" \
	"$folder/share/zsh/site-functions/_$name" "$folder/share/fish/vendor_completions.d/$name.fish"
