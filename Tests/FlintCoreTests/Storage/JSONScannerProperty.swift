@testable import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What holds of the JSON scanner whatever it is given; the fuzzer and the tests check it alike.
enum JSONScannerProperty {
    /// Finds out whether the scanner breaks a promise.
    ///
    /// - Parameter input: A document, or what might be one.
    /// - Returns: The broken promise; `nil` if there is none.
    static func problem(with input: [UInt8]) -> String? {
        let limits = JSONLimits(bytes: 1 << 16, elements: 2_000)
        let data = Data(input)
        do throws(JSONScanError) {
            let measure = try limits.check(data)
            if input.count > limits.bytes { return "\(input.count) bytes are accepted" }
            if measure.depth > limits.depth || measure.elements > limits.elements { return "\(measure) is accepted" }
            // Decoding may fail, because of a number that is out of range; it must only come to an end.
            _ = isDecoded(data)
            return nil
        } catch {
            guard (0...input.count).contains(error.offset) else { return "the place of \(error) is outside" }
            let breaks = input.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
            if error.line != breaks + 1 { return "the line of \(error) is wrong" }
            // Decoders take other encodings, too, which have zeros or begin with bytes that UTF-8 does not have.
            let isOtherEncoding = input.contains(0) || input.first.map { $0 >= 0xFE } ?? false
            if error.exceedsLimit || isOtherEncoding { return nil }
            return isDecoded(data) ? "the decoder takes what is refused: \(error)" : nil
        }
    }

    private static func isDecoded(_ data: Data) -> Bool {
        (try? JSONDecoder().decode(Tree.self, from: data)) != nil
    }

    /// Any value, of which everything is decoded and nothing kept.
    private struct Tree: Decodable {
        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) {
                self.stringValue = stringValue
            }

            init?(intValue: Int) {
                return nil
            }
        }

        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd { _ = try list.decode(Tree.self) }
            } else if let object = try? decoder.container(keyedBy: Name.self) {
                for name in object.allKeys { _ = try object.decode(Tree.self, forKey: name) }
            } else {
                let value = try decoder.singleValueContainer()
                if value.decodeNil() || (try? value.decode(Bool.self)) != nil { return }
                if (try? value.decode(String.self)) == nil { _ = try value.decode(Double.self) }
            }
        }
    }
}
