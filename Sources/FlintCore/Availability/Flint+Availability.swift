public import FeatureGating

extension Flint {
    /// Returns whether a feature is available, after reading the facts that no source announces.
    ///
    /// - Parameter feature: A feature, conditional or not.
    /// - Returns: The availability; `false` for a feature that is not registered.
    public static func availability(of feature: FeatureDefinition.Type) -> Truth {
        FlintRuntime.current.availability(of: feature)
    }

    /// Returns every requirement of a feature with its state, and the plans that would unlock the feature.
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
    /// Finding the plans takes longer than the rest; where only the sentence is needed, ask for
    /// ``descriptionOfUnsatisfiedConstraints(of:)``.
    ///
    /// - Parameter feature: A feature, conditional or not.
    /// - Returns: The explanation.
    public static func explanation(of feature: FeatureDefinition.Type) -> AvailabilityExplanation {
        FlintRuntime.current.explanation(of: feature)
    }

    /// Returns the smallest sets of requirements that would make a feature available, shortest first.
    ///
    /// - Parameter feature: A feature, conditional or not.
    /// - Returns: At most eight plans; none if the feature is available or nothing on this device can unlock it.
    public static func unlockPlans(of feature: FeatureDefinition.Type) -> [[RequirementState]] {
        explanation(of: feature).unlockPlans
    }

    /// Returns a sentence that names everything that keeps a feature from being available.
    ///
    /// - Parameter feature: A feature, conditional or not.
    /// - Returns: The sentence, such as `Premium is not purchased`, or `nil` if the feature is available.
    public static func descriptionOfUnsatisfiedConstraints(of feature: FeatureDefinition.Type) -> String? {
        FlintRuntime.current.summaryOfUnavailability(of: feature)
    }
}

extension Flint {
    /// Calls a handler whenever the focus changes.
    ///
    /// - Parameter handler: Called on the thread of the change, with no lock held.
    /// - Returns: A token; the observation ends when it is canceled or released.
    public static func observeFocus(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        FlintRuntime.current.observeFocus(handler)
    }
}
