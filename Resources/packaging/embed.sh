#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the Swift source that makes the demo's data part of the program.
#
#     Resources/packaging/embed.sh >Sources/FlintPodcasts/PodcastFiles.swift
#
# Each file is one raw string literal, so the compiler takes no time to infer its type.
set -eu
export LC_ALL=C

set -- Resources/Feeds/*.json Resources/Store/*.storekit Resources/expectations/*.json5 Resources/lint/*.json5 \
	Resources/personas/*.json Resources/scripts/* Resources/Podcasts.xcstrings

cat <<'END'
// SPDX-License-Identifier: MIT

// Written by "make resources" from Resources.
// swift-format-ignore-file

/// The demo's data, as part of the program.
package enum PodcastFiles {
    /// The texts of the files, by path in the sources.
    package static let texts: [String: String] = [
END
for file; do
	printf '        "%s": ##"""\n' "$file"
	case $file in
	*.json5 | *.script | *.scenario) cat "$file" ;;
	# No message cites a line of these files, and strings in JSON contain no line breaks.
	*) sed 's/^[[:space:]]*//' "$file" | tr -d '\n' ;;
	esac
	# The line break before the delimiter is not part of the literal.
	printf '\n"""##,\n'
done
echo "    ]"
echo "}"
