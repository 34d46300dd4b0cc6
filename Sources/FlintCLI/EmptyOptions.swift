public import ArgumentParser

/// No options of an app's own.
public struct EmptyOptions: ParsableArguments {
    /// Creates the options.
    public init() {}
}
