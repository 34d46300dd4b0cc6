import FlintTestSupport
import Foundation
import Testing

/// Runs the seeds of the fuzzer as tests.
struct FuzzSeedTests {
    private static let folder = Repository.seeds(of: "InputParserFuzz")

    @Test func `the input parser keeps its invariants for every seed of the fuzzer`() throws {
        let seeds = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        #expect(seeds.count > 10)
        for seed in seeds {
            let input = Array(try Data(contentsOf: seed))
            #expect(InputParserProperty.standard.problem(with: input) == nil, "\(seed.lastPathComponent)")
            #expect(InputParserProperty.reduced.problem(with: input) == nil, "\(seed.lastPathComponent)")
        }
    }
}
