import InspectorKit

/// Where an app's personas are kept.
package protocol PersonaStore: Sendable {
    /// Every persona that can be read, and what is wrong with the others.
    func list() -> PersonaList

    /// Saves a persona, in place of one with the same name.
    ///
    /// - Parameter persona: The persona.
    /// - Returns: The path of its file.
    /// - Throws: An error whose description states why it cannot be saved and what to do.
    func save(_ persona: Persona) throws -> String
}

extension CommandRunner {
    /// Saves the app's present state as a persona.
    func savePersona(name: String, description: String?) throws(CommandError) -> CommandResult {
        guard let personas = configuration.personas else {
            throw CommandError("\(configuration.appName) keeps no personas.")
        }
        if let problem = Persona.problem(ofName: name) { throw CommandError(problem) }
        let isReplaced = personas.list().personas.contains { $0.name == name }
        let persona = Persona(name: name, description: description, of: inspector.snapshot())
        do {
            let path = try personas.save(persona)
            return CommandResult(
                status: .done, message: Persona.savedMessage(name, in: path, inPlaceOfAnother: isReplaced))
        } catch {
            throw CommandError(String(describing: error))
        }
    }
}

extension Persona {
    /// The name by which the present state goes beside personas.
    package static let presentName = "now"

    /// Why no persona can have a name; `nil` if one can.
    package static func problem(ofName name: String) -> String? {
        if name.allSatisfy(\.isWhitespace) { return "A persona needs a name." }
        guard name.lowercased() == presentName else { return nil }
        return "\"\(name)\" stands for the present state of the app; give the persona another name."
    }

    /// What is reported of a persona that has been saved.
    package static func savedMessage(_ name: String, in path: String, inPlaceOfAnother isReplaced: Bool) -> String {
        "Saved the persona \(name) in \(path)" + (isReplaced ? ", in place of the one there was." : ".")
    }
}
