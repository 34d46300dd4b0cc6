import FlintTestSupport
import Foundation
import Testing

struct JSONScannerSeedTests {
    private static let folder = Repository.seeds(of: "JSONScannerFuzz")

    @Test func `the scanner keeps its invariants for the seeds of the fuzzer and variations of them`() throws {
        let seeds = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        #expect(seeds.count >= 10)
        for seed in seeds {
            let bytes = Array(try Data(contentsOf: seed))
            #expect(JSONScannerProperty.problem(with: bytes) == nil, "\(seed.lastPathComponent)")
            guard bytes.count < 200 else { continue }
            // Every prefix, and every byte replaced by a significant byte.
            for count in bytes.indices {
                let problem = JSONScannerProperty.problem(with: Array(bytes.prefix(count)))
                #expect(problem == nil, "\(seed.lastPathComponent), \(count) bytes")
                for byte in Array("\"\\[]{},:0-.eu".utf8) + [0x1F, 0x80, 0xC3, 0xF0] {
                    var changed = bytes
                    changed[count] = byte
                    let problem = JSONScannerProperty.problem(with: changed)
                    #expect(problem == nil, "\(seed.lastPathComponent), byte \(count) is \(byte)")
                }
            }
        }
    }
}
