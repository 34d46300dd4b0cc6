import Testing

@testable import FlintCore

struct CurrentPlatformTests {
    private let kernel = PlatformVersion(major: 6, minor: 1, patch: 7)

    @Test func `Linux has the version of the distribution and describes the kernel`() {
        let text = """
            # a comment
            PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"
            VERSION_ID="12"
            ID=debian
            """
        let platform = CurrentPlatform.linux(osRelease: text, kernel: kernel)
        #expect(platform.platform == .linux)
        #expect(platform.version == PlatformVersion(major: 12))
        #expect(platform.description == "Linux 12.0 (Debian GNU/Linux 12 (bookworm), kernel 6.1.7)")
    }

    @Test(arguments: [
        nil, "", "NAME=Arch Linux", "VERSION_ID=\"\"", "VERSION_ID=rolling", "VERSION_ID", "VERSION_ID=\"",
    ])
    func `Linux without a numbered release has the version of the kernel`(text: String?) {
        #expect(CurrentPlatform.linux(osRelease: text, kernel: kernel).version == kernel)
    }

    @Test(arguments: ["VERSION_ID=22.04", "VERSION_ID='22.04'", "VERSION_ID=\"22.04\""])
    func `quotes around the release are optional`(text: String) {
        #expect(CurrentPlatform.linux(osRelease: text, kernel: kernel).version == PlatformVersion(major: 22, minor: 4))
    }

    @Test func `the default platform is the platform of the process`() {
        #if os(Linux)
            #expect(CurrentPlatform.real.platform == .linux)
            #expect(CurrentPlatform.real.detail.contains("kernel"))
        #elseif os(macOS)
            #expect(CurrentPlatform.real.platform == .macOS)
        #endif
        #expect(CurrentPlatform.real.version > PlatformVersion(major: 0))
    }

    @Test func `a platform round-trips through its label`() {
        let watch = CurrentPlatform(platform: .watchOS, version: PlatformVersion(major: 9))
        #expect(watch.label == "watchOS 9.0")
        #expect(CurrentPlatform(watch.label) == watch)
        let phone = CurrentPlatform(platform: .iOS, version: PlatformVersion("17.2")!)
        #expect(["ios 17.2", "iOS17.2", " ios  17.2 "].map { CurrentPlatform($0) } == [phone, phone, phone])
    }

    @Test(arguments: ["", "iOS", "17.2", "iOS 17.2 beta", "iOS17.2 18", "i OS 17", "iOS x", "solaris 11"])
    func `malformed platform labels are refused`(text: String) {
        #expect(CurrentPlatform(text) == nil)
    }
}
