import FlintTestSupport
import Foundation
import Testing

/// Runs the seeds of the fuzzer as tests.
struct FrameSeedTests {
    private static let folder = Repository.seeds(of: "FrameFuzz")

    @Test func `a served app keeps its invariants for every seed of the fuzzer`() throws {
        let seeds = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        #expect(seeds.count >= 10)
        let property = try FrameProperty()
        for seed in seeds {
            let input = Array(try Data(contentsOf: seed))
            #expect(property.problem(with: input) == nil, "\(seed.lastPathComponent)")
        }
    }
}
