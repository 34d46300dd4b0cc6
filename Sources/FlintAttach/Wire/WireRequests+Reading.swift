import InspectorKit

// Requests that change nothing; each is named as the member of ``Inspector`` that it stands for.
extension WireRequests {
    /// A page of the list of everything.
    package struct List: WireRequest {
        /// The index of the first feature; everything else comes with 0.
        package var from: Int

        package typealias Answer = ModelPage
        package static let method = "list"
    }

    /// What changed since a revision.
    package struct Changes: WireRequest {
        /// The revision.
        package var since: Revision

        package typealias Answer = ModelChanges?
        package static let method = "changes"
    }

    /// What features declare.
    package struct Declarations: WireRequest {
        /// The ids of the features.
        package var features: [String]

        package typealias Answer = Catalog
        package static let method = "catalog"
    }

    /// Facts.
    package struct Facts: WireRequest {
        /// The ids of the features that depend on the facts; `nil` for a page of all facts.
        package var features: [String]?
        /// The index of the first fact of a page of all.
        package var from: Int

        package typealias Answer = Page<FactRecord>
        package static let method = "facts"
    }

    /// The facts as they were after an event.
    package struct Past: WireRequest {
        /// The number of the event.
        package var at: UInt64

        package typealias Answer = PastFacts
        package static let method = "past"
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
