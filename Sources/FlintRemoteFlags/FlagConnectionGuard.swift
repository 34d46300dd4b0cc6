// SPDX-License-Identifier: MIT

#if RemoteFlags
    import NIOCore
    import NIOHTTP1

    /// Channel handlers before and after the HTTP decoder that reject harmful input.
    enum FlagConnectionGuard {
        /// Adds the guards to a connection that is ready for a request, on its event loop.
        ///
        /// An error means that the connection has already been closed.
        static func add(to channel: any Channel, limit: Int) throws {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            // One guard precedes the decoder and checks raw bytes. The other follows it and checks the parts of the
            // response.
            try pipeline.addHandler(ConnectionByteLimit(limit: limit), position: .first)
            try pipeline.addHandler(AnswerOrderGuard(), position: .after(decoder))
        }
    }

    /// A handler that closes a connection when it receives more bytes than the largest allowed response.
    ///
    /// The handler precedes the decoder, so it also counts bytes that never become part of a response body: headers,
    /// trailers, and chunk framing.
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

    /// A handler that forwards a single final response, with its parts in the correct order.
    ///
    /// The HTTP client relies on this order and crashes if a server violates it. For example, the client ignores the
    /// head of a response with a status below 100, and then fails when the response ends without a head.
    private final class AnswerOrderGuard: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart

        private enum Expectation {
            case head, body, nothing
        }

        private var expectation = Expectation.head

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch (expectation, unwrapInboundIn(data)) {
            // The connection is being closed or the response is complete, so further parts are ignored.
            case (.nothing, _): return
            case (.head, .head(let head)) where head.status.code >= 200: expectation = .body
            // Informational responses precede the final one. The client never asks to switch protocols.
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
