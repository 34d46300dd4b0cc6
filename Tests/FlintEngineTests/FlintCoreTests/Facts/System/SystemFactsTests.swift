import Testing

@testable import FlintCore

struct SystemFactsTests {
    private static let devices: [(Platform, String, DeviceClass)] = [
        (.iOS, "iPhone17,1", .phone), (.iOS, "iPod9,1", .phone), (.iOS, "iPad14,3", .tablet),
        (.iOS, "arm64", .computer),
        (.macOS, "arm64", .computer), (.linux, "x86_64", .computer), (.windows, "x86_64", .computer),
        (.android, "aarch64", .phone), (.tvOS, "AppleTV14,1", .television), (.watchOS, "Watch7,5", .watch),
        (.visionOS, "RealityDevice14,1", .headset),
    ]

    @Test(arguments: devices)
    func `the platform and the hardware determine the class of a device`(
        platform: Platform, model: String, expected: DeviceClass
    ) {
        #expect(DeviceClass(platform: platform, model: model) == expected)
    }

    @Test func `the class of this device is known`() {
        #expect(DeviceClass.current == (CurrentPlatform.real.platform == .android ? .phone : .computer))
    }

    @Test(arguments: [(nil, BuildChannel.development), ("sandboxReceipt", .testFlight), ("receipt", .appStore)])
    func `the receipt determines the channel of a build`(receipt: String?, expected: BuildChannel) {
        #expect(BuildChannel(receipt: receipt) == expected)
    }
}
