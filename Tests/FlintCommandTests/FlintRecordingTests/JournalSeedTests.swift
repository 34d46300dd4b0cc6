import FlintTestSupport
import Foundation
import Testing

struct JournalSeedTests {
    private static let seeds = Repository.seeds(of: "JournalFuzz")

    @Test func `no seed breaks an invariant of the reader`() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.seeds, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        let path = "/tmp/flint-\(UInt32.random(in: .min ... .max)).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for file in files.sorted(by: { $0.path < $1.path }) {
            let bytes = Array(try Data(contentsOf: file))
            #expect(JournalProperty.problem(with: bytes, at: path) == nil, "\(file.lastPathComponent)")
            // Damaged in one place, and truncated in the same place.
            for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
                var changed = bytes
                changed[place] ^= 0x15
                #expect(
                    JournalProperty.problem(with: changed, at: path) == nil, "\(file.lastPathComponent) at \(place)"
                )
                #expect(JournalProperty.problem(with: Array(bytes.prefix(place)), at: path) == nil)
            }
        }
    }
}
