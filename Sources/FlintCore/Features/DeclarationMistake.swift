// SPDX-License-Identifier: MIT

import FlintLocks

/// A mistake in an app's declarations, found when features are registered or runtime switches are read.
///
/// Each mistake is also an advisory in the journal, with the same ``message``, which describes the mistake and its
/// remedy. The journal drops old events, but the runtime keeps mistakes until it is reset, so a review of the
/// declarations sees all of them.
package struct DeclarationMistake: Sendable {
    package enum Kind: Sendable {
        /// A conditional feature declares no constraints, most likely because the method is misspelled.
        case missingConstraints
        /// The engine does not see the constraints of a type.
        ///
        /// The type conforms to ``ConditionalFeature`` in another module or conditionally.
        case unseenConstraints
        case platformInConstraints
        /// A feature declares `runtimeEnabled()` and keeps the default `isEnabled`.
        case unreadSwitch
        case cyclicSwitch
        case malformedVersion
        case cyclicGroup
        case featureInTwoGroups
        case repeatedFeature
        /// Two features have the same identifier, or the same name in the same group.
        case ambiguousIdentifier
        case ambiguousProduct
        case ambiguousFact
        case missingPurchaseTracker
        /// A feature declares an action twice, or an action that is bound to another feature.
        case misplacedAction
        case malformedRoute
        case ambiguousRoute
        case ambiguousActivity
        /// Flags were adopted or a purchase tracker was assigned after setup.
        case lateConfiguration
    }

    package let kind: Kind
    package let feature: FeatureMetadata?
    /// Another group that is involved, if it is not an ancestor of the feature.
    package let group: FeatureMetadata?
    package let message: String
}

extension FlintRuntime {
    func advise(
        of kind: DeclarationMistake.Kind, _ message: String, in feature: FeatureMetadata?,
        and group: FeatureMetadata? = nil
    ) {
        let mistake = DeclarationMistake(kind: kind, feature: feature, group: group, message: message)
        mistakes.withLock { $0.append(mistake) }
        advise(message)
    }

    /// Records a cycle of runtime switches, unless it has already been recorded.
    ///
    /// In the array, each switch is followed by the one on which it depends.
    func adviseOfCyclicSwitches(_ switches: [FactKey]) {
        let paths = switches.compactMap(\.feature)
        // The same cycle can be found from each of its switches, so its message always begins with the same one.
        guard let first = paths.indices.min(by: { paths[$0].description < paths[$1].description }) else { return }
        let names = (paths[first...] + paths[..<first]).map(name(of:))
        let message =
            "The isEnabled properties of \(names.listed()) depend on each other, so none of them can be determined. "
            + "Remove one of these dependencies."
        let isKnown = mistakes.withLock { $0.contains { $0.message == message } }
        if !isKnown { advise(of: .cyclicSwitch, message, in: metadata(at: paths[first])) }
    }

    package var declarationMistakes: [DeclarationMistake] { mistakes.withLock { $0 } }
}
