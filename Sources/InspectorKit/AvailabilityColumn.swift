/// The availability of every feature at one moment or under some assumptions, at a byte a feature.
package struct AvailabilityColumn: Sendable, Hashable {
    private let values: [UInt8]

    /// Creates a column.
    ///
    /// - Parameter availability: The availability by ``FeatureSummary/number``; `nil` for not known.
    package init(_ availability: [Bool?]) {
        values = availability.map { $0.map { $0 ? 1 : 0 } ?? 2 }
    }

    /// Creates the column of a model, with the availability of its features as it is there.
    package init(_ model: AppModel) {
        var values = [UInt8](repeating: 0, count: Int(model.features.map(\.number).max() ?? -1) + 1)
        for feature in model.features where feature.number >= 0 {
            values[Int(feature.number)] = feature.isAvailable.map { $0 ? 1 : 0 } ?? 2
        }
        self.values = values
    }

    /// Returns the availability of a feature; `nil` for not known, and `false` for one that is not there.
    package func availability(of feature: FeatureSummary) -> Bool? {
        guard values.indices.contains(Int(feature.number)) else { return false }
        let value = values[Int(feature.number)]
        return value == 2 ? nil : value == 1
    }
}
