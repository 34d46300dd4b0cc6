/// Knows which features the user has turned on and off.
///
/// Toggles that notify their observers after every change of an answer declare that with
/// ``ChangeAnnouncing/announcesChanges``. Any others are asked at every use.
public protocol UserFeatureToggles: ChangeAnnouncing, AnyObject {
    /// Adds an observer, which is not kept alive.
    func addObserver(_ observer: UserFeatureTogglesObserver)

    /// Takes an observer off again.
    func removeObserver(_ observer: UserFeatureTogglesObserver)

    /// The user's choice for a feature, or `nil` if the user has made none.
    func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool?
}
