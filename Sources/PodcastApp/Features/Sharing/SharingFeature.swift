import FlintCore

/// Taking parts of episodes elsewhere.
final class SharingFeature: FeatureGroup {
    static let name = "Podcast sharing"
    static let description = "Take parts of an episode elsewhere"
    static let isVisible = true
    static var subfeatures: [FeatureDefinition.Type] { [ClipSharingFeature.self, TranscriptsFeature.self] }
}
