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

    @Test func whatIsSaidInARuntimeOfItsOwnStaysThere() {
        let (first, second) = (FlintRuntime(), FlintRuntime())
        first.bind { FlintAppInfo.urlSchemes.append("first-only") }
        second.bind { FlintAppInfo.associatedDomains.append("second.example") }
        #expect(first.bind { FlintAppInfo.urlSchemes.contains("first-only") })
        #expect(first.bind { !FlintAppInfo.associatedDomains.contains("second.example") })
        #expect(second.bind { !FlintAppInfo.urlSchemes.contains("first-only") })
        #expect(!AppInfo.process.withLock { $0.urlSchemes.contains("first-only") })
        first.reset()
        #expect(first.bind { FlintAppInfo.urlSchemes.contains("first-only") }, "it is said before set-up")
    }

    @Test func aRuntimeBeginsWithWhatTheProcessKnows() {
        let runtime = FlintRuntime()
        let known = FlintRuntime.process.bind { FlintAppInfo.applicationIdentifier }
        runtime.bind {
            FlintAppInfo.urlSchemes = ["own"]
            #expect(FlintAppInfo.applicationIdentifier == known)
        }
    }

    @Test func withoutAWordTheProgramIdentifiesTheApp() {
        let runtime = FlintRuntime()
        runtime.ownAppInfo = AppInfo()
        #expect(runtime.bind { !FlintAppInfo.applicationIdentifier.isEmpty })
    }

    @Test func quickSetUpAddsDomains() {
        let runtime = FlintRuntime()
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
