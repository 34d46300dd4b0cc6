/// The versions in which a feature is supported on one operating system.
public struct PlatformConstraint: Sendable, Hashable, CustomStringConvertible {
    /// The operating system.
    public let platform: Platform
    /// The versions of it.
    public let version: PlatformVersionConstraint

    /// Creates a constraint.
    public init(platform: Platform, version: PlatformVersionConstraint) {
        self.platform = platform
        self.version = version
    }

    /// The platform and its versions in short, such as `macOS >= 10.12.1`.
    public var description: String { "\(platform) \(version)" }
}

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

    /// Creates the constraint a literal stands for, or reports what is wrong with it and supports nothing.
    private init(literal: String) {
        do {
            try self.init(parsing: literal)
        } catch {
            let runtime = FlintRuntime.current
            let feature = DeclarationProbe.declaringFeature
            runtime.advise(
                of: .malformedVersion,
                "\(feature.map(TypeNames.qualified) ?? "A feature") requires a platform version that is malformed, so that "
                    + "platform counts as unsupported: \(error)",
                in: feature.flatMap { runtime.catalog.metadata(for: $0) })
            self = .unsupported
        }
    }
}

extension PlatformVersionConstraint: ExpressibleByIntegerLiteral {
    /// Creates the constraint that asks for a major version.
    public init(integerLiteral value: UInt) {
        if let major = Int(exactly: value) {
            self = .atLeast(version: PlatformVersion(major: major))
        } else {
            self.init(literal: String(value))
        }
    }
}

extension PlatformVersionConstraint: ExpressibleByStringLiteral {
    /// Creates the constraint that asks for a version written as text.
    public init(stringLiteral value: String) {
        self.init(literal: value)
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
