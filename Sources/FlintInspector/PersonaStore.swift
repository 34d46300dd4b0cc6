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
        guard !name.allSatisfy(\.isWhitespace) else { throw CommandError("A persona needs a name.") }
        let persona = Persona(name: name, description: description, of: inspector.snapshot())
        do {
            return CommandResult(
                status: .done, message: "Saved the persona \(name) in \(try personas.save(persona)).")
        } catch {
            throw CommandError(String(describing: error))
        }
    }
}
