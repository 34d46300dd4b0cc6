import Foundation
import Testing

@testable import FlintTerminal

@MainActor
struct LineInputTests {
    /// Reads bytes from a descriptor until its end.
    private func lines(of descriptor: Int32) async -> [String] {
        let input = LineInput(descriptor: descriptor)
        var lines: [String] = []
        await withCheckedContinuation { continuation in
            input.start { new, hasEnded in
                lines += new
                if hasEnded { continuation.resume() }
            }
        }
        return lines
    }

    private func piped(_ bytes: [UInt8]) async -> [String] {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        #expect(write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        defer { close(ends[0]) }
        return await lines(of: ends[0])
    }

    @Test func `a pipe delivers its lines and the unfinished last one`() async {
        #expect(await piped(Array("one\r\n\ntwo\t?\nthree".utf8)) == ["one", "", "two\t?", "three"])
        #expect(await piped([]) == [])
    }

    @Test func `a file and a missing descriptor have an end`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "flint-lines-\(UUID().uuidString)").path()
        try Data("a\nb\n".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = open(path, O_RDONLY)
        defer { close(file) }
        #expect(await lines(of: file) == ["a", "b"])
        #expect(await lines(of: -1) == [])
    }

    @Test func `a long line is truncated, and invalid bytes are replaced`() async {
        let long = Array(repeating: UInt8(ascii: "x"), count: 60_000)
        #expect(await piped([0xFF, 0x0A]) == ["\u{FFFD}"])
        #expect(await piped(long + [0x0A] + Array("next".utf8)).map(\.count) == [60_000, 4])
    }
}
