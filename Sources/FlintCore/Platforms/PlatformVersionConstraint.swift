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
/// advisory that names the feature whose constraints it is in; ``init(parsing:)`` throws instead.
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
    public init(parsing text: some StringProtocol) throws(MalformedPlatformVersion) {
        guard let version = PlatformVersion(text) else { throw MalformedPlatformVersion(text: String(text)) }
        self = .atLeast(version: version)
    }

    /// Whether a version is among those supported.
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
            let feature = DeclarationProbe.declaringFeature.map { "\(TypeNames.qualified($0)) requires" }
            FlintRuntime.current.advise(
                "\(feature ?? "A feature requires") a platform version that is malformed, so that platform counts as "
                    + "unsupported: \(error)")
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
