import Foundation
import Testing

struct TutorialOutputTests {
    private static let folder = Program.root.appending(path: "Sources/FlintCLI/FlintCLI.docc/Tutorial")

    /// The lines that each step prints.
    ///
    /// The tutorial quotes the last line.
    private static let outputs = [
        "PerformStep": ["success"],
        "ConditionStep": ["success", "Runtime switch is off"],
        "PurchaseStep": ["success", "Bookshelf Plus is not purchased"],
        "PermissionStep": ["success", "Bookshelf Plus is not purchased", "Still to ask for: [Camera]"],
        "SettingStep": [
            "success", "Bookshelf Plus is not purchased", "Still to ask for: [Camera]",
            "User setting is off, Bookshelf Plus is not purchased",
        ],
    ]

    @Test(arguments: outputs.keys.sorted())
    func `a step prints the output that the tutorial quotes`(step: String) throws {
        let state = try Folder()
        let lines = try Program(name: "Flint\(step)").run([], state: state.url).output.split(separator: "\n").map(
            String.init)
        #expect(lines == Self.outputs[step])
        let link = Program.root.appending(path: "Tests/Clients/Tutorial/\(step)/Bookshelf.swift")
        let file = link.resolvingSymlinksInPath().lastPathComponent
        let text = try String(contentsOf: Self.folder.appending(path: "Bookshelf.tutorial"), encoding: .utf8)
            .replacing(/\n +/, with: " ")
        let description = try #require(
            text.split(separator: "@Step {").first { $0.contains("file: \"\(file)\"") })
        #expect(description.contains("`\(lines.last ?? "")`"), "\(description)")
    }
}
