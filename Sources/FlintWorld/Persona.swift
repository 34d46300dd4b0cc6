// SPDX-License-Identifier: MIT

/// A named set of facts, such as "Premium user": purchases, permissions, settings, and a platform.
///
/// Facts that the persona does not list keep their values in the app. For purchases, permissions, and flags, the
/// wildcard key `*` applies to every item that is not listed. Personas are JSON files that come with the app or are
/// saved from its current state.
///
/// ```json
/// {
///   "flint" : "persona",
///   "version" : 3,
///   "name" : "Child account",
///   "permissions" : { "*" : "restricted" },
///   "purchases" : { "*" : "not-purchased" }
/// }
/// ```
package struct Persona: Codable, Sendable, Hashable {
    package enum State: String, Codable, Sendable, Hashable, CaseIterable {
        case on
        case off
    }

    /// The part of an app's state that a persona is created from.
    package enum Scope: String, Codable, Sendable, Hashable {
        case state
        case overrides
    }

    package static let everythingElse = "*"

    package var name: String
    package var description: String?
    package var platform: String?
    package var purchases: [String: PurchaseStatus]?
    package var permissions: [String: PermissionStatus]?
    package var userSettings: [String: State]?
    package var runtimeSwitches: [String: State]?
    package var flags: [String: State]?
    /// The values of the app's own facts, written as in overrides.
    ///
    /// Each name is the key of a fact, such as `server-version`, preceded by the kind unless the kind is `fact`.
    package var facts: [String: String]?
    /// The state of the app's store, or `nil` if the persona leaves the store unchanged.
    package var store: StoreState?

    package init(name: String, description: String? = nil) {
        self.name = name
        self.description = description
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, description, platform, purchases, permissions, userSettings, runtimeSwitches, flags, facts, store
    }

    /// The keys of versions before 0.2.
    private enum OldKeys: String, CodingKey, CaseIterable {
        case userSettings = "toggles"
        case runtimeSwitches = "switches"
    }

    private static let fileKeys = ["flint", "version"]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let old = try decoder.container(keyedBy: OldKeys.self)
        try NamedKey.check(
            decoder.container(keyedBy: NamedKey.self), CodingKeys.allCases.map(\.rawValue),
            accepting: OldKeys.allCases.map(\.rawValue) + Self.fileKeys)
        name = try container.decode(String.self, forKey: .name)
        description = try container.decodeIfPresent(String.self, forKey: .description)
        platform = try container.decodeIfPresent(String.self, forKey: .platform)
        purchases = try container.decodeIfPresent([String: PurchaseStatus].self, forKey: .purchases)
        permissions = try container.decodeIfPresent([String: PermissionStatus].self, forKey: .permissions)
        userSettings =
            try container.decodeIfPresent([String: State].self, forKey: .userSettings)
            ?? old.decodeIfPresent([String: State].self, forKey: .userSettings)
        runtimeSwitches =
            try container.decodeIfPresent([String: State].self, forKey: .runtimeSwitches)
            ?? old.decodeIfPresent([String: State].self, forKey: .runtimeSwitches)
        flags = try container.decodeIfPresent([String: State].self, forKey: .flags)
        facts = try container.decodeIfPresent([String: String].self, forKey: .facts)
        store = try container.decodeIfPresent(StoreState.self, forKey: .store)
        if store != nil {
            try NamedKey.check(
                container.nestedContainer(keyedBy: NamedKey.self, forKey: .store),
                StoreState.CodingKeys.allCases.map(\.rawValue))
        }
    }

    package init(name: String, description: String?, overridesOf world: World) {
        self.init(name: name, description: description)
        for record in world.model.overrides {
            let (kind, key) = (record.identity.kind, record.identity.key)
            set(kind, kind == .platform ? nil : key, to: record.override.value)
        }
    }

    /// Creates a persona from an app's current state.
    ///
    /// A consumable product with a balance is recorded in ``store`` and has no status, unless it is overridden.
    package init(name: String, description: String?, of world: World) {
        self.init(name: name, description: description)
        let model = world.model
        let features = model.features.compactMap { world.detail(of: $0.id) }
        platform = model.status.platform.label
        // A balance is not a status. Stored as "unknown", it would hide the units that the store counts.
        let products = model.products.filter { $0.balance == nil || $0.override != nil }
        purchases = Dictionary(products.map { ($0.productID, $0.effective) }, uniquingKeysWith: { $1 })
        permissions = Dictionary(
            model.permissions.filter(\.isRequired).map { ($0.permission, $0.effective) }, uniquingKeysWith: { $1 })
        userSettings = Self.states(features.map { ($0.id, $0.userSetting) })
        runtimeSwitches = Self.states(features.map { ($0.id, $0.runtimeSwitch) })
        flags = Self.states(model.flags.map { ($0.key, $0.effective) })
        for record in model.ownFacts { set(record.key, to: record.fact.effective) }
        store = model.status.store?.state
    }

    static func name(of key: FactKey) -> String {
        key.kind == .fact ? key.identifier : "\(key.kind.rawValue) \(key.identifier)"
    }

    private static func states(_ values: [(String, Bool?)]) -> [String: State] {
        var states: [String: State] = [:]
        for case (let key, let isOn?) in values { states[key] = isOn ? .on : .off }
        return states
    }

    // MARK: Commands

    /// Returns the commands that put the app into the persona's state.
    ///
    /// If the app's store can be changed, the commands also put it into the persona's state, which replaces overrides
    /// with the same status. Commands that expire leave the store unchanged.
    ///
    /// - Throws: ``PersonaProblem`` if the persona contains a product, permission, feature, flag, or fact that the app
    ///   does not have, or an unknown platform.
    package func commands(
        in model: AppModel, expiry: OverrideExpiry? = nil
    ) throws(PersonaProblem) -> [Command] {
        let overrides = try overrides(in: model, expiry: expiry)
        guard let store, expiry == nil, model.canRestoreStore else { return overrides }
        var answered: Set<FactReference> = []
        for product in model.products {
            let status = store.status(of: product.productID, isConsumable: product.type == .consumable)
            let override = purchases?[product.productID] ?? purchases?[Self.everythingElse]
            guard override == status || override == nil else { continue }
            answered.insert(FactReference(kind: .purchase, key: product.productID))
        }
        let kept = overrides.filter { command in
            if case .setOverride(let fact, _) = command { !answered.contains(fact) } else { true }
        }
        let removed = model.overrides.map(\.identity).filter(answered.contains)
        return [.setStore(store)] + removed.map { .setOverride($0, nil) } + kept
    }

    /// Returns a sentence about the part of the persona that cannot be applied, or `nil` if it applies completely.
    package func omission(in model: AppModel, expiry: OverrideExpiry? = nil) -> String? {
        guard store != nil else { return nil }
        if !model.canRestoreStore {
            return "The store cannot be changed from outside: its balances, periods, and clock stay as they are."
        }
        return expiry == nil
            ? nil : "The overrides expire, so the store's balances, periods, and clock stay as they are."
    }

    /// Returns the overrides that put the app into the persona's state, one command per fact, without the store.
    ///
    /// - Throws: ``PersonaProblem``, as ``commands(in:expiry:)``.
    package func overrides(
        in model: AppModel, expiry: OverrideExpiry? = nil
    ) throws(PersonaProblem) -> [Command] {
        var commands: [Command] = []
        func add(_ kind: FactKind, _ key: String, _ value: String) {
            commands.append(
                .setOverride(
                    FactReference(kind: kind, key: key),
                    Override(value: value, reason: "persona \(name)", expiry: expiry)))
        }
        func add<Value: RawRepresentable<String>>(
            _ kind: FactKind, _ values: [String: Value]?, all: [String], isKnown: (String) -> Bool
        ) throws(PersonaProblem) {
            guard let values else { return }
            for key in values.keys.sorted() where key != Self.everythingElse && !isKnown(key) {
                throw PersonaProblem(persona: name, kind: kind, key: key)
            }
            // The wildcard applies only to items that the app has.
            for key in all {
                if let value = values[key] ?? values[Self.everythingElse] { add(kind, key, value.rawValue) }
            }
        }
        if let platform {
            guard CurrentPlatform(platform) != nil else {
                throw PersonaProblem(persona: name, kind: .platform, key: platform)
            }
            add(.platform, FactReference.platformKey, platform)
        }
        let products = model.products.map(\.productID)
        try add(.purchase, purchases, all: products, isKnown: products.contains)
        let stored = store.map { Array($0.balances.keys) + Array($0.purchases.keys) + $0.unknown } ?? []
        if let product = stored.sorted().first(where: { !products.contains($0) }) {
            throw PersonaProblem(persona: name, kind: .purchase, key: product)
        }
        let names = model.permissions.map(\.permission)
        try add(.permission, permissions, all: names, isKnown: names.contains)
        let keys = model.flags.map(\.key)
        try add(.flag, flags, all: keys, isKnown: keys.contains)
        for (kind, values) in [(FactKind.userSetting, userSettings), (.runtimeSwitch, runtimeSwitches)] {
            for (key, state) in (values ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard model.feature(key) != nil else { throw PersonaProblem(persona: name, kind: kind, key: key) }
                add(kind, key, state.rawValue)
            }
        }
        let named = Dictionary(model.ownFacts.map { (Self.name(of: $0.key), $0.key) }, uniquingKeysWith: { $1 })
        for (name, value) in (facts ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let key = named[name], FactValue(value, of: key) != nil else {
                throw PersonaProblem(
                    persona: self.name, kind: .fact, key: named[name] == nil ? name : "\(name) \(value)")
            }
            add(key.kind, key.identifier, value)
        }
        return commands
    }
}

extension AppModel {
    fileprivate var canRestoreStore: Bool { status.recording == nil && status.store?.state != nil }
}

/// An error for a persona that contains an item the app does not have, or an unknown platform.
///
/// The description names the item or the platform.
package struct PersonaProblem: Error, Hashable, CustomStringConvertible {
    let persona: String
    let kind: FactKind
    let key: String

    package var description: String {
        let reason = kind == .platform ? "is not a platform" : "the app does not have"
        return "The persona \(persona.excerpt) names the \(kind.subject) \(key.excerpt), which \(reason); correct or "
            + "remove it."
    }
}

/// An app's personas, with descriptions of personas that cannot be used.
///
/// ``usable(in:)`` replaces each persona that does not fit the app with a problem.
package struct PersonaList: Codable, Sendable, Hashable {
    package var personas: [Persona]
    package var problems: [String]
    /// The names of the personas that come with the app, or `nil` if they are unknown.
    package var bundled: [String]?

    package init(personas: [Persona] = [], problems: [String] = [], bundled: [String]? = nil) {
        self.personas = personas
        self.problems = problems
        self.bundled = bundled
    }

    package func usable(in model: AppModel) -> PersonaList {
        var list = PersonaList(problems: problems, bundled: bundled)
        for persona in personas {
            do throws(PersonaProblem) {
                _ = try persona.overrides(in: model)
                list.personas.append(persona)
            } catch {
                list.problems.append(error.description)
            }
        }
        return list
    }
}
