import ArgumentParser
import FlintCore
import FlintInspector
import InspectorKit

/// Names that a shell completes by asking the program.
enum NameCompletion {
    /// The first argument with which a completion script asks.
    static let request = "---completion"

    /// Returns names from a running app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - words: What has been typed; the file of overrides or the running app that it names is used.
    ///   - names: Finds the names.
    /// - Returns: The names; none if the app cannot be started.
    static func names<App: FlintApplication>(
        of app: App.Type, typed words: [String], _ names: @MainActor @Sendable (AppSession<App>) -> [String]
    ) -> [String] {
        guard MainQueue.isCurrent else { return [] }
        return MainActor.assumeIsolated {
            let option =
                words.firstIndex { ["--state", "--attach", "--recording"].contains($0) }.map {
                    Array(words[$0...].prefix(2))
                } ?? []
            guard let shared = try? SharedOptions<App>.parse(option.count == 2 ? option : []),
                let session = try? AppSession(shared, cause: "command line", access: .readOnly)
            else { return [] }
            return names(session)
        }
    }
}

extension CompletionKind {
    /// The ids of the app's features.
    static func features<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        names(of: app) { $0.features.map(\.id) }
    }

    /// The ids of the app's products.
    static func products<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        names(of: app) { $0.products.map(\.productID) }
    }

    /// The names of the permissions, those that the app needs first.
    static func permissions<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        names(of: app) { $0.permissions.map(\.permission) }
    }

    /// The keys of the app's flags.
    static func flags<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        names(of: app) { $0.flags.map(\.key) }
    }

    /// The actions of every feature, as `perform` takes them.
    static func actions<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        names(of: app) { snapshot in
            snapshot.features.flatMap { feature in feature.actions.map { "\(feature.id)/\($0.name)" } }
        }
    }

    /// What `impact` takes after a kind of fact: the names of that kind.
    static func facts<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        .custom { words, _, _ in
            guard let kind = words.lazy.compactMap(FactKind.init(word:)).first else { return [] }
            return NameCompletion.names(of: app, typed: words) { $0.inspector.snapshot().names(of: kind) }
        }
    }

    /// What a command of `override` takes: a name and a value.
    static func overrides<App: FlintApplication>(of kind: FactKind, in app: App.Type) -> CompletionKind {
        .custom { words, index, _ in
            let start = words.firstIndex(of: kind.word) ?? 0
            guard index <= start + 1 else { return kind.values + ["none"] }
            return NameCompletion.names(of: app, typed: words) { $0.inspector.snapshot().names(of: kind) }
                + (kind == .platform ? ["none"] : [])
        }
    }

    /// What `what-if` takes: each fact with each value, as one argument.
    static func assumptions<App: FlintApplication>(of app: App.Type) -> CompletionKind {
        names(of: app) { snapshot in
            FactKind.allCases.flatMap { kind in
                // A permission that the app does not require changes nothing.
                let names =
                    kind == .permission
                    ? snapshot.permissions.filter(\.isRequired).map(\.permission) : snapshot.names(of: kind)
                let values = kind == .platform ? [""] : kind.values + ["none"]
                return names.flatMap { name in values.map { "\(kind.word) \(name) \($0)" } }
            }
        }
    }

    /// The names of the personas, as their files spell them.
    static func personas<App: FlintApplication>(of app: App.Type, and others: String...) -> CompletionKind {
        .custom { words, _, _ in
            NameCompletion.names(of: app, typed: words) { session in
                others + ((try? session.personas()) ?? []).map { PersonaFolder.fileName(of: $0.name) }
            }
        }
    }

    /// The words for a value.
    static func words<Value: RawRepresentable<String> & CaseIterable>(
        of type: Value.Type, and others: String...
    ) -> CompletionKind {
        .list(Value.allCases.map(\.rawValue) + others)
    }

    private static func names<App: FlintApplication>(
        of app: App.Type, _ names: @escaping @Sendable (Snapshot) -> [String]
    ) -> CompletionKind {
        .custom { words, _, _ in
            NameCompletion.names(of: app, typed: words) { session in
                names(session.inspector.snapshot())
            }
        }
    }
}

extension Snapshot {
    /// Returns the names of all facts of a kind.
    fileprivate func names(of kind: FactKind) -> [String] {
        switch kind {
        case .purchase: products.map(\.productID)
        case .permission: permissions.map(\.permission)
        case .toggle: features.filter { $0.userToggle != nil }.map(\.id)
        case .runtimeSwitch: features.filter { $0.runtimeSwitch != nil }.map(\.id)
        case .flag: flags.map(\.key)
        case .platform: Platform.all.map(\.rawValue)
        }
    }
}
