import FlintCore
import FlintTestSupport
import Foundation
import Testing

/// Type-checks the sources for Apple's frameworks against stubs of these frameworks.
struct AppleSourceTests {
    private static let frameworks = [
        "AVFoundation", "Photos", "Contacts", "EventKit", "MediaPlayer", "Speech", "CoreLocation", "CoreMotion",
        "CoreBluetooth", "UserNotifications", "UIKit", "Intents", "AppTrackingTransparency",
    ]
    private static let traits = [
        "Camera", "Microphone", "Photos", "Contacts", "CalendarEvents", "Reminders", "MediaLibrary",
        "SpeechRecognition", "Location", "Motion", "Bluetooth", "Notifications", "PhotosAddOnly", "SiriKit", "Tracking",
    ]

    @Test func `the sources compile with all, some, and no traits`() throws {
        let folder = try Folder()
        #expect(try SwiftCompiler.makeStubs(of: Self.frameworks, in: folder.path).isEmpty)
        let some = [["Camera"], ["Reminders", "Bluetooth"], ["Motion", "Photos"], ["PhotosAddOnly"]]
        for traits in [Self.traits] + some + [[]] {
            let result = try typecheck(try sources(), traits: traits, stubs: folder.path)
            #expect(result.status == 0, "\(traits): \(result.diagnostics)")
        }
        let source = try #require(try sources().first { $0.hasSuffix("/CaptureSource.swift") })
        let wrong = folder.path + "/CaptureSource.swift"
        try String(contentsOfFile: source, encoding: .utf8).replacing("requestAccess", with: "requestNoSuchThing")
            .write(toFile: wrong, atomically: true, encoding: .utf8)
        let others = try sources().filter { $0 != source }
        let result = try typecheck(others + [wrong], traits: ["Camera"], stubs: folder.path)
        #expect(
            result.errors == ["type 'AVCaptureDevice' has no member 'requestNoSuchThing'"],
            "The source is type-checked.")
    }

    @Test func `the sources know each trait of the package`() throws {
        let manifest = try String(
            contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
        let text = try sources().map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        for trait in Self.traits {
            #expect(manifest.contains("name: \"\(trait)\""))
            #expect(text.contains("#if \(trait) && canImport("))
        }
    }

    @Test(arguments: SystemPermissionConstraint.allCases)
    func `the list of permissions names the trait of each adapter that has one`(
        permission: SystemPermissionConstraint
    ) throws {
        let path = "Sources/FlintCore/FlintCore.docc/Permissions.md"
        let article = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
        let row = try #require(article.split(separator: "\n").first { $0.contains("| `\(permission.name)` |") })
        let adapter = try #require(row.split(separator: "|").last).trimmingCharacters(in: .whitespaces)
        let trait: String? =
            switch permission {
            case .camera: "Camera"
            case .photos: "Photos"
            case .microphone: "Microphone"
            case .location: "Location"
            case .contacts: "Contacts"
            case .calendarEvents: "CalendarEvents"
            case .reminders: "Reminders"
            case .motion: "Motion"
            case .speechRecognition: "SpeechRecognition"
            case .siriKit: "SiriKit"
            case .bluetooth: "Bluetooth"
            case .mediaLibrary: "MediaLibrary"
            case .notifications: "Notifications"
            case .photosAddOnly: "PhotosAddOnly"
            case .tracking: "Tracking"
            case .localNetwork, .health, .faceID, .homeKit: nil
            }
        #expect(adapter == trait.map { "`\($0)`" } ?? "no adapter")
        if let trait { #expect(Self.traits.contains(trait)) }
    }

    private func sources() throws -> [String] {
        let folder = Repository.root.appending(path: "Sources/FlintSystemPermissions").path
        let files = try #require(FileManager.default.enumerator(atPath: folder))
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
    }

    private func typecheck(_ sources: [String], traits: [String], stubs: String) throws -> SwiftCompiler.Result {
        try SwiftCompiler.run(
            [
                "-typecheck", "-warnings-as-errors", "-parse-as-library", "-module-name", "FlintSystemPermissions",
                "-package-name", SwiftCompiler.packageName, "-enable-upcoming-feature", "MemberImportVisibility",
                "-enable-upcoming-feature", "NonisolatedNonsendingByDefault", "-I", stubs,
            ] + traits.flatMap { ["-D", $0] } + sources)
    }

    private final class Folder {
        let path: String

        init() throws {
            path = NSTemporaryDirectory() + "flint-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
