import Dispatch
import FlintCore
import Foundation
import Testing

/// Tests of the tables of differences in the article on migrating.
///
/// Each test has the name of its row.
struct MigratingRowsTests {
    private func migrated(
        _ tracker: DebugPurchaseTracker? = DebugPurchaseTracker(),
        camera: CameraSwitch? = nil, settings: StoredFeatureToggles? = nil, allowsOverrides: Bool = true,
        _ body: () async throws -> Void
    ) async rethrows {
        try await Flint.withRuntime(FlintRuntime()) {
            Flint.setup(LevelFeatures.self) { config in
                config.platform = CurrentPlatform("macOS 15.0")
                config.purchaseTracker = tracker
                config.permissionChecker = DefaultPermissionChecker(adapters: camera.map { [$0] } ?? [])
                config.userFeatureToggles = settings
                config.allowsOverrides = allowsOverrides
            }
            try await body()
        }
    }

    @Test func `every row of the tables has a test of the same name`() throws {
        let section = try #require(
            Article("Migrating").text.split(separator: "\n### ").first { $0.hasPrefix("What behaves differently") })
        let rows = section.matches(of: /\n\| ([^|]+) \|/).map { $0.1.replacing("`", with: "") }
            .filter { $0 != "What" }
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let tests = try ["MigratingRowsTests.swift", "MigratingFurtherRowsTests.swift"].map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }.joined()
        #expect(rows.count == 36)
        for row in rows { #expect(tests.contains(" func `\(row)`("), "\(row)") }
    }

    @Test func `an article gives the reason for every name that is deliberately absent`() throws {
        let names = try String(contentsOf: Article.root.appending(path: "Tests/Clients/contract.txt"), encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
        let text = try Article("Migrating").text
        #expect(names.count > 50)
        for name in names { #expect(text.contains("`\(name)`"), "\(name)") }
    }

    @Test func `an unmet condition beside an unknown one`() async {
        await migrated {
            #expect(LevelBuilderFeature.isAvailable == nil)
            FlintRuntime.current.facts.overrideRuntimeSwitch(
                of: LevelBuilderFeature.identifier, with: false)
            #expect(LevelBuilderFeature.isAvailable == false)
        }
    }

    @Test func `"any of" and "all of" several products`() async {
        let tracker = DebugPurchaseTracker()
        await migrated(tracker) {
            for _ in 1...20 {
                tracker.overridePurchase(product: LevelProducts.blue, with: .unknown)
                tracker.overridePurchase(product: LevelProducts.red, with: .purchased)
                #expect(EitherColorFeature.isAvailable == true)
                #expect(BothColorsFeature.isAvailable == nil)
                tracker.overridePurchase(product: LevelProducts.red, with: .notPurchased)
                #expect(EitherColorFeature.isAvailable == nil)
                #expect(BothColorsFeature.isAvailable == false)
            }
        }
    }

    @Test func `a granted request that is performed later`() async throws {
        let tracker = DebugPurchaseTracker()
        tracker.overridePurchase(product: LevelBuilderFeature.premium, with: .purchased)
        try await migrated(tracker) {
            let request = try #require(LevelBuilderFeature.build.request())
            tracker.overridePurchase(product: LevelBuilderFeature.premium, with: .notPurchased)
            #expect(
                await request.perform()
                    == .failure(
                        error: ActionPerformError.requiredFeatureNotAvailable(feature: LevelBuilderFeature.self)
                    ))
        }
    }

    @Test func `a feature below an unavailable group`() async {
        await migrated {
            #expect(
                await PaletteFeature.mix.perform(withInput: "red")
                    == .failure(error: ActionPerformError.ancestorNotAvailable(feature: PaletteFeature.self))
            )
        }
    }

    @Test func `a change of isEnabled, or in the system's settings`() async {
        let camera = CameraSwitch()
        await migrated(camera: camera) {
            #expect(PictureFeature.take.request() == nil)
            camera.status = .authorized
            #expect(PictureFeature.take.request() != nil)
            PictureFeature.isEnabled = false
            #expect(PictureFeature.take.request() == nil)
            PictureFeature.isEnabled = true
            #expect(PictureFeature.take.request() != nil)
            camera.status = .denied
            #expect(PictureFeature.take.request() == nil)
        }
    }

    @Test func `denied requests`() async {
        await migrated(nil) {
            #expect(LevelBuilderFeature.build.request() == nil)
            let denials = FlintRuntime.current.journal.events.filter { event in
                if case .requestDenied = event.kind { true } else { false }
            }
            #expect(denials.count == 1)
        }
    }

    @Test func `misuse, such as a second answer to a completion`() async {
        await migrated {
            #expect(await StudioFeature.answerTwice.perform() == .success)
            // The caller continues after the first answer, possibly before the action gives the second one on the main
            // queue.
            await MainActor.run {}
            let complaints = advisories().filter { $0.contains("AnswerTwiceAction") }
            #expect(complaints.count == 1)
            #expect(complaints.first?.contains("more than once") == true)
        }
    }

    @Test func `a URL with invalid parameters`() async throws {
        try await migrated {
            StudioFeature.addresses()
            let url = try #require(URL(string: "studio://color/none"))
            guard case .failure(_?) = await Flint.outcome(ofOpening: url, with: StudioRouter()) else {
                Issue.record("A color that does not exist is shown.")
                return
            }
        }
    }

    @Test(arguments: ["studio://color/red", "https://studio.example/color/red", "studio://tint/red"])
    func `route patterns with a leading slash`(address: String) async throws {
        try await migrated {
            StudioFeature.addresses()
            let url = try #require(URL(string: address))
            #expect(await Flint.outcome(ofOpening: url, with: StudioRouter()) == .success)
        }
    }

    @Test func `a user setting of a feature that has moved`() async {
        let settings = StoredFeatureToggles()
        await migrated(settings: settings) {
            #expect(settings.isEnabled(DraftFeature.self) == nil)
            settings.setEnabled(DraftFeature.self, enabled: true)
            #expect(DraftFeature.isAvailable == true)
        }
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(MovedFeatures.self) { $0.userFeatureToggles = settings }
            #expect(settings.isEnabled(DraftFeature.self) == nil)
            #expect(DraftFeature.isAvailable == false)
        }
    }

    @Test(arguments: [(false, Bool?.none), (true, true)])
    func `overrides of the debug tracker in a release build`(
        allowsOverrides: Bool, availability: Bool?
    ) async {
        let tracker = DebugPurchaseTracker()
        await migrated(tracker, allowsOverrides: allowsOverrides) {
            tracker.overridePurchase(product: LevelProducts.red, with: .purchased)
            #expect(EitherColorFeature.isAvailable == availability)
        }
    }

    @Test func `actions of a session`() async {
        let queue = DispatchQueue(label: "studio")
        queue.setSpecific(key: StudioFeature.queueKey, value: "studio")
        await migrated {
            let session = ActionSession(named: "studio", userInitiatedActions: false, callerQueue: queue)
            let noted = NotedInput()
            await withCheckedContinuation { continuation in
                session.perform(StudioFeature.noteQueue, input: { queue in noted.text = queue }) { _ in
                    continuation.resume()
                }
            }
            #expect(noted.text == "studio")
        }
    }
}
