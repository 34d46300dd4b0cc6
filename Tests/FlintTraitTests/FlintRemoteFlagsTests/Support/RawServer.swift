#if RemoteFlags
    import FlintLocks
    import FlintCore
    import FlintRemoteFlags
    import Foundation

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif

    /// A server that sends exactly the bytes of a test, whether they are HTTP or not.
    ///
    /// It serves one connection at a time, on a separate thread.
    final class RawServer: Sendable {
        /// A step that the server performs after it has read a request.
        enum Step: Sendable {
            case send([UInt8])
            /// Sends bytes one by one, each in a separate packet.
            case trickle([UInt8])
            /// Sends bytes repeatedly until the client closes the connection.
            case flood([UInt8])
            /// Holds the connection until the client closes it, and calls ``RawServer/whenHolding``.
            case hold
            /// Resets the connection, so that the client receives an error instead of an end.
            case reset

            static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
        }

        private struct State {
            var script: [Step] = []
            var requests: [String] = []
            var sent = 0
            var isStopped = false
            var whenHolding: (@Sendable () -> Void)?
        }

        /// The maximum number of bytes that a flood sends if the client does not close the connection.
        static let floodLimit = 64 << 20

        let port: UInt16
        private let listener: Int32
        private let state = Protected(State())

        init() throws {
            #if os(Linux)
                let type = Int32(SOCK_STREAM.rawValue)
            #else
                let type = SOCK_STREAM
            #endif
            let listener = socket(AF_INET, type, 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isListening = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, length) == 0 && listen(listener, 16) == 0
                        && getsockname(listener, address, &length) == 0
                }
            }
            guard listener >= 0, isListening else { throw ServerFailure.noPort }
            self.listener = listener
            port = UInt16(bigEndian: address.sin_port)
            Thread.detachNewThread { [self] in serve() }
        }

        func play(_ steps: [Step]) {
            state.withLock { $0.script = steps }
        }

        func answer(flags: String) {
            let body = #"{"flags": [\#(flags)]}"#
            play([.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))])
        }

        /// Sets a handler that is called when the server holds a connection.
        func whenHolding(_ body: @escaping @Sendable () -> Void) {
            state.withLock { $0.whenHolding = body }
        }

        var requests: [String] { state.withLock { $0.requests } }

        var sent: Int { state.withLock { $0.sent } }

        func configuration(_ change: (inout OFREPConfiguration) -> Void = { _ in }) throws -> OFREPConfiguration {
            guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw ServerFailure.noPort }
            var configuration = OFREPConfiguration(baseURL: url, context: EvaluationContext(targetingKey: "ada"))
            configuration.allowsPlainHTTP = true
            change(&configuration)
            return configuration
        }

        /// Stops the server.
        ///
        /// An open connection ends when the client closes it.
        func stop() {
            state.withLock { $0.isStopped = true }
            // On some systems, a thread keeps waiting for connections after the shutdown until the next connection
            // arrives.
            shutdown(listener, Int32(SHUT_RDWR))
        }

        // MARK: Server thread

        private func serve() {
            while true {
                let connection = accept(listener, nil, nil)
                if state.withLock({ $0.isStopped }) || connection < 0 { break }
                var yes: Int32 = 1
                setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
                #if canImport(Darwin)
                    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
                #endif
                if let request = readRequest(connection) {
                    let script = state.withLock { state in
                        state.requests.append(request)
                        return state.script
                    }
                    for step in script { if !perform(step, connection) { break } }
                }
                close(connection)
            }
            close(listener)
        }

        /// Performs a step and returns whether the connection is still open.
        private func perform(_ step: Step, _ connection: Int32) -> Bool {
            switch step {
            case .send(let bytes): return write(bytes, connection)
            case .trickle(let bytes): return bytes.allSatisfy { write([$0], connection) }
            case .flood(let bytes):
                // Whole kilobytes, so that short sequences do not take a system call each.
                let block = Array(repeatElement(bytes, count: max(1, 16_384 / bytes.count)).joined())
                var count = 0
                while count < Self.floodLimit, write(block, connection) { count += block.count }
                return false
            case .hold:
                state.withLock { $0.whenHolding }?()
                var byte: UInt8 = 0
                while recv(connection, &byte, 1, 0) > 0 {}
                return false
            case .reset:
                var option = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
                return false
            }
        }

        /// Reads a request with its body, or returns `nil` if the client closes the connection.
        private func readRequest(_ connection: Int32) -> String? {
            var text = ""
            var buffer = [UInt8](repeating: 0, count: 16_384)
            while true {
                let count = recv(connection, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                text += String(decoding: buffer[..<count], as: UTF8.self)
                // A TLS greeting is returned unchanged.
                guard text.hasPrefix("P") else { return text }
                guard let head = text.range(of: "\r\n\r\n") else { continue }
                let length = text.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
                if text[head.upperBound...].utf8.count >= length { return text }
            }
        }

        private func write(_ bytes: [UInt8], _ connection: Int32) -> Bool {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
                state.withLock { $0.sent += count }
            }
            return true
        }
    }

    /// Runs a test with a raw server that is stopped afterward.
    func withRawServer(_ body: (RawServer) async throws -> Void) async throws {
        let server = try RawServer()
        defer { server.stop() }
        try await body(server)
    }
#endif
