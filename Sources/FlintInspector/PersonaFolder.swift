import FlintCore
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Personas in a folder, one in each file.
package struct PersonaFolder: PersonaStore {
    /// The kind of the files.
    package static let kind = StateFileKind("persona")

    /// The path of the folder.
    package let path: String

    /// Names a folder, which need not be there.
    package init(_ path: String) {
        self.path = path
    }

    /// Every persona that can be read, and what is wrong with the others.
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

    /// Saves a persona, in place of one with the same name.
    ///
    /// - Parameter persona: The persona.
    /// - Returns: The path of its file.
    /// - Throws: ``StateFileError`` if the file cannot be written.
    package func save(_ persona: Persona) throws(StateFileError) -> String {
        let path = path(of: persona.name)
        try StateFile(path: path, kind: Self.kind, empty: persona).update { $0 = persona }
        return path
    }

    /// The path of the file that a persona is saved in: its own, or the first that is free.
    ///
    /// Names that differ in signs or are written in other alphabets may have one file name; the later ones get a number.
    package func path(of name: String) -> String {
        let base = "\(path)/\(Self.fileName(of: name))"
        var (path, number) = ("\(base).json", 1)
        while !isFree(path, for: name) {
            number += 1
            path = "\(base)-\(number).json"
        }
        return path
    }

    /// Whether a file is not there, or holds the persona with a name.
    private func isFree(_ path: String, for name: String) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return true }
        let file = StateFile(path: path, kind: Self.kind, empty: Persona(name: ""), isAtDefaultPath: false)
        return (try? file.read().name) == name
    }

    /// The files, in the order of their names; none if the folder is not there.
    private var files: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
    }

    /// The name of a file for a persona: its letters and digits in lower case, with a hyphen for everything else.
    package static func fileName(of name: String) -> String {
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? "persona" : words.joined(separator: "-")
    }
}
