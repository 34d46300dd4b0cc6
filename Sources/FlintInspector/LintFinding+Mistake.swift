// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

extension LintFinding {
    init(_ mistake: DeclarationMistake) {
        self.init(
            kind: Kind(mistake.kind), featureID: mistake.feature?.path.description,
            group: mistake.group?.path.description, message: mistake.message)
    }
}

extension LintFinding.Kind {
    fileprivate init(_ kind: DeclarationMistake.Kind) {
        self =
            switch kind {
            case .missingConstraints: .missingConstraints
            case .unseenConstraints: .unseenConstraints
            case .platformInConstraints: .platformInConstraints
            case .unreadSwitch: .unreadSwitch
            case .cyclicSwitch: .cyclicSwitch
            case .malformedVersion: .malformedVersion
            case .cyclicGroup: .cyclicGroup
            case .featureInTwoGroups: .featureInTwoGroups
            case .repeatedFeature: .repeatedFeature
            case .ambiguousIdentifier: .ambiguousIdentifier
            case .ambiguousProduct: .ambiguousProduct
            case .ambiguousFact: .ambiguousFact
            case .missingPurchaseTracker: .missingPurchaseTracker
            case .misplacedAction: .misplacedAction
            case .malformedRoute: .malformedRoute
            case .ambiguousRoute: .ambiguousRoute
            case .ambiguousActivity: .ambiguousActivity
            case .lateConfiguration: .lateConfiguration
            }
    }
}
