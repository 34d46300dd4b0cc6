#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks whether a release is ready and prints every problem.
#
#     Resources/packaging/release-check.sh VERSION
#
# Before this script, "make release-check" runs the tests that compare generated files and pages with the program.
set -u

version=$1
problems=0

problem() {
	printf '%s\n' "$1" >&2
	problems=$((problems + 1))
}

printf '%s' "$version" | grep -qE '^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$' ||
	problem "\"$version\" in Sources/FlintProgram/Version.swift is not a version. Write it as MAJOR.MINOR.PATCH."

if test -n "$(git status --porcelain)"; then
	problem "There are changes that are not committed. Commit them first."
fi

if grep -q "^$version " Resources/packaging/last-release; then
	problem "There is a release $version already. Raise the number in Sources/FlintProgram/Version.swift."
fi

# The changelog must list the release first, with its date, and must not have unreleased changes.
first=$(grep -m 1 '^## [0-9]' CHANGELOG.md || true)
case $first in
"## $version - "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]) ;;
*) problem "The first release of CHANGELOG.md is \"${first#"## "}\". Write \"## $version - YYYY-MM-DD\" above its changes." ;;
esac
if sed -n '/^## Unreleased/,/^## [0-9]/p' CHANGELOG.md | grep -q '^- '; then
	problem "CHANGELOG.md has changes under \"Unreleased\". Move them to $version."
fi

grep -q "^\.Os flint $version\$" Resources/man/flint.1 ||
	problem "The manual page belongs to another release. Run make screens."

grep -qF "tag: \"$version\"" Resources/packaging/flint-console.rb ||
	problem "The formula Resources/packaging/flint-console.rb builds another release. Write tag: \"$version\" in it."

for machine in x86_64 aarch64; do
	grep -qF "/flint-$version-linux-$machine.tar.gz\"" Resources/packaging/flint-console.rb ||
		problem "The formula Resources/packaging/flint-console.rb does not install flint-$version-linux-$machine.tar.gz."
done

measured=$(sed -n 's/^Measured at commit `\([0-9a-f]*\)`.*/\1/p' Benchmarks/RESULTS.md)
changed=$(git log -1 --format=%h -- 'Sources/*.swift')
git merge-base --is-ancestor "$changed" "${measured:-none}" 2>/dev/null ||
	problem "Benchmarks/RESULTS.md is of ${measured:-no commit}, the sources of $changed. Run make bench BENCH_FLAGS=--update."

# Succeeds if a release may break the API of an earlier one: its major version is higher, or its minor version before 1.0.0.
may_break() {
	old_major=${1%%.*}; new_major=${2%%.*}
	old_rest=${1#*.}; new_rest=${2#*.}
	test "$new_major" -gt "$old_major" || { test "$new_major" -eq 0 && test "${new_rest%%.*}" -gt "${old_rest%%.*}"; }
}

# The last release by its commit, because a clone may have no tags.
read -r last commit <Resources/packaging/last-release
if ! sh Resources/packaging/api-check.sh "$commit" >.build/api-changes.txt 2>.build/api-check.log; then
	if ! test -s .build/api-changes.txt; then
		problem "The public interface cannot be compared with that of $last; see .build/api-check.log."
	elif may_break "$last" "$version"; then
		echo "Note: the public interface breaks with $last, which the number allows; see .build/api-changes.txt." >&2
	else
		problem "The public interface breaks with $last; see .build/api-changes.txt. Raise the major number, or the minor one before 1.0.0."
	fi
fi

if test "$problems" -gt 0; then
	echo "$version is not ready: $problems found." >&2
	exit 1
fi
echo "$version is ready. Tag it with: git tag --annotate $version --message \"Flint for the terminal $version\""
echo "Then write its number and commit to Resources/packaging/last-release."
