// SPDX-License-Identifier: MIT

package import FeatureGating

/// The gating that one version of an app declares, decoded from the output of `features --json`.
///
/// Decoding reads only the compared properties, so that it accepts output from other versions of the program. Output
/// can come from untrusted files, so check ``problem`` before you compare. ``GatingDifference`` compares two versions.
package struct DeclaredGating: Decodable, Sendable {
    package static let depthLimit = 200
    /// The maximum number of requirements per feature.
    ///
    /// The cost of a comparison grows quadratically with this number.
    package static let rowLimit = 2_000

    package struct Feature: Decodable, Sendable {
        package let id: String
        package let name: String
        package let parent: String?
        private(set) var requirements: [Row]
        /// The platforms that the feature itself supports.
        ///
        /// The value is `nil` if the feature supports all platforms, or if ``hasPlatforms`` is `false`.
        let platforms: String?
        /// Whether the output lists platforms, which old versions of the program omit.
        let hasPlatforms: Bool

        /// The declared requirements, without requirements implied by the hierarchy.
        var rows: [RequirementState] {
            requirements.map(\.state).filter { $0.kind != .parent && $0.kind != .registration }
        }

        package var condition: String? { RequiredPart.condition(of: rows) }

        /// The condition in a form that does not depend on the order of requirements.
        var normalCondition: String? { RequiredPart.normalCondition(of: rows) }

        private enum CodingKeys: CodingKey {
            case id, name, parent, requirements, platforms
        }

        fileprivate init(_ feature: FeatureSnapshot) {
            (id, name, parent) = (feature.id, feature.name, feature.parent)
            requirements = feature.requirements.map(Row.init)
            (platforms, hasPlatforms) = (feature.platforms, true)
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            parent = try container.decodeIfPresent(String.self, forKey: .parent)
            requirements = try container.decode([Row].self, forKey: .requirements)
            platforms = try container.decodeIfPresent(String.self, forKey: .platforms)
            hasPlatforms = container.contains(.platforms)
        }

        /// Replaces the current platform's requirement with all platforms that the feature and its ancestors support.
        mutating func requireEveryPlatform(_ owners: [(id: String, platforms: String)]) {
            requirements.removeAll { $0.kind == .platform && $0.depth ?? 0 == 0 }
            let rows = owners.map { owner in
                Row(
                    kind: .platform, key: nil, title: owner.platforms, quantity: nil,
                    inheritedFrom: owner.id == id ? nil : owner.id, depth: nil)
            }
            requirements.insert(contentsOf: rows, at: 0)
        }
    }

    struct Row: Decodable, Sendable {
        let kind: RequirementKind
        let key: String?
        let title: String
        let quantity: Int?
        let inheritedFrom: String?
        let depth: Int?

        fileprivate init(_ requirement: RequirementState) {
            self.init(
                kind: requirement.kind, key: requirement.key, title: requirement.title, quantity: requirement.quantity,
                inheritedFrom: requirement.inheritedFrom, depth: requirement.depth)
        }

        fileprivate init(
            kind: RequirementKind, key: String?, title: String, quantity: Int?, inheritedFrom: String?, depth: Int?
        ) {
            (self.kind, self.key, self.title, self.quantity) = (kind, key, title, quantity)
            (self.inheritedFrom, self.depth) = (inheritedFrom, depth)
        }

        var state: RequirementState {
            var state = RequirementState(
                kind: kind, key: key, title: title, status: .notDetermined, value: "", source: "")
            (state.quantity, state.inheritedFrom, state.depth) = (quantity, inheritedFrom, depth ?? 0)
            return state
        }
    }

    /// A feature or group with its declared requirement in evaluable form.
    package struct Gate: Codable, Sendable, Hashable {
        package let id: String
        package let name: String
        @NullWhenAbsent package var parent: String?
        @CodedRequirement package var requirement: Requirement<Condition>

        package init(_ feature: DeclaredFeature) {
            (id, name) = (feature.id, feature.summary.name)
            requirement = feature.requirement
            parent = feature.summary.parent
        }
    }

    package let app: String
    package let platform: String
    package private(set) var features: [Feature]
    /// The requirements in evaluable form, or `nil` in the output of old versions of the program.
    package let gates: [Gate]?
    /// The built-in values of the app's flags by key, or `nil` in the output of `features --json`, which lacks them.
    let builtInFlags: [String: Bool]?
    package var world: World? {
        guard let gates else { return nil }
        var depths: [String: Int] = [:]
        let features = gates.enumerated().map { number, gate in
            // In the program's own output, groups precede their members.
            let depth = gate.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
            depths[gate.id] = depth
            return DeclaredFeature(
                summary: FeatureSummary(
                    number: number, id: gate.id, name: gate.name, parent: gate.parent, depth: depth, isVisible: true,
                    isAvailable: nil, isOverridden: false),
                typeName: "", description: "", conditional: true, isGroup: false, variation: nil, actions: [],
                userSettingDefault: nil, requirement: gate.requirement)
        }
        var names: [String: String] = [:]
        for row in self.features.lazy.flatMap(\.requirements) where row.kind == .purchase && row.quantity == nil {
            if let id = row.key { names[id] = row.title }
        }
        let products = names.map { id, name in
            ProductSnapshot(
                productID: id, name: name, description: nil, type: .nonConsumable, status: .unknown, override: nil,
                effective: .unknown, balance: nil, features: nil)
        }
        var world = World(
            model: AppModel(
                revision: .zero, status: AppStatus(appName: app), features: [],
                products: products, permissions: [], flags: [], overrides: []))
        world.add(Catalog(features: features))
        return world
    }

    /// Creates the declarations of an app, without ``gates``.
    package init(_ world: World) {
        (app, platform, gates) = (world.model.status.appName, world.model.status.platform.description, nil)
        features = world.model.features.compactMap { world.detail(of: $0.id).map(Feature.init) }
        let builtIn = world.model.flags.filter { $0.declaration != nil }.compactMap { flag in
            // The app's rules also belong to the program, but precede the values that are built in.
            flag.answers.last { $0.isBuiltIn && $0.hasFlag }?.value.map { (flag.key, $0) }
        }
        builtInFlags = Dictionary(builtIn) { first, _ in first }
    }

    package var hasEveryPlatform: Bool { features.allSatisfy(\.hasPlatforms) }

    /// A copy that requires the supported platforms instead of the current platform.
    package var withEveryPlatform: DeclaredGating {
        let known = Dictionary(features.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var gating = self
        for index in gating.features.indices {
            var owners: [(id: String, platforms: String)] = []
            var next = Optional(gating.features[index])
            // Malicious input can contain groups that are their own ancestors.
            for _ in 0..<Self.depthLimit {
                guard let feature = next else { break }
                if let platforms = feature.platforms { owners.append((feature.id, platforms)) }
                next = feature.parent.flatMap { known[$0] }
            }
            gating.features[index].requireEveryPlatform(owners)
        }
        return gating
    }

    package var problem: String? {
        for feature in features {
            if feature.requirements.count > Self.rowLimit {
                return "\(feature.id) has more than \(Self.rowLimit) requirements."
            }
            if feature.requirements.contains(where: { !(0...Self.depthLimit).contains($0.depth ?? 0) }) {
                return "The requirements of \(feature.id) are nested more than \(Self.depthLimit) levels deep."
            }
        }
        return nil
    }
}

/// A requirement with its nested requirements.
///
/// Two parts are equal if they have the same meaning, regardless of order and display names. As a result,
/// ``GatingDifference`` reports reordered or renamed requirements as unchanged.
struct DeclaredPart: Hashable {
    private let title: String
    private let condition: RequiredPart
    /// The number of the requirement's canonical form, which ignores order and display names.
    private let identity: Int
    /// The required fact, or `nil` for a group.
    ///
    /// If a removed and an added part have the same subject, the requirement counts as changed.
    let subject: String?

    var statement: String {
        if case .platform = condition { "platform \(title)" } else { RequiredPart.condition(of: [condition]) ?? title }
    }

    static func == (lhs: DeclaredPart, rhs: DeclaredPart) -> Bool { lhs.identity == rhs.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    /// Creates the outermost requirements of rows, in the order of the rows.
    ///
    /// Parts are comparable if they were created with the same numbers.
    static func parts(of rows: [RequirementState], _ numbers: inout [String: Int]) -> [DeclaredPart] {
        RequirementTree(rows).fold { DeclaredPart($0, $1, &numbers) }
    }

    private init(_ row: RequirementState, _ parts: [DeclaredPart], _ numbers: inout [String: Int]) {
        title = row.title
        condition = RequiredPart(row, parts.map(\.condition))
        guard !row.isHeading else {
            subject = nil
            let form = "\(row.kind.rawValue) \(parts.map(\.identity).sorted())"
            // A group of one part, such as a heading that repeats a group, has the meaning of the part.
            identity = parts.count == 1 ? parts[0].identity : numbers.number(of: form)
            return
        }
        subject = "\(row.kind.rawValue) \(row.kind == .platform ? "" : row.key ?? row.title)"
        let key = row.kind == .platform ? row.title : row.key ?? row.title
        // The length prevents collisions between keys that contain separators.
        identity = numbers.number(
            of: "\(row.kind.rawValue) \(key.utf8.count) \(key)\(row.quantity.map { " \($0)" } ?? "")")
    }
}

extension [String: Int] {
    fileprivate mutating func number(of text: String) -> Int {
        if let number = self[text] { return number }
        self[text] = count
        return count - 1
    }
}
