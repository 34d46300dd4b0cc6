#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds and runs an app in a package of its own, which depends on FlintCore by the path of this clone.
#
#     Resources/packaging/outside-check.sh FOLDER
#
# The app's other targets have names that this package might use itself. Two targets of one name, wherever they are, make a
# package impossible to resolve, even if the app does not depend on the other one.
#
# The app supports the oldest systems that this package supports. On Linux, the package manager does not compare the
# versions, so this script does.
set -eu

clone=$(pwd)
platforms='.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)'
grep -qF "    platforms: [$platforms]," Package.swift || {
	echo "Package.swift does not support the systems of an app with platforms: [$platforms]." >&2
	exit 1
}
rm -rf "$1/Sources" "$1/Package.swift"
mkdir -p "$1/Sources/App"
cd "$1"
names="TerminalKit InspectorKit CNcurses CPermissionStore PodcastApp WeatherService flint Bench EngineBenchmarks
	EngineCounts CAllocations CSoak TestSupport StateWriter SilentApp ReleasedApp ThreadStress TerminalProgram Samples
	FiveMinutes PerformStep ConsoleStep Console Terminal Inspector Simulation Recording Attach Model Core"
targets=
for name in $names; do
	mkdir -p "Sources/$name"
	echo "public enum Of$name {}" >"Sources/$name/Source.swift"
	targets="$targets .target(name: \"$name\"),"
done
cat >Package.swift <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "outside",
    platforms: [$platforms],
    dependencies: [.package(name: "flint", path: "$clone")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                $(printf '"%s", ' $names)
                .product(name: "FlintCore", package: "flint"),
            ]),
        $targets
    ]
)
END
cat >Sources/App/Main.swift <<'END'
import FlintCore

final class Garden: FeatureGroup {
    static let description = "Everything in the garden"
    static var subfeatures: [FeatureDefinition.Type] { [Greenhouse.self] }
}

final class Greenhouse: ConditionalFeature {
    static let description = "Keeps plants warm"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    static let isEnabled: Bool? = false

    static func prepare(actions: FeatureActionsBuilder) {}
}

@main
enum Main {
    static func main() {
        Flint.setup(Garden.self)
        print(Greenhouse.descriptionOfUnsatisfiedConstraints ?? "available")
    }
}
END
test "$(swift run --quiet App)" = "Runtime switch is off"
echo "An app outside of this package for the oldest supported systems, with $(echo $names | wc -w) targets of common names, depends on FlintCore and runs."
