import FlintTestSupport
import Foundation
import Testing

/// A command that writes files, with checks that the files are complete.
///
/// The tests kill the command or make its files unwritable. Afterward, each file must be absent or complete, and the
/// command must succeed in a further run.
struct WriterCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// The command, in which `@` represents the folder of the files.
    let command: String
    /// A command that runs before each round, so that the command under test has work to do.
    var preparation: String?
    /// The name of the file that the command writes in addition to the app's state, if any.
    var file: String?
    /// A command that must succeed in reading that file, or `nil` if only the end of the file is checked.
    var reading: String?
    /// The message of that command for an incomplete file, with status 66.
    var excuse: String?

    var testDescription: String { name }

    static let all = [
        WriterCase(name: "an override", command: "set flag sleep-timer off"),
        WriterCase(name: "no overrides", command: "set all none"),
        WriterCase(name: "undo", command: "undo", preparation: "set flag sleep-timer off"),
        WriterCase(name: "a user setting", command: "set user-setting SpeedFeature on --in user"),
        WriterCase(name: "a flag", command: "set flag sleep-timer on --in provider"),
        WriterCase(name: "the store", command: "store advance 1h"),
        WriterCase(name: "a permission", command: "set permission camera authorized --in system"),
        WriterCase(name: "a persona saved", command: "persona save You", file: "personas/you.json"),
        WriterCase(name: "a persona applied", command: "persona apply Me"),
        WriterCase(
            name: "a report", command: "report --output @/new.json", file: "new.json",
            reading: "features --recording @/new.json"),
        WriterCase(
            name: "a flag manifest", command: "manifest flags --output @/new-flags", file: "new-flags",
            reading: "manifest check @/new-flags"),
        WriterCase(
            name: "a property list", command: "manifest plist --output @/new.plist", file: "new.plist",
            reading: "manifest check @/new.plist"),
        WriterCase(
            name: "a StoreKit file", command: "manifest storekit --output @/new.storekit", file: "new.storekit",
            reading: "manifest check @/new.storekit"),
        WriterCase(name: "an export", command: "timeline --export markdown --output @/new.md", file: "new.md"),
        WriterCase(
            name: "a journal", command: "features --journal @/new.jsonl", file: "new.jsonl",
            reading: "features --recording @/new.jsonl", excuse: "before the first state of the app is complete"),
        WriterCase(
            // An app with overrides is not recorded.
            name: "expectations", command: "check @/new.json5 --record --state @/other.json", file: "new.json5",
            reading: "check @/new.json5 --state @/other.json"),
        WriterCase(name: "a screen", command: "console --script @/script --output @", file: "new.svg"),
        WriterCase(
            name: "a recorded script", command: "console --script @/script --output @ --asciicast @/new.cast",
            file: "new.cast"),
        WriterCase(
            name: "a test", command: "run @/scenario --export-test @/New.swift", file: "New.swift"),
    ]

    static func prepared() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: template.get().path) {
            try FileManager.default.copyItem(atPath: template.get().path(of: name), toPath: folder.path(of: name))
        }
        return folder
    }

    /// A folder that is created once and copied, because its creation is slow.
    private static let template = Result {
        let folder = try TemporaryFolder()
        try folder.write("keys j\nsave new.svg\n", to: "script")
        try folder.write(
            "set purchase premium purchased\nexpect-feature SpeedFeature unavailable\n", to: "scenario")
        for command in [
            "set purchase premium purchased", "persona save Me", "set flag sleep-timer off --in provider",
            "store buy premium",
        ] {
            let result = try BuiltProgram.run(words(command, folder))
            guard result.status == 0 else { throw SessionError(description: "\(command): \(result.errors)") }
        }
        return folder
    }

    func arguments(in folder: TemporaryFolder) -> [String] { Self.words(command, folder) }

    private static func words(_ command: String, _ folder: TemporaryFolder) -> [String] {
        let words = command.split(separator: " ").map { String($0.replacing("@", with: folder.path)) }
        let namesApp = words.contains("--recording") || words.contains("--state")
        return namesApp ? words : words + ["--state", folder.path(of: "state.json")]
    }

    /// Checks that each state file and the command's file are either absent or complete.
    func check(_ folder: TemporaryFolder, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for name in try Self.names(in: folder) where name.hasSuffix(".json") && name != file {
            let object = try? JSONSerialization.jsonObject(with: Data(folder.text(name).utf8)) as? [String: Any]
            #expect(object?["flint"] != nil, "\(name)", sourceLocation: sourceLocation)
        }
        let result = try BuiltProgram.run(Self.words("features", folder))
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)", sourceLocation: sourceLocation)
        guard let file, let text = try? folder.text(file) else { return }
        guard let reading else {
            #expect(text.hasSuffix("\n"), "\(file) ends early", sourceLocation: sourceLocation)
            return
        }
        let read = try BuiltProgram.run(Self.words(reading, folder))
        let isExcused = read.status == 66 && excuse.map(read.errors.contains) == true
        #expect(read.status == 0 || isExcused, "\(file): \(read.errors)", sourceLocation: sourceLocation)
    }

    /// Removes the command's file and runs the preparation.
    func prepare(_ folder: TemporaryFolder) throws {
        if let file { try? FileManager.default.removeItem(atPath: folder.path(of: file)) }
        guard let preparation else { return }
        let result = try BuiltProgram.run(Self.words(preparation, folder))
        guard result.status == 0 else { throw SessionError(description: "\(preparation): \(result.errors)") }
    }

    static func names(in folder: TemporaryFolder) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: folder.path))
    }
}
