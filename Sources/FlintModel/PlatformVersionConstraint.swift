/// The versions of one operating system in which a feature is supported.
///
/// ```swift
/// requirements.iOS = 9
/// requirements.macOS = "10.12.1"
/// requirements.tvOS = .any
/// requirements.watchOS = .unsupported
/// ```
///
/// A literal that is no version, such as `"10..1"`, stands for ``unsupported`` and is reported as a programming
/// advisory that names the feature whose constraints it is in.
public enum PlatformVersionConstraint: Sendable, Hashable {
    /// Every version.
    case any
    /// One version and all later ones.
    case atLeast(version: PlatformVersion)
    /// None.
    case unsupported

    /// Creates the constraint that asks for a version written as text.
    ///
    /// - Parameter text: One to three numbers separated by dots.
    /// - Throws: ``MalformedPlatformVersion`` for any other text.
    package init(parsing text: some StringProtocol) throws(MalformedPlatformVersion) {
        guard let version = PlatformVersion(text) else { throw MalformedPlatformVersion(text: String(text)) }
        self = .atLeast(version: version)
    }

    /// Returns whether the constraint allows a version.
    public func allows(_ version: PlatformVersion) -> Bool {
        switch self {
        case .any: true
        case .atLeast(let minimum): version >= minimum
        case .unsupported: false
        }
    }
}

extension PlatformVersionConstraint: CustomStringConvertible {
    /// The constraint in short: `*`, `>= 10.12.1` or `unsupported`.
    public var description: String {
        switch self {
        case .any: "*"
        case .atLeast(let version): ">= \(version.major).\(version.minor).\(version.patch)"
        case .unsupported: "unsupported"
        }
    }
}
