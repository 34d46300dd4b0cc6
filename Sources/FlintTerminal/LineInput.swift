// SPDX-License-Identifier: MIT

import Dispatch
import FlintLibc

/// Reads lines from a descriptor without controlling a terminal.
///
/// On a terminal, the user can edit a line before submitting it. All work happens on the main queue, which must be
/// running. Without input, no code runs.
@MainActor
package final class LineInput {
    /// The maximum number of bytes in a line.
    ///
    /// Further bytes are dropped.
    package static let limit = 1 << 16

    private let descriptor: Int32
    private var source: (any DispatchSourceRead)?
    private var buffer = [UInt8](repeating: 0, count: 4_096)
    private var unfinished: [UInt8] = []

    package init(descriptor: Int32 = STDIN_FILENO) {
        self.descriptor = descriptor
    }

    /// Starts the delivery of lines.
    ///
    /// - Parameter handler: A closure that receives complete lines without their line breaks, and whether the input has
    ///   ended. It is called on the main actor, and not again after the end.
    package func start(_ handler: @escaping @MainActor (_ lines: [String], _ hasEnded: Bool) -> Void) {
        guard isWaitable else { return readAll(handler) }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        // The source keeps this object alive until the input ends.
        source.setEventHandler { [self] in
            MainActor.assumeIsolated {
                guard read(handler), isClosed else { return }
                // On Linux, the source reports no more input once the other end is closed.
                self.source?.cancel()
                readAll(handler)
            }
        }
        source.activate()
        self.source = source
    }

    /// Whether the system can report that the descriptor has input, which it cannot for files.
    private var isWaitable: Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        return kind == S_IFIFO || kind == S_IFSOCK || kind == S_IFCHR && isatty(descriptor) == 1
    }

    /// Whether the other end is closed, so that every read returns immediately.
    private var isClosed: Bool {
        var request = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
    }

    /// Reads a file or the rest of a closed pipe in parts, so that other work on the main queue can run between them.
    private func readAll(_ handler: @escaping @MainActor ([String], Bool) -> Void) {
        DispatchQueue.main.async { [self] in
            MainActor.assumeIsolated {
                if read(handler) { readAll(handler) }
            }
        }
    }

    /// Reads the available bytes, delivers their lines, and returns `false` if the input has ended.
    private func read(_ handler: @MainActor ([String], Bool) -> Void) -> Bool {
        switch ReadResult(descriptor, into: &buffer) {
        case .nothing: return true
        case .bytes(let count):
            let lines = lines(adding: buffer[..<count])
            if !lines.isEmpty { handler(lines, false) }
            return true
        case .end:
            source?.cancel()
            source = nil
            let last = unfinished.isEmpty ? [] : [Self.decoded(unfinished)]
            unfinished = []
            handler(last, true)
            return false
        }
    }

    private func lines(adding bytes: ArraySlice<UInt8>) -> [String] {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var lines: [String] = []
        for (index, part) in parts.enumerated() {
            unfinished += part.prefix(max(0, Self.limit - unfinished.count))
            guard index < parts.count - 1 else { break }
            lines.append(Self.decoded(unfinished))
            unfinished = []
        }
        return lines
    }

    private static func decoded(_ bytes: [UInt8]) -> String {
        // Some terminals send a carriage return before the line break.
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
}
