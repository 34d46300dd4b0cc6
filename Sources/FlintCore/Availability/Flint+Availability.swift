// SPDX-License-Identifier: MIT

public import FeatureGating

extension Flint {
    /// Returns the availability of a feature.
    ///
    /// Facts whose sources do not announce changes are reread first.
    ///
    /// - Parameter feature: Any feature, conditional or not.
    /// - Returns: The availability, which is `false` for a feature that is not registered.
    public static func availability(of feature: FeatureDefinition.Type) -> Truth {
        FlintRuntime.current.availability(of: feature)
    }

    /// Returns all requirements of a feature with their states, and the plans that would unlock the feature.
    ///
    /// ```swift
    /// let explanation = Flint.explanation(of: SmartPlaylistsFeature.self)
    /// for requirement in explanation.requirements {
    ///     print(requirement.title, requirement.value)
    /// }
    /// // iOS >= 15 17.2
    /// // Premium not purchased
    /// // Location when in use not determined
    /// ```
    ///
    /// Computing the plans is the expensive part. If you need only a sentence, call
    /// ``descriptionOfUnsatisfiedConstraints(of:)``.
    ///
    /// - Parameter feature: Any feature, conditional or not.
    /// - Returns: The explanation.
    public static func explanation(of feature: FeatureDefinition.Type) -> AvailabilityExplanation {
        FlintRuntime.current.explanation(of: feature)
    }

    /// Returns the smallest sets of requirements that would make a feature available, shortest first.
    ///
    /// - Parameter feature: Any feature, conditional or not.
    /// - Returns: Up to eight plans. The array is empty if the feature is available or cannot be unlocked on this
    ///   device.
    public static func unlockPlans(of feature: FeatureDefinition.Type) -> [[RequirementState]] {
        explanation(of: feature).unlockPlans
    }

    /// Returns a sentence that lists the unmet requirements of a feature.
    ///
    /// - Parameter feature: Any feature, conditional or not.
    /// - Returns: The sentence, such as `Premium is not purchased`, or `nil` if the feature is available.
    public static func descriptionOfUnsatisfiedConstraints(of feature: FeatureDefinition.Type) -> String? {
        FlintRuntime.current.summaryOfUnavailability(of: feature)
    }
}

extension Flint {
    /// Calls a handler whenever the focus changes.
    ///
    /// - Parameter handler: A closure that is called on the thread of the change, with no lock held.
    /// - Returns: A token that ends the observation when it is canceled or released.
    public static func observeFocus(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        FlintRuntime.current.observeFocus(handler)
    }
}
