/// A mistake in what an app declares, found while its features are registered or, for switches, read.
///
/// It is in the journal as an advisory too. Unlike that it is kept for as long as the runtime, so that a review of the
/// declarations has it.
package struct DeclarationMistake: Sendable {
    /// What is wrong.
    package enum Kind: Sendable {
        /// A conditional feature declares no constraints, most likely because their declaration is misspelt.
        case missingConstraints
        /// A feature becomes conditional where its constraints are not seen.
        case unseenConstraints
        /// A feature requires its switch and leaves it to the default.
        case unreadSwitch
        /// The switches of several features depend on each other.
        case cyclicSwitch
        /// A platform version is malformed.
        case malformedVersion
        /// A group contains itself.
        case cyclicGroup
        /// A feature is in two groups.
        case featureInTwoGroups
        /// A feature is declared more than once in the same place.
        case repeatedFeature
        /// Two features have the same identifier, or the same name in the same place.
        case ambiguousIdentifier
        /// Two products have the same identifier.
        case ambiguousProduct
        /// A feature requires a purchase, and there is no purchase tracker.
        case missingPurchaseTracker
        /// An action is declared twice, or by a feature that it is not bound to.
        case misplacedAction
        /// The pattern of a route is malformed.
        case malformedRoute
        /// Two routes fit the same URLs.
        case ambiguousRoute
        /// Two actions have activities of the same type.
        case ambiguousActivity
    }

    /// What is wrong.
    package let kind: Kind
    /// The feature that declares it.
    package let feature: FeatureMetadata?
    /// The group that takes part, besides those above the feature.
    package let group: FeatureMetadata?
    /// The mistake in a sentence, with what to do.
    package let message: String
}

extension FlintRuntime {
    /// Advises of a mistake in what the app declares, and keeps it for reviews.
    ///
    /// - Parameters:
    ///   - kind: What is wrong.
    ///   - message: The mistake in a sentence, with what to do.
    ///   - feature: The feature that declares it.
    ///   - group: The group that takes part, besides those above the feature.
    func advise(
        of kind: DeclarationMistake.Kind, _ message: String, in feature: FeatureMetadata?,
        and group: FeatureMetadata? = nil
    ) {
        let mistake = DeclarationMistake(kind: kind, feature: feature, group: group, message: message)
        mistakes.withLock { $0.append(mistake) }
        advise(message)
    }

    /// Advises, once, of runtime switches that depend on each other.
    ///
    /// - Parameter switches: The switches, each before the next one it depends on.
    func adviseOfCyclicSwitches(_ switches: [FactKey]) {
        let paths = switches.compactMap(\.feature)
        // The same cycle is found from each of its switches.
        guard let first = paths.indices.min(by: { paths[$0].description < paths[$1].description }) else { return }
        let names = (paths[first...] + paths[..<first]).map(name(of:))
        let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        let message =
            "The isEnabled of \(list) depend on each other, so none of them can be decided. Let one of them depend on "
            + "something else."
        let isKnown = mistakes.withLock { $0.contains { $0.message == message } }
        if !isKnown { advise(of: .cyclicSwitch, message, in: metadata(at: paths[first])) }
    }

    /// The mistakes in what the app declares, in the order in which they were found.
    package var declarationMistakes: [DeclarationMistake] { mistakes.withLock { $0 } }
}
