// SPDX-License-Identifier: MIT

#if os(Linux)
    import FlintAttach
    import Foundation
    import FlintTestSupport

    /// A short-lived client of the soak's app.
    struct SoakClient {
        enum Kind: String, CaseIterable {
            /// A command that is attached to the app.
            case attached
            /// A command that changes the app's state file in a separate process.
            case separate
            /// A command or a follower that is killed.
            case killed
            /// A follower that is stopped for a while, and then continues.
            case stopped
            /// A connection that sends requests and does not read the answers.
            case stalled
            /// A connection that ends in the midst of a request or of the answers.
            case dropped
        }

        private static let attachedCommands: [[String]] = [
            ["set", "purchase", "premium", "purchased"], ["features"], ["store", "buy", "premium"], ["timeline"],
            ["set", "flag", "sleep-timer", "off"], ["why", "Smart playlists"], ["logs"],
            ["set", "purchase", "premium", "none"], ["store", "reset"], ["undo"], ["matrix"], ["facts", "purchases"],
            ["set", "permission", "location", "authorized", "--for", "2h"],
        ]
        private static let separateCommands: [[String]] = [
            ["set", "flag", "sleep-timer", "on"], ["compare"],
            ["set", "flag", "sleep-timer", "none"],
            ["set", "purchase", "transcripts", "purchased"], ["set", "purchase", "transcripts", "none"],
        ]
        private static let followers: [[String]] = [["features", "--watch"], ["timeline", "--follow", "--json"]]
        private static let cannotWrite: Int32 = 73
        /// The status of a command whose change the app saves later, because a writer has the lock.
        private static let locked: Int32 = 75
        /// The time in which a command must end, in seconds.
        private static let patience = 20.0

        let kind: Kind
        let command: [String]
        let process: PseudoTerminal?
        /// A connection without a process, which ends when it is released.
        private let connection: FrameChannel?
        private let end: Double
        private var signals: [(time: Double, number: Int32)] = []
        private var isLate = false
        /// Whether the disk was full during the client's life.
        private var canFailToWrite = false

        /// Starts a client, or returns `nil` if it cannot be started.
        ///
        /// - Parameters:
        ///   - kind: The kind of client.
        ///   - random: The source of the client's command and of its times.
        ///   - time: The current time, in seconds.
        ///   - directory: The folder of the app's socket.
        ///   - start: Starts a process with arguments.
        init?(
            _ kind: Kind, random: inout SplitMix64, at time: Double, in directory: SocketDirectory,
            start: ([String]) -> PseudoTerminal?
        ) {
            self.kind = kind
            let attachment = ["--attach", "podcasts"]
            switch kind {
            case .attached: command = Self.attachedCommands.randomElement(using: &random)! + attachment
            case .separate: command = Self.separateCommands.randomElement(using: &random)!
            case .killed:
                let all = Self.separateCommands + (Self.attachedCommands + Self.followers).map { $0 + attachment }
                command = all.randomElement(using: &random)!
            case .stopped: command = Self.followers.randomElement(using: &random)! + attachment
            case .stalled, .dropped: command = []
            }
            let stall = Double.random(in: 2...15, using: &random)
            switch kind {
            case .attached, .separate: signals = [(time + Self.patience, SIGKILL)]
            case .killed: signals = [(time + Double.random(in: 0...0.4, using: &random), SIGKILL)]
            case .stopped: signals = [(time + 0.5, SIGSTOP), (time + stall, SIGCONT), (time + stall + 1, SIGTERM)]
            case .stalled, .dropped: break
            }
            end = kind == .stalled ? time + stall : time
            guard command.isEmpty else {
                guard let process = start(command) else { return nil }
                (self.process, connection) = (process, nil)
                return
            }
            guard let entry = try? directory.entries().first,
                let socket = try? Socket.connected(to: .path(entry.path))
            else { return nil }
            (process, connection) = (nil, FrameChannel(socket, limit: FrameBuffer.answerLimit))
            // Enough answers to fill the buffers of a connection that does not read them.
            let requests = Self.requests(count: 100)
            let isPartial = kind == .dropped
            let count = isPartial ? Int.random(in: 1..<requests.count, using: &random) : requests.count
            _ = write(socket.descriptor, requests, count)
        }

        private static func requests(count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            func add(_ method: String, _ parameters: String) {
                let message = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
                bytes += FrameBuffer.frame(Data(message.utf8))
            }
            add("hello", #"{"versions":[\#(WireProtocol.version)],"client":"soak"}"#)
            add("subscribe", "{}")
            for _ in 0..<count { add("list", #"{"from":0}"#) }
            return bytes
        }

        /// Sends the signals that are due, and returns whether the client has ended.
        mutating func hasEnded(at time: Double, isDiskFull: Bool) -> Bool {
            if isDiskFull { canFailToWrite = true }
            guard let process else { return time >= end }
            if let next = signals.first, time >= next.time {
                signals.removeFirst()
                process.send(next.number)
                isLate = kind == .attached || kind == .separate
            }
            return !process.isRunning
        }

        /// Whether the app saves the client's change later.
        var isSavedLater: Bool { kind == .attached && process?.status == Self.locked }

        /// The problem with an ended client, or `nil` if it ended as expected.
        var problem: String? {
            guard let process else { return nil }
            if isLate { return "“\(command.joined(separator: " "))” has not ended in \(Int(Self.patience)) s" }
            var expected: [Int32] = [0, 1] + (canFailToWrite ? [Self.cannotWrite] : [])
            switch kind {
            case .attached: expected.append(Self.locked)
            case .separate, .stalled, .dropped: break
            case .killed: expected += [Self.locked, 128 + SIGKILL]
            case .stopped: expected.append(128 + SIGTERM)
            }
            guard !expected.contains(process.status) else { return nil }
            PseudoTerminal.read([process], for: 0.05)
            let output = String(decoding: process.tail.suffix(300), as: UTF8.self)
            return "“\(command.joined(separator: " "))” has ended with the status \(process.status): \(output)"
        }
    }
#endif
