/// An action that is performed on the main queue in the main session, as anything that shows something should be.
public protocol UIAction: Action {}
