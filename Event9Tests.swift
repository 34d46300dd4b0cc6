// Written by "flint timeline --at 9 --export-test Event9Tests.swift".

import FlintCore
import FlintTesting
import Testing

@testable import PodcastApp

/// Flag up-next: override removed, on.
struct Event9Tests {
    @Test func `event 9 of Podcasts`() {
        let app = GatingTest(PodcastFeatures.self)
        app.set("up-next", to: false)

        // Before the event
        #expect(app.availability(of: UpNextFeature.self) == .false)

        // Flag up-next: override removed, on
        app.set("up-next", to: true)
        #expect(app.isAvailable(UpNextFeature.self), "\(app.explanation(of: UpNextFeature.self))")
    }
}
