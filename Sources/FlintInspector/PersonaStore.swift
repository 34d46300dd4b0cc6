import InspectorKit

/// Where an app's personas are kept.
package protocol PersonaStore: Sendable {
    /// Every persona that can be read, and what is wrong with the others.
    func list() -> PersonaList

    /// Keeps a persona, in place of one with the same name.
    ///
    /// - Parameter persona: The persona.
    /// - Returns: Where it is kept, for people.
    /// - Throws: An error whose description states why it cannot be kept and what to do.
    func keep(_ persona: Persona) throws -> String
}

extension CommandRunner {
    /// Saves the app's present state as a persona.
    func savePersona(name: String, description: String?) throws(CommandError) -> CommandResult {
        guard let personas = configuration.personas else {
            throw CommandError("\(configuration.appName) keeps no personas.")
        }
        guard !name.allSatisfy(\.isWhitespace) else { throw CommandError("A persona needs a name.") }
        let persona = Persona(name: name, description: description, of: inspector.snapshot())
        do {
            return CommandResult(
                status: .done, message: "Saved the persona \(name) in \(try personas.keep(persona)).")
        } catch {
            throw CommandError(String(describing: error))
        }
    }
}
