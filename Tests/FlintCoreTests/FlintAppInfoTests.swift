import Testing

@testable import FlintCore

/// What an app says of itself.
struct FlintAppInfoTests {
    @Test func aRuntimesOwnWordGoesBeforeTheProcesss() {
        let fixture = Fixture.app()
        fixture.run {
            #expect(FlintAppInfo.urlSchemes == ["notes"])
            FlintAppInfo.testURLSchemes = ["probe"]
            #expect(FlintAppInfo.urlSchemes == ["probe", "notes"])
            FlintAppInfo.urlSchemes.append("more")
            #expect(FlintAppInfo.urlSchemes == ["probe", "notes", "more"])
            FlintAppInfo.testURLSchemes = []
            #expect(FlintAppInfo.urlSchemes == ["notes", "more"])
            FlintAppInfo.activityTypes = ["x"]
            #expect(FlintAppInfo.activityTypes == ["x"])
        }
        #expect(!FlintAppInfo.urlSchemes.contains("more"))
        #expect(!FlintAppInfo.activityTypes.contains("x"))
    }

    @Test func withoutAWordTheProgramIdentifiesTheApp() {
        let runtime = FlintRuntime()
        runtime.ownAppInfo = AppInfo()
        #expect(runtime.bind { !FlintAppInfo.applicationIdentifier.isEmpty })
    }

    @Test func quickSetUpAddsDomains() {
        let runtime = FlintRuntime()
        runtime.ownAppInfo = AppInfo()
        runtime.bind {
            FlintAppInfo.associatedDomains = ["a.example"]
            Flint.quickSetup(EmptyApp.self, domains: ["a.example", "b.example"]) { config in
                config.purchaseTracker = ScriptedTracker()
                config.userFeatureToggles = StoredFeatureToggles()
            }
            #expect(FlintAppInfo.associatedDomains == ["a.example", "b.example"])
        }
    }
}
