import FeatureGating
import FlintCore
import FlintSimulation
import FlintTestSupport
import Foundation
import Testing

@testable import FlintPodcasts

/// Compares every refusal of the demo, in English and German, with files that a person has read.
///
/// `FLINT_UPDATE_SCREENS=1 swift test --filter RefusalSnapshotTests` updates the files.
struct RefusalSnapshotTests {
    private static let folder = Repository.root.appending(
        path: "Tests/FlintDemoTests/FlintPodcastsTests/Features/Refusals")

    /// The refusals of every conditional feature of the demo, on a phone, and on a watch for those that the phone lacks.
    private func refusals(in language: String) -> [String: [Refusal]] {
        var refusals: [String: [Refusal]] = [:]
        for platform in ["iOS 17.2", "iOS 15.0", "watchOS 9.0"] {
            let test = TestApp(platform: CurrentPlatform(platform))
            test.run {
                for metadata in test.runtime.features where metadata.path.path.first == "PodcastFeatures" {
                    guard let feature = metadata.feature as? any ConditionalFeature.Type,
                        let refusal = feature.refusal(in: language)
                    else { continue }
                    if refusals[metadata.feature.name]?.contains(refusal) != true {
                        refusals[metadata.feature.name, default: []].append(refusal)
                    }
                }
            }
        }
        return refusals
    }

    private func text(in language: String) -> String {
        refusals(in: language).sorted { $0.key < $1.key }.flatMap { name, refusals in
            refusals.flatMap { refusal in
                ["\(refusal.title) [\(refusal.code)]", "  \(refusal.sentence)"]
                    + refusal.steps.map { "  - \($0.instruction) (\($0.kind.rawValue), \($0.actor.rawValue))" }
            }
        }.joined(separator: "\n") + "\n"
    }

    @Test(arguments: ["en", "de"])
    func `every refusal of the demo reads as reviewed`(language: String) throws {
        let file = Self.folder.appending(path: "\(language).txt")
        let text = text(in: language)
        if ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test(arguments: ["en", "de"])
    func `each refusal has steps or states that nobody can change it`(language: String) {
        let nobody = ["en": "Nobody", "de": "niemand"][language] ?? ""
        let refusals = refusals(in: language).values.joined()
        #expect(refusals.filter { $0.steps.isEmpty && !$0.sentence.contains(nobody) } == [])
        #expect(refusals.filter { !$0.steps.isEmpty && $0.sentence.contains(nobody) } == [])
    }

    @Test func `a refusal has the same codes and steps in every language`() {
        func outline(_ language: String) -> [String: [[String]]] {
            refusals(in: language).mapValues {
                $0.map { [$0.code] + $0.steps.map { "\($0.code) \($0.kind) \($0.actor)" } }
            }
        }
        #expect(outline("de") == outline("en"))
    }

    @Test func `the demo's string catalog translates feature names`() throws {
        let catalog = try RefusalCatalog(stringCatalog: #require(PodcastFiles.texts["Resources/Podcasts.xcstrings"]))
        #expect(catalog.languages == ["de"])
        #expect(catalog.text(of: "Smart playlists", in: "de-AT") == "Intelligente Playlists")
    }
}
