/// An input that knows what to tell people and searches of an activity with it.
public protocol ActivityMetadataRepresentable {
    /// What to tell.
    var metadata: ActivityMetadata { get }
}
