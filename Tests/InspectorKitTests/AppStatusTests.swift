import InspectorKit
import Testing

struct AppStatusTests {
    @Test func whatIsUnderAFeatureIsInFocusWithIt() {
        var status = AppStatus(appName: "", platform: "")
        status.focus = ["App/Player"]
        #expect(status.focusRoot(of: "App/Player") == "App/Player")
        #expect(status.focusRoot(of: "App/Player/Speed") == "App/Player")
        #expect(!status.isInFocus("App/PlayerTwo"), "a name that begins alike is another feature")
        #expect(!status.isInFocus("App"))
    }

    @Test func aFeatureThatWasPutThereItselfIsItsOwnRoot() {
        var status = AppStatus(appName: "", platform: "")
        status.focus = ["App", "App/Player"]
        #expect(status.focusRoot(of: "App/Player") == "App/Player")
        #expect(status.focusRoot(of: "App/Player/Speed") == "App")
    }
}
