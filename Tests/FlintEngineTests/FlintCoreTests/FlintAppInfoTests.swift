import FlintLocks
import Testing

@testable import FlintCore

struct FlintAppInfoTests {
    @Test func `the app information of a runtime overrides that of the process`() {
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

    @Test func `a repeated URL scheme is listed once`() {
        FlintRuntime().bind {
            FlintAppInfo.urlSchemes = ["notes", "probe", "notes"]
            FlintAppInfo.testURLSchemes = ["probe"]
            #expect(FlintAppInfo.urlSchemes == ["probe", "notes"])
        }
    }

    @Test func `app information set in one runtime is not visible in others`() {
        let (first, second) = (FlintRuntime(), FlintRuntime())
        first.bind { FlintAppInfo.urlSchemes.append("first-only") }
        second.bind { FlintAppInfo.associatedDomains.append("second.example") }
        #expect(first.bind { FlintAppInfo.urlSchemes.contains("first-only") })
        #expect(first.bind { !FlintAppInfo.associatedDomains.contains("second.example") })
        #expect(second.bind { !FlintAppInfo.urlSchemes.contains("first-only") })
        #expect(!AppInfo.process.withLock { $0.urlSchemes.contains("first-only") })
        first.reset()
        #expect(first.bind { FlintAppInfo.urlSchemes.contains("first-only") }, "The scheme is set before setup.")
    }

    @Test func `a runtime inherits the app information of the process`() {
        let runtime = FlintRuntime()
        let known = FlintRuntime.process.bind { FlintAppInfo.applicationIdentifier }
        runtime.bind {
            FlintAppInfo.urlSchemes = ["own"]
            #expect(FlintAppInfo.applicationIdentifier == known)
        }
    }

    @Test func `the application identifier defaults to the running program`() {
        let runtime = FlintRuntime()
        runtime.appInfoOverride = AppInfo()
        #expect(runtime.bind { !FlintAppInfo.applicationIdentifier.isEmpty })
    }

    @Test func `quick setup adds associated domains`() {
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
