// SPDX-License-Identifier: MIT

/// The result of a review of an app's gating, independent of the values of facts.
///
/// ``World/lint(on:)`` creates a report. If a feature has too many combinations of facts, the review of the feature
/// may be incomplete; ``unfinished`` lists such features. A ``LintReview`` judges the findings by a project's rules.
package struct LintReport: Sendable, Hashable {
    /// The findings: mistakes in declarations first, then findings about features, products, flags, and permissions.
    package var findings: [LintFinding]
    /// The ids of features with too many combinations of facts to examine every requirement.
    package var unfinished: [String]
    /// The rules that were not examined, because they need a day or personas.
    package var skippedRules: [LintFinding.Kind]

    package init(findings: [LintFinding], unfinished: [String], skippedRules: [LintFinding.Kind] = []) {
        self.findings = findings
        self.unfinished = unfinished
        self.skippedRules = skippedRules
    }
}

/// A mistake or another notable property of an app's gating.
///
/// The ``kind`` identifies the lint rule, whose level is the severity. Most findings concern either a feature or a fact,
/// and ``message`` describes the finding in a sentence. The JSON form also contains the level and an explicit `null`
/// for absent values.
package struct LintFinding: Codable, Sendable, Hashable {
    /// The severity of a rule's findings.
    package enum Level: String, Codable, Sendable, Hashable, CaseIterable {
        /// New findings fail a check.
        case problem
        /// Findings are only listed.
        case note
        /// Findings are ignored.
        case off
    }

    /// The lint rule that produces a finding.
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// A feature that no combination of facts makes available on any platform.
        case neverAvailable = "never-available"
        /// A feature whose requirements contradict the requirements of a group above it.
        case contradictoryRequirements = "contradictory-requirements"
        /// A feature that can never be available on the current platform, although it can be on another.
        case neverOnThisPlatform = "never-on-this-platform"
        /// A requirement that can be removed without changing the feature's availability in any state.
        case redundantRequirement = "redundant-requirement"
        /// Features that are available in exactly the same states.
        case availableTogether = "available-together"
        /// A product that a feature requires but the store does not sell.
        case undeclaredProduct = "undeclared-product"
        /// A product that the store sells but no feature requires.
        case unusedProduct = "unused-product"
        /// A flag that a feature requires but no provider has.
        case undeclaredFlag = "undeclared-flag"
        /// A flag that a provider has but no feature requires.
        case unusedFlag = "unused-flag"
        /// A permission that a feature requires but whose prompt gives no reason.
        case missingUsage = "missing-usage"
        /// A conditional feature without constraints, most likely because the constraints method is misspelled.
        case missingConstraints = "missing-constraints"
        /// A feature that becomes conditional in another module or through a conditional conformance, where its
        /// constraints are not visible.
        case unseenConstraints = "unseen-constraints"
        /// A feature whose constraints read the current platform, so that answers about other platforms are wrong.
        case platformInConstraints = "platform-in-constraints"
        /// A feature that declares a runtime switch but does not define `isEnabled`, whose default is `true`.
        case unreadSwitch = "unread-switch"
        /// A feature whose runtime switch depends on another feature's switch, which in turn depends on the first.
        case cyclicSwitch = "cyclic-switch"
        case malformedVersion = "malformed-version"
        case cyclicGroup = "cyclic-group"
        case featureInTwoGroups = "feature-in-two-groups"
        /// A feature that is declared more than once in the same place.
        case repeatedFeature = "repeated-feature"
        /// A feature with the same identifier as another feature, or with the same name in the same group.
        case ambiguousIdentifier = "ambiguous-identifier"
        /// A product whose identifier also belongs to another product.
        case ambiguousProduct = "ambiguous-product"
        /// A fact of the app's own whose name also belongs to a fact with other values.
        case ambiguousFact = "ambiguous-fact"
        /// A feature that requires a purchase in an app without a purchase tracker.
        case missingPurchaseTracker = "missing-purchase-tracker"
        /// An action that is declared twice, or that is declared by a feature to which it isn't bound.
        case misplacedAction = "misplaced-action"
        case malformedRoute = "malformed-route"
        /// A route that matches the same URLs as another route.
        case ambiguousRoute = "ambiguous-route"
        /// An action whose activity type also belongs to another action.
        case ambiguousActivity = "ambiguous-activity"

        /// A conditional feature, a required flag, or a product whose declaration names no owner.
        case missingOwner = "missing-owner"
        /// A review date that isn't a day of the calendar.
        case malformedReviewDate = "malformed-review-date"
        /// A feature, a flag, or a product whose review date is before the day of the review.
        case pastReview = "past-review"
        /// A required fact that has the same value in every persona.
        case samePersonaValue = "same-persona-value"

        /// An entry of a lint file that accepts a finding that does not exist.
        case unusedAcceptance = "unused-acceptance"
        /// A finding in the baseline that no longer exists.
        case fixedFinding = "fixed-finding"

        /// The level of findings unless a ``LintConfiguration`` changes it.
        package var standardLevel: Level {
            switch self {
            case .missingOwner, .samePersonaValue: .off
            case .neverOnThisPlatform, .availableTogether, .unusedProduct, .unusedAcceptance, .fixedFinding: .note
            case .neverAvailable, .contradictoryRequirements, .redundantRequirement, .undeclaredProduct,
                .undeclaredFlag, .unusedFlag, .missingUsage, .missingConstraints, .unseenConstraints,
                .platformInConstraints, .unreadSwitch, .cyclicSwitch, .malformedVersion, .cyclicGroup,
                .featureInTwoGroups, .repeatedFeature, .ambiguousIdentifier, .ambiguousProduct, .ambiguousFact,
                .missingPurchaseTracker, .misplacedAction, .malformedRoute, .ambiguousRoute, .ambiguousActivity,
                .malformedReviewDate, .pastReview:
                .problem
            }
        }

        /// The condition that the rule finds, in a sentence.
        package var summary: String {
            switch self {
            case .neverAvailable: "A feature can never be available on any platform."
            case .contradictoryRequirements: "A feature's requirements contradict those of a group above it."
            case .neverOnThisPlatform:
                "A feature can never be available on the current platform, although it can be on another."
            case .redundantRequirement: "A requirement can be removed without changing its feature's availability."
            case .availableTogether: "Features are available in exactly the same states."
            case .undeclaredProduct: "A feature requires a product that the store does not sell."
            case .unusedProduct: "The store sells a product that no feature requires."
            case .undeclaredFlag: "A feature requires a flag that no provider has."
            case .unusedFlag: "A provider has a flag that no feature requires."
            case .missingUsage: "A feature requires a permission whose prompt gives no reason."
            case .missingConstraints:
                "A conditional feature has no constraints, most likely because its constraints method is misspelled."
            case .unseenConstraints:
                "A feature becomes conditional where its constraints are not visible: in another module or through a "
                    + "conditional conformance."
            case .platformInConstraints:
                "The constraints of a feature read the current platform, so answers about other platforms are wrong."
            case .unreadSwitch: "A feature declares a runtime switch, but keeps the default isEnabled."
            case .cyclicSwitch: "The runtime switches of features depend on each other."
            case .malformedVersion: "A required version of a platform is malformed."
            case .cyclicGroup: "A group contains itself."
            case .featureInTwoGroups: "A feature is in two groups."
            case .repeatedFeature: "A feature is declared more than once in the same place."
            case .ambiguousIdentifier: "Two features have the same identifier, or the same name in the same group."
            case .ambiguousProduct: "Two products have the same identifier."
            case .ambiguousFact: "Two facts with different values have the same name."
            case .missingPurchaseTracker: "A feature requires a purchase, but the app has no purchase tracker."
            case .misplacedAction: "An action is declared twice, or by a feature to which it is not bound."
            case .malformedRoute: "The URL pattern of an action is malformed."
            case .ambiguousRoute: "The URL patterns of two actions match the same URLs."
            case .ambiguousActivity: "Two actions have the same activity type."
            case .missingOwner: "A conditional feature, a required flag, or a product has no owner."
            case .malformedReviewDate: "A review date is not a day such as 2027-03-01."
            case .pastReview: "A review date is before the day that --date names."
            case .samePersonaValue: "A fact that features require has the same value in every persona."
            case .unusedAcceptance: "The lint file accepts a finding that does not exist."
            case .fixedFinding: "The baseline contains a finding that no longer exists."
            }
        }
    }

    package var kind: Kind
    /// The id of the feature, or `nil` if the finding concerns no feature.
    package var featureID: String?
    /// The product, flag, or permission, or `nil` if the finding concerns no fact.
    package var fact: FactReference?
    /// The requirement in words, or `nil` if the finding concerns no single requirement.
    package var requirement: String?
    /// The id of another group whose declarations contribute to the finding.
    package var group: String?
    package var message: String

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

    /// The subject as text: the id of the feature, the kind and key of the fact, or the id of the group.
    ///
    /// The text is empty if the finding concerns neither of them.
    package var subject: String { featureID ?? fact.map { "\($0.kind.rawValue) \($0.key)" } ?? group ?? "" }

    /// Formats the finding in one line.
    ///
    /// - Parameter remark: A text to add to the name of the rule.
    /// - Returns: The line, such as `flag sleep-timer: No feature requires the flag sleep-timer. (unused-flag)`.
    package func line(remark: String? = nil) -> String {
        let start = subject.isEmpty ? "" : "\(subject): "
        let end = remark.map { "\(kind.rawValue), \($0)" } ?? kind.rawValue
        return "\(start)\(message) (\(end))"
    }

    private enum CodingKeys: CodingKey {
        case kind, level, featureID, fact, requirement, group, message
    }

    /// Decodes a finding, ignoring the level, which the kind determines.
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

    package func encode(to encoder: any Encoder) throws { try encode(to: encoder, level: kind.standardLevel) }

    /// Encodes the finding with the level that a configuration gives its rule.
    func encode(to encoder: any Encoder, level: Level) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(level, forKey: .level)
        try container.encode(featureID, forKey: .featureID)
        try container.encode(fact, forKey: .fact)
        try container.encode(requirement, forKey: .requirement)
        try container.encode(group, forKey: .group)
        try container.encode(message, forKey: .message)
    }
}
