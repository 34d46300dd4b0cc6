// SPDX-License-Identifier: MIT

import FlintLibc

/// The class of device that an app runs on.
public enum DeviceClass: String, AppFactChoice {
    case phone, tablet, computer, television, watch, headset

    package init(platform: Platform, model: String) {
        switch platform {
        case .iOS where model.hasPrefix("iPad"): self = .tablet
        case .iOS where model.hasPrefix("iPhone") || model.hasPrefix("iPod"): self = .phone
        case .android: self = .phone
        case .tvOS: self = .television
        case .watchOS: self = .watch
        case .visionOS: self = .headset
        // An iOS app that runs on a Mac gets the Mac's model name.
        case .iOS, .macOS, .linux, .windows: self = .computer
        }
    }

    #if targetEnvironment(simulator)
        private static let simulatedModel = "SIMULATOR_MODEL_IDENTIFIER"
    #endif

    /// The class of the device, determined from the platform and the model name.
    ///
    /// An Android tablet counts as a phone.
    public static var current: DeviceClass {
        #if targetEnvironment(simulator)
            let model = getenv(simulatedModel).map { String(cString: $0) } ?? ""
        #else
            var system = utsname()
            uname(&system)
            let model = withUnsafeBytes(of: &system.machine) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        #endif
        return DeviceClass(platform: CurrentPlatform.real.platform, model: model)
    }
}

extension DeviceClass {
    /// The class of the device; use `config.setSource(of: DeviceClass.fact) { .current }` to provide it.
    public static var fact: AppFact<DeviceClass> {
        AppFact("device-class", title: "Device", remedy: .nobody("This device is of another class"))
    }
}
