// SPDX-License-Identifier: MIT

import FlintWorld

// Requests without side effects, most of them named after a member of ``Inspector``.
extension WireRequests {
    package struct List: WireRequest {
        /// The index of the page's first feature.
        ///
        /// The page that starts at 0 also contains everything except the features.
        package var from: Int

        package typealias Answer = ModelPage
        package static let method = "list"
    }

    /// A request for the values of the facts at the moment after an event.
    package struct Past: WireRequest {
        package var at: UInt64

        package typealias Answer = MomentFacts
        package static let method = "past"
    }

    /// A request for the changes from which the moments of the retained events can be reconstructed.
    package struct Moments: WireRequest {
        package typealias Answer = FactHistory?
        package static let method = "factHistory"
    }

    package struct History: WireRequest {
        package typealias Answer = [HistoryEntry]
        package static let method = "history"
    }

    package struct Personas: WireRequest {
        package typealias Answer = PersonaList
        package static let method = "personas"
    }
}

/// A request for what is new.
///
/// The changes are `null` if the app does not know them, or if they do not fit into a response. The client then lists
/// everything again.
extension Sync: WireRequest {
    package typealias Answer = NewsPage
    package static let method = "sync"
}
