import Foundation
import TestSupport
import Testing

/// The steps of the tutorial that print something, compiled as they stand, linked with this build, and run.
struct TutorialOutputTests {
    private static let folder = "\(BuiltProgram.root)/Sources/FlintCLI/FlintCLI.docc/Tutorial"
    private static let modules = ["FeatureGating", "FlintModel", "FlintCore", "FlintSimulation", "Logging"]

    /// What each step prints, the last line of which the tutorial quotes.
    private static let outputs = [
        "03-perform": ["success"],
        "04-condition": ["success", "Not enabled in code"],
        "05-purchase": ["success", "Bookshelf Plus is not purchased"],
        "06-permission": ["success", "Bookshelf Plus is not purchased", "Still to ask for: [Camera]"],
        "07-setting": [
            "success", "Bookshelf Plus is not purchased", "Still to ask for: [Camera]",
            "User setting is off, Bookshelf Plus is not purchased",
        ],
    ]

    @Test(arguments: outputs.keys.sorted())
    func `a step prints what the tutorial quotes`(step: String) throws {
        let folder = try TemporaryFolder()
        let program = folder.path(of: "bookshelf")
        let source = "\(Self.folder)/Code/bookshelf-\(step).swift"
        let result = try SwiftCompiler.run(
            ["-parse-as-library", "-o", program, source] + SwiftCompiler.objects(of: Self.modules))
        try #require(result.status == 0, "\(result.diagnostics)")
        let lines = try ChildProcess.run(program, [], environment: BuiltProgram.environment).output
            .split(separator: "\n").map(String.init)
        #expect(lines == Self.outputs[step])
        let text = try String(contentsOfFile: "\(Self.folder)/Bookshelf.tutorial", encoding: .utf8)
            .replacing(/\n +/, with: " ")
        let steps = text.split(separator: "@Step {").map(String.init)
        let description = try #require(steps.first { $0.contains("file: \"bookshelf-\(step).swift\"") })
        #expect(description.contains("`\(lines.last ?? "")`"), "\(description)")
    }
}
