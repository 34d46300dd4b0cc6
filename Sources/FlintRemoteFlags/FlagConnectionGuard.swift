#if RemoteFlags
    import NIOCore
    import NIOHTTP1

    /// Handlers on both sides of a connection's decoder that reject harmful input.
    enum FlagConnectionGuard {
        /// Adds the guards to a connection, on whose thread this is called.
        ///
        /// - Parameters:
        ///   - channel: The connection, ready for a request.
        ///   - limit: How long an answer may be, in bytes.
        /// - Throws: The channel's error if the connection has been closed meanwhile.
        static func add(to channel: any Channel, limit: Int) throws {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(ConnectionByteLimit(limit: limit), position: .first)
            try pipeline.addHandler(AnswerOrderGuard(), position: .after(decoder))
        }
    }

    /// Closes a connection that brings more bytes than any answer that is allowed.
    ///
    /// It comes before everything that reads the bytes, and so also counts those that never become part of an answer:
    /// heads, trailers, the frames of a body.
    private final class ConnectionByteLimit: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        private let limit: Int
        private var count = 0

        init(limit: Int) {
            self.limit = limit
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            count += unwrapInboundIn(data).readableBytes
            guard count <= limit + FlagTransport.overhead else {
                context.fireErrorCaught(FlagTransportError.tooLarge(limit: limit))
                return context.close(promise: nil)
            }
            context.fireChannelRead(data)
        }
    }

    /// Passes on one answer with a status of 200 or more, in the order of its parts, and nothing else.
    ///
    /// The HTTP client takes this order for granted and ends the program where a server does not keep to it: with a
    /// status below 100 it passes over the head, and then meets an end that has none.
    private final class AnswerOrderGuard: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart

        private enum Expectation {
            case head, body, nothing
        }

        private var expectation = Expectation.head

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch (expectation, unwrapInboundIn(data)) {
            case (.nothing, _): return
            case (.head, .head(let head)) where head.status.code >= 200: expectation = .body
            // Announcements of the answer; a change of the protocol was not requested.
            case (.head, .head(let head)) where head.status.code >= 100 && head.status != .switchingProtocols: return
            case (.body, .body): break
            case (.body, .end): expectation = .nothing
            default:
                expectation = .nothing
                context.fireErrorCaught(FlagTransportError.notHTTP)
                return context.close(promise: nil)
            }
            context.fireChannelRead(data)
        }
    }
#endif
