// swift-format-ignore-file
// Generated from flags.json by "flint manifest keys".

import FlintCore

extension FeatureKey {
    static let _2faLogin: FeatureKey = "2fa-login"
    static let maxRetries: FeatureKey = "MAX_RETRIES"
    static let type: FeatureKey = "Type"
    static let urlScheme: FeatureKey = "URLScheme"
    static let allCasesFlag: FeatureKey = "all_cases"
    static let `default`: FeatureKey = "default"
    static let defaultsFlag: FeatureKey = "defaults"
    static let description: FeatureKey = "description"
    static let größe: FeatureKey = "größe 🎧"
    static let hashValue: FeatureKey = "hash.value"
    static let initFlag: FeatureKey = "init"
    static let newUI: FeatureKey = "newUI"
    static let none: FeatureKey = "none"
    static let rawValue: FeatureKey = "raw value"
    static let sayHiNow: FeatureKey = "say \"hi\"\n\\(now)"
    static let selfFlag: FeatureKey = "self"
    /// Stops playback.�� */ static let evil = "0"
    static let sleepTimer: FeatureKey = "sleep-timer"
    static let gnp: FeatureKey = "\u{202E}gnp\u{0}"
}

/// The app's feature flags.
enum SampleFlags {
    /// The default values, for a `ReleaseFeatureFlagProvider`.
    static let defaults: [FeatureKey: Bool] = [
        ._2faLogin: false,
        .maxRetries: false,
        .type: false,
        .urlScheme: false,
        .allCasesFlag: false,
        .`default`: false,
        .defaultsFlag: true,
        .description: false,
        .größe: false,
        .hashValue: false,
        .initFlag: false,
        .newUI: false,
        .none: false,
        .rawValue: false,
        .sayHiNow: false,
        .selfFlag: false,
        .sleepTimer: true,
        .gnp: false,
    ]
}
