/// What a review of an app's gating found, whatever the values of facts are.
package struct LintReport: Codable, Sendable, Hashable {
    /// What was found: mistakes in declarations in the order of registration, features in the order of the hierarchy, then
    /// products, flags and permissions.
    package var findings: [LintFinding]
    /// The ids of the features of which not every requirement was examined, because there are too many combinations.
    package var unfinished: [String]

    /// Creates a report.
    package init(findings: [LintFinding], unfinished: [String]) {
        self.findings = findings
        self.unfinished = unfinished
    }

    /// The findings that are mistakes, rather than notes.
    package var problems: [LintFinding] { findings.filter { $0.kind.level == .problem } }
}

/// Something remarkable about the gating of an app.
package struct LintFinding: Codable, Sendable, Hashable {
    /// How much a finding matters.
    package enum Level: String, Codable, Sendable, Hashable, CaseIterable {
        /// It is a mistake, or an unnecessary declaration.
        case problem
        /// It may be intended.
        case note
    }

    /// What was found.
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// A feature that no values of facts make available, on any platform.
        case neverAvailable = "never-available"
        /// A feature whose requirements and those of a group above it exclude each other.
        case contradictoryRequirements = "contradictory-requirements"
        /// A feature that no values of facts make available on the current platform, but on another one.
        case neverOnThisPlatform = "never-on-this-platform"
        /// A requirement without which the feature would be available in the same states.
        case redundantRequirement = "redundant-requirement"
        /// A product that a feature requires and the store does not sell.
        case undeclaredProduct = "undeclared-product"
        /// A product that the store sells and no feature requires.
        case unusedProduct = "unused-product"
        /// A flag that a feature requires and no provider has.
        case undeclaredFlag = "undeclared-flag"
        /// A flag that a provider has and no feature requires.
        case unusedFlag = "unused-flag"
        /// A permission that a feature requires and for which the app gives no reason in the system's prompt.
        case missingUsage = "missing-usage"
        /// A conditional feature without constraints, most likely because their declaration is misspelt.
        case missingConstraints = "missing-constraints"
        /// A feature that becomes conditional where its constraints are not seen.
        case unseenConstraints = "unseen-constraints"
        /// A feature that requires its switch and leaves it to the default.
        case unreadSwitch = "unread-switch"
        /// A feature whose switch depends on those of others, which depend on it.
        case cyclicSwitch = "cyclic-switch"
        /// A malformed platform version.
        case malformedVersion = "malformed-version"
        /// A group that contains itself.
        case cyclicGroup = "cyclic-group"
        /// A feature that is in two groups.
        case featureInTwoGroups = "feature-in-two-groups"
        /// A feature that is declared more than once in the same place.
        case repeatedFeature = "repeated-feature"
        /// A feature whose identifier, or name in its place, is another one's too.
        case ambiguousIdentifier = "ambiguous-identifier"
        /// A product whose identifier is another one's too.
        case ambiguousProduct = "ambiguous-product"
        /// A feature that requires a purchase in an app without a purchase tracker.
        case missingPurchaseTracker = "missing-purchase-tracker"
        /// An action that is declared twice, or by a feature that it is not bound to.
        case misplacedAction = "misplaced-action"
        /// A route whose pattern is malformed.
        case malformedRoute = "malformed-route"
        /// A route that fits URLs that another one fits as well.
        case ambiguousRoute = "ambiguous-route"
        /// An action whose activities have the type of another one's.
        case ambiguousActivity = "ambiguous-activity"

        /// How much it matters.
        package var level: Level {
            switch self {
            case .neverOnThisPlatform, .unusedProduct: .note
            case .neverAvailable, .contradictoryRequirements, .redundantRequirement, .undeclaredProduct,
                .undeclaredFlag, .unusedFlag, .missingUsage, .missingConstraints, .unseenConstraints, .unreadSwitch,
                .cyclicSwitch, .malformedVersion, .cyclicGroup, .featureInTwoGroups, .repeatedFeature,
                .ambiguousIdentifier,
                .ambiguousProduct, .missingPurchaseTracker, .misplacedAction, .malformedRoute, .ambiguousRoute,
                .ambiguousActivity:
                .problem
            }
        }
    }

    /// What was found.
    package var kind: Kind
    /// The id of the feature it is about; `nil` for a product, a flag or a permission.
    package var featureID: String?
    /// The fact it is about; `nil` for a feature.
    package var fact: FactReference?
    /// The requirement it is about, as people read it; `nil` if it is about no single one.
    package var requirement: String?
    /// The id of the group above the feature whose requirements take part; `nil` if none do.
    package var group: String?
    /// The finding in a sentence.
    package var message: String

    /// Creates a finding.
    package init(
        kind: Kind, featureID: String? = nil, fact: FactReference? = nil, requirement: String? = nil,
        group: String? = nil, message: String
    ) {
        self.kind = kind
        self.featureID = featureID
        self.fact = fact
        self.requirement = requirement
        self.group = group
        self.message = message
    }

    /// The finding on a line, such as `flag sleep-timer: problem: No feature requires it. (unused-flag)`.
    package var line: String {
        let subject = featureID ?? fact.map { "\($0.kind.rawValue) \($0.key)" } ?? ""
        return "\(subject): \(kind.level.rawValue): \(message) (\(kind.rawValue))"
    }

    private enum CodingKeys: CodingKey {
        case kind, level, featureID, fact, requirement, group, message
    }

    /// Decodes a finding, whose level follows from its kind.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try container.decode(Kind.self, forKey: .kind),
            featureID: try container.decodeIfPresent(String.self, forKey: .featureID),
            fact: try container.decodeIfPresent(FactReference.self, forKey: .fact),
            requirement: try container.decodeIfPresent(String.self, forKey: .requirement),
            group: try container.decodeIfPresent(String.self, forKey: .group),
            message: try container.decode(String.self, forKey: .message))
    }

    /// Encodes every key, with an explicit `null` for what is absent.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(kind.level, forKey: .level)
        try container.encode(featureID, forKey: .featureID)
        try container.encode(fact, forKey: .fact)
        try container.encode(requirement, forKey: .requirement)
        try container.encode(group, forKey: .group)
        try container.encode(message, forKey: .message)
    }
}
