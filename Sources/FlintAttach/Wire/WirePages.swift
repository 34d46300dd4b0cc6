import InspectorKit

/// Some of the elements that were asked for.
package struct Page<Element: Codable & Sendable>: Codable, Sendable {
    /// The elements, oldest first.
    package var elements: [Element]
    /// Whether there are more after them.
    package var hasMore: Bool

    /// Creates a page.
    package init(_ elements: [Element], limit: Int = WireProtocol.pageSize) {
        self.elements = Array(elements.prefix(limit))
        hasMore = elements.count > limit
    }
}

/// A part of the list of everything there is.
package struct ModelPage: Codable, Sendable, Hashable {
    /// What comes with the first page only: everything but the features.
    package struct Rest: Codable, Sendable, Hashable {
        /// What concerns the app as a whole.
        package var status: AppStatus
        /// The products.
        package var products: [ProductSnapshot]
        /// The permissions in the order in which they are shown.
        package var permissions: [PermissionSnapshot]
        /// The feature flags.
        package var flags: [FlagSnapshot]
        /// The overrides.
        package var overrides: [OverrideRecord]
    }

    /// The last change that is included.
    package var revision: Revision
    /// Everything but the features; `nil` after the first page.
    package var rest: Rest?
    /// Some of the features.
    package var features: [FeatureSummary]
    /// The index of the first feature of the next page; `nil` after the last.
    package var next: Int?

    /// Creates a page of a list.
    ///
    /// - Parameters:
    ///   - model: The list.
    ///   - from: The index of the first feature.
    package init(_ model: AppModel, from: Int) {
        let start = min(max(0, from), model.features.count)
        let end = min(start + WireProtocol.pageSize, model.features.count)
        revision = model.revision
        features = Array(model.features[start..<end])
        next = end < model.features.count ? end : nil
        if from == 0 {
            rest = Rest(
                status: model.status, products: Array(model.products), permissions: model.permissions,
                flags: Array(model.flags), overrides: Array(model.overrides))
        }
    }
}
