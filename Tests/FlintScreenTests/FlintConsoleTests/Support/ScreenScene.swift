import FlintTerminal
import Testing

@testable import FlintConsole

/// A screen and the keys that lead to it, at several sizes.
///
/// The description of a scene contains the drawn text, and optionally the style, of each compared part. A test compares
/// the description with the scene's file.
struct ScreenScene: CustomTestStringConvertible, Sendable {
    enum Part: String {
        /// All of the screen except the tab line, which changes with every new screen and has separate scenes.
        case screen
        case list, details, dialog
        /// The line of the app's name and counts, at the top.
        case status
        case tabs
        /// The line of the newest event and of announcements.
        case message
        case keys
    }

    let name: String
    let keys: String
    /// The visible parts to compare.
    ///
    /// A narrow screen shows either the list or the details.
    let parts: [Part]
    /// The sizes at which only the parts are compared.
    let sizes: [TerminalSize]
    /// The sizes at which the whole screen is compared.
    let wholeSizes: [TerminalSize]
    /// Whether the style of the parts is compared in addition to their text.
    ///
    /// The style of whole screens always is.
    let comparesLook: Bool
    /// Whether the terminal is limited to ASCII and has no color.
    let isASCII: Bool
    /// The size of the window after the keys.
    let resize: TerminalSize?
    let app: @Sendable () -> SampleApp

    init(
        _ name: String, _ keys: String, _ parts: Part..., at sizes: [TerminalSize] = [],
        whole wholeSizes: [TerminalSize] = [], look comparesLook: Bool = false, ascii isASCII: Bool = false,
        resize: TerminalSize? = nil, app: @autoclosure @escaping @Sendable () -> SampleApp = SampleApp()
    ) {
        self.name = name
        self.keys = keys
        self.parts = parts
        self.sizes = sizes
        self.wholeSizes = wholeSizes
        self.comparesLook = comparesLook
        self.isASCII = isASCII
        self.resize = resize
        self.app = app
    }

    var testDescription: String { name }

    var description: String {
        let whole = wholeSizes.map { describe([.screen], at: $0, look: true) }
        return "keys: \(keys)\n" + (whole + sizes.map { describe(parts, at: $0, look: comparesLook) }).joined()
    }

    private func describe(_ parts: [Part], at size: TerminalSize, look: Bool) -> String {
        var driver = ConsoleDriver(
            app(), columns: size.columns, rows: size.rows, usesUTF8: !isASCII, colors: isASCII ? 0 : 256)
        driver.type(keys)
        if let resize { driver.resize(resize.columns, resize.rows) }
        let canvas = driver.canvas()
        let cursor = canvas.cursor.map { "column \($0.column), row \($0.row)" } ?? "hidden"
        var lines = ["", "\(driver.state.environment.size), cursor: \(cursor)"]
        for part in parts {
            let areas = driver.state.areas(of: part)
            guard !areas.isEmpty else { continue }
            let text = areas.flatMap(canvas.text)
            lines += ["\(part):"] + (part == .screen ? text : Self.shortened(text))
            if look { lines += ["\(part), look:"] + Self.shortened(areas.flatMap(canvas.look)) }
        }
        if lines.count == 2 { Issue.record("\(name) shows none of its parts at \(size)") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns lines with each run of three or more equal lines, such as the empty end of a pane, as one line with a
    /// count.
    private static func shortened(_ lines: [String]) -> [String] {
        var rest = lines[...]
        var shortened: [String] = []
        while let line = rest.first {
            let run = rest.prefix { $0 == line }
            shortened += run.count < 3 ? Array(run) : [line, "(\(run.count) such lines)"]
            rest = rest.dropFirst(run.count)
        }
        return shortened
    }
}

extension ConsoleState {
    /// Returns the areas of a part from top to bottom, empty if the part is not visible.
    fileprivate func areas(of part: ScreenScene.Part) -> [Rect] {
        let size = environment.size
        func rows(_ row: Int, _ count: Int = 1) -> Rect {
            Rect(column: 0, row: row, columns: size.columns, rows: count)
        }
        switch part {
        case .screen where layout.isTooSmall: return [rows(0, size.rows)]
        case .screen: return [rows(0), rows(layout.body.row, size.rows - layout.body.row)]
        case .list: return layout.isWide || pane == .list ? [layout.listArea(of: screen)] : []
        case .details: return layout.isWide || pane == .detail ? [layout.detailArea(of: screen)] : []
        case .dialog: return dialog.flatMap(dialogView).map { [frame(of: $0)] } ?? []
        case .status: return [rows(0)]
        case .tabs: return [rows(1)]
        case .message: return [rows(layout.eventRow)]
        case .keys: return [rows(size.rows - 1)]
        }
    }

    private func frame(of dialog: any DialogView) -> Rect {
        let columns = 0..<environment.size.columns
        let rows = (0..<environment.size.rows).filter { row in
            columns.contains { dialog.hit(Point(column: $0, row: row)) != .outside }
        }
        guard let top = rows.first, let bottom = rows.last else { return Rect(column: 0, row: 0, columns: 0, rows: 0) }
        let inside = columns.filter { dialog.hit(Point(column: $0, row: top)) != .outside }
        return Rect(column: inside[0], row: top, columns: inside.count, rows: bottom - top + 1)
    }
}

extension Canvas {
    fileprivate func text(in rect: Rect) -> [String] {
        (rect.row..<rect.maxRow).map { row in
            (rect.column..<rect.maxColumn).map { self[$0, row].text }.joined().trimmingBlanks
        }
    }

    /// Returns the style of a rectangle, row by row, with a letter for each cell.
    fileprivate func look(in rect: Rect) -> [String] {
        (rect.row..<rect.maxRow).map { row in
            String(attributeLine(row: row).dropFirst(rect.column).prefix(rect.columns)).trimmingBlanks
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
