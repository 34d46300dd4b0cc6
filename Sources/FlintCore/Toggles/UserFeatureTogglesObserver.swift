/// Is told when the user's choices change.
public protocol UserFeatureTogglesObserver: AnyObject {
    /// Some choice has changed. Called on the thread of the change.
    func userFeatureTogglesDidChange()
}
