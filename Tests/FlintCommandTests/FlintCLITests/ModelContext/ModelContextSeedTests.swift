import FlintTestSupport
import Foundation
import Testing

/// Runs the seeds of the Model Context Protocol fuzzer as tests.
@MainActor
struct ModelContextSeedTests {
    private static let folder = Repository.seeds(of: "ModelContextFuzz")

    @Test func `the server keeps its invariants for every seed of the fuzzer`() async throws {
        let seeds = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        #expect(seeds.count >= 8)
        for seed in seeds {
            let run = ModelContextProperty(Array(try Data(contentsOf: seed)))
            while !run.isIdle { await Task.yield() }
            #expect(run.problem == nil, "\(seed.lastPathComponent)")
        }
    }
}
