extension Platform {
    /// The platform of the current runtime.
    ///
    /// It is the real one, unless the runtime was set up for another or is overridden.
    public static var current: Platform { CurrentPlatform.current.platform }

    /// Whether the platform is ``current``.
    public var isCurrentPlatform: Bool { self == .current }
}

extension PlatformVersionConstraint {
    /// Whether the current version of the current platform satisfies the constraint.
    public var isCurrentCompatible: Bool { allows(CurrentPlatform.current.version) }
}

extension CurrentPlatform {
    static var current: CurrentPlatform {
        FlintRuntime.current.facts[.platform]?.effective.currentPlatform ?? .real
    }
}
