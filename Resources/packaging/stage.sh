#!/bin/sh
# Copies the files of an installation into a folder: the stripped program, its resources, the manual page, the
# completions, and the licenses.
#
#     Resources/packaging/stage.sh PROGRAM FOLDER
set -eu

program=$1
folder=$2

install -d "$folder/bin" "$folder/share/flint" "$folder/share/man/man1" "$folder/share/doc/flint" \
	"$folder/share/bash-completion/completions" "$folder/share/zsh/site-functions" \
	"$folder/share/fish/vendor_completions.d"

install -m 755 "$program" "$folder/bin/flint"
# Stripping is optional: without it, the program is only larger.
if command -v strip >/dev/null; then strip "$folder/bin/flint"; fi

for part in Feeds Store clients expectations personas schema scripts; do
	rm -rf "$folder/share/flint/$part"
	cp -R "Resources/$part" "$folder/share/flint/$part"
done
chmod -R u=rwX,go=rX "$folder/share/flint"

install -m 644 Resources/man/flint.1 "$folder/share/man/man1/flint.1"
install -m 644 LICENSE "$folder/share/doc/flint/LICENSE"

"$program" completions bash >"$folder/share/bash-completion/completions/flint"
"$program" completions zsh >"$folder/share/zsh/site-functions/_flint"
"$program" completions fish >"$folder/share/fish/vendor_completions.d/flint.fish"
chmod 644 "$folder/share/bash-completion/completions/flint" "$folder/share/zsh/site-functions/_flint" \
	"$folder/share/fish/vendor_completions.d/flint.fish"
