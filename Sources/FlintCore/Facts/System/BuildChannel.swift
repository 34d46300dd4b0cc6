// SPDX-License-Identifier: MIT

#if canImport(Darwin)
    import Foundation
#endif

/// The channel through which a build of an app reached the device.
public enum BuildChannel: String, AppFactChoice {
    /// A build from Xcode or a command line, also in the simulator.
    case development
    case testFlight = "test-flight"
    case appStore = "app-store"

    /// The display name of the channel.
    public var title: String {
        switch self {
        case .development: "development"
        case .testFlight: "TestFlight"
        case .appStore: "App Store"
        }
    }

    package init(receipt: String?) {
        switch receipt {
        case nil: self = .development
        case "sandboxReceipt"?: self = .testFlight
        case .some: self = .appStore
        }
    }
}

extension BuildChannel {
    /// The channel of the build.
    ///
    /// On Apple platforms, `config.setSource(of: BuildChannel.fact) { .current }` provides the channel. On other
    /// platforms, the app sets the fact.
    public static var fact: AppFact<BuildChannel> {
        AppFact("build-channel", title: "Build channel", remedy: .developer("Install a build from another channel"))
    }
}

#if canImport(Darwin)
    extension BuildChannel {
        /// The channel of the running app, determined from the receipt in its bundle.
        public static var current: BuildChannel {
            #if targetEnvironment(simulator)
                .development
            #else
                BuildChannel(
                    receipt: Bundle.main.appStoreReceiptURL.flatMap {
                        FileManager.default.fileExists(atPath: $0.path) ? $0.lastPathComponent : nil
                    })
            #endif
        }
    }
#endif
