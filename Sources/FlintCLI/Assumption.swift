// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

extension FactKind {
    static var grammar: String {
        """
        "purchase PRODUCT STATUS", "permission PERMISSION STATUS", "user-setting FEATURE on|off", "runtime-switch FEATURE on|off", \
        "flag KEY on|off" or "platform NAME VERSION".
        """
    }
}

/// A fact with an assumed value, as typed on the command line: `purchase podcasts.premium purchased`.
///
/// Commands that override facts and commands that forecast an override's effect share this syntax. Names are resolved
/// against the app's state, so abbreviations work and unknown names are reported with suggestions. Values must be
/// complete.
struct Assumption: Encodable {
    let kind: FactKind
    /// The product ID, permission name, feature ID or flag key.
    let key: String
    /// The assumed value, or `nil` to remove the override.
    @NullWhenAbsent var value: String?
}

extension Assumption {
    /// Creates an assumption from a kind, a name and a value.
    ///
    /// The name is `nil` for the platform, and the value "none" removes the override.
    @MainActor
    init<App: FlintApplication>(
        kind: FactKind, name: String?, value: String, in session: AppSession<App>
    ) throws(CommandLineError) {
        if name?.isEmpty ?? true, !kind.isSingle {
            throw .usage(
                "The name of the \(kind.subject) is missing. Write, for example, \"\(kind.example)\".")
        }
        self.kind = kind
        key = try Names.fact(kind, name ?? "", in: session)
        self.value = try Names.value(value, of: FactReference(kind: kind, key: key), in: session.model)
    }

    /// Creates an assumption from words on the command line: the kind, the words of the name, and the value.
    ///
    /// For a platform, every word after the kind forms the value.
    @MainActor
    init<App: FlintApplication>(_ words: [String], in session: AppSession<App>) throws(CommandLineError) {
        let kind: FactKind
        do throws(CommandLineError) {
            kind = try Self.kind(words.first ?? "", in: session.model)
        } catch {
            // If the words lack only a kind, the error suggests it.
            throw (try? session.model).flatMap { Self.withoutKind(words, in: $0) } ?? error
        }
        let rest = words.dropFirst()
        if kind.isSingle {
            try self.init(kind: kind, name: nil, value: rest.joined(separator: " "), in: session)
        } else {
            guard rest.count > 1 else {
                let text = CommandOutput.excerpt(words.joined(separator: " "))
                throw .usage("\"\(text)\" is incomplete. Write, for example, \"\(kind.example)\".")
            }
            let name = rest.dropLast().joined(separator: " ")
            try self.init(kind: kind, name: name, value: rest.last ?? "", in: session)
        }
    }

    /// Creates the assumption that a fact loses the value that features need, or that the app runs on a platform.
    @MainActor
    init<App: FlintApplication>(
        losing kind: FactKind, _ name: String, in session: AppSession<App>
    ) throws(CommandLineError) {
        guard kind.isOwn else {
            try self.init(kind: kind, name: name, value: kind.opposites?.removed.id ?? name, in: session)
            return
        }
        let key = try Names.fact(kind, name, in: session)
        guard let value = try session.world().removedValue(of: FactReference(kind: kind, key: key)) else {
            throw .usage("No feature depends on the value of \(kind.rawValue) \(key.excerpt).")
        }
        self.init(kind: kind, key: key, value: value)
    }

    private static func withoutKind(_ words: [String], in model: AppModel) -> CommandLineError? {
        let name = words.dropLast().joined(separator: " ")
        guard let value = words.last, !name.isEmpty else { return nil }
        let kinds = model.factKinds.filter { kind in
            !kind.belongsToFeature && !kind.isSingle && (try? Names.key(name, of: kind, in: model)) != nil
        }
        guard !kinds.isEmpty else { return nil }
        let offers = kinds.prefix(3).map {
            "\"\($0.rawValue) \(CommandOutput.excerpt(name)) \(CommandOutput.excerpt(value))\""
        }
        return .usage(
            "The kind of \(CommandOutput.excerpt(name)) is missing. Did you mean \(offers.listed(with: "or"))?")
    }

    static func kind(_ word: String, in model: AppModel) throws(CommandLineError) -> FactKind {
        try Names.element(
            word, among: model.factKinds, word: \.rawValue, called: "kind of fact", acceptsPrefix: true)
    }

    var command: Command { .setOverride(reference, value.map { Override(value: $0) }) }

    static var removalHasNoExpiry: String {
        "\"none\" removes the override, so it cannot have a reason or an expiry."
    }

    func command(reason: String?, expiry: OverrideExpiry?) throws(CommandLineError) -> Command {
        guard value != nil || reason == nil && expiry == nil else {
            throw .usage(Self.removalHasNoExpiry)
        }
        return .setOverride(reference, value.map { Override(value: $0, reason: reason, expiry: expiry) })
    }

    var reference: FactReference { FactReference(kind: kind, key: key) }
}
