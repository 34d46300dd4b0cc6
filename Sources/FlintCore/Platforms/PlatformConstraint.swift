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

extension PlatformVersionConstraint {
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

extension PlatformRule {
    /// Creates the rule that a feature's constraints amount to.
    init(_ constraints: [Platform: PlatformConstraint]) {
        // Most features support every platform.
        self.init(versions: constraints.isEmpty ? [:] : constraints.mapValues(\.version))
    }
}
