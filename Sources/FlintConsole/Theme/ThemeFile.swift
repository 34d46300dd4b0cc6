// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A theme file, which changes the styles of roles in a built-in theme.
///
/// ```
/// # The built-in theme to change, followed by the styles of roles.
/// theme = dark
/// good = #7fd88f
/// bad = bright-red bold
/// selection = black on color153
/// ```
///
/// Without a `theme` line, the standard theme is changed. An invalid line is reported and ignored.
package struct ThemeFile: Sendable, Hashable {
    package let theme: Theme
    /// The errors in the file, one sentence each, preceded by the line number.
    package let problems: [String]

    /// The names of the basic colors.
    ///
    /// The prefix `bright-` selects the bright form of a color.
    package static let colorNames = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    package static var attributeNames: [String] { StyleParser.attributes.map(\.name) }

    package init(_ text: String) {
        var theme = Theme.standard
        var problems: [String] = []
        var lines: [String: Int] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let name = words.first, !name.hasPrefix("#") else { continue }
            do throws(ThemeLineError) {
                guard words.count > 2, words[1] == "=" else {
                    throw ThemeLineError("Expected a line such as \"good = green bold\".")
                }
                if let earlier = lines[name] { throw ThemeLineError("Line \(earlier) already sets \(name).") }
                let values = Array(words.dropFirst(2))
                if name == "theme" {
                    guard lines.isEmpty else { throw ThemeLineError("The theme line must come first.") }
                    theme = try Self.theme(named: values)
                } else {
                    guard let role = Role(rawValue: name) else {
                        let names = ["theme"] + Role.allCases.map(\.rawValue)
                        throw ThemeLineError("There is no role \(name.excerpt)." + NameAdvice.text(on: name, names))
                    }
                    theme.set(try StyleParser(values).style, for: role)
                }
                lines[name] = index + 1
            } catch {
                problems.append("line \(index + 1): \(error.message)")
            }
        }
        self.theme = theme
        self.problems = problems
    }

    private static func theme(named words: [String]) throws(ThemeLineError) -> Theme {
        let name = words.joined(separator: " ")
        guard let theme = Theme.named.first(where: { $0.name == name })?.theme else {
            let names = Theme.named.map(\.name)
            throw ThemeLineError("There is no theme \(name.excerpt)." + NameAdvice.text(on: name, names))
        }
        return theme
    }
}

private struct ThemeLineError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// A style described in words, such as `white on blue bold`.
private struct StyleParser {
    private(set) var style = Style.plain

    static let attributes: [(name: String, attribute: Style.Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
    ]
    private static let colors = ThemeFile.colorNames

    init(_ words: [String]) throws(ThemeLineError) {
        var isBehind = false
        var hasForeground = false
        for word in words {
            if word == "on" {
                isBehind = true
            } else if let attribute = Self.attributes.first(where: { $0.name == word })?.attribute, !isBehind {
                style.attributes.formUnion(attribute)
            } else if word == "plain" {
                continue
            } else {
                let color = try Self.color(word)
                if isBehind {
                    style.background = color
                    isBehind = false
                } else if hasForeground {
                    throw ThemeLineError("\(word.excerpt) is a second color; write the background color after \"on\".")
                } else {
                    style.foreground = color
                    hasForeground = true
                }
            }
        }
        if isBehind { throw ThemeLineError("\"on\" must be followed by a color.") }
    }

    private static func color(_ word: String) throws(ThemeLineError) -> Color {
        if word == "default" { return .standard }
        if let index = colors.firstIndex(of: word) { return .ansi(UInt8(index)) }
        if word.hasPrefix("bright-"), let index = colors.firstIndex(of: String(word.dropFirst(7))) {
            return .ansi(UInt8(index + 8))
        }
        if word.hasPrefix("color"), let number = UInt8(word.dropFirst(5)) { return .indexed(number) }
        let digits = word.dropFirst()
        if word.hasPrefix("#"), digits.utf8.count == 6, let value = UInt32(digits, radix: 16), !digits.hasPrefix("+") {
            return .rgb(
                red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
        }
        let names = colors + colors.map { "bright-" + $0 } + attributes.map(\.name) + ["default", "plain", "on"]
        throw ThemeLineError(
            "\(word.excerpt) is neither a color nor an attribute; "
                + "write colors as red, bright-red, color123, #ff8800 or default."
                + (EditDistance.nearest(to: word, among: names).map { " Did you mean \($0)?" } ?? ""))
    }
}
