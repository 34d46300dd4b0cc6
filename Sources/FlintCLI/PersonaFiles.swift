// SPDX-License-Identifier: MIT

import FlintCore
import FlintInspector
import FlintWorld

/// An app's bundled and saved personas.
///
/// Bundled personas are in the folder that ``FlintApplication/personaFolder(environment:)`` returns, or else in
/// ``FlintApplication/bundledFiles``. Saved personas are in the folder `personas` beside the overrides file. A saved
/// persona replaces a bundled one with the same name.
///
/// All overrides files in a folder share the saved personas, so a persona from one state can be applied to another.
struct PersonaFiles: PersonaStore {
    private let bundled: PersonaFolder?
    private let texts: [String: String]
    private let saved: PersonaFolder

    init<App: FlintApplication>(_ app: App.Type, statePath: String, environment: [String: String]) {
        bundled = App.personaFolder(environment: environment).map(PersonaFolder.init)
        texts = App.bundledFiles
        let folder = statePath.lastIndex(of: "/").map { String(statePath[...$0]) } ?? ""
        saved = PersonaFolder(folder + "personas")
    }

    init<App: FlintApplication>(_ app: App.Type, _ options: SharedOptions<App>) throws(CommandLineError) {
        let environment = CommandRun.current.environment
        let (path, _) = try StatePath.resolve(
            option: options.state, commandName: App.commandName, environment: environment)
        self.init(app, statePath: path, environment: environment)
    }

    func readPersonas() -> PersonaList {
        let (bundled, saved) = (
            self.bundled?.readPersonas() ?? PersonaFolder.personas(in: texts), self.saved.readPersonas()
        )
        let names = Set(saved.personas.map(\.name))
        let kept = bundled.personas.filter { !names.contains($0.name) }
        return PersonaList(
            personas: (kept + saved.personas).sorted { $0.name < $1.name },
            problems: bundled.problems + saved.problems, bundled: kept.map(\.name))
    }

    func path(of name: String) -> String { saved.path(of: name) }

    func savedPersona(named name: String) -> Persona? { saved.savedPersona(named: name) }

    func save(_ persona: Persona) throws -> String { try saved.save(persona) }

    func delete(_ name: String) throws { try saved.delete(name) }
}

extension Names {
    /// Returns the persona with a name or a unique part of it.
    ///
    /// The text can also be the output of `flint persona share`, which describes a persona.
    static func persona(
        _ text: String, in personas: [Persona], called kind: String = "persona"
    ) throws(CommandLineError) -> Persona {
        if !personas.contains(where: { $0.name == text }), let shared = Persona(shared: text) { return shared }
        return try NameResolver(
            kind: kind,
            candidates: personas.map {
                .init(element: $0, names: [PersonaFolder.fileName(of: $0.name)], title: $0.name)
            }
        ).resolve(text)
    }
}
