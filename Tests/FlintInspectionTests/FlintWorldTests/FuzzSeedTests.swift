import FlintTestSupport
import Foundation
import Testing

/// Runs the seeds of the fuzzers as tests.
struct FuzzSeedTests {
    private static let folder = Repository.root.appending(path: "Tests/Fuzz/Seeds")

    private func seeds(of fuzzer: String) throws -> [(name: String, bytes: [UInt8])] {
        try FileManager.default.contentsOfDirectory(
            at: Self.folder.appending(path: fuzzer), includingPropertiesForKeys: nil
        ).map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
    }

    @Test func `filters keep their invariants for every seed of the fuzzer`() throws {
        let seeds = try seeds(of: "FilterFuzz")
        #expect(seeds.count >= 8)
        for seed in seeds { #expect(FilterProperty.problem(with: seed.bytes) == nil, "\(seed.name)") }
    }

    @Test func `expectations keep their invariants for every seed of the fuzzer`() throws {
        let seeds = try seeds(of: "ExpectationsFuzz")
        #expect(seeds.count >= 8)
        for seed in seeds {
            for count in stride(from: 0, through: seed.bytes.count, by: max(1, seed.bytes.count / 50)) {
                #expect(
                    ExpectationsProperty.problem(with: Array(seed.bytes.prefix(count))) == nil, "\(seed.name), \(count)"
                )
            }
            #expect(ExpectationsProperty.problem(with: seed.bytes) == nil, "\(seed.name)")
        }
    }
}
