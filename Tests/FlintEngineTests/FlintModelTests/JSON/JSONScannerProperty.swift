@testable import FlintModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The invariants of the JSON scanner for arbitrary input, checked by the fuzzer and the tests.
enum JSONScannerProperty {
    /// Checks the invariants of the scanner.
    ///
    /// - Parameter input: Any bytes, such as a document.
    /// - Returns: A description of the violated invariant, or `nil`.
    static func problem(with input: [UInt8]) -> String? {
        let limits = JSONLimits(bytes: 1 << 16, elements: 2_000)
        let data = Data(input)
        do throws(JSONScanError) {
            let measure = try limits.check(data)
            if input.count > limits.bytes { return "\(input.count) bytes are accepted" }
            if measure.depth > limits.depth || measure.elements > limits.elements { return "\(measure) is accepted" }
            if !isDecoded(data) { return "the decoder refuses what is accepted" }
            return nil
        } catch {
            guard (0...input.count).contains(error.offset) else { return "the offset of \(error) is out of range" }
            let breaks = input.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
            if error.line != breaks + 1 { return "the line of \(error) is wrong" }
            // The decoder may accept this input, because it ignores trailing commas and supports other encodings.
            return nil
        }
    }

    private static func isDecoded(_ data: Data) -> Bool {
        (try? JSONDecoder().decode(Tree.self, from: data)) != nil
    }

    /// A value that decodes every document without storing it.
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
                // A number may be out of range.
                let value = try decoder.singleValueContainer()
                if (try? value.decode(Double.self)) == nil { _ = try? value.decode(String.self) }
            }
        }
    }
}
