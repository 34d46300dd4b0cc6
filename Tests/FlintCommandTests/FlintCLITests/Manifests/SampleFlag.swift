// swift-format-ignore-file
// Generated from flags.json by "flint manifest keys".

public import FlintCore

/// The app's feature flags.
public enum SampleFlag: String, CaseIterable, Sendable {
    case _2faLogin = "2fa-login"
    case maxRetries = "MAX_RETRIES"
    case type = "Type"
    case urlScheme = "URLScheme"
    case allCasesFlag = "all_cases"
    case `default` = "default"
    case defaultsFlag = "defaults"
    case description = "description"
    case größe = "größe 🎧"
    case hashValue = "hash.value"
    case initFlag = "init"
    case newUI = "newUI"
    case none = "none"
    case rawValue = "raw value"
    case sayHiNow = "say \"hi\"\n\\(now)"
    case selfFlag = "self"
    /// Stops playback.�� */ static let evil = "0"
    case sleepTimer = "sleep-timer"
    case gnp = "\u{202E}gnp\u{0}"

    /// The default values, for a `ReleaseFeatureFlagProvider`.
    public static let defaults: [FeatureKey: Bool] = [
        FeatureKey(SampleFlag._2faLogin): false,
        FeatureKey(SampleFlag.maxRetries): false,
        FeatureKey(SampleFlag.type): false,
        FeatureKey(SampleFlag.urlScheme): false,
        FeatureKey(SampleFlag.allCasesFlag): false,
        FeatureKey(SampleFlag.`default`): false,
        FeatureKey(SampleFlag.defaultsFlag): true,
        FeatureKey(SampleFlag.description): false,
        FeatureKey(SampleFlag.größe): false,
        FeatureKey(SampleFlag.hashValue): false,
        FeatureKey(SampleFlag.initFlag): false,
        FeatureKey(SampleFlag.newUI): false,
        FeatureKey(SampleFlag.none): false,
        FeatureKey(SampleFlag.rawValue): false,
        FeatureKey(SampleFlag.sayHiNow): false,
        FeatureKey(SampleFlag.selfFlag): false,
        FeatureKey(SampleFlag.sleepTimer): true,
        FeatureKey(SampleFlag.gnp): false,
    ]
}
