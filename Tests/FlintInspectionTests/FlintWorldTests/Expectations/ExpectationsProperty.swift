@testable import FlintModel
@testable import FlintWorld

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The invariants of the expectations reader for arbitrary files, checked by the fuzzer and the tests.
enum ExpectationsProperty {
    private static let limits = JSONLimits(bytes: 1 << 16, elements: 2_000, depth: 8)

    /// Checks the invariants for a file.
    ///
    /// - Parameter input: The content of the file.
    /// - Returns: A description of the violated invariant, or `nil`.
    static func problem(with input: [UInt8]) -> String? {
        do {
            let expectations = try decoded(Data(input))
            if expectations.count > input.count { return "more is expected than was written" }
            if expectations.names.count != expectations.states.count { return "a state is lost" }
            let printed = try JSONEncoder().encode(Printed(expectations))
            guard let again = try? decoded(printed) else { return "printed expectations are malformed" }
            return again == expectations ? nil : "printed expectations are other ones"
        } catch let error as JSONScanError {
            return error.message.isEmpty || error.message.utf8.count > 1_000 ? "an error has no sentence" : nil
        } catch let error as DecodingError {
            return error.placeAndReason.unicodeScalars.count > 2_000 ? "an error is long" : nil
        } catch {
            return "an unexpected error: \(error)"
        }
    }

    private static func decoded(_ data: Data) throws -> Expectations {
        try JSONDecoder().decode(Expectations.self, from: data, within: limits, format: .json5)
    }

    /// The file format of expectations, for printing them.
    private struct Printed: Encodable {
        struct State: Encodable {
            let platform: String?
            let features: [String: Feature]
        }
        struct Feature: Encodable {
            let `is`: String
            let because: [String]?
        }
        let flint = Expectations.kind
        let version = Expectations.version
        let properties: [String]
        let states: [String: State]

        init(_ expectations: Expectations) {
            properties = expectations.properties.map(\.text)
            states = expectations.states.mapValues { state in
                let features = state.features.mapValues {
                    Feature(is: $0.availability.rawValue, because: $0.because)
                }
                return State(platform: state.platform, features: features)
            }
        }
    }
}
