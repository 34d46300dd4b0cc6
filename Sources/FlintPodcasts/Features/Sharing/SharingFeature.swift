// SPDX-License-Identifier: MIT

import FlintCore

final class SharingFeature: FeatureGroup {
    static let name = "Podcast sharing"
    static let description = "Share clips and transcripts of episodes"
    static var subfeatures: [FeatureDefinition.Type] { [ClipSharingFeature.self, TranscriptsFeature.self] }
}

/// A feature that shares a clip with a picture and a spoken comment.
///
/// It requires three permissions. The authorization flow requests them one after the other.
final class ClipSharingFeature: ConditionalFeature {
    static let name = "Clip sharing"
    static let description = "Share a part of an episode with a picture and a spoken comment"

    static let share = action(ShareClipAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.photos, .microphone, .camera)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(share)
    }
}

final class ShareClipAction: PodcastAction {
    static let name = "share"
    static let description = "Share the last seconds of the current episode"

    static func run(_ input: ClipLength, on presenter: any SharingPresenter) throws(PodcastError) -> String? {
        try presenter.shareClip(input)
    }
}

struct ClipLength: Hashable, Sendable {
    static let range = 5...60

    let seconds: Int
}

extension ClipLength: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        let text = parameters?["seconds"] ?? ""
        guard let seconds = text.isEmpty ? 15 : Int(text), Self.range.contains(seconds) else { return nil }
        self.seconds = seconds
    }

    static var inputFields: [InputField] {
        [InputField("seconds", description: "from 5 to 60; 15 if empty", isRequired: false)]
    }
}

extension ClipLength: FlintLoggable {
    var loggingDescription: String { "\(seconds) s" }
}
