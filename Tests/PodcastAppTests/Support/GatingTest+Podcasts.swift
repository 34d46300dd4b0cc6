import FlintTesting

@testable import PodcastApp

extension GatingTest {
    /// The app's features with its presenters, over a library of samples.
    static func podcasts() -> GatingTest {
        let app = PodcastApp(state: .sample, ticker: ManualTicker())
        return GatingTest(PodcastFeatures.self, router: app.router)
    }
}
