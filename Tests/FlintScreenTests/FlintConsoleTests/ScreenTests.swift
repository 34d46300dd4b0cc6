import FlintTerminal
import FlintTestSupport
import Foundation
import Testing

@testable import FlintConsole

/// Compares screens and parts of screens with the expected text in a file for each scene.
///
/// `FLINT_UPDATE_SCREENS=1 swift test --filter FlintConsoleTests` updates the files.
struct ScreenTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Screens")
    private static let isUpdating = ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1"

    @Test(arguments: scenes)
    func `a scene matches its expected text and style`(_ scene: ScreenScene) throws {
        let file = Self.folder.appending(path: "\(scene.name).txt")
        let actual = scene.description
        if Self.isUpdating { try Data(actual.utf8).write(to: file) }
        let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        // A comparison within the expectation would print both texts in full.
        let isEqual = actual == expected
        #expect(isEqual, "\(scene.name).txt differs:\n\(TextDifference(expected: expected, actual: actual))")
    }

    @Test func `every expected file belongs to a scene`() throws {
        let files = Set(Self.scenes.map { "\($0.name).txt" })
        #expect(files.count == Self.scenes.count, "Names of scenes are unique.")
        let stale = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path()).filter {
            !files.contains($0)
        }
        for file in stale {
            if Self.isUpdating {
                try FileManager.default.removeItem(at: Self.folder.appending(path: file))
            } else {
                Issue.record("No scene has \(file); make screens deletes it.")
            }
        }
    }

    @Test(arguments: ConsoleScreen.allCases)
    func `every screen reads the same without color and is marked in the tab line`(_ screen: ConsoleScreen) throws {
        for size in [TerminalSize.narrow, .wide, .huge] {
            var colored = ConsoleDriver(.lively, columns: size.columns, rows: size.rows)
            var plain = ConsoleDriver(.lively, columns: size.columns, rows: size.rows, colors: 0)
            colored.go(to: screen)
            plain.go(to: screen)
            let canvas = plain.canvas()
            #expect(
                colored.canvas().lines.map(\.withLightBorders) == canvas.lines.map(\.withLightBorders), "\(size)")
            let tab = try #require(TabLine(plain.state).tabs.first { $0.screen == screen })
            #expect(canvas.attributeLine(row: 1).filter { $0 == "R" }.count == tab.columns.count, "\(size)")
            #expect(canvas.attributeLine(row: 1).dropFirst(tab.columns.lowerBound).hasPrefix("R"), "\(size)")
        }
    }

    @Test(arguments: ConsoleScreen.allCases)
    func `every screen is ASCII in a terminal that supports only ASCII`(_ screen: ConsoleScreen) {
        for size in [TerminalSize.narrow, .wide, .huge] {
            var driver = ConsoleDriver(.lively, columns: size.columns, rows: size.rows, usesUTF8: false)
            driver.go(to: screen)
            // The app's log and events have quotation marks, arrows, and a line feed, which the painter replaces.
            let glyphs = driver.text().filter { !$0.isASCII && !"“”→␊".contains($0) }
            #expect(glyphs.isEmpty, "\(size)")
        }
    }
}

extension String {
    /// The text with the borders that frame the active pane if there are colors.
    fileprivate var withLightBorders: String {
        let light = Dictionary(uniqueKeysWithValues: zip("━┃┏┓┗┛┳┻┣┫", "─│┌┐└┘┬┴├┤"))
        return String(map { light[$0] ?? $0 })
    }
}
