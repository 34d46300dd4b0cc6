/// The presenter of an action that presents nothing.
public typealias NoPresenter = Void
