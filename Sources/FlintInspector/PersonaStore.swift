// SPDX-License-Identifier: MIT

import FlintWorld

/// The storage of an app's personas, such as a ``PersonaFolder``.
///
/// Without a store, an app has no personas, and commands to save one are refused.
package protocol PersonaStore: Sendable {
    func readPersonas() -> PersonaList

    /// Returns the saved persona with a name, or `nil` if the persona is unknown or comes with the app.
    func savedPersona(named name: String) -> Persona?

    /// Saves a persona in place of any persona with the same name, and returns the path of its file.
    ///
    /// - Throws: An error whose description states the problem and its solution.
    func save(_ persona: Persona) throws -> String

    /// Deletes a saved persona.
    ///
    /// An unknown name has no effect.
    ///
    /// - Throws: An error whose description states the problem and its solution.
    func delete(_ name: String) throws
}

extension CommandRunner {
    func savePersona(
        name: String, description: String?, of scope: Persona.Scope
    ) throws(CommandError) -> CommandResult {
        let world = inspector.world(of: nil, reading: true)
        switch scope {
        case .state: return try setPersona(name, to: Persona(name: name, description: description, of: world))
        case .overrides:
            guard !world.model.overrides.isEmpty else { throw CommandError("There are no overrides to save.") }
            return try setPersona(name, to: Persona(name: name, description: description, overridesOf: world))
        }
    }

    /// Saves a persona under a name, or deletes the saved persona for `nil`.
    ///
    /// The inverse contains the saved persona that was replaced or deleted.
    func setPersona(_ name: String, to persona: Persona?) throws(CommandError) -> CommandResult {
        guard let store = configuration.personas else {
            throw CommandError("\(configuration.appName) does not store personas.")
        }
        let (before, isKnown) = (
            store.savedPersona(named: name), store.readPersonas().personas.contains { $0.name == name }
        )
        let message: String
        do {
            if var persona {
                if let problem = Persona.problem(ofName: name) { throw CommandError(problem) }
                persona.name = name
                message = Persona.savedMessage(name, in: try store.save(persona), inPlaceOfAnother: isKnown)
            } else if before != nil {
                try store.delete(name)
                let isOfApp = store.readPersonas().personas.contains { $0.name == name }
                message =
                    isOfApp
                    ? "The persona \(name) is the one that comes with the app again."
                    : "The persona \(name) has been deleted."
            } else {
                throw CommandError(
                    isKnown
                        ? "The persona \(name) comes with the app, so it cannot be deleted or renamed."
                        : "There is no persona \(name).")
            }
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(saving: error)
        }
        return CommandResult(status: .done, message: message, inverse: .setPersona(name: name, persona: before))
    }
}

extension Persona {
    package static let presentName = "now"

    package static func problem(ofName name: String) -> String? {
        if name.allSatisfy(\.isWhitespace) { return "A persona needs a name." }
        guard TextFormat.canBeSaved(name) else {
            return
                "The name cannot be saved, because it contains U+0000 or more than \(JSONLimits.markLimit) combining "
                + "marks in a row; give the persona another name."
        }
        guard name.lowercased() == presentName else { return nil }
        return "\"\(name.excerpt)\" is reserved for the app's present state; give the persona another name."
    }

    static func savedMessage(_ name: String, in path: String, inPlaceOfAnother isReplaced: Bool) -> String {
        "The persona \(name) has been saved in \(path)" + (isReplaced ? ", replacing the previous one." : ".")
    }
}
