// SPDX-License-Identifier: MIT

import FlintWorld

/// A page of a list that does not fit into one response.
package struct Page<Element: Codable & Sendable>: Codable, Sendable {
    /// The elements in order; events and log lines are sorted from oldest to newest.
    package var elements: [Element]
    package var hasMore: Bool

    package init(_ elements: [Element], limit: Int = WireProtocol.pageSize) {
        self.elements = Array(elements.prefix(limit))
        hasMore = elements.count > limit
    }
}

/// The news that fits into one response.
///
/// To get later events and lines, and the other declarations, send another request.
package struct NewsPage: Codable, Sendable {
    package static let declarationLimit = 500

    package var changes: ModelChanges?
    package var events: Page<EventRecord>
    package var lines: Page<LogLine>
    /// The declarations of the wanted features.
    ///
    /// This property and those below are `nil` if they were not requested.
    package var declared: Catalog?
    package var facts: [FactRecord]?
    package var dependents: [Sync.Dependents]?
    package var stacks: [StackSnapshot]?

    package init(_ news: News, for request: Sync) {
        (changes, events, lines) = (news.changes, Page(news.events), Page(news.lines))
        if request.want.hasDeclarations {
            var catalog = news.declared
            catalog.features = Array(catalog.features.prefix(Self.declarationLimit))
            (declared, facts) = (catalog, news.facts)
        }
        if !request.want.dependents.isEmpty { dependents = news.dependents }
        if request.want.stacks { stacks = news.stacks }
    }
}

/// A page of the app's complete state.
///
/// Every page contains features. The first page also contains the ``rest`` of the state.
package struct ModelPage: Codable, Sendable, Hashable {
    package struct Rest: Codable, Sendable, Hashable {
        package var status: AppStatus
        package var products: [ProductSnapshot]
        /// The permissions in display order.
        package var permissions: [PermissionSnapshot]
        package var flags: [FlagSnapshot]
        package var overrides: [OverrideRecord]
        package var ownFacts: [FactRecord]
    }

    package var revision: Revision
    /// Everything except the features; `nil` after the first page.
    package var rest: Rest?
    package var features: [FeatureSummary]
    /// The index of the next page's first feature; `nil` on the last page.
    package var next: Int?

    package init(_ model: AppModel, from: Int) {
        let start = min(max(0, from), model.features.count)
        let end = min(start + WireProtocol.pageSize, model.features.count)
        revision = model.revision
        features = Array(model.features[start..<end])
        next = end < model.features.count ? end : nil
        if from == 0 {
            rest = Rest(
                status: model.status, products: Array(model.products), permissions: model.permissions,
                flags: Array(model.flags), overrides: Array(model.overrides), ownFacts: Array(model.ownFacts))
        }
    }
}
