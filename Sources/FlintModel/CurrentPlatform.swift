// SPDX-License-Identifier: MIT

import FlintFoundation

/// The operating system that a program runs on, with its version.
///
/// An override of the platform is also a value of this type.
///
/// ```swift
/// CurrentPlatform.real.label              // "Linux 12.0"
/// CurrentPlatform("watchOS 9")!.version   // 9.0
/// ```
public struct CurrentPlatform: Sendable, Hashable, Codable {
    /// The operating system.
    public var platform: Platform
    /// The version of the operating system, or of the distribution on Linux.
    public var version: PlatformVersion
    /// Details for display, such as the names of the distribution and the kernel.
    public var detail: String

    /// Creates a platform, for example to simulate another device.
    public init(platform: Platform, version: PlatformVersion, detail: String = "") {
        self.platform = platform
        self.version = version
        self.detail = detail
    }

    /// Creates a platform from a typed name and version, or returns `nil` if the text is malformed.
    ///
    /// - Parameter text: A platform's name, without regard to case, and a version, such as `watchOS 9.0` or `watchos9`.
    public init?(_ text: String) {
        let start = text.firstIndex { $0.isASCII && $0.isNumber } ?? text.endIndex
        let (names, versions) = (text[..<start].split(separator: " "), text[start...].split(separator: " "))
        guard names.count == 1, versions.count == 1, let platform = Platform(name: String(names[0])),
            let version = PlatformVersion(versions[0])
        else { return nil }
        self.init(platform: platform, version: version)
    }

    /// The name and the version, without the details.
    ///
    /// ``init(_:)`` accepts this string.
    public var label: String { "\(platform) \(version)" }
}

extension CurrentPlatform: CustomStringConvertible {
    /// The name and the version, followed by the details in parentheses.
    public var description: String { detail.isEmpty ? label : "\(label) (\(detail))" }
}

extension CurrentPlatform {
    /// The operating system that this program actually runs on, detected once.
    ///
    /// On Linux, the version is the distribution's release number, or the kernel's version if the distribution has no
    /// release number. The details contain the distribution's name and the kernel's version.
    public static let real = detect()

    private static func detect() -> CurrentPlatform {
        let system = ProcessInfo.processInfo.operatingSystemVersion
        let version = PlatformVersion(
            major: system.majorVersion, minor: system.minorVersion, patch: system.patchVersion)
        #if os(iOS)
            return CurrentPlatform(platform: .iOS, version: version)
        #elseif os(watchOS)
            return CurrentPlatform(platform: .watchOS, version: version)
        #elseif os(tvOS)
            return CurrentPlatform(platform: .tvOS, version: version)
        #elseif os(macOS)
            return CurrentPlatform(platform: .macOS, version: version)
        #elseif os(visionOS)
            return CurrentPlatform(platform: .visionOS, version: version)
        #elseif os(Windows)
            return CurrentPlatform(platform: .windows, version: version)
        #elseif os(Android)
            return CurrentPlatform(platform: .android, version: version)
        #else
            // Distributions store the file at the second path, and the first path is a link to it.
            let release = ["/etc/os-release", "/usr/lib/os-release"].lazy
                .compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first
            return linux(osRelease: release, kernel: version)
        #endif
    }

    /// Returns the platform of a Linux system, with the distribution's version or else the version of the kernel.
    ///
    /// The release is the content of `/etc/os-release`, or `nil` if the file does not exist.
    package static func linux(osRelease: String?, kernel: PlatformVersion) -> CurrentPlatform {
        let fields = osRelease.map(fields(ofOSRelease:)) ?? [:]
        let distribution = fields["VERSION_ID"].flatMap { PlatformVersion($0) }
        let name = fields["PRETTY_NAME"] ?? fields["NAME"]
        return CurrentPlatform(
            platform: .linux, version: distribution ?? kernel,
            detail: [name, "kernel \(kernel)"].compactMap(\.self).joined(separator: ", "))
    }

    private static func fields(ofOSRelease text: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            var value = line[line.index(after: equals)...]
            for quote in ["\"", "'"] where value.count >= 2 && value.hasPrefix(quote) && value.hasSuffix(quote) {
                value = value.dropFirst().dropLast()
            }
            if !value.isEmpty { fields[String(line[..<equals])] = String(value) }
        }
        return fields
    }
}
