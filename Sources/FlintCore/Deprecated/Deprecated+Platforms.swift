#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PlatformVersion {
    /// Creates a version from Foundation's.
    ///
    /// - Parameter version: The version; a number below 0 counts as 0.
    @available(*, deprecated, message: "Use init(major:minor:patch:).")
    public init(_ version: OperatingSystemVersion) {
        self.init(
            major: max(0, version.majorVersion), minor: max(0, version.minorVersion),
            patch: max(0, version.patchVersion))
    }
}

extension PlatformVersionConstraint {
    /// One version and all later ones, given as Foundation's type.
    @available(*, deprecated, message: "Use a PlatformVersion, or a number.")
    public static func atLeast(version: OperatingSystemVersion) -> PlatformVersionConstraint {
        .atLeast(version: PlatformVersion(version))
    }
}

extension DeclaredFeatureConstraints {
    /// What is required of each platform; any version where nothing is declared.
    @available(*, deprecated, renamed: "platforms")
    public var allDeclaredPlatforms: [Platform: PlatformConstraint] { platforms }
}
