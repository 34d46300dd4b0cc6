// SPDX-License-Identifier: MIT

/// The versions of one operating system that a feature supports.
///
/// ```swift
/// requirements.iOS = 9
/// requirements.macOS = "10.12.1"
/// requirements.tvOS = .any
/// requirements.watchOS = .unsupported
/// ```
///
/// A malformed literal, such as `"10..1"`, becomes ``unsupported``. The framework then issues a programming advisory
/// that names the declaring feature.
///
/// Use ``allows(_:)`` to test a version:
///
/// ```swift
/// PlatformVersionConstraint.atLeast(version: 9).allows(PlatformVersion(major: 10))   // true
/// ```
public enum PlatformVersionConstraint: Sendable, Hashable {
    /// All versions.
    case any
    /// A version and all later versions.
    case atLeast(version: PlatformVersion)
    /// No version.
    case unsupported

    package init(parsing text: some StringProtocol) throws(MalformedPlatformVersion) {
        guard let version = PlatformVersion(text) else { throw MalformedPlatformVersion(text: String(text)) }
        self = .atLeast(version: version)
    }

    package var minimum: PlatformVersion? {
        if case .atLeast(let version) = self { version } else { nil }
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
    /// The constraint in short form: `*`, `>= 10.12.1`, or `unsupported`.
    public var description: String {
        switch self {
        case .any: "*"
        case .atLeast(let version): ">= \(version.major).\(version.minor).\(version.patch)"
        case .unsupported: "unsupported"
        }
    }
}
