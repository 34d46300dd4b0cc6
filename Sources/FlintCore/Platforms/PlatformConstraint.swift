// SPDX-License-Identifier: MIT

/// An operating system that a feature supports, with the supported versions.
///
/// A feature declares one constraint for each operating system in `constraints(requirements:)`.
public struct PlatformConstraint: Sendable, Hashable, CustomStringConvertible {
    /// The operating system.
    public let platform: Platform
    /// The supported versions of the operating system.
    public let version: PlatformVersionConstraint

    /// Creates a constraint for an operating system.
    public init(platform: Platform, version: PlatformVersionConstraint) {
        self.platform = platform
        self.version = version
    }

    /// The platform and its versions, such as `macOS >= 10.12.1`.
    public var description: String { "\(platform) \(version)" }
}

extension PlatformVersionConstraint {
    private init(literal: String) {
        do {
            try self.init(parsing: literal)
        } catch {
            let runtime = FlintRuntime.current
            let feature = DeclarationProbe.declaringFeature
            runtime.advise(
                of: .malformedVersion,
                "\(feature.map(TypeNames.qualified) ?? "A feature") requires a malformed platform version, so the "
                    + "platform is treated as unsupported: \(error)",
                in: feature.flatMap { runtime.catalog.metadata(for: $0) })
            self = .unsupported
        }
    }
}

extension PlatformVersionConstraint: ExpressibleByIntegerLiteral {
    /// Creates a constraint that requires a major version or later.
    public init(integerLiteral value: UInt) {
        if let major = Int(exactly: value) {
            self = .atLeast(version: PlatformVersion(major: major))
        } else {
            self.init(literal: String(value))
        }
    }
}

extension PlatformVersionConstraint: ExpressibleByStringLiteral {
    /// Creates a constraint that requires a version or later, such as `"10.12.1"`.
    public init(stringLiteral value: String) {
        self.init(literal: value)
    }
}

extension PlatformRule {
    init(_ constraints: [Platform: PlatformConstraint]) {
        // Most features support every platform, so the common case is handled without mapping.
        self.init(versions: constraints.isEmpty ? [:] : constraints.mapValues(\.version))
    }
}
