/// A named state of an app's facts, such as "Premium user": what the user owns and allows, and what the app runs on.
///
/// What a persona does not name is as it is in the app. The key `*` of purchases, permissions and flags stands for all
/// that are not named.
///
/// ```json
/// {
///   "flint" : "persona",
///   "version" : 2,
///   "name" : "Child account",
///   "permissions" : { "*" : "restricted" },
///   "purchases" : { "*" : "not-purchased" }
/// }
/// ```
package struct Persona: Codable, Sendable, Hashable {
    /// Whether something is on or off.
    package enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// On.
        case on
        /// Off.
        case off
    }

    /// The key that stands for everything that is not named.
    package static let everythingElse = "*"

    /// What it is called.
    package var name: String
    /// Who or what it stands for, in a sentence.
    package var description: String?
    /// The platform and its version, such as `watchOS 9.0`.
    package var platform: String?
    /// The status of products, by id.
    package var purchases: [String: PurchaseStatus]?
    /// The status of permissions, by name.
    package var permissions: [String: PermissionStatus]?
    /// The user settings, by the feature's id.
    package var toggles: [String: State]?
    /// What is enabled in code, by the feature's id.
    package var switches: [String: State]?
    /// The feature flags, by key.
    package var flags: [String: State]?

    /// Creates a persona that names nothing.
    package init(name: String, description: String? = nil) {
        self.name = name
        self.description = description
    }

    /// Creates the persona that an app's present state amounts to.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - description: Who or what it stands for.
    ///   - snapshot: The app.
    package init(name: String, description: String?, of snapshot: Snapshot) {
        self.init(name: name, description: description)
        platform = snapshot.platform.label
        purchases = Dictionary(snapshot.products.map { ($0.productID, $0.effective) }, uniquingKeysWith: { $1 })
        permissions = Dictionary(
            snapshot.permissions.filter(\.isRequired).map { ($0.permission, $0.effective) }, uniquingKeysWith: { $1 })
        toggles = Self.states(snapshot.features.map { ($0.id, $0.userToggle) })
        switches = Self.states(snapshot.features.map { ($0.id, $0.runtimeSwitch) })
        flags = Self.states(snapshot.flags.map { ($0.key, $0.effective) })
    }

    private static func states(_ values: [(String, Bool?)]) -> [String: State] {
        var states: [String: State] = [:]
        for case (let key, let isOn?) in values { states[key] = isOn ? .on : .off }
        return states
    }

    // MARK: As overrides

    /// The overrides that make the app be in the persona's state.
    ///
    /// - Parameters:
    ///   - model: What the app has.
    ///   - expiry: When the overrides expire; `nil` for ones that stay until they are removed.
    /// - Returns: One command for each fact.
    /// - Throws: ``PersonaProblem`` for a product, permission, feature or flag that the app does not have.
    package func commands(
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
            for key in all {
                if let value = values[key] ?? values[Self.everythingElse] { add(kind, key, value.rawValue) }
            }
        }
        if let platform { add(.platform, FactReference.platformKey, platform) }
        let products = model.products.map(\.productID)
        try add(.purchase, purchases, all: products, isKnown: products.contains)
        let names = model.permissions.map(\.permission)
        try add(.permission, permissions, all: names, isKnown: names.contains)
        let keys = model.flags.map(\.key)
        try add(.flag, flags, all: keys, isKnown: keys.contains)
        for (kind, values) in [(FactKind.toggle, toggles), (.runtimeSwitch, switches)] {
            try add(kind, values, all: (values ?? [:]).keys.sorted()) { model.feature($0) != nil }
        }
        return commands
    }
}

/// What is wrong with a persona in an app: it names something that the app does not have.
package struct PersonaProblem: Error, Hashable, CustomStringConvertible {
    let persona: String
    let kind: FactKind
    let key: String

    /// What is wrong and what to do.
    package var description: String {
        "The persona \(persona) names the \(kind.subject) \(key), which the app does not have; correct or remove it."
    }
}

/// The personas of an app.
package struct PersonaList: Codable, Sendable, Hashable {
    /// The personas, by name.
    package var personas: [Persona]
    /// What is wrong with the files of others, one sentence each.
    package var problems: [String]

    /// Creates a list.
    package init(personas: [Persona] = [], problems: [String] = []) {
        self.personas = personas
        self.problems = problems
    }

    /// The same without the personas that name something an app does not have, which are problems.
    package func usable(in model: AppModel) -> PersonaList {
        var list = PersonaList(problems: problems)
        for persona in personas {
            do throws(PersonaProblem) {
                _ = try persona.commands(in: model)
                list.personas.append(persona)
            } catch {
                list.problems.append(error.description)
            }
        }
        return list
    }
}
