import FlintTestSupport
import Foundation
import Testing

struct AdoptingArticleTests {
    private static let page = "Sources/FlintCore/FlintCore.docc/AdoptingInAnExistingApp.md"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("bin")
        let program = URL(filePath: BuiltProgram.path).deletingLastPathComponent().appending(path: "FlintSkyApp").path()
        try FileManager.default.createSymbolicLink(atPath: folder.path(of: "bin/sky"), withDestinationPath: program)
    }

    private func sky(_ command: String) throws -> ChildProcess.Result {
        var environment = BuiltProgram.environment
        environment["PATH"] = folder.path(of: "bin") + ":" + (environment["PATH"] ?? "")
        environment["FLINT_STATE"] = folder.path(of: "state/state.json")
        return try ChildProcess.run(
            "/bin/sh", ["-c", "cd '\(folder.path)' && { \(command)\n} 2>&1"], environment: environment)
    }

    private func expect(_ part: String, _ commands: [String]) throws {
        let lines = try commands.map { "$ \($0)\n\(try sky($0).output)" }
        try MarkedPart(path: Self.page, name: part).expect("```text\n\(lines.joined())```\n")
    }

    // One test writes all parts, because they are in one file.
    @Test func `the article shows real results`() throws {
        try expect("lock", ["sky check gates.lock --lock --record", "grep Satellites gates.lock"])
        try expect(
            "lint",
            [
                "sky lint", "sky lint --write-baseline lint-baseline.json", "sky lint --baseline lint-baseline.json",
            ])
        try expect(
            "program",
            [
                "sky features --telescope 9", "sky perform satellites/look", "sky perform satellites/follow",
                "sky perform satellites/conceal",
            ])
    }

    @Test func `a baseline and an invalid option decide about the status`() throws {
        #expect(try sky("sky lint").status == 1)
        _ = try sky("sky lint --write-baseline lint-baseline.json")
        #expect(try sky("sky lint --baseline lint-baseline.json").status == 0)
        #expect(try sky("sky features --telescope 9").status == 64)
        #expect(try sky("sky features --telescope 4").status == 0)
    }

    @Test func `a rule that is switched on reports flags without an owner`() throws {
        try folder.write(
            "{ flint: 'lint', version: 1, rules: { 'missing-owner': 'problem' } }", to: ".flint-lint.json5")
        #expect(try sky("sky lint").output.contains("flag night-mode"))
        _ = try sky("sky lint --write-baseline lint-baseline.json")
        #expect(try sky("sky lint --baseline lint-baseline.json").status == 0)
    }

    @Test func `the store of a StoreKit file sells the app's products`() throws {
        try folder.write(
            """
            { "products": [{ "displayPrice": "2.99", "productID": "sky.pass", "type": "NonConsumable",
                "referenceName": "Sky pass", "localizations": [] }], "version": { "major": 4, "minor": 0 } }
            """, to: "Sky.storekit")
        let bought = try sky("sky store buy sky.pass --storekit Sky.storekit")
        #expect(bought.status == 0, "\(bought)")
        #expect(
            try sky("sky store buy sky.pass").status != 0, "Without the file, the app has no simulated store.")
    }
}
