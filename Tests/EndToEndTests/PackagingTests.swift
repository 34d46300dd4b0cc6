import FlintTestSupport
import Foundation
import Testing

struct PackagingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(BuiltProgram.root)/\(path)", encoding: .utf8)
    }

    // MARK: Bill of materials

    private static let hash = String(repeating: "0123456789abcdef", count: 4)
    private static let packages = ["swift-log", "swift-collections", "swift-argument-parser"]

    /// Writes the files of a build and runs the script in their folder.
    private func bill(packages: [String] = packages, _ arguments: String...) throws -> ChildProcess.Result {
        let pins = Self.packages.map { package in
            #"{"identity": "\#(package)", "location": "https://github.com/apple/\#(package).git", "#
                + #""state": {"revision": "abc", "version": "1.2.3"}}"#
        }
        try folder.write(#"{"pins": [\#(pins.joined(separator: ","))]}"#, to: "Package.resolved")
        try folder.write(try Self.text("THIRD-PARTY-NOTICES.md"), to: "THIRD-PARTY-NOTICES.md")
        let swift = try SwiftCompiler.executable().deletingLastPathComponent().appending(path: "swift").path
        let values = [
            "version=1.0.0", "date=2026-01-01T00:00:00Z", "swift=6.3", "ncurses=6.5", "gcc=14.2.0", "glibc=2.36",
        ]
        let words =
            [
                swift, "-module-cache-path", folder.path(of: "modules"),
                BuiltProgram.root + "/Resources/packaging/sbom.swift",
            ]
            + values + ["sha256=\(Self.hash)"] + packages.map { "package=\($0)" } + arguments
        return try ChildProcess.run(
            "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path] + words, environment: BuiltProgram.environment)
    }

    @Test func `the bill of materials names every component with its version and license`() throws {
        let result = try bill()
        #expect(result.status == 0, "\(result.errors)")
        let bill = try result.object()
        #expect(bill["bomFormat"] as? String == "CycloneDX" && bill["specVersion"] as? String == "1.5")
        #expect(bill["serialNumber"] as? String == "urn:uuid:01234567-89ab-8def-8123-456789abcdef")
        let components = try #require(bill["components"] as? [[String: Any]])
        let lines = components.map { component in
            let licenses = (component["licenses"] as? [[String: String]])?.compactMap { $0["expression"] } ?? []
            return "\(component["bom-ref"] ?? ""): \(licenses.joined())"
        }
        #expect(
            lines == [
                "swift-argument-parser@1.2.3: Apache-2.0 WITH Swift-exception",
                "swift-collections@1.2.3: Apache-2.0 WITH Swift-exception",
                "swift-log@1.2.3: Apache-2.0", "swift@6.3: Apache-2.0 WITH Swift-exception",
                "ncurses@6.5: X11-distribute-modifications-variant", "glibc@2.36: LGPL-2.1-or-later",
                "libstdc++@14.2.0: GPL-3.0-or-later WITH GCC-exception-3.1",
            ])
        #expect(components.first?["purl"] as? String == "pkg:swift/github.com/apple/swift-argument-parser@1.2.3")
        let program = try #require((bill["metadata"] as? [String: Any])?["component"] as? [String: Any])
        #expect(program["bom-ref"] as? String == "flint@1.0.0")
        let dependencies = try #require(bill["dependencies"] as? [[String: Any]])
        #expect(dependencies.first?["dependsOn"] as? [String] == components.compactMap { $0["bom-ref"] as? String })
        #expect(try self.bill(packages: Self.packages.reversed()).output == result.output)
    }

    @Test func `making a bill of materials fails if a part of its input is missing or malformed`() throws {
        for (result, message) in [
            (try bill(packages: ["swift-other"]), "Package.resolved does not contain swift-other."),
            (try bill(packages: []), "There are no packages."),
            (try bill("sha256=abc"), "\"abc\" is not a SHA-256 hash."),
            (try bill("gcc="), "\"gcc=\" is not KEY=VALUE."),
        ] {
            #expect(result.status == 1 && result.errors.contains(message), "\(result.errors)")
            #expect(result.output.isEmpty)
        }
    }

    @Test func `the listed packages of a tarball are those that the program links`() throws {
        let manifest = try Self.text("Package.swift")
        let linked = Set(manifest.matches(of: #/package: "([a-z-]+)"\)/#).map { String($0.1) })
        let script = try Self.text("Resources/packaging/dist.sh")
        let listed = try #require(script.firstMatch(of: #/\npackages="(.*)"\n/#)?.1)
        #expect(Set(listed.split(separator: " ").map(String.init)) == linked)
    }

    // MARK: Formula

    @Test func `the formula builds this version from the documented address`() throws {
        let formula = try Self.text("Resources/packaging/flint-console.rb")
        let version = try #require(
            try Self.text("Sources/FlintProgram/Version.swift").firstMatch(of: #/let version = "(.*)"/#)?.1)
        let article = try Self.text("Sources/FlintCLI/FlintCLI.docc/FiveMinutes.md")
        let address = try #require(article.firstMatch(of: #/\.package\(url: "(.*?)"/#)?.1)
        #expect(formula.contains("\n  url \"\(address)\", tag: \"\(version)\"\n"))
        #expect(formula.contains("\n  head \"\(address)\", branch: \"main\"\n"))
        #expect(formula.contains("\nclass FlintConsole < Formula\n"))
        for machine in ["x86_64", "aarch64"] {
            #expect(formula.contains("/\(version)/flint-\(version)-linux-\(machine).tar.gz\"\n"), "\(machine)")
        }
        let makefile = try Self.text("Makefile")
        for match in formula.matches(of: #/([A-Z_]+)=/#) { #expect(makefile.contains("$(\(match.1))"), "\(match.1)") }
    }

    private static let hasRuby = (try? ChildProcess.run("ruby", ["--version"]))?.status == 0

    @Test(.enabled(if: hasRuby, "Homebrew's formulas are Ruby.")) func `the formula is valid Ruby`() throws {
        let path = BuiltProgram.root + "/Resources/packaging/flint-console.rb"
        let result = try ChildProcess.run("ruby", ["-c", path])
        #expect(result.status == 0, "\(result.errors)")
    }
}
