import Foundation
import Testing

@testable import FlintCore

struct SystemPermissionConstraintTests {
    @Test func `permissions have the names that the command line uses`() {
        #expect(
            SystemPermissionConstraint.allCases.map(\.name) == [
                "camera", "photos", "microphone", "location-when-in-use", "location-always", "contacts",
                "calendar-events", "reminders", "motion", "speech-recognition", "siri-kit", "bluetooth",
                "media-library", "notifications", "local-network", "health", "photos-add-only", "tracking", "face-id",
                "home-kit",
            ])
    }

    @Test func `descriptions are display names`() {
        #expect(
            SystemPermissionConstraint.allCases.map(\.description) == [
                "Camera", "Photos", "Microphone", "Location when in use", "Location always", "Contacts",
                "Calendar events", "Reminders", "Motion", "Speech recognition", "SiriKit", "Bluetooth",
                "Media library", "Notifications", "Local network", "Health", "Photos add only", "Tracking", "Face ID",
                "HomeKit",
            ])
    }

    @Test(arguments: SystemPermissionConstraint.allCases)
    func `a permission round-trips through its name and JSON`(permission: SystemPermissionConstraint) throws {
        #expect(SystemPermissionConstraint(name: permission.name) == permission)
        #expect(try SystemPermissionConstraint(matching: permission.name.uppercased()) == permission)
        let data = try JSONEncoder().encode([permission])
        #expect(String(bytes: data, encoding: .utf8) == "[\"\(permission.name)\"]")
        #expect(try JSONDecoder().decode([SystemPermissionConstraint].self, from: data) == [permission])
    }

    @Test func `an unambiguous prefix matches a permission`() throws {
        #expect(try SystemPermissionConstraint(matching: "cam") == .camera)
        #expect(try SystemPermissionConstraint(matching: "location-w") == .location(usage: .whenInUse))
        #expect(SystemPermissionConstraint(name: "cam") == nil)
    }

    @Test func `the error for an ambiguous prefix lists the candidates`() {
        let error = #expect(throws: UnrecognizedName.self) {
            try SystemPermissionConstraint(matching: "location")
        }
        #expect(error?.isAmbiguous == true)
        #expect(error?.candidates == ["location-when-in-use", "location-always"])
        #expect(
            error?.description
                == "\"location\" matches location-when-in-use and location-always; type more of the name.")
    }

    @Test func `a shorter prefix matches among fewer candidates`() throws {
        let among: [SystemPermissionConstraint] = [.location(usage: .whenInUse), .camera]
        #expect(try SystemPermissionConstraint(matching: "location", among: among) == .location(usage: .whenInUse))
        #expect(throws: UnrecognizedName.self) {
            try SystemPermissionConstraint(matching: "photos", among: among)
        }
    }

    @Test(arguments: ["", "telepathy", " camera"])
    func `the error for an unknown name lists all known names`(text: String) {
        let error = #expect(throws: UnrecognizedName.self) { try SystemPermissionConstraint(matching: text) }
        #expect(error?.isAmbiguous == false)
        #expect(error?.candidates == SystemPermissionConstraint.allCases.map(\.name))
        let names = SystemPermissionConstraint.allCases.map(\.name).joined(separator: ", ")
        #expect(error?.description == "There is no permission named \"\(text)\". Known: \(names).")
    }

    @Test func `the description of an unrecognized name omits the list of names if it is empty`() {
        let error = UnrecognizedName(kind: "flag", text: "dark", candidates: [])
        #expect(error.description == "There is no flag named \"dark\".")
    }

    @Test func `an unambiguous prefix matches a status`() throws {
        #expect(
            SystemPermissionStatus.allCases.map(\.rawValue) == [
                "not-determined", "authorized", "denied", "restricted", "unsupported",
            ])
        #expect(try SystemPermissionStatus(matching: "auth") == .authorized)
        #expect(try SystemPermissionStatus(matching: "NOT") == .notDetermined)
        #expect(throws: UnrecognizedName.self) { try SystemPermissionStatus(matching: "maybe") }
        #expect(SystemPermissionStatus.notDetermined.description == "not determined")
    }
}
