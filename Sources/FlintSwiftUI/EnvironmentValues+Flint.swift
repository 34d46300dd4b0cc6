// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
    public import FlintCore
    public import SwiftUI

    extension EnvironmentValues {
        /// The runtime whose features views show, by default the current runtime.
        ///
        /// Previews and tests set it to another runtime. Views that create an `ObservableFeature` or request an
        /// action follow it only if they pass it on.
        public var flintRuntime: FlintRuntime {
            get { self[RuntimeKey.self] }
            set { self[RuntimeKey.self] = newValue }
        }

        /// The action of the buttons that views show for the steps of a refusal, or `nil` to show the steps as text.
        ///
        /// It receives the step and the feature that it unlocks. For an action that needs only the step, use
        /// `onRefusalStep(perform:)`.
        public var refusalStepAction: (@MainActor (Refusal.Step, FeatureDefinition.Type) -> Void)? {
            get { self[StepActionKey.self] }
            set { self[StepActionKey.self] = newValue }
        }
    }

    extension View {
        /// Sets the action of the buttons that views inside this one show for the steps of a refusal.
        ///
        /// ```swift
        /// LockedView(ArchiveFeature.self)
        ///     .onRefusalStep { step in openShop(step.code) }
        /// ```
        ///
        /// The step's kind states what the action should do, such as lead to a purchase. Its code names the product,
        /// permission, or setting, such as `purchase:premium`. If several views set an action, the innermost one
        /// applies.
        ///
        /// - Parameter action: The action, which is called with the step of the tapped button.
        /// - Returns: A view with the action in its environment.
        public func onRefusalStep(perform action: @escaping @MainActor (Refusal.Step) -> Void) -> some View {
            environment(\.refusalStepAction, { step, _ in action(step) })
        }
    }

    private struct RuntimeKey: EnvironmentKey {
        static var defaultValue: FlintRuntime { .current }
    }

    private struct StepActionKey: EnvironmentKey {
        static var defaultValue: (@MainActor (Refusal.Step, FeatureDefinition.Type) -> Void)? { nil }
    }
#endif
