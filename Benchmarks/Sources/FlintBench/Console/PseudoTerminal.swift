// SPDX-License-Identifier: MIT

#if os(Linux)
    import FlintEngineBenchmarks

    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif

    /// A child process on a pseudo-terminal of 120 columns and 40 rows.
    ///
    /// The pseudo-terminal types text, reads the program's output, and reports the program's memory, descriptors, and
    /// processor time. All members are used from one thread.
    final class PseudoTerminal {
        private let descriptor: Int32
        let process: pid_t
        /// Whether the ended process has been reaped with `waitpid`.
        private var isWaitedFor = false
        /// The exit status of the ended process, or 128 plus the number of the signal that ended it.
        private(set) var status: Int32 = 0
        /// The number of bytes that the program has written.
        private(set) var bytes = 0
        /// The latest bytes that the program has written, read with ``read(_:for:)``.
        private(set) var tail: [UInt8] = []
        private static let tailLength = 65_536

        /// Starts a program, or returns `nil` if no pseudo-terminal is available or the program cannot be started.
        init?(_ arguments: [String], environment: [String]) {
            // The C library declares these functions only for standards other than the one that Swift imports.
            let (unlockRequest, numberRequest): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var (unlocked, number): (Int32, Int32) = (0, 0)
            guard descriptor >= 0, ioctl(descriptor, unlockRequest, &unlocked) == 0,
                ioctl(descriptor, numberRequest, &number) == 0
            else { return nil }
            self.descriptor = descriptor
            let name = "/dev/pts/\(number)"
            var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for standard in 0...2 { posix_spawn_file_actions_addopen(&actions, Int32(standard), name, O_RDWR, 0) }
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            // Starts a new session, so that the first terminal the program opens becomes its controlling terminal.
            posix_spawnattr_setflags(&attributes, 0x80)
            var pid = pid_t()
            var words = arguments.map { strdup($0) } + [nil]
            var settings = environment.map { strdup($0) } + [nil]
            defer { for word in words + settings { free(word) } }
            guard posix_spawn(&pid, arguments[0], &actions, &attributes, &words, &settings) == 0 else { return nil }
            process = pid
        }

        deinit {
            if isRunning {
                send(SIGTERM)
                // A stopped process ends only after it has been continued.
                send(SIGCONT)
                var status: Int32 = 0
                waitpid(process, &status, 0)
            }
            close(descriptor)
        }

        var isRunning: Bool {
            var result: Int32 = 0
            if !isWaitedFor, waitpid(process, &result, WNOHANG) == process {
                isWaitedFor = true
                status = result & 0x7f == 0 ? result >> 8 & 0xff : 128 + result & 0x7f
            }
            return !isWaitedFor
        }

        /// Sends a signal, unless the process has ended.
        func send(_ signal: Int32) {
            if isRunning { kill(process, signal) }
        }

        func clearTail() { tail = [] }

        func type(_ text: String) {
            let bytes = Array(text.utf8)
            _ = write(descriptor, bytes, bytes.count)
        }

        /// Reads the program's output until the program has been quiet for a given time.
        ///
        /// - Parameters:
        ///   - quiet: The required silence, in seconds.
        ///   - limit: The maximum wait, in seconds.
        /// - Returns: The seconds until the last byte, or `nil` if the program wrote no output.
        @discardableResult
        func read(untilQuietFor quiet: Double, atMost limit: Double) -> Double? {
            let start = ContinuousClock.now
            var last: Double?
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let now = (ContinuousClock.now - start).nanoseconds / 1e9
                let end = min(limit, last.map { $0 + quiet } ?? limit)
                guard now < end else { return last }
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&wait, 1, Int32((end - now) * 1_000) + 1) > 0 else { continue }
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return last }
                bytes += count
                last = (ContinuousClock.now - start).nanoseconds / 1e9
            }
        }

        /// Reads the output of several programs, so that none of them blocks on a full buffer.
        ///
        /// - Parameters:
        ///   - terminals: The programs.
        ///   - seconds: The duration of reading.
        static func read(_ terminals: [PseudoTerminal], for seconds: Double) {
            let end = ContinuousClock.now + .milliseconds(Int64(seconds * 1_000))
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var waits = terminals.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            while true {
                let left = (end - ContinuousClock.now).nanoseconds / 1e6
                guard left > 0 else { return }
                guard poll(&waits, nfds_t(waits.count), Int32(left) + 1) > 0 else { continue }
                for index in waits.indices where waits[index].revents != 0 {
                    let count = Glibc.read(terminals[index].descriptor, &buffer, buffer.count)
                    if count > 0 {
                        terminals[index].bytes += count
                        terminals[index].tail += buffer[..<count]
                        let excess = terminals[index].tail.count - tailLength
                        if excess > 0 { terminals[index].tail.removeFirst(excess) }
                    } else {
                        // The program has ended. `poll` ignores a negative descriptor.
                        waits[index].fd = -1
                    }
                }
            }
        }

        var descriptors: Int {
            guard let folder = opendir("/proc/\(process)/fd") else { return 0 }
            defer { closedir(folder) }
            var count = 0
            while readdir(folder) != nil { count += 1 }
            // The folder itself and its parent are listed too.
            return count - 2
        }

        /// Reads a figure from the program's status file: memory in kilobytes, such as `VmRSS` or `RssAnon`, or
        /// `Threads`.
        func memory(_ name: String) -> Int {
            guard let file = fopen("/proc/\(process)/status", "r") else { return 0 }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 1_024)
            while fgets(&line, Int32(line.count), file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                guard text.hasPrefix(name + ":") else { continue }
                return text.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
            }
            return 0
        }

        /// The user and system processor time of the program, in seconds.
        var processorTime: Double {
            guard let file = fopen("/proc/\(process)/stat", "r") else { return 0 }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 1_024)
            guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
            guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
            return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }
#endif
