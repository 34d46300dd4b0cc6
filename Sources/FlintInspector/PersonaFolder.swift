import FlintCore
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of personas, with one JSON file per persona.
///
/// The persona's name is part of the file's content. The file name derives from it but has no effect on reading.
package struct PersonaFolder: PersonaStore {
    package static let kind = StateFileKind("persona")

    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    package func list() -> PersonaList {
        var personas: [String: Persona] = [:]
        var problems: [String] = []
        for path in files {
            let file = StateFile(path: path, kind: Self.kind, empty: Persona(name: ""), isAtDefaultPath: false)
            do throws(StateFileError) {
                let persona = try file.read()
                personas[persona.name] = persona
            } catch {
                problems.append(error.description)
            }
        }
        return PersonaList(personas: personas.values.sorted { $0.name < $1.name }, problems: problems)
    }

    /// Saves a persona and replaces a persona with the same name.
    ///
    /// - Parameter persona: The persona.
    /// - Returns: The path of its file.
    /// - Throws: ``StateFileError`` if the file cannot be written.
    package func save(_ persona: Persona) throws(StateFileError) -> String {
        let path = path(of: persona.name)
        try StateFile(path: path, kind: Self.kind, empty: persona).update { $0 = persona }
        return path
    }

    /// Returns the path of the file for a persona: its existing file or the first free name.
    ///
    /// Different names can have the same file name, for example names in other alphabets. A number distinguishes them.
    package func path(of name: String) -> String {
        let base = "\(path)/\(Self.fileName(of: name))"
        var (path, number) = ("\(base).json", 1)
        while !isFree(path, for: name) {
            number += 1
            path = "\(base)-\(number).json"
        }
        return path
    }

    /// Whether a file does not exist or contains the persona with a name.
    private func isFree(_ path: String, for name: String) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return true }
        let file = StateFile(path: path, kind: Self.kind, empty: Persona(name: ""), isAtDefaultPath: false)
        return (try? file.read().name) == name
    }

    private var files: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
    }

    /// Returns a persona's file name: its lowercase letters and digits, with a hyphen in place of all other characters.
    package static func fileName(of name: String) -> String {
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? "persona" : words.joined(separator: "-")
    }
}
