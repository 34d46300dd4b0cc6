// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
    public import FlintCore
    import FlintObservation
    public import SwiftUI

    /// A view that tells the user why a feature is not available, and offers the steps that make it available.
    ///
    /// ```swift
    /// LockedView(ArchiveFeature.self)
    ///     .onRefusalStep { step in openShop(step.code) }
    /// ```
    ///
    /// The view shows the title, the sentence, and the steps of the feature's `Refusal`, and is updated when they
    /// change. It has no content while the feature is available.
    ///
    /// Each step is a button that runs the action of `onRefusalStep(perform:)`, except for the step of waiting for an
    /// answer, which is a progress view. Without an action, the steps are text. The view looks for the feature in the
    /// environment's `flintRuntime`.
    public struct LockedView: View {
        private let feature: FeatureDefinition.Type

        /// Creates a view of the reason that a feature is not available.
        ///
        /// - Parameter feature: The feature.
        public init(_ feature: FeatureDefinition.Type) {
            self.feature = feature
        }

        /// The title, the sentence, and the steps, or an empty view if the feature is available.
        public var body: some View {
            FeatureReader(feature) { observed in
                if let refusal = observed.refusal { RefusalView(refusal: refusal, feature: feature) }
            }
        }
    }

    extension View {
        /// Shows this view if a feature is available, and otherwise the reason that it is not.
        ///
        /// ```swift
        /// ArchiveScreen(openShop: openShop)
        ///     .gated(by: ArchiveFeature.self)
        /// ```
        ///
        /// The reason has the form of a ``LockedView``. An undetermined availability counts as not available. The view
        /// loses its state when the feature becomes unavailable.
        ///
        /// - Parameter feature: The feature that this view belongs to.
        /// - Returns: The view that is shown in place of this one.
        public func gated(by feature: FeatureDefinition.Type) -> some View {
            gated(by: feature) { RefusalView(refusal: $0, feature: feature) }
        }

        /// Shows this view if a feature is available, and otherwise another view.
        ///
        /// ```swift
        /// ArchiveScreen(openShop: openShop)
        ///     .gated(by: ArchiveFeature.self) { refusal in Text(refusal.title) }
        /// ```
        ///
        /// - Parameters:
        ///   - feature: The feature that this view belongs to.
        ///   - locked: A closure that returns the other view for the reason.
        /// - Returns: The view that is shown in place of this one.
        public func gated<Locked: View>(
            by feature: FeatureDefinition.Type, @ViewBuilder locked: @escaping (Refusal) -> Locked
        ) -> some View {
            modifier(FeatureGate(feature: feature, locked: locked))
        }
    }

    private struct FeatureGate<Locked: View>: ViewModifier {
        let feature: FeatureDefinition.Type
        let locked: (Refusal) -> Locked

        func body(content: Content) -> some View {
            FeatureReader(feature) { observed in
                if observed.isAvailable {
                    content
                } else if let refusal = observed.refusal {
                    locked(refusal)
                }
            }
        }
    }

    /// A view that depends on a feature of the environment's runtime.
    private struct FeatureReader<Content: View>: View {
        private let feature: FeatureDefinition.Type
        private let content: (ObservableFeature) -> Content
        @Environment(\.flintRuntime) private var runtime
        @State private var observed = ObservedFeature()

        init(_ feature: FeatureDefinition.Type, @ViewBuilder content: @escaping (ObservableFeature) -> Content) {
            self.feature = feature
            self.content = content
        }

        var body: some View { content(observed.observing(feature, in: runtime)) }
    }

    private struct RefusalView: View {
        let refusal: Refusal
        let feature: FeatureDefinition.Type
        @Environment(\.refusalStepAction) private var action

        var body: some View {
            VStack(alignment: .leading) {
                Text(verbatim: refusal.title).font(.headline).accessibilityAddTraits(.isHeader)
                Text(verbatim: refusal.sentence)
                ForEach(refusal.steps, id: \.self) { control(for: $0) }
            }
        }

        @ViewBuilder private func control(for step: Refusal.Step) -> some View {
            switch step.control(hasAction: action != nil) {
            case .progress: ProgressView(step.instruction)
            case .button(let symbol):
                Button {
                    action?(step, feature)
                } label: {
                    Label(step.instruction, systemImage: symbol)
                }
            case .text: Text(verbatim: step.instruction)
            }
        }
    }
#endif
