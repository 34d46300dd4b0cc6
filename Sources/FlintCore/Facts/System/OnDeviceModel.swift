// SPDX-License-Identifier: MIT

#if canImport(FoundationModels)
    import FoundationModels
#endif

/// Whether the system's language model can be used, and the reason if it cannot.
///
/// The cases have the meaning of `SystemLanguageModel.Availability`.
public enum OnDeviceModel: String, AppFactChoice {
    case available
    case deviceNotEligible = "device-not-eligible"
    case notEnabled = "not-enabled"
    case notReady = "not-ready"

    /// The way to make the model available.
    public var remedy: Remedy? {
        switch self {
        case .available: nil
        case .deviceNotEligible: .nobody("The device cannot run the model")
        case .notEnabled: .user("Turn on Apple Intelligence in the system's settings")
        case .notReady: .nobody("The model is still being downloaded")
        }
    }
}

extension OnDeviceModel {
    /// Whether the system's language model can be used.
    ///
    /// On Apple platforms, `config.setSource(of: OnDeviceModel.fact) { .current }` provides the value. On other
    /// platforms, the app sets the fact.
    public static var fact: AppFact<OnDeviceModel> { AppFact("on-device-model", title: "On-device model") }
}

#if canImport(FoundationModels)
    @available(iOS 26, macOS 26, visionOS 26, *)
    extension OnDeviceModel {
        /// The availability of the system's default model.
        ///
        /// A reason that a later version of the system introduces counts as not ready.
        public static var current: OnDeviceModel {
            switch SystemLanguageModel.default.availability {
            case .available: .available
            case .unavailable(.deviceNotEligible): .deviceNotEligible
            case .unavailable(.appleIntelligenceNotEnabled): .notEnabled
            case .unavailable: .notReady
            }
        }
    }
#endif
