import FlintAttach
import Foundation
import Testing

struct FrameBufferTests {
    @Test(arguments: [1, 2, 3, 5, 7, 64, 100_000])
    func `frames are found regardless of the pieces in which they arrive`(size: Int) throws {
        let contents = ["", "a", "two", String(repeating: "x", count: 70_000), "end"].map { Data($0.utf8) }
        let bytes = contents.flatMap(FrameBuffer.frame)
        var buffer = FrameBuffer(limit: 100_000)
        var found: [Data] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            buffer.bytes += bytes[start..<min(start + size, bytes.count)]
            while let content = try buffer.next() { found.append(content) }
        }
        #expect(found == contents)
        #expect(try buffer.next() == nil)
    }

    @Test func `every answer names the version of JSON-RPC`() throws {
        let answers: [any Encodable] = [
            AnswerMessage(id: 3, result: "x"), ErrorMessage(id: nil, error: .busy), ErrorMessage(id: 4, error: .busy),
        ]
        for answer in answers {
            let text = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
            #expect(text.contains(#""jsonrpc":"2.0""#), "\(text)")
        }
    }

    @Test func `a length beyond the limit throws an error as soon as it is read`() {
        var buffer = FrameBuffer(limit: 10)
        buffer.bytes = [0, 0, 0, 11]
        let error = #expect(throws: FrameBuffer.TooLong.self) { try buffer.next() }
        #expect(error == FrameBuffer.TooLong(length: 11, limit: 10))
    }
}
