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

    /// Why the rule does not allow a platform, as a sentence.
    func statement(on current: CurrentPlatform) -> String {
        isUnsupportedAlone(current.platform)
            ? "\(current.platform.rawValue) is not supported"
            : "\(title(on: current.platform)) is required and this is \(current.description)"
    }

    /// The rule in words, as it concerns one platform.
    func title(on platform: Platform) -> String {
        switch versions[platform] ?? .any {
        case .any: "\(platform.rawValue), any version"
        case .atLeast(let version): "\(platform.rawValue) \(version) or later"
        case .unsupported: supportedTitle(insteadOf: platform)
        }
    }

    /// The platforms that are supported.
    private var supported: [Platform] { Platform.all.filter { versions[$0] ?? .any != .unsupported } }

    /// Whether a platform is unsupported and there are too many others, or none, to be named instead.
    private func isUnsupportedAlone(_ platform: Platform) -> Bool {
        versions[platform] == .unsupported && (supported.isEmpty || supported.count > 3)
    }

    /// The platforms that are supported instead of one.
    private func supportedTitle(insteadOf platform: Platform) -> String {
        if isUnsupportedAlone(platform) { return "not on \(platform.rawValue)" }
        return supported.map { title(on: $0) }.joined(separator: " or ")
    }
}
