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
    /// The folder of the personas that come with the app, if it has any.
    let bundled: PersonaFolder?
    /// The folder of the personas that the user has saved.
    let saved: PersonaFolder

    /// Finds the folders of an app.
    init<App: FlintApplication>(_ app: App.Type, statePath: String, environment: [String: String]) {
        bundled = App.personaFolder(environment: environment).map(PersonaFolder.init)
        let folder = statePath.lastIndex(of: "/").map { String(statePath[...$0]) } ?? ""
        saved = PersonaFolder(folder + "personas")
    }

    /// Finds the folders of an app that is not started.
    init<App: FlintApplication>(_ app: App.Type, _ options: SharedOptions<App>) {
        let environment = ProcessInfo.processInfo.environment
        let (path, _) = StatePath.resolve(
            option: options.state, commandName: App.commandName, environment: environment)
        self.init(app, statePath: path, environment: environment)
    }

    /// Every persona that can be read, and what is wrong with the others; of two with one name, the saved one.
    func list() -> PersonaList {
        let lists = [bundled, saved].compactMap { $0?.list() }
        let personas = Dictionary(lists.flatMap(\.personas).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        return PersonaList(
            personas: personas.values.sorted { $0.name < $1.name }, problems: lists.flatMap(\.problems))
    }

    /// The path of the file that a persona is saved in.
    func path(of name: String) -> String { saved.path(of: name) }

    /// Saves a persona, in place of one with the same name.
    ///
    /// - Returns: The path of its file.
    /// - Throws: ``CommandLineError`` if the file cannot be written.
    func save(_ persona: Persona) throws(CommandLineError) -> String {
        do throws(StateFileError) {
            return try saved.save(persona)
        } catch {
            throw CommandLineError(saving: error)
        }
    }
}

extension Names {
    /// The persona that is meant.
    static func persona(_ text: String, in personas: [Persona]) throws(CommandLineError) -> Persona {
        try NameResolver(
            kind: "persona",
            candidates: personas.map {
                .init(element: $0, names: [PersonaFolder.fileName(of: $0.name)], title: $0.name)
            }
        ).resolve(text)
    }
}
