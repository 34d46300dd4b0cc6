// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintWorld

/// A folder of personas, with one JSON file per persona.
///
/// The persona's name is part of the file's content. The file name is derived from it but is ignored when the file is
/// read. If several files contain a persona with the same name, the first file in alphabetical order is used.
package struct PersonaFolder: PersonaStore {
    package static let kind = StateFileKind("persona")
    private static let version = 3

    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    package func readPersonas() -> PersonaList {
        var list = Self.readPersonas(files) { path throws(StateFileError) in try Self.file(at: path).read() }
        if isUnreadable {
            list.problems.insert(
                "The folder \(path) cannot be read, so its personas are missing. Check its permissions.", at: 0)
        }
        return list
    }

    private var isUnreadable: Bool {
        FileManager.default.fileExists(atPath: path)
            && (try? FileManager.default.contentsOfDirectory(atPath: path)) == nil
    }

    /// Returns the personas in a program's own files, which are in folders named `personas`.
    ///
    /// `texts` contains the content of each file, keyed by path.
    package static func personas(in texts: [String: String]) -> PersonaList {
        let paths = texts.keys.filter { PathComponents(PathComponents($0).directory).name == "personas" }
        return readPersonas(paths.sorted()) { path throws(StateFileError) in
            try file(at: path).decode(Data((texts[path] ?? "").utf8))
        }
    }

    private static func readPersonas(
        _ paths: [String], read: (String) throws(StateFileError) -> Persona
    ) -> PersonaList {
        var personas: [String: (persona: Persona, path: String)] = [:]
        var problems: [String] = []
        for path in paths {
            do throws(StateFileError) {
                let persona = try read(path)
                if let problem = Persona.problem(ofName: persona.name) {
                    problems.append("\(path) is ignored. \(problem)")
                } else if let first = personas[persona.name] {
                    problems.append(
                        "\(path) is ignored, because \(first.path) also contains the persona \(persona.name). Rename one of "
                            + "the personas, or delete a file.")
                } else {
                    personas[persona.name] = (persona, path)
                }
            } catch {
                problems.append(error.description(of: "persona file"))
            }
        }
        return PersonaList(personas: personas.values.map(\.persona).sorted { $0.name < $1.name }, problems: problems)
    }

    package func save(_ persona: Persona) throws(StateFileError) -> String {
        let path = path(of: persona.name)
        try StateFile(path: path, kind: Self.kind, empty: persona, version: Self.version).update { $0 = persona }
        return path
    }

    package func savedPersona(named name: String) -> Persona? { readPersonas().personas.first { $0.name == name } }

    package func delete(_ name: String) throws(StateFileError) {
        guard savedPersona(named: name) != nil else { return }
        try Self.file(at: path(of: name)).delete()
    }

    /// Returns the path of a persona's existing file, or the first unused path if the persona has no file.
    ///
    /// Different personas can have the same file name, for example if their names use other alphabets. A number
    /// distinguishes such files.
    package func path(of name: String) -> String {
        if let known = files.first(where: { (try? Self.file(at: $0).read().name) == name }) { return known }
        let base = "\(path)/\(Self.fileName(of: name))"
        var (path, number) = ("\(base).json", 1)
        while FileManager.default.fileExists(atPath: path) {
            number += 1
            path = "\(base)-\(number).json"
        }
        return path
    }

    static func file(at path: String) -> StateFile<Persona> {
        StateFile(path: path, kind: kind, empty: Persona(name: ""), version: version, isAtDefaultPath: false)
    }

    private var files: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
    }

    /// Returns a persona's file name without its extension.
    ///
    /// The name is in lowercase, with a hyphen in place of each run of characters other than ASCII letters and digits.
    /// A long name is truncated, because file systems limit the length of a file name.
    package static func fileName(of name: String) -> String {
        TextFormat.slug(of: name).map { String($0.prefix(100)) } ?? "persona"
    }
}
