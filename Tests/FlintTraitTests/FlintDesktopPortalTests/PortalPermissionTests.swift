#if DesktopPortal && os(Linux)
    import FlintCore
    import Testing

    @testable import FlintDesktopPortal

    struct PortalPermissionTests {
        @Test(arguments: [PortalPermission.camera, .microphone, .background])
        func `the values yes, no, and ask are mapped to statuses`(permission: PortalPermission) {
            #expect(permission.status(of: "yes") == .authorized)
            #expect(permission.status(of: "no") == .denied)
            #expect(permission.status(of: "ask") == .notDetermined)
            #expect(permission.status(of: nil) == .notDetermined)
        }

        @Test func `an app may notify until the user forbids it`() {
            #expect(PortalPermission.notifications.status(of: nil) == .authorized)
            #expect(PortalPermission.notifications.status(of: "yes") == .authorized)
            #expect(PortalPermission.notifications.status(of: "ask") == .authorized)
            #expect(PortalPermission.notifications.status(of: "no") == .denied)
        }

        @Test(arguments: ["COUNTRY", "CITY", "NEIGHBORHOOD", "STREET", "EXACT"])
        func `a location permission of any accuracy is authorized`(accuracy: String) {
            #expect(PortalPermission.location.status(of: accuracy) == .authorized)
        }

        @Test func `a location of no accuracy is denied`() {
            #expect(PortalPermission.location.status(of: "NONE") == .denied)
            #expect(PortalPermission.location.status(of: nil) == .notDetermined)
        }

        @Test(arguments: PortalPermission.allCases, ["", "YES", "maybe", "yes "])
        func `a value that is not known grants nothing`(permission: PortalPermission, value: String) {
            #expect(permission.status(of: value) == .denied)
        }

        @Test func `all entries have to grant what several decide about`() {
            #expect(PortalPermission.combined([.authorized, .authorized]) == .authorized)
            #expect(PortalPermission.combined([.authorized, .notDetermined]) == .notDetermined)
            #expect(PortalPermission.combined([.notDetermined, .denied]) == .denied)
            #expect(PortalPermission.combined([.authorized, .unsupported]) == .unsupported)
            #expect(PortalPermission.combined([]) == .unsupported)
        }

        @Test func `every permission except notifications can be requested through a portal`() {
            #expect(PortalPermission.allCases.filter { $0.portal == nil } == [.notifications])
        }

        @Test func `permissions that no desktop has are unsupported`() {
            #expect(PortalPermission.entries(for: .contacts(entity: .contacts)).isEmpty)
            #expect(PortalPermission.entries(for: .location(usage: .always)) == [.location, .background])
        }
    }
#endif
