// SPDX-License-Identifier: MIT

public import FlintCore
import FlintFoundation
import FlintWorld

extension Flint {
    /// Puts the app into the state of the persona that is named at launch, if any.
    ///
    /// The name is the launch argument after `-FLINT_PERSONA` or the environment variable `FLINT_PERSONA`, so user
    /// interface tests can start the app as a particular user. In place of a name, the value can be the facts that
    /// `flint persona share` prints.
    ///
    /// ```swift
    /// Flint.setup(AppFeatures.self)
    /// Flint.applyLaunchPersona(from: Bundle.main.path(forResource: "personas", ofType: nil))
    /// ```
    ///
    /// Call the method right after setup, before other code uses a feature. The persona's facts are overridden until
    /// the app quits. The method has no effect in a production app or in a build that does not allow overrides. A
    /// persona that cannot be applied has no effect either. In both cases, the log states the reason.
    ///
    /// - Parameters:
    ///   - folder: The path of a folder that contains persona files. Without a folder, the launch must name the path of
    ///     a persona file.
    ///   - environment: The environment in which the app runs.
    /// - Returns: The persona's name, or `nil` if no persona was applied.
    @discardableResult
    public static func applyLaunchPersona(
        from folder: String? = nil, environment: AppEnvironment = .development
    ) -> String? {
        let process = ProcessInfo.processInfo
        return applyLaunchPersona(
            LaunchPersona(environment: process.environment, arguments: process.arguments), from: folder,
            environment: environment)
    }

    static func applyLaunchPersona(
        _ launch: LaunchPersona?, from folder: String?, environment: AppEnvironment
    ) -> String? {
        guard let launch else { return nil }
        let runtime = FlintRuntime.current
        var configuration = RuntimeInspector.Configuration(appName: "", cause: .launch)
        configuration.personas = folder.map(PersonaFolder.init)
        let inspector = RuntimeInspector(runtime: runtime, configuration: configuration)
        do throws(LaunchPersonaError) {
            return try launch.apply(to: inspector, environment: environment).name
        } catch {
            runtime.advise(error.description)
            return nil
        }
    }
}

extension Cause {
    static let launch: Cause = "launch"
}

package struct LaunchPersona {
    package static let variable = "FLINT_PERSONA"

    /// The persona's name, the path of its file, or its facts as text.
    private let value: String

    package init?(environment: [String: String], arguments: [String] = []) {
        let option = arguments.firstIndex(of: "-" + Self.variable)
        let argument = option.flatMap { arguments.dropFirst($0 + 1).first }
        guard let value = argument ?? environment[Self.variable], !value.isEmpty else { return nil }
        self.value = value
    }

    /// Overrides facts until the app quits, so that the app is in the persona's state.
    ///
    /// Saved overrides of the same facts are hidden rather than deleted. If the persona cannot be applied, no fact is
    /// overridden.
    @discardableResult
    package func apply(
        to inspector: RuntimeInspector, environment: AppEnvironment
    ) throws(LaunchPersonaError) -> Persona {
        switch environment {
        case .development: break
        case .production: throw .notAllowed("This app runs in production.")
        }
        guard inspector.allowsOverrides else { throw .notAllowed(RuntimeInspector.overrideRefusal) }
        let persona = try persona(in: inspector.personas())
        let commands: [Command]
        do throws(PersonaProblem) {
            commands = try persona.overrides(in: inspector.readModel(), expiry: .untilQuit)
        } catch {
            throw .unusable(error.description)
        }
        // All commands are checked before the first fact is overridden.
        if let refusal = inspector.plans([commands])[0].refusal {
            throw .unusable("The persona \(persona.name) cannot be applied. \(refusal)")
        }
        let runtime = inspector.runtime
        let app = RunningApp(runtime: runtime, system: inspector.configuration.system)
        runtime.bind {
            Cause.withCause(.launch) {
                for case .setOverride(let fact, let override?) in commands {
                    guard let (key, new) = try? app.checked(override, of: fact, by: .launch) else { continue }
                    runtime.facts.set(new, of: key, cause: .launch)
                }
            }
        }
        return persona
    }

    private func persona(in list: PersonaList) throws(LaunchPersonaError) -> Persona {
        if let known = list.personas.first(where: { $0.name == value }) { return known }
        if let shared = Persona(shared: value) { return shared }
        guard !value.contains("/"), !value.hasSuffix(".json") else {
            guard FileManager.default.fileExists(atPath: value) else {
                throw .unusable("There is no file \(value.excerpt). Name a persona, or the path of an existing file.")
            }
            do throws(StateFileError) {
                return try PersonaFolder.file(at: value).read()
            } catch {
                throw .unusable(error.description)
            }
        }
        let names = list.personas.map(\.name)
        let choice =
            switch names.count {
            case 0: "The app has no personas; name the path of a file instead."
            case 1: "The only persona is \(names[0])."
            default: "The personas are \(names.listed())."
            }
        throw .unknown((["There is no persona \"\(value.excerpt)\".", choice] + list.problems).joined(separator: " "))
    }
}

package enum LaunchPersonaError: Error, Hashable, CustomStringConvertible {
    /// The app runs in production, or does not allow overrides.
    case notAllowed(String)
    case unknown(String)
    case unusable(String)

    package var description: String {
        switch self {
        case .notAllowed(let reason): "\(LaunchPersona.variable) is ignored. \(reason)"
        case .unknown(let message), .unusable(let message): "\(LaunchPersona.variable): \(message)"
        }
    }
}
