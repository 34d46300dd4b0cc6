/// A source of answers that features depend on, which declares whether it announces changes.
///
/// The engine keeps the answers of a source that announces changes, so that a request costs a lookup. It asks any other
/// source at every use: whenever a feature that depends on the answer is requested, performed or explained.
///
/// ```swift
/// final class LicenceTracker: PurchaseTracker {
///     let announcesChanges = true
///     // ...
/// }
/// ```
public protocol ChangeAnnouncing {
    /// Whether the source announces every change of an answer, whatever caused it; `false` by default.
    ///
    /// The engine reads it once, at setup. A source that wraps another one returns what the other does.
    var announcesChanges: Bool { get }
}

extension ChangeAnnouncing {
    /// Not every change is announced unless the source declares that.
    public var announcesChanges: Bool { false }
}
