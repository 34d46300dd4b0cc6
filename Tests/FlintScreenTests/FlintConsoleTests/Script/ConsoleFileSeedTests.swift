import FlintTestSupport
import Foundation
import Testing

/// Runs the seeds of the console file fuzzer as tests.
struct ConsoleFileSeedTests {
    private static let folder = Repository.seeds(of: "ConsoleFileFuzz")

    @Test func `the console's files keep their invariants for every seed of the fuzzer`() throws {
        let seeds = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        #expect(seeds.count >= 10)
        for seed in seeds {
            let bytes = Array(try Data(contentsOf: seed))
            for count in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 10)) {
                let problem = ConsoleFileProperty.problem(with: Array(bytes.prefix(count)))
                #expect(problem == nil, "\(seed.lastPathComponent), \(count) bytes")
            }
            #expect(ConsoleFileProperty.problem(with: bytes) == nil, "\(seed.lastPathComponent)")
        }
    }
}
