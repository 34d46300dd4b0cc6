import FlintCore
import FlintInspector
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where personas are kept: files that come with the app, and files that the user has saved.
struct PersonaFiles: PersonaStore {
    /// The kind of the files.
    static let kind = StateFileKind("persona", keysOfFirstVersion: nil)

    /// The folder of the personas that come with the app, if it has any.
    let bundled: String?
    /// The folder of the personas that the user has saved.
    let saved: String

    /// Finds the folders of an app.
    init<App: FlintApplication>(_ app: App.Type, statePath: String, environment: [String: String]) {
        bundled = App.personaFolder(environment: environment)
        let folder = statePath.lastIndex(of: "/").map { String(statePath[...$0]) } ?? ""
        saved = folder + "personas"
    }

    /// Every persona that can be read, and what is wrong with the others; of two with one name, the saved one.
    func list() -> PersonaList {
        var personas: [String: Persona] = [:]
        var problems: [String] = []
        for path in [bundled, saved].compactMap({ $0 }).flatMap(Self.files) {
            do throws(CommandLineError) {
                let persona = try read(path)
                personas[persona.name] = persona
            } catch {
                problems.append(error.message)
            }
        }
        return PersonaList(personas: personas.values.sorted { $0.name < $1.name }, problems: problems)
    }

    /// Reads a persona.
    private func read(_ path: String) throws(CommandLineError) -> Persona {
        let file = StateFile(path: path, kind: Self.kind, empty: Persona(name: ""), isAtDefaultPath: false)
        do throws(StateFileError) {
            return try file.read()
        } catch {
            throw .unusableFile(error.description)
        }
    }

    /// The path of the file that a persona is saved in.
    func path(of name: String) -> String { "\(saved)/\(Self.fileName(of: name)).json" }

    /// Saves a persona, in place of one with the same name.
    ///
    /// - Returns: The path of its file.
    /// - Throws: ``CommandLineError`` if the file cannot be written.
    func save(_ persona: Persona) throws(CommandLineError) -> String {
        let path = path(of: persona.name)
        let file = StateFile(path: path, kind: Self.kind, empty: persona)
        do throws(StateFileError) {
            try file.update { $0 = persona }
        } catch {
            throw CommandLineError(saving: error)
        }
        return path
    }

    /// The files of a folder, in the order of their names; none if it is not there.
    private static func files(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
    }

    /// The name of a file for a persona: its letters and digits in lower case, with a hyphen for everything else.
    static func fileName(of name: String) -> String {
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? "persona" : words.joined(separator: "-")
    }
}

extension Names {
    /// The persona that is meant.
    static func persona(_ text: String, in personas: [Persona]) throws(CommandLineError) -> Persona {
        try NameResolver(
            kind: "persona",
            candidates: personas.map { .init(element: $0, names: [PersonaFiles.fileName(of: $0.name)], title: $0.name) }
        ).resolve(text)
    }
}
