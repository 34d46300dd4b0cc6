import InspectorKit
import Testing

@testable import FlintConsole

struct OverridesTests {
    @Test func oneOverrideIsDroppedFromTheList() {
        var driver = ConsoleDriver(.busy)
        driver.type("Oj<enter>")
        #expect(driver.inspector.sent == [.overrideFlag(key: "sound-v2", isOn: nil)])
        #expect(driver.state.model.overrides.count == 3)
        driver.type("u")
        #expect(driver.state.model.overrides.count == 4)
    }

    @Test func thoseOfAKindAreDroppedFromTheList() {
        var driver = ConsoleDriver(.busy)
        driver.type("Ojjjj<enter>")
        #expect(driver.inspector.sent == [.clearOverridesOfKind(.flag)])
        #expect(driver.state.model.overrides.map(\.kind) == [.permission, .purchase])
    }

    @Test func allAreDroppedFromTheList() {
        var driver = ConsoleDriver(.busy)
        driver.type("OG<enter>")
        #expect(driver.inspector.sent == [.clearOverrides])
    }

    @Test func anOverrideThatEndedWhileTheListWasOpenIsNotDroppedAgain() {
        var driver = ConsoleDriver(.busy)
        driver.type("O")
        driver.change { $0.overrides.removeFirst() }
        driver.type("<enter>")
        #expect(driver.inspector.sent.isEmpty)
        #expect(driver.announcement == "The override of Flag smart-playlists was removed: nothing was changed")
    }

    @Test func thoseOfAScreenAreDroppedAfterAsking() {
        var driver = ConsoleDriver(.busy)
        driver.type("3X")
        #expect(driver.dialogTitle == "Remove the override of permissions?")
        #expect(driver.text().contains("until quit"))
        driver.type("<enter>3Xd")
        #expect(driver.inspector.sent == [.clearOverridesOfKind(.permission)])
        driver.type("X")
        #expect(driver.announcement == "None of the permissions is overridden")
        driver.type("4Xd")
        #expect(driver.inspector.sent.last == .clearOverridesOfKind(.flag))
    }

    @Test func withoutOverridesThereIsNoList() {
        var driver = ConsoleDriver()
        driver.type("O")
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "Nothing is overridden")
    }

    @Test func problemsAreCountedAndListed() {
        var driver = ConsoleDriver(.busy)
        #expect(driver.text().contains("! 2 problems"))
        driver.type("!j")
        #expect(driver.text().contains("The file purchases.json was written by a newer version."))
        driver.change { $0.problems = [] }
        driver.type("<esc>")
        #expect(!driver.text().contains("problem"))
        driver.type("!")
        #expect(driver.announcement == "Nothing is wrong with the app's files")
    }

    @Test func theCountOfProblemsIsTheLastToGoWhereThereIsLittleRoom() {
        var world = PodcastWorld.busy
        for columns in [60, 70, 80, 120] {
            #expect(ConsoleDriver(world, columns: columns, rows: 16).text().contains("! 2 problems"), "\(columns)")
        }
        world.problems = ["one"]
        #expect(ConsoleDriver(world).text().contains("! 1 problem "))
    }
}
