import Foundation
import TestSupport
import Testing

@testable import TerminalKit

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
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data(bytes))
        pipe.fileHandleForWriting.closeFile()
        return await lines(of: pipe.fileHandleForReading.fileDescriptor)
    }

    @Test func `a pipe delivers its lines and the unfinished last one`() async {
        #expect(await piped(Array("one\r\n\ntwo\t?\nthree".utf8)) == ["one", "", "two\t?", "three"])
        #expect(await piped([]) == [])
    }

    @Test func `a file and a missing descriptor have an end`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a\nb\n", to: "lines")
        let file = open(folder.path(of: "lines"), O_RDONLY)
        #expect(await lines(of: file) == ["a", "b"])
        close(file)
        #expect(await lines(of: -1) == [])
    }

    @Test func `a long line and invalid bytes are cut to text`() async {
        let long = Array(repeating: UInt8(ascii: "x"), count: 60_000)
        #expect(await piped([0xFF, 0x0A]) == ["\u{FFFD}"])
        #expect(await piped(long + [0x0A] + Array("next".utf8)).map(\.count) == [60_000, 4])
    }
}
