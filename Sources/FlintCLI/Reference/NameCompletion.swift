// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintTerminal
import FlintWorld

/// Completes names in a shell by starting the program.
///
/// A shell's completion script calls the program with the words that have been typed. The program starts the app or
/// attaches to it, with read-only access, and prints the matching kind of names.
enum NameCompletion {
    /// The first argument of a call from a completion script.
    static let request = "---completion"

    /// Returns names from the app, or an empty array if the app cannot be started.
    ///
    /// The options `--state`, `--attach` and `--recording` among the typed words select the app.
    static func names<App: FlintApplication>(
        of app: App.Type, typed words: [String], _ names: @MainActor @Sendable (AppSession<App>) throws -> [String]
    ) -> [String] {
        guard MainQueue.isCurrent else { return [] }
        return MainActor.assumeIsolated {
            let option =
                words.firstIndex { ["--state", "--attach", "--recording"].contains($0) }.map {
                    Array(words[$0...].prefix(2))
                } ?? []
            guard let shared = try? SharedOptions<App>.parse(option.count == 2 ? option : []),
                let session = try? AppSession(
                    shared, SessionSettings(cause: "command line", access: .readOnly, waitsForServices: false))
            else { return [] }
            // A shell would display or execute control characters, and would treat a line break as the end of a name.
            return ((try? names(session)) ?? []).filter { TextSanitizer.sanitized($0) == $0 }
        }
    }
}

extension CompletionKind {
    static func features<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        names(of: app) { try $0.model.features.map(\.id) }
    }

    static func products<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        names(of: app) { try $0.names(of: .purchase) }
    }

    static func actions<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        names(of: app) { session in
            let world = try session.world()
            return world.model.features.compactMap { world.feature($0.id) }.flatMap { feature in
                feature.actions.map { "\(feature.id)/\($0.name)" }
            }
        }
    }

    static func facts<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        .custom { words, _, _ in
            NameCompletion.names(of: app, typed: words) { session in
                let kind = try session.model.factKinds.first {
                    words.contains($0.rawValue) || words.contains($0.pluralName)
                }
                return try kind.map(session.names) ?? []
            }
        }
    }

    static func factAndValue<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        .custom { words, index, _ in
            NameCompletion.names(of: app, typed: words) { session in
                let model = try session.model
                let start = words.firstIndex(of: "set") ?? 0
                guard index > start + 1, let kind = model.factKinds.first(where: { $0.rawValue == words[start + 1] })
                else { return model.factKinds.map(\.rawValue) + [SetCommand<App>.everything] }
                guard index > start + 2, !kind.isSingle else {
                    return try session.names(of: kind) + (kind.isSingle ? ["none"] : [])
                }
                let key = model.key(of: FactReference(kind: kind, key: words[start + 2]))
                return (key?.domain.choices.map(\.id) ?? kind.values) + ["none"]
            }
        }
    }

    static func assumptions<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        .custom { words, index, _ in
            NameCompletion.names(of: app, typed: words) { session in
                if words.contains("--states") { return try session.model.features.map(\.id) }
                guard let question = words.firstIndex(of: "--without") else { return try session.assumptions() }
                if index == question + 1 { return try session.model.factKinds.map(\.rawValue) }
                let kind = try session.model.factKinds.first { words.contains($0.rawValue) }
                return try kind.map(session.names) ?? []
            }
        }
    }

    static func personas<App: FlintApplication>(of app: App.Type, and others: String...) -> CompletionKind {
        .custom { words, _, _ in
            NameCompletion.names(of: app, typed: words) { session in
                others + (try session.inspector.personas()).personas.map { PersonaFolder.fileName(of: $0.name) }
            }
        }
    }

    static func values<Value: RawRepresentable<String> & CaseIterable>(
        of type: Value.Type, and others: String...
    ) -> CompletionKind {
        .list(Value.allCases.map(\.rawValue) + others)
    }

    private static func names<App: FlintApplication>(
        of app: App.Type, _ names: @escaping @MainActor @Sendable (AppSession<App>) throws -> [String]
    ) -> CompletionKind {
        .custom { words, _, _ in
            NameCompletion.names(of: app, typed: words, names)
        }
    }
}

extension AppSession {
    fileprivate func assumptions() throws -> [String] {
        let model = try model
        return try model.factKinds.flatMap { kind in
            // Permissions that the app does not require are omitted, because they do not affect any feature.
            let names =
                kind == .permission
                ? model.listedFacts(of: kind).filter(\.isRequired).map(\.reference.key) : try names(of: kind)
            return names.flatMap { name in
                let key = model.key(of: FactReference(kind: kind, key: name))
                let values = kind.isSingle ? [""] : (key?.domain.choices.map(\.id) ?? []) + ["none"]
                return values.map { "\(kind.rawValue) \(name) \($0)" }
            }
        }
    }

    fileprivate func names(of kind: FactKind) throws -> [String] {
        if kind.isSingle { return Platform.all.map(\.rawValue) }
        guard kind.belongsToFeature else { return try model.listedFacts(of: kind).map(\.reference.key) }
        let world = try world()
        return world.model.features.map(\.id).filter {
            (try? world.key(of: FactReference(kind: kind, key: $0))) != nil
        }
    }
}
