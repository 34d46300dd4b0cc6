// SPDX-License-Identifier: MIT

import FlintFoundation

package struct PropertyListManifest: Sendable, Hashable {
    /// The reasons for permissions by key, such as `NSCameraUsageDescription`.
    package var purposes: [String: String]
    package var activityTypes: [String]
    package var urlSchemes: [String]
    /// The places of the values that were ignored when the file was read, because they have an unexpected type.
    package var ignored: [String] = []

    package init(purposes: [String: String] = [:], activityTypes: [String] = [], urlSchemes: [String] = []) {
        (self.purposes, self.activityTypes, self.urlSchemes) = (purposes, activityTypes, urlSchemes)
    }

    package var xml: String {
        var entries: [(key: String, lines: [String])] = purposes.map { ($0.key, [Self.stringElement($0.value)]) }
        if !activityTypes.isEmpty {
            entries.append((Key.activityTypes, Self.arrayElement(activityTypes.map(Self.stringElement))))
        }
        if !urlSchemes.isEmpty {
            let schemes = Self.arrayElement(urlSchemes.map(Self.stringElement))
            let type = ["<dict>"] + Self.indented([Self.keyElement(Key.urlSchemes)] + schemes) + ["</dict>"]
            entries.append((Key.urlTypes, Self.arrayElement(type)))
        }
        let lines = entries.sorted { $0.key < $1.key }.flatMap { [Self.keyElement($0.key)] + $0.lines }
        let all =
            [
                #"<?xml version="1.0" encoding="UTF-8"?>"#,
                #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "#
                    + #""http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#,
                #"<plist version="1.0">"#, "<dict>",
            ] + Self.indented(lines) + ["</dict>", "</plist>", ""]
        return all.joined(separator: "\n")
    }

    private static func keyElement(_ text: String) -> String { "<key>\(TextFormat.xml.escaped(text))</key>" }

    private static func stringElement(_ text: String) -> String { "<string>\(TextFormat.xml.escaped(text))</string>" }

    private static func arrayElement(_ lines: [String]) -> [String] { ["<array>"] + indented(lines) + ["</array>"] }

    private static func indented(_ lines: [String]) -> [String] { lines.map { "\t" + $0 } }
}

// MARK: Reading

extension PropertyListManifest: Decodable {
    /// The maximum size of a file, in bytes.
    private static let sizeLimit = 4 << 20
    /// The maximum number of arrays and dictionaries in an XML file.
    ///
    /// The decoder recurses, so the limit also bounds the depth of the recursion.
    private static let containerLimit = 2_000
    /// The maximum number of values in each array that is read, in XML and in binary files.
    ///
    /// The arrays of a binary file can share their values, so a small file can contain very many values.
    private static let elementLimit = 500

    private enum Key {
        static let activityTypes = "NSUserActivityTypes"
        static let urlTypes = "CFBundleURLTypes"
        static let urlSchemes = "CFBundleURLSchemes"
        static let purposeSuffix = "UsageDescription"
    }

    private struct URLType: Decodable {
        let urlSchemes: [String]
        let ignored: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: NamedKey.self)
            var ignored: [String] = []
            urlSchemes = try PropertyListManifest.elements(Key.urlSchemes, of: container, &ignored)
            self.ignored = ignored
        }
    }

    private struct Lenient<Value: Decodable>: Decodable {
        let value: Value?

        init(from decoder: any Decoder) throws {
            do {
                value = try Value(from: decoder)
            } catch let error as ManifestError {
                // A value of an unexpected type is ignored, but an exceeded limit is always an error.
                throw error
            } catch {
                value = nil
            }
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        self.init()
        for key in container.allKeys where key.stringValue.hasSuffix(Key.purposeSuffix) {
            purposes[key.stringValue] = try container.decode(Lenient<String>.self, forKey: key).value
            if purposes[key.stringValue] == nil { ignored.append(key.stringValue) }
        }
        ignored.sort()
        activityTypes = try Self.elements(Key.activityTypes, of: container, &ignored)
        let types: [URLType] = try Self.elements(Key.urlTypes, of: container, &ignored)
        urlSchemes = types.flatMap(\.urlSchemes)
        ignored += types.flatMap(\.ignored)
    }

    private static func elements<Value: Decodable>(
        _ name: String, of container: KeyedDecodingContainer<NamedKey>, _ ignored: inout [String]
    ) throws -> [Value] {
        let key = NamedKey(stringValue: name)
        guard container.contains(key) else { return [] }
        guard var list = try? container.nestedUnkeyedContainer(forKey: key) else {
            ignored.append(name)
            return []
        }
        guard list.count ?? 0 <= elementLimit else {
            throw ManifestError("This exceeds a limit: \(name) has more than \(elementLimit) values.")
        }
        var values: [Value] = []
        while !list.isAtEnd {
            let index = list.currentIndex
            if let value = try list.decode(Lenient<Value>.self).value {
                values.append(value)
            } else {
                ignored.append("\(name)[\(index)]")
            }
        }
        return values
    }

    package static func recognizes(_ data: Data) -> Bool { isBinary(data) || isXML(utf8(data)) }

    /// Returns the text of an XML file in UTF-8 instead of UTF-16, and other data unchanged.
    ///
    /// A file in UTF-16 begins with a byte order mark, or else with a character in ASCII.
    private static func utf8(_ data: Data) -> Data {
        let isBigEndian: Bool
        switch (data.first, data.dropFirst().first) {
        case (0xFE, 0xFF), (0, UInt8(ascii: "<")): isBigEndian = true
        case (0xFF, 0xFE), (UInt8(ascii: "<"), 0): isBigEndian = false
        default: return data
        }
        let bytes = Array(data.prefix(sizeLimit + 2))
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        var text = String(decoding: units.first == 0xFEFF ? units.dropFirst() : units[...], as: UTF16.self)
        // The XML declaration still names the former encoding, so it is replaced.
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") {
            let lines = text[..<end.lowerBound].filter(\.isNewline)
            text.replaceSubrange(..<end.lowerBound, with: "<?xml version=\"1.0\"\(lines)")
        }
        return Data(text.utf8)
    }

    private static func isBinary(_ data: Data) -> Bool { data.starts(with: Array("bplist".utf8)) }

    private static func isXML(_ data: Data) -> Bool {
        let start = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        return start.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
    }

    package init(_ data: Data) throws(ManifestError) {
        guard data.count <= Self.sizeLimit else {
            throw ManifestError("This exceeds a limit: it has more than \(Self.sizeLimit) bytes.")
        }
        guard Self.recognizes(data) else {
            throw ManifestError("This is not a property list in XML or in the binary format.")
        }
        let data = Self.utf8(data)
        if Self.isXML(data), Self.containerCount(in: data) > Self.containerLimit {
            throw ManifestError(
                "This exceeds a limit: it has more than \(Self.containerLimit) arrays and dictionaries.")
        }
        // Each value of an array or dictionary takes at least a byte.
        if Self.isBinary(data), Self.longestCount(inBinary: data) > UInt64(data.count) {
            throw ManifestError(
                "This is not a property list of an app: an array or dictionary has more values than the file has bytes."
            )
        }
        do {
            self = try PropertyListDecoder().decode(Self.self, from: data)
        } catch let error as ManifestError {
            throw error
        } catch {
            throw ManifestError("This is not a property list of an app: \(Self.reason(for: error)).")
        }
    }

    private static func containerCount(in data: Data) -> Int {
        ["<array", "<dict"].map { tag in
            let tag = Array(tag.utf8)
            return data.withUnsafeBytes { bytes in
                bytes.indices.dropLast(tag.count - 1).count { index in
                    bytes[index] == tag[0] && bytes[index..<index + tag.count].elementsEqual(tag)
                }
            }
        }.reduce(0, +)
    }

    /// Returns the number of values in the longest array or dictionary, or 0 if the objects cannot be located.
    private static func longestCount(inBinary data: Data) -> UInt64 {
        data.withUnsafeBytes { bytes in
            let size = UInt64(bytes.count)
            func number(at offset: UInt64, length: UInt64) -> UInt64? {
                guard length <= 8, offset <= size, length <= size - offset else { return nil }
                return bytes[Int(offset)..<Int(offset + length)].reduce(0) { $0 << 8 | UInt64($1) }
            }
            // The file ends with the length of an offset, the number of objects, and the place of their offsets.
            guard size >= 32, let length = number(at: size - 26, length: 1), length <= 8,
                let objects = number(at: size - 24, length: 8), objects <= size,
                let table = number(at: size - 8, length: 8), table <= size
            else { return 0 }
            var longest: UInt64 = 0
            // The numbers are at most the size of the file, so the sum cannot overflow.
            for object in 0..<objects {
                guard let offset = number(at: table + object * length, length: length),
                    let marker = number(at: offset, length: 1), (0xA...0xD).contains(marker >> 4)
                else { continue }
                var count = marker & 0xF
                // A count of 15 or more is stored as a separate number.
                if count == 0xF, let kind = number(at: offset + 1, length: 1) {
                    count = number(at: offset + 2, length: 1 << (kind & 0xF)) ?? .max
                }
                longest = max(longest, count)
            }
            return longest
        }
    }

    private static func reason(for error: any Error) -> String {
        if case DecodingError.dataCorrupted(let context) = error, let cause = context.underlyingError as? CocoaError,
            let text = cause.userInfo["NSDebugDescription"] as? String
        {
            return text.excerpt
        }
        return JSONScanError.reason(for: error) ?? "it does not have the expected form"
    }
}
