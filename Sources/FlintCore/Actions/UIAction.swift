/// An action that is performed on the main queue in the main session, as anything that shows something should be.
public protocol UIAction: Action {}

/// Another name of ``UIAction``, for files in which another module has a `UIAction` too, as UIKit does.
public typealias FlintUIAction = UIAction
