import Testing

@testable import FlintCore

struct PlatformTests {
    @Test(arguments: Platform.all)
    func `a platform is parsed from its name in any letter case`(platform: Platform) {
        #expect(Platform(name: platform.rawValue) == platform)
        #expect(Platform(name: platform.rawValue.uppercased()) == platform)
        #expect(Platform(name: platform.description) == platform)
    }

    @Test(arguments: ["", "iO", "iOS ", "solaris"])
    func `unknown platform names are refused`(name: String) {
        #expect(Platform(name: name) == nil)
    }

    @Test func `the list of all platforms has no duplicates`() {
        #expect(
            Platform.all.map(\.rawValue) == [
                "iOS", "watchOS", "tvOS", "macOS", "visionOS", "linux", "windows", "android",
            ])
    }

    @Test func `the current platform is the runtime's platform`() {
        let fixture = Fixture(platform: CurrentPlatform("tvOS 11"))
        #expect(fixture.run { Platform.current } == .tvOS)
        #expect(fixture.run { Platform.tvOS.isCurrentPlatform && !Platform.iOS.isCurrentPlatform })
        fixture.facts.overridePlatform(with: CurrentPlatform("macOS 14"))
        #expect(fixture.run { Platform.current } == .macOS)
        #expect(Flint.withRuntime(FlintRuntime()) { Platform.current } == CurrentPlatform.real.platform)
    }
}
