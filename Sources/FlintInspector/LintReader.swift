import FeatureGating
import FlintCore
import InspectorKit

/// Reviews what an app's features require, and what the app and its store declare for them.
struct LintReader {
    private let runtime: FlintRuntime
    private let system: (any SimulatedSystem)?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - runtime: The runtime with the features.
    ///   - system: The simulated system, if there is one, which knows what is sold and why permissions are asked for.
    init(runtime: FlintRuntime, system: (any SimulatedSystem)?) {
        self.runtime = runtime
        self.system = system
    }

    /// Reviews everything.
    func report() -> LintReport {
        // Switches that depend on each other are found when they are read.
        runtime.readUnannouncedFacts()
        var findings: [LintFinding] = []
        var unfinished: [String] = []
        for metadata in features where metadata.isConditional || metadata.ancestors.contains(where: \.isConditional) {
            guard let review = runtime.review(of: metadata) else { continue }
            findings += self.findings(review, of: metadata)
            if !review.isComplete { unfinished.append(metadata.path.description) }
        }
        return LintReport(findings: mistakes + findings + products + flags + permissions, unfinished: unfinished)
    }

    /// What was wrong with declarations when features were registered.
    private var mistakes: [LintFinding] {
        runtime.declarationMistakes.map { mistake in
            LintFinding(
                kind: LintFinding.Kind(mistake.kind), featureID: mistake.feature?.path.description,
                group: mistake.group?.path.description, message: mistake.message)
        }
    }

    /// Every feature, groups before what is in them.
    private var features: [FeatureMetadata] {
        var features: [FeatureMetadata] = []
        var pending = Array(runtime.rootFeatures.reversed())
        while let metadata = pending.popLast() {
            features.append(metadata)
            if metadata.isGroup { pending += runtime.features(under: metadata).reversed() }
        }
        return features
    }

    // MARK: Features

    private func findings(_ review: FeatureReview, of metadata: FeatureMetadata) -> [LintFinding] {
        let (id, name) = (metadata.path.description, metadata.feature.name)
        switch review.impossibility {
        case .own?:
            let reason =
                review.platforms.contains { $0.path == metadata.path && $0.title == "no platform" }
                ? "it supports no platform" : "it requires one of several alternatives, and there are none"
            return [
                LintFinding(
                    kind: .neverAvailable, featureID: id, message: "\(name) can never be available: \(reason).")
            ]
        case .conflict(let group)?:
            let own = review.platforms.first { $0.path == metadata.path }?.title ?? "something else"
            let other = review.platforms.first { $0.path == group }?.title ?? "something else"
            return [
                LintFinding(
                    kind: .contradictoryRequirements, featureID: id, requirement: own, group: group.description,
                    message: "\(name) can never be available: it requires \(own), and \(runtime.name(of: group)) "
                        + "requires \(other).")
            ]
        case .group(let group)?:
            return [
                LintFinding(
                    kind: .neverAvailable, featureID: id, group: group.description,
                    message: "\(name) can never be available, because \(runtime.name(of: group)) never is.")
            ]
        case nil:
            let redundant = review.redundancies.map { redundancy in
                LintFinding(
                    kind: .redundantRequirement, featureID: id, requirement: redundancy.requirement,
                    group: redundancy.group?.description, message: message(about: redundancy, of: name))
            }
            return (review.obstacleHere.map { [notHere($0, id: id, name: name)] } ?? []) + redundant
        }
    }

    private func message(about redundancy: FeatureReview.Redundancy, of name: String) -> String {
        let reason =
            redundancy.group.map { "what \(runtime.name(of: $0)) requires implies it" }
            ?? "its other requirements imply it"
        return "\(name) requires \(redundancy.requirement), which makes no difference: \(reason)."
    }

    private func notHere(_ obstacle: (path: FeaturePath, title: String), id: String, name: String) -> LintFinding {
        let current = runtime.facts[.platform]?.effective.currentPlatform ?? .real
        let group = obstacle.path.description == id ? nil : obstacle.path
        let subject = group.map { runtime.name(of: $0) } ?? "it"
        return LintFinding(
            kind: .neverOnThisPlatform, featureID: id, requirement: obstacle.title, group: group?.description,
            message: "\(name) is never available on \(current.label): \(subject) requires \(obstacle.title).")
    }

    // MARK: Facts

    /// Products that are required and not sold, and those that are sold and not required.
    private var products: [LintFinding] {
        guard let sold = system?.storeProducts, !sold.isEmpty else { return [] }
        let soldIDs = Set(sold.map(\.productID))
        func users(_ productID: String) -> [FeatureMetadata] {
            runtime.features(requiring: .purchase(productID: productID))
        }
        let undeclared = runtime.products.filter { !soldIDs.contains($0.productID) }.compactMap { product in
            finding(
                .undeclaredProduct, FactReference(kind: .purchase, key: product.productID),
                "The store does not sell \(product.name)", requiredBy: users(product.productID))
        }
        let unused = sold.filter { users($0.productID).isEmpty }.map { product in
            LintFinding(
                kind: .unusedProduct, fact: FactReference(kind: .purchase, key: product.productID),
                message: "The store sells \(product.name), and no feature requires it.")
        }
        return undeclared + unused
    }

    /// Flags that are required and not known, and those that are known and not required.
    private var flags: [LintFinding] {
        runtime.flags.compactMap { resolution in
            let fact = FactReference(kind: .flag, key: resolution.key.rawValue)
            let users = runtime.features(requiring: .featureFlag(resolution.key))
            if users.isEmpty {
                return LintFinding(kind: .unusedFlag, fact: fact, message: "No feature requires the flag \(fact.key).")
            }
            guard resolution.answers.allSatisfy({ $0.evaluation == nil }) else { return nil }
            return finding(.undeclaredFlag, fact, "No provider has the flag \(fact.key)", requiredBy: users)
        }
    }

    /// Permissions that are required and that the app gives no reason for.
    private var permissions: [LintFinding] {
        guard let system else { return [] }
        let required = runtime.requiredPermissions
        return SystemPermissionConstraint.allCases.filter(required.contains).compactMap { permission in
            guard system.usage(of: permission)?.isEmpty ?? true else { return nil }
            return finding(
                .missingUsage, FactReference(kind: .permission, key: permission.name),
                "The app gives no reason for asking for \(permission)",
                requiredBy: runtime.features(requiring: .permission(permission)))
        }
    }

    /// A finding about a fact that features require; `nil` if none do.
    private func finding(
        _ kind: LintFinding.Kind, _ fact: FactReference, _ start: String, requiredBy users: [FeatureMetadata]
    ) -> LintFinding? {
        guard !users.isEmpty else { return nil }
        let names = users.prefix(FlintRuntime.namedEffects).map { $0.feature.name }.joined(separator: ", ")
        let more = users.count > FlintRuntime.namedEffects ? " and \(users.count - FlintRuntime.namedEffects) more" : ""
        return LintFinding(
            kind: kind, fact: fact, message: "\(start), which is required by \(names)\(more).")
    }
}

extension LintFinding.Kind {
    /// The kind of finding that stands for a mistake in a declaration.
    fileprivate init(_ kind: DeclarationMistake.Kind) {
        self =
            switch kind {
            case .missingConstraints: .missingConstraints
            case .unseenConstraints: .unseenConstraints
            case .unreadSwitch: .unreadSwitch
            case .cyclicSwitch: .cyclicSwitch
            case .malformedVersion: .malformedVersion
            case .cyclicGroup: .cyclicGroup
            case .featureInTwoGroups: .featureInTwoGroups
            case .repeatedFeature: .repeatedFeature
            case .ambiguousIdentifier: .ambiguousIdentifier
            case .ambiguousProduct: .ambiguousProduct
            case .missingPurchaseTracker: .missingPurchaseTracker
            case .misplacedAction: .misplacedAction
            case .malformedRoute: .malformedRoute
            case .ambiguousRoute: .ambiguousRoute
            case .ambiguousActivity: .ambiguousActivity
            }
    }
}
