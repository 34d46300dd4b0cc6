import InspectorKit

// Requests that change nothing; each is named as the member of ``Inspector`` that it stands for.
extension WireRequests {
    /// A page of the list of everything.
    package struct List: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The index of the first feature; everything else comes with 0.
        package var from: Int

        package typealias Answer = ModelPage
        package static let method = "list"
    }

    /// What changed since a revision.
    package struct Changes: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The revision.
        package var since: Revision

        package typealias Answer = ModelChanges?
        package static let method = "changes"
    }

    /// The explanation of a feature.
    package struct Detail: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The feature's id.
        package var feature: String

        package typealias Answer = FeatureSnapshot?
        package static let method = "detail"
    }

    /// The plans to unlock a feature.
    package struct Plans: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The feature's id.
        package var feature: String

        package typealias Answer = FeaturePlans?
        package static let method = "plans"
    }

    /// The states in which a feature is available, counted with notifications of progress.
    package struct States: WireRequest {
        /// The feature's id.
        package var feature: String

        package typealias Answer = AvailableStates?
        package static let method = "states"
    }

    /// Texts that features can be found by.
    package struct Texts: WireRequest {
        package typealias Answer = FeatureTexts
        package static let method = "featureTexts"
    }

    /// The review of what features require.
    package struct Lint: WireRequest {
        package typealias Answer = LintReport
        package static let method = "lint"
    }

    /// What features declare.
    package struct Declarations: WireRequest {
        /// The ids of the features.
        package var features: [String]

        package typealias Answer = Catalog
        package static let method = "catalog"
    }

    /// What is known of the facts that features depend on.
    package struct Facts: WireRequest {
        /// The scratch copy that is asked; `nil` for the app as it is.
        package var scratch: Int?
        /// The ids of the features.
        package var features: [String]

        package typealias Answer = [FactRecord]
        package static let method = "facts"
    }

    /// The features that require a fact.
    package struct Usage: WireRequest {
        /// The fact.
        package var fact: FactReference

        package typealias Answer = [String]
        package static let method = "usage"
    }

    /// The action that a URL leads to.
    package struct Target: WireRequest {
        /// The URL.
        package var url: String

        package typealias Answer = ActionInvocation?
        package static let method = "target"
    }

    /// The open action stacks.
    package struct Stacks: WireRequest {
        package typealias Answer = [StackSnapshot]
        package static let method = "stacks"
    }

    /// A page of events.
    package struct Events: WireRequest {
        /// The last event already seen.
        package var after: UInt64

        package typealias Answer = Page<EventRecord>
        package static let method = "events"
    }

    /// A page of the log.
    package struct LogLines: WireRequest {
        /// The last line already seen.
        package var after: UInt64

        package typealias Answer = Page<LogLine>
        package static let method = "logLines"
    }

    /// What commands have done.
    package struct History: WireRequest {
        package typealias Answer = [HistoryEntry]
        package static let method = "history"
    }

    /// The personas.
    package struct Personas: WireRequest {
        package typealias Answer = PersonaList
        package static let method = "personas"
    }
}
