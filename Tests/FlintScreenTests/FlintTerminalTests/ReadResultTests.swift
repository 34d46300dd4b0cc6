import Foundation
import Testing

@testable import FlintTerminal

struct ReadResultTests {
    /// Both ends of a pipe, which are closed when the object is deallocated.
    private final class Pipe {
        let reading: Int32
        private(set) var writing: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            (reading, writing) = (ends[0], ends[1])
            _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        }

        deinit {
            close(reading)
            closeWriting()
        }

        func closeWriting() {
            if writing >= 0 { close(writing) }
            writing = -1
        }
    }

    @Test func `bytes are read up to the size of the buffer`() throws {
        let pipe = try Pipe()
        #expect(write(pipe.writing, "flint", 5) == 5)
        var buffer: [UInt8] = [0, 0, 0]
        #expect(ReadResult(pipe.reading, into: &buffer) == .bytes(3))
        #expect(buffer == Array("fli".utf8))
        #expect(ReadResult(pipe.reading, into: &buffer) == .bytes(2))
        #expect(ReadResult(pipe.reading, into: &buffer) == .nothing)
    }

    @Test func `the end of a pipe is reported after any earlier error`() throws {
        let pipe = try Pipe()
        pipe.closeWriting()
        var buffer: [UInt8] = [0]
        for earlier in [EAGAIN, EIO, 0] {
            errno = earlier
            #expect(ReadResult(pipe.reading, into: &buffer) == .end)
        }
    }

    @Test func `a descriptor that cannot be read is reported as the end`() {
        var buffer: [UInt8] = [0]
        #expect(ReadResult(-1, into: &buffer) == .end)
    }
}
