/// Knows which features the user has turned on and off.
public protocol UserFeatureToggles: AnyObject {
    /// Adds an observer, which is not kept alive.
    func addObserver(_ observer: UserFeatureTogglesObserver)

    /// Takes an observer off again.
    func removeObserver(_ observer: UserFeatureTogglesObserver)

    /// The user's choice for a feature, or `nil` if the user has made none.
    func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool?
}
