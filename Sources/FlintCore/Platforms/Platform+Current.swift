extension Platform {
    /// The platform that features of the current runtime are told they run on.
    ///
    /// It is the real one, unless the runtime was set up for another or an override says otherwise.
    public static var current: Platform {
        FlintRuntime.current.facts.platform?.effective.platform ?? CurrentPlatform.real.platform
    }

    /// Whether it is the current one.
    public var isCurrentPlatform: Bool { self == .current }
}
