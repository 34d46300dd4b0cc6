import ArgumentParser
import FlintCore
import FlintInspector
import FlintSimulation
import Foundation

@testable import FlintCLI

/// A command of a documented shell session.
struct DocumentedCommand {
    /// The words, without quotes.
    let words: [String]

    /// Returns the commands in a line that begins with `$ `, or an empty array for a line of output.
    static func all(in line: String) -> [DocumentedCommand] {
        guard line.hasPrefix("$ ") else { return [] }
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        for character in line.dropFirst(2) + " " {
            switch character {
            case quote: quote = nil
            case "\"" where quote == nil, "'" where quote == nil:
                quote = character
                word = word ?? ""
            case "#" where quote == nil && word == nil:
                return commands.filter { !$0.isEmpty }.map(DocumentedCommand.init)
            case "|" where quote == nil, "&" where quote == nil, "(" where quote == nil,
                ")" where quote == nil:
                commands.append([])
            case " " where quote == nil:
                if let ended = word { commands[commands.count - 1].append(ended) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return commands.filter { !$0.isEmpty }.map(DocumentedCommand.init)
    }

    /// Third-party programs, whose options are not checked.
    private static let others: Set = ["curl", "jq", "sed", "head", "grep", "asciinema", "apt-get"]

    /// The reason that the command or its options do not exist, or `nil` if they are valid.
    var problem: String? {
        let words = words.prefix { $0 != ">" && $0 != "<" }
        for path in words where path.hasPrefix("Resources/") {
            guard FileManager.default.fileExists(atPath: DocumentedPage.root.appending(path: path).path)
            else {
                return "\(path) is no file"
            }
        }
        switch words.first {
        case "flint": return Self.problem(ofFlint: Array(words.dropFirst()))
        case "make": return Self.problem(ofMake: Array(words.dropFirst()))
        case "swift": return Self.problem(ofSwift: Array(words.dropFirst()))
        case let program?:
            return Self.others.contains(program) ? nil : "\(program) is a program that no test knows"
        case nil: return "there is no command"
        }
    }

    private static func problem(ofFlint arguments: [String]) -> String? {
        do {
            _ = try FlintCommandLine<DocumentedApp>.parseAsRoot(RunningApps.normalizedArguments(arguments))
            return nil
        } catch {
            return FlintCommandLine<DocumentedApp>.message(for: error)
        }
    }

    private static func problem(ofMake words: [String]) -> String? {
        let harness = "Benchmarks/Sources/FlintEngineBenchmarks/Harness/Options.swift"
        guard let makefile = try? DocumentedPage.text(of: "Makefile"),
            let benchmarks = try? DocumentedPage.text(of: harness)
        else { return "the Makefile or \(harness) cannot be read" }
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                if !makefile.contains("\n\(word): ") { return "\(word) is not a target" }
                continue
            }
            guard makefile.contains("$(\(parts[0]))") else { return "\(parts[0]) is not a variable" }
            for option in parts[1].split(separator: " ") where option.hasPrefix("--") {
                if !benchmarks.contains("\"\(option)\"") { return "\(option) is not an option of the benchmarks" }
            }
        }
        return nil
    }

    private static func problem(ofSwift words: [String]) -> String? {
        let options = words.dropFirst().prefix { $0.hasPrefix("--") && $0 != "--product" }
        guard ["build", "run", "test", "package"].contains(words.first),
            options.allSatisfy({ flags.contains($0) })
        else {
            return "no test knows these options"
        }
        let rest = words.dropFirst(1 + options.count).drop { $0 == "--product" }
        guard let product = rest.first else { return nil }
        let manifest = try? DocumentedPage.text(of: "Package.swift")
        guard manifest?.contains(".executable(name: \"\(product)\"") == true else {
            return "\(product) is no program"
        }
        return words.first == "run" ? problem(ofFlint: Array(rest.dropFirst())) : nil
    }

    private static let flags: Set = ["--enable-all-traits", "--skip-build"]
}

/// An app whose command line has every command and no additional options.
final class DocumentedApp: FlintApplication {
    nonisolated static let commandName = "flint"
    nonisolated static let abstract = "An app for the commands of the documentation."
    nonisolated static let appName = "Documented"

    struct Options: ParsableArguments {}

    let router: (any PresentationRouter & Sendable)? = nil
    let device: SimulatedDevice? = nil
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = nil

    init(options: Options, launch: LaunchOptions) {}

    func setUp() {}

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}
}
