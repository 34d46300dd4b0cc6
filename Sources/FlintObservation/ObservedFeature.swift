// SPDX-License-Identifier: MIT

package import FlintCore

/// An observable feature that a view keeps, created when the view is first shown.
///
/// SwiftUI can create a view's initial values many times, but keeps only the first ones. Creating this object is cheap,
/// whereas an ``ObservableFeature`` starts a task.
@MainActor
package final class ObservedFeature {
    private var last: ObservableFeature?

    package init() {}

    /// Returns the observable feature, which is replaced when the view gets another feature or runtime.
    package func observing(_ feature: FeatureDefinition.Type, in runtime: FlintRuntime) -> ObservableFeature {
        if let last, last.observes(feature, in: runtime) { return last }
        let new = ObservableFeature(feature, in: runtime)
        last = new
        return new
    }
}
