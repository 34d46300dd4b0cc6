#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the public interface of the libraries with a release's interface and prints the breaking changes.
#
#     Resources/packaging/api-check.sh COMMIT
#
# The current interface is that of the last debug build with all traits. The script fails if it finds a breaking change.
#
# It replaces "swift package diagnose-api-breaking-changes", which builds the release without the package's traits, so that
# the modules behind them are empty, and which treats declarations with the access level "package" as public.
set -eu

commit=$1
folder=.build/api-check
sources=$folder/sources
release=$folder/build

rm -rf "$sources"
mkdir -p "$sources" "$folder/old" "$folder/new"
git archive "$commit" | tar -x -C "$sources"

# The library products of the release.
modules=$(swift package --package-path "$sources" dump-package | python3 -c '
import json, sys
for product in json.load(sys.stdin)["products"]:
    if "library" in product["type"]:
        print(*product["targets"])
')
test -n "$modules"

for module in $modules; do
	swift build --package-path "$sources" --scratch-path "$release" --enable-all-traits --target "$module" >&2
done

# Writes the public interface of a module as JSON: MODULE SOURCES BUILD OUTPUT.
dump() {
	maps=$({
		find "$2/Sources" "$3/checkouts" -name module.modulemap -not -path '*Tests/*'
		find "$3/debug/" -maxdepth 2 -name module.modulemap -not -path '*-tool.build/*'
	} | sed 's/^/-Xcc -fmodule-map-file=/')
	# A module that cannot be loaded would look like one without an interface.
	# shellcheck disable=SC2086
	swift-api-digester -dump-sdk -abort-on-module-fail -avoid-tool-args -module "$1" -I "$3/debug/Modules" \
		-I "$3/debug" $maps -o "$4" >&2
	python3 - "$4" <<-'PROGRAM'
		import json, sys

		def public(node):
		    children = [public(child) for child in node.get("children", []) if not child.get("isInternal")]
		    return {**node, "children": [child for child in children if child.get("declKind") != "Import"]}

		with open(sys.argv[1]) as file:
		    root = json.load(file)
		root["ABIRoot"] = public(root["ABIRoot"])
		with open(sys.argv[1], "w") as file:
		    json.dump(root, file)
	PROGRAM
}

breaks=0
for module in $modules; do
	dump "$module" "$sources" "$release" "$folder/old/$module.json"
	if ! test -e ".build/debug/Modules/$module.swiftmodule"; then
		echo "$module: the module has been removed"
		breaks=1
		continue
	fi
	dump "$module" . .build "$folder/new/$module.json"
	# All lines other than headings and empty lines are differences.
	if swift-api-digester -diagnose-sdk -input-paths "$folder/old/$module.json" -input-paths "$folder/new/$module.json" 2>&1 |
		grep -vE '^(/\*.*\*/)?$' | sed "s/^/$module: /" | grep .; then
		breaks=1
	fi
done
exit $breaks
