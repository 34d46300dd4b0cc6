// SPDX-License-Identifier: MIT

public import FlintCore
import FlintInspector
import FlintWorld

/// A named state of the facts that an app's features depend on, such as "Premium user".
///
/// ``GatingPersonas`` returns personas, and ``GatingTest/apply(_:)`` puts an app into one.
public struct GatingPersona: Sendable, Hashable, CustomStringConvertible {
    let persona: Persona

    /// The name, which describes the state.
    public var name: String { persona.name }

    /// The persona's name in test results.
    public var description: String { name }
}

/// The personas to repeat tests with.
public enum GatingPersonas {
    /// Returns a small set of personas that shows every feature and every requirement of an app.
    ///
    /// With the personas of the set, every feature is available at least once, and every requirement is at least once
    /// the only reason that its feature is not available. Use them as the arguments of a test that must hold for every
    /// user:
    ///
    /// ```swift
    /// @Test(arguments: GatingPersonas.covering(ObservatoryFeatures.self))
    /// func anyProductOpensTheArchive(persona: GatingPersona) throws {
    ///     let app = GatingTest(ObservatoryFeatures.self)
    ///     try app.apply(persona)
    ///     app.purchase(Products.supporter)
    ///     #expect(app.isAvailable(ArchiveFeature.self), "\(app.explanation(of: ArchiveFeature.self))")
    /// }
    /// ```
    ///
    /// Equal requirements always result in the same personas. Each persona has a value for every fact that features
    /// depend on. `flint persona cover` lists what each of them shows. In a module whose default isolation is the main
    /// actor, call the method in `await MainActor.run { … }`, because arguments are evaluated outside of that actor.
    ///
    /// - Parameters:
    ///   - group: The root group of the app's features.
    ///   - configuration: A closure that replaces dependencies, as for ``GatingTest``.
    /// - Returns: The personas.
    public static func covering(
        _ group: FeatureGroup.Type, configuration: ((Flint.DependenciesConfig) -> Void)? = nil
    ) -> [GatingPersona] {
        let app = GatingTest(group, configuration: configuration)
        return app.inspector.world(of: nil, reading: true).cover().personas.map { GatingPersona(persona: $0.persona) }
    }

    /// Returns the personas in a folder of persona files, sorted by name.
    ///
    /// - Parameter folder: The path of the folder.
    /// - Returns: The personas.
    /// - Throws: An error that describes the first file that cannot be read.
    public static func files(in folder: String) throws -> [GatingPersona] {
        let list = PersonaFolder(folder).readPersonas()
        if let problem = list.problems.first { throw GatingPersonaError(description: problem) }
        return list.personas.map { GatingPersona(persona: $0) }
    }
}

struct GatingPersonaError: Error, CustomStringConvertible {
    let description: String
}

extension GatingTest {
    /// Sets up an app in a new runtime, and puts it into a persona's state.
    ///
    /// - Parameters:
    ///   - name: The name of the persona.
    ///   - group: The root group of the app's features.
    ///   - folder: The path of a folder of persona files, or `nil` for the personas of a covering set.
    /// - Throws: An error if the persona is unknown or does not fit the app.
    convenience init(persona name: String, of group: FeatureGroup.Type, in folder: String?) throws {
        let personas = try folder.map(GatingPersonas.files) ?? GatingPersonas.covering(group)
        guard let found = personas.first(where: { $0.name == name }) else {
            let names = personas.map(\.name).joined(separator: ", ")
            throw GatingPersonaError(description: "There is no persona \(name). The personas are \(names).")
        }
        self.init(group)
        try apply(found)
    }

    var inspector: RuntimeInspector {
        RuntimeInspector(runtime: runtime, configuration: .init(appName: "", cause: .app))
    }

    /// Puts the app into a persona's state.
    ///
    /// Facts that the persona does not list keep their values. Values that the test sets afterward replace the
    /// persona's values. As with the other functions, a persona has no effect on a dependency that the configuration
    /// replaces.
    ///
    /// - Parameter persona: The persona.
    /// - Throws: An error that names the product, permission, feature, or flag that the app does not have.
    public func apply(_ persona: GatingPersona) throws {
        let model = inspector.readModel()
        for command in try persona.persona.overrides(in: model) {
            guard case .setOverride(let fact, let override?) = command, let key = model.key(of: fact),
                let value = FactValue(override.value, of: key)
            else {
                throw GatingPersonaError(description: "The persona \(persona.name) has a value that cannot be read.")
            }
            set(key, to: value)
        }
    }
}
