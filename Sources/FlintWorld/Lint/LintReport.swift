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
/// The ``kind`` identifies the lint rule, and the level of the rule is the severity. Most findings are about either a
/// feature or a fact, and ``message`` describes the finding in a sentence. The JSON form contains an explicit `null` for
/// absent values.
package struct LintFinding: Codable, Sendable, Hashable {
    package enum Level: String, Codable, Sendable, Hashable, CaseIterable {
        /// New findings fail a check.
        case problem
        /// Findings are only listed.
        case note
        /// Findings are ignored.
        case off
    }

    /// The lint rule that produces a finding.
    ///
    /// The ``summary`` of a rule describes the condition that it finds.
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case neverAvailable = "never-available"
        case contradictoryRequirements = "contradictory-requirements"
        case neverOnThisPlatform = "never-on-this-platform"
        case redundantRequirement = "redundant-requirement"
        case availableTogether = "available-together"
        case undeclaredProduct = "undeclared-product"
        case unusedProduct = "unused-product"
        case undeclaredFlag = "undeclared-flag"
        case unusedFlag = "unused-flag"
        case missingUsage = "missing-usage"
        case missingConstraints = "missing-constraints"
        case unseenConstraints = "unseen-constraints"
        case platformInConstraints = "platform-in-constraints"
        case unreadSwitch = "unread-switch"
        case cyclicSwitch = "cyclic-switch"
        case malformedVersion = "malformed-version"
        case cyclicGroup = "cyclic-group"
        case featureInTwoGroups = "feature-in-two-groups"
        case repeatedFeature = "repeated-feature"
        case ambiguousIdentifier = "ambiguous-identifier"
        case ambiguousProduct = "ambiguous-product"
        case ambiguousFact = "ambiguous-fact"
        case missingPurchaseTracker = "missing-purchase-tracker"
        case misplacedAction = "misplaced-action"
        case malformedRoute = "malformed-route"
        case ambiguousRoute = "ambiguous-route"
        case ambiguousActivity = "ambiguous-activity"
        case lateConfiguration = "late-configuration"

        case missingOwner = "missing-owner"
        case malformedReviewDate = "malformed-review-date"
        case pastReview = "past-review"
        case unkeptClaim = "unkept-claim"
        case samePersonaValue = "same-persona-value"

        case unusedAcceptance = "unused-acceptance"
        case fixedFinding = "fixed-finding"

        package var standardLevel: Level {
            switch self {
            case .missingOwner, .samePersonaValue: .off
            case .neverOnThisPlatform, .availableTogether, .unusedProduct, .unusedAcceptance, .fixedFinding: .note
            case .neverAvailable, .contradictoryRequirements, .redundantRequirement, .undeclaredProduct,
                .undeclaredFlag, .unusedFlag, .missingUsage, .missingConstraints, .unseenConstraints,
                .platformInConstraints, .unreadSwitch, .cyclicSwitch, .malformedVersion, .cyclicGroup,
                .featureInTwoGroups, .repeatedFeature, .ambiguousIdentifier, .ambiguousProduct, .ambiguousFact,
                .missingPurchaseTracker, .misplacedAction, .malformedRoute, .ambiguousRoute, .ambiguousActivity,
                .lateConfiguration, .malformedReviewDate, .pastReview, .unkeptClaim:
                .problem
            }
        }

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
            case .lateConfiguration: "Flags were adopted or a purchase tracker was assigned after setup."
            case .missingOwner: "A conditional feature, a required flag, or a product has no owner."
            case .malformedReviewDate: "A review date is not a day such as 2027-03-01."
            case .pastReview: "A review date is before the day that --date names."
            case .unkeptClaim: "The store's text of a product promises a feature that the product does not open."
            case .samePersonaValue: "A fact that features require has the same value in every persona."
            case .unusedAcceptance: "The lint file accepts a finding that does not exist."
            case .fixedFinding: "The baseline contains a finding that no longer exists."
            }
        }
    }

    package var kind: Kind
    @NullWhenAbsent package var featureID: String?
    @NullWhenAbsent package var fact: FactReference?
    /// The statement of the requirement, or `nil` if the finding is not about a single requirement.
    @NullWhenAbsent package var requirement: String?
    /// The id of another group whose declarations contribute to the finding.
    @NullWhenAbsent package var group: String?
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

    /// The id of the feature, the kind and key of the fact, or the id of the group.
    ///
    /// The string is empty if the finding has no subject.
    package var subject: String { featureID ?? fact.map { "\($0.kind.rawValue) \($0.key)" } ?? group ?? "" }

    /// Returns the finding in one line, such as `flag beta: No feature requires the flag beta. (unused-flag)`.
    ///
    /// A remark follows the name of the rule.
    package func line(remark: String? = nil) -> String {
        let start = subject.isEmpty ? "" : "\(subject): "
        let end = remark.map { "\(kind.rawValue), \($0)" } ?? kind.rawValue
        return "\(start)\(message) (\(end))"
    }
}
