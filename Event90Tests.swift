// Written by "flint timeline --at 89 --export-test Event90Tests.swift".

import FlintCore
import FlintTesting
import Testing

@testable import PodcastApp

/// Podcast playback: finish began.
struct Event90Tests {
    @Test func `event 89 of Podcasts`() {
        let app = GatingTest(PodcastFeatures.self)

        // Podcast playback: finish began
        #expect(app.isAvailable(PlaybackFeature.self), "\(app.explanation(of: PlaybackFeature.self))")
    }
}
