#if RemoteFlags
    import FlyingFox
    import FlyingSocks

    /// An event stream of a ``FlagServer``, whose parts a test sends.
    final class EventPipe: Sendable {
        private let stream: AsyncStream<[UInt8]>
        private let continuation: AsyncStream<[UInt8]>.Continuation

        init() {
            (stream, continuation) = AsyncStream.makeStream()
            // A comment, so that the server sends the head.
            send(":\n\n")
        }

        var response: HTTPResponse {
            HTTPResponse(
                statusCode: .ok, headers: HTTPHeaders([.contentType: "text/event-stream; charset=utf-8"]),
                body: HTTPBodySequence(from: Bytes(stream: stream)))
        }

        func send(_ text: String) {
            continuation.yield(Array(text.utf8))
        }

        func announce(_ version: String = "") {
            send(#"data: {"type": "refetchEvaluation"\#(version)}"# + "\n\n")
        }

        func end() {
            continuation.finish()
        }

        private struct Bytes: AsyncBufferedSequence, Sendable {
            typealias Element = UInt8
            let stream: AsyncStream<[UInt8]>

            struct Iterator: AsyncBufferedIteratorProtocol {
                let stream: AsyncStream<[UInt8]>

                mutating func next() async throws -> UInt8? {
                    throw ServerFailure.broken
                }

                mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
                    for await part in stream { return part }
                    return nil
                }
            }

            func makeAsyncIterator() -> Iterator {
                Iterator(stream: stream)
            }
        }
    }
#endif
