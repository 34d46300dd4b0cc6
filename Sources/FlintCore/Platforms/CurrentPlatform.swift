// SPDX-License-Identifier: MIT

extension Platform {
    /// The platform of the current runtime.
    ///
    /// This is the real platform, unless the runtime was set up for another platform or the platform is overridden.
    ///
    /// Constraints are declared once, so a declaration must not depend on this value. Otherwise, answers about other
    /// platforms would be wrong. Require platforms instead.
    public static var current: Platform { CurrentPlatform.current.platform }

    /// Whether this platform is the ``current`` one.
    public var isCurrentPlatform: Bool { self == .current }
}

extension PlatformVersionConstraint {
    /// Whether the version of the current platform satisfies the constraint.
    public var isCurrentCompatible: Bool { allows(CurrentPlatform.current.version) }
}

extension CurrentPlatform {
    static var current: CurrentPlatform {
        DeclarationProbe.recordPlatformRead()
        return FlintRuntime.current.facts[.platform]?.effective.currentPlatform ?? .real
    }
}
