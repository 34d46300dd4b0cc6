import FlintCore
import Testing

@testable import FlintSystemPermissions

struct AuthorizationCodeTests {
    @Test func `most frameworks count restricted before denied`() {
        #expect(
            (0...4).map(AuthorizationCode.restrictedFirst) == [
                .notDetermined, .restricted, .denied, .authorized, .authorized,
            ])
    }

    @Test func `speech and the media library count denied before restricted`() {
        #expect((0...3).map(AuthorizationCode.deniedFirst) == [.notDetermined, .denied, .restricted, .authorized])
    }

    @Test func `an app that may only write events may ask for more`() {
        #expect(
            (0...4).map(AuthorizationCode.events) == [
                .notDetermined, .restricted, .denied, .authorized, .notDetermined,
            ])
    }

    @Test func `notifications that are delivered quietly are authorized`() {
        #expect(
            (0...4).map(AuthorizationCode.notifications) == [
                .notDetermined, .denied, .authorized, .authorized, .authorized,
            ])
    }

    @Test func `location when in use is included in location always`() {
        #expect(
            (0...4).map { AuthorizationCode.location($0, usage: .whenInUse) } == [
                .notDetermined, .restricted, .denied, .authorized, .authorized,
            ])
    }

    @Test func `location always can be asked for once when it is given when in use`() {
        #expect(AuthorizationCode.location(4, usage: .always) == .notDetermined)
        #expect(AuthorizationCode.location(4, usage: .always, hasAskedForMore: true) == .denied)
        #expect(AuthorizationCode.location(3, usage: .always, hasAskedForMore: true) == .authorized)
    }

    @Test(arguments: [-1, 5, 99, Int.max, Int.min])
    func `a number of a later system grants nothing`(code: Int) {
        #expect(AuthorizationCode.restrictedFirst(code) == .denied)
        #expect(AuthorizationCode.deniedFirst(code) == .denied)
        #expect(AuthorizationCode.events(code) == .denied)
        #expect(AuthorizationCode.notifications(code) == .denied)
        for usage in LocationUsage.allCases {
            #expect(AuthorizationCode.location(code, usage: usage) == .denied)
        }
    }
}
