#if RemoteFlags
    import Foundation
    import FlintTestSupport
    import Testing

    struct FlagAnswerSeedTests {
        private static let folder = Repository.seeds(of: "FlagAnswerFuzz")

        @Test func `the parser keeps its invariants for every seed of the fuzzer`() throws {
            let seeds = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
            #expect(seeds.count >= 8)
            for seed in seeds {
                let bytes = Array(try Data(contentsOf: seed))
                for count in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 200)) {
                    let problem = FlagAnswerProperty.problem(with: Array(bytes.prefix(count)))
                    #expect(problem == nil, "\(seed.lastPathComponent), \(count) bytes")
                }
                #expect(FlagAnswerProperty.problem(with: bytes) == nil, "\(seed.lastPathComponent)")
            }
        }
    }
#endif
