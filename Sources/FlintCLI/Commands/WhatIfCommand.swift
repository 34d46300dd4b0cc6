import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// `flint what-if`: what other facts would change, without changing anything.
struct WhatIfCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "what-if",
            abstract: "Show which features would change if facts had other values, or if something happened.",
            discussion: """
                Each assumption is one argument. An override: "purchase PRODUCT STATUS", "permission PERMISSION STATUS", \
                "toggle FEATURE on|off", "switch FEATURE on|off", "flag KEY on|off" or "platform NAME VERSION"; \
                "none" as a value assumes that the override is removed. The user's own setting: \
                "user FEATURE on|off|default", as the command toggle. The system's status: \
                "system PERMISSION STATUS", as the command permission. Or the words of a command that changes \
                something: "store buy PRODUCT", "flags set KEY on", "override clear", "persona apply NAME", "undo" and \
                "redo". Assumptions build on each other in order. Nothing is changed; the status is 1 if a command \
                would be refused.
                """)
    }

    @Argument(
        help: ArgumentHelp("What to assume, such as \"purchase premium purchased\".", valueName: "assumption"),
        completion: .assumptions(of: App.self))
    var assumptions: [String]
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.inspect(json: json) { session in
            let assumed = try assumptions.map { try Hypothesis<App>($0, in: session) }
            let preview = session.inspector.preview(assumed.map(\.command), limit: .max)
            if let refusal = preview.refusal { throw CommandLineError.refused(refusal) }
            let count = preview.changes.count
            let heading = "\(count == 1 ? "1 feature" : "\(count) features") would change."
            return (
                WhatIfAnswer(assumptions: assumed, changes: preview.changes), [heading] + PlainReport.changes(preview)
            )
        }
    }
}

/// The JSON answer of `flint what-if`.
struct WhatIfAnswer<App: FlintApplication>: Encodable {
    let assumptions: [Hypothesis<App>]
    let changes: [FeatureChange]
}

/// A fact with another value, as it is typed: `purchase podcasts.premium purchased`.
struct Assumption: Encodable {
    /// The kinds of facts, in the words of the commands.
    enum Kind: String, CaseIterable {
        case purchase, permission, toggle, `switch`, flag, platform
    }

    /// The kind of the fact.
    let kind: FactReference.Kind
    /// The product id, permission name, feature id or flag's key.
    let key: String
    /// The value; `nil` for none, which removes the override.
    @NullWhenAbsent var value: String?

    /// Reads an assumption.
    ///
    /// - Parameters:
    ///   - text: The words; the first is the kind, the last the value, and what is between them names the fact.
    ///   - snapshot: The app.
    /// - Throws: ``CommandLineError/usage(_:)`` that describes what is wrong and how to write it.
    init(_ text: String, in snapshot: Snapshot) throws(CommandLineError) {
        let words = text.split(separator: " ").map(String.init)
        let kind = try Names.word(words.first ?? "", of: Kind.self, called: "kind of fact")
        let value = words.count > 1 ? words.last ?? "" : ""
        let name = words.dropFirst().dropLast().joined(separator: " ")
        if kind == .platform {
            let rest = words.dropFirst().joined(separator: " ")
            (self.kind, key) = (.platform, FactReference.platformKey)
            self.value = rest == "none" ? nil : try Names.platform(rest).label
            return
        }
        guard !name.isEmpty else {
            throw .usage(
                "\"\(CommandOutput.quotable(text))\" is no assumption. Write, for example, \"\(Self.example(of: kind))\"."
            )
        }
        switch kind {
        case .purchase:
            self.kind = .purchase
            key = try Names.product(name, in: snapshot).productID
            self.value = try Names.choice(value, of: PurchaseStatus.self, called: "status of a product")?.rawValue
        case .permission:
            self.kind = .permission
            key = try Names.permission(name, in: snapshot).permission
            self.value = try Names.choice(value, of: PermissionStatus.self, called: "status of a permission")?.rawValue
        case .toggle, .switch:
            self.kind = kind == .toggle ? .toggle : .runtimeSwitch
            let feature = try Names.feature(name, in: snapshot)
            let isThere = kind == .toggle ? feature.userToggle != nil : feature.runtimeSwitch != nil
            guard isThere else { throw .usage("\(feature.name) has no \(kind.rawValue).") }
            key = feature.id
            self.value = try Names.choice(value, of: OnOrOff.self, called: "value of a \(kind.rawValue)")?.rawValue
        case .flag:
            self.kind = .flag
            key = try Names.flag(name, in: snapshot).key
            self.value = try Names.choice(value, of: OnOrOff.self, called: "value of a flag")?.rawValue
        case .platform:
            throw .usage("A platform has no name in front of its value.")
        }
    }

    private static func example(of kind: Kind) -> String {
        switch kind {
        case .purchase: "purchase premium purchased"
        case .permission: "permission camera denied"
        case .toggle, .switch: "\(kind.rawValue) FEATURE on"
        case .flag: "flag KEY on"
        case .platform: "platform watchOS 9"
        }
    }

    /// The command that makes it so, as an override.
    var command: Command {
        .setOverride(FactReference(kind: kind, key: key), value.map { Override(value: $0) })
    }
}
