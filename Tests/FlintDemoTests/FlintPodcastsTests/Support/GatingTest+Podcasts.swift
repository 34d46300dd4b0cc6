import FlintTesting

@testable import FlintPodcasts

extension GatingTest {
    /// Returns a test with the app's features and presenters over a library of samples.
    static func podcasts() -> GatingTest {
        let app = PodcastApp(state: .sample, ticker: ManualTicker())
        return GatingTest(PodcastFeatures.self, router: app.router)
    }
}
