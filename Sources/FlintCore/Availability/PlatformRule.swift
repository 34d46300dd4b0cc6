/// The platforms and versions a feature supports.
struct PlatformRule: Hashable, Sendable {
    /// What is asked of each platform; one that is missing is supported in any version.
    let versions: [Platform: PlatformVersionConstraint]

    /// Creates the rule that a feature's constraints amount to.
    init(_ constraints: [Platform: PlatformConstraint]) {
        // Most features support every platform.
        versions = constraints.isEmpty ? [:] : constraints.mapValues(\.version)
    }

    /// Whether the feature can be available on a platform.
    func allows(_ current: CurrentPlatform) -> Bool {
        (versions[current.platform] ?? .any).allows(current.version)
    }

    /// The rule in words, as it concerns one platform.
    func title(on platform: Platform) -> String {
        switch versions[platform] ?? .any {
        case .any: "\(platform.rawValue), any version"
        case .atLeast(let version): "\(platform.rawValue) \(version) or later"
        case .unsupported: supportedTitle(insteadOf: platform)
        }
    }

    /// The platforms that are supported, for someone who is on another.
    private func supportedTitle(insteadOf platform: Platform) -> String {
        let supported = Platform.all.filter { versions[$0] ?? .any != .unsupported }
        // Naming every platform but one says less than naming the one.
        if supported.isEmpty || supported.count > 3 { return "not on \(platform.rawValue)" }
        return supported.map { title(on: $0) }.joined(separator: " or ")
    }
}
