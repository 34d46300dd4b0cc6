/// Knows whether conditional features are available.
///
/// The engine has a single way to find out, which ``DefaultAvailabilityChecker`` stands for; another checker does not
/// change what requests are granted. The protocol is for code that is given one, such as a view model under test.
public protocol AvailabilityChecker {
    /// Whether a feature is available: yes, no, or `nil` for not known yet.
    func isAvailable(_ feature: ConditionalFeatureDefinition.Type) -> Bool?

    /// Asks every source of facts again.
    func invalidate()
}
