import FlintWorld
import Testing

struct AppStatusTests {
    @Test func `subfeatures of a focused feature are in focus`() {
        var status = AppStatus(appName: "")
        status.focus = ["App/Player"]
        #expect(status.focusScope.root(of: "App/Player") == "App/Player")
        #expect(status.focusScope.root(of: "App/Player/Speed") == "App/Player")
        #expect(!status.focusScope.contains("App/PlayerTwo"), "A shared prefix of a name is not a parent.")
        #expect(!status.focusScope.contains("App"))
    }

    @Test func `a focused feature in a focused group is its own focus root`() {
        var status = AppStatus(appName: "")
        status.focus = ["App", "App/Player"]
        #expect(status.focusScope.root(of: "App/Player") == "App/Player")
        #expect(status.focusScope.root(of: "App/Player/Speed") == "App")
    }
}
