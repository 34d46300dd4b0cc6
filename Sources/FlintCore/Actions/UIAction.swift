public import Dispatch

/// An action that is performed on the main queue, as anything that shows something should be.
///
/// A `queue` that it defines itself is ignored.
public protocol UIAction: Action {}

extension UIAction {
    /// The main queue, whatever the session.
    public static var queue: DispatchQueue { .main }
}

/// Another name of ``UIAction``, for files in which another module has a `UIAction` too, as UIKit does.
public typealias FlintUIAction = UIAction
