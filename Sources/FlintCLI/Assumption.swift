import FlintCore
import InspectorKit

extension FactKind {
    /// Creates the kind with a word of the command line.
    init?(word: String) {
        guard let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = kind
    }

    /// The words that name a fact and a value, for help texts.
    static var grammar: String {
        """
        "purchase PRODUCT STATUS", "permission PERMISSION STATUS", "toggle FEATURE on|off", "switch FEATURE on|off", \
        "flag KEY on|off" or "platform NAME VERSION".
        """
    }
}

/// A fact with another value, as every command takes it: `purchase podcasts.premium purchased`.
struct Assumption: Encodable {
    /// The kind of the fact.
    let kind: FactKind
    /// The product id, permission name, feature id or flag's key.
    let key: String
    /// The value; `nil` for none, which removes the override.
    @NullWhenAbsent var value: String?
}

extension Assumption {
    /// Creates an assumption from its parts.
    ///
    /// - Parameters:
    ///   - kind: The kind of fact.
    ///   - name: The fact's name; `nil` for the platform.
    ///   - value: The value, or "none".
    ///   - snapshot: The app.
    /// - Throws: ``CommandLineError/usage(_:)`` that describes what is wrong and how to write it.
    init(kind: FactKind, name: String?, value: String, in snapshot: Snapshot) throws(CommandLineError) {
        if name?.isEmpty ?? true, kind != .platform {
            throw .usage("The \(kind.word) is missing. Write, for example, \"\(Self.example(of: kind))\".")
        }
        self.kind = kind
        key = try Names.fact(kind, name ?? "", in: snapshot)
        self.value = try Names.value(value, of: kind)
    }

    /// Creates an assumption from words.
    ///
    /// - Parameters:
    ///   - words: The first is the kind, the last the value, and what is between them names the fact.
    ///   - snapshot: The app.
    /// - Throws: ``CommandLineError/usage(_:)`` that describes what is wrong and how to write it.
    init(_ words: [String], in snapshot: Snapshot) throws(CommandLineError) {
        let kind = try Self.kind(words.first ?? "")
        let rest = words.dropFirst()
        if kind == .platform {
            try self.init(kind: kind, name: nil, value: rest.joined(separator: " "), in: snapshot)
        } else {
            guard rest.count > 1 else {
                let text = CommandOutput.quotable(words.joined(separator: " "))
                throw .usage("\"\(text)\" is incomplete. Write, for example, \"\(Self.example(of: kind))\".")
            }
            let name = rest.dropLast().joined(separator: " ")
            try self.init(kind: kind, name: name, value: rest.last ?? "", in: snapshot)
        }
    }

    /// Creates the assumption that something is taken away, or that the app runs on a platform.
    ///
    /// - Parameters:
    ///   - kind: The kind of fact.
    ///   - name: The fact's name, or a platform and its version.
    ///   - snapshot: The app.
    /// - Throws: ``CommandLineError/usage(_:)`` if there is no such fact.
    init(losing kind: FactKind, _ name: String, in snapshot: Snapshot) throws(CommandLineError) {
        try self.init(kind: kind, name: name, value: kind.lostValue ?? name, in: snapshot)
    }

    /// Returns the kind whose word, or the beginning of it, was typed.
    static func kind(_ word: String) throws(CommandLineError) -> FactKind {
        try Names.element(word, among: FactKind.allCases, word: \.word, called: "kind of fact")
    }

    private static func example(of kind: FactKind) -> String {
        switch kind {
        case .purchase: "purchase premium purchased"
        case .permission: "permission camera denied"
        case .toggle, .runtimeSwitch: "\(kind.word) FEATURE on"
        case .flag: "flag KEY on"
        case .platform: "platform watchOS 9"
        }
    }

    /// The command that overrides the fact until the override is removed, or that removes it.
    var command: Command { .setOverride(reference, value.map { Override(value: $0) }) }

    /// Returns the command that overrides the fact, or removes its override.
    ///
    /// - Parameters:
    ///   - reason: Why it is overridden.
    ///   - expiry: When the override expires.
    /// - Returns: The command.
    /// - Throws: ``CommandLineError/usage(_:)`` for a reason or an expiry of an override that is removed.
    func command(reason: String?, expiry: OverrideExpiry?) throws(CommandLineError) -> Command {
        guard value != nil || reason == nil && expiry == nil else {
            throw .usage("\"none\" removes the override, so it takes no reason and no expiry.")
        }
        return .setOverride(reference, value.map { Override(value: $0, reason: reason, expiry: expiry) })
    }

    private var reference: FactReference { FactReference(kind: kind, key: key) }
}
