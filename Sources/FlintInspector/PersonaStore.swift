import InspectorKit

/// The storage of an app's personas, such as a ``PersonaFolder``.
///
/// Without a store, an app has no personas, and commands to save one are refused.
package protocol PersonaStore: Sendable {
    func list() -> PersonaList

    /// Saves a persona, replacing any persona with the same name.
    ///
    /// - Parameter persona: The persona to save.
    /// - Returns: The path of the persona's file.
    /// - Throws: An error whose description states the problem and its solution.
    func save(_ persona: Persona) throws -> String
}

extension CommandRunner {
    func savePersona(name: String, description: String?) throws(CommandError) -> CommandResult {
        guard let personas = configuration.personas else {
            throw CommandError("\(configuration.appName) does not store personas.")
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
    /// The name of the present state in lists of personas.
    package static let presentName = "now"

    /// Returns the reason a name is invalid, or `nil` if it is valid.
    package static func problem(ofName name: String) -> String? {
        if name.allSatisfy(\.isWhitespace) { return "A persona needs a name." }
        guard name.lowercased() == presentName else { return nil }
        return "\"\(name)\" is reserved for the app's present state; give the persona another name."
    }

    package static func savedMessage(_ name: String, in path: String, inPlaceOfAnother isReplaced: Bool) -> String {
        "Saved the persona \(name) in \(path)" + (isReplaced ? ", replacing the previous one." : ".")
    }
}
