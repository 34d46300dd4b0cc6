import FlintTestSupport

#if os(Linux)
    import Foundation
    import Testing

    /// Tests of the program on a machine whose clock jumps while the program runs and between runs.
    struct ClockJumpTests {
        private static let hour = 3_600
        private static let year = 31_536_000

        private let folder: TemporaryFolder
        private var library: String { folder.path(of: "clock.so") }
        private var shift: String { folder.path(of: "shift") }

        init() throws {
            folder = try TemporaryFolder()
            try Self.library.get().write(to: URL(filePath: library))
        }

        private var environment: [String: String] {
            [
                "LD_PRELOAD": library, "FLINT_SOAK": shift, "XDG_RUNTIME_DIR": folder.path,
                "ASAN_OPTIONS": "verify_asan_link_order=0",
            ]
        }

        /// Sets the clock, including the clock of running programs.
        private func setClock(to seconds: Int) throws {
            let file = open(shift, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            try #require(file >= 0)
            defer { close(file) }
            // Programs have mapped the file, whose first value is the shift.
            var number = Int64(seconds)
            #expect(pwrite(file, &number, MemoryLayout<Int64>.size, 0) == MemoryLayout<Int64>.size)
        }

        private func run(_ words: String..., in folder: TemporaryFolder? = nil) throws -> ChildProcess.Result {
            let state = (folder ?? self.folder).path(of: "state.json")
            let isElsewhere = words.contains("--attach") || words.contains("--recording")
            return try BuiltProgram.run(words + (isElsewhere ? [] : ["--state", state]), environment: environment)
        }

        // About the years 1966 and 2126.
        @Test(arguments: [-60 * year, 100 * year])
        func `every command that writes runs at any date`(date: Int) throws {
            let folder = try WriterCase.prepared()
            try setClock(to: date)
            for writer in WriterCase.all {
                let result = try BuiltProgram.run(writer.arguments(in: folder), environment: environment)
                #expect(result.status == 0, "\(writer.name): \(result.errors)")
                if writer.reading != nil { try writer.check(folder) }
                try writer.prepare(folder)
            }
            for words in [["timeline"], ["logs"], ["undo", "--list"], ["store", "status"], ["compare"]] {
                let state = folder.path(of: "state.json")
                let result = try BuiltProgram.run(words + ["--state", state], environment: environment)
                #expect(result.status == 0, "\(words): \(result.errors)")
            }
        }

        @Test func `an override expires by the clock at which it is read`() throws {
            func isOverridden() throws -> Bool { try run("compare").output.contains("podcasts.premium") }
            try setClock(to: 0)
            #expect(try run("set", "purchase", "premium", "purchased", "--for", "2h").status == 0)
            for (seconds, expected) in [
                (-Self.hour, true), (-Self.year, true), (Self.hour, true), (Self.year, false), (0, true),
            ] {
                try setClock(to: seconds)
                #expect(try isOverridden() == expected, "\(seconds) s")
            }
        }

        @Test func `a change that waits for a lock is saved although the clock is set back`() throws {
            try setClock(to: 0)
            let state = folder.path(of: "state.json")
            let server = try RunningChild(
                BuiltProgram.path, ["serve", "--state", state],
                environment: BuiltProgram.environment.merging(environment) { $1 })
            #expect(server.nextLine() != nil)
            let lock = try HeldLock(of: state)
            #expect(try run("set", "flag", "sleep-timer", "off", "--attach", "podcasts").status == 75)
            try setClock(to: -Self.hour)
            lock.release()
            func isSaved() -> Bool { (try? folder.text("state.json").contains("sleep-timer")) == true }
            let end = ContinuousClock.now + .seconds(30)
            while !isSaved(), ContinuousClock.now < end { _ = poll(nil, 0, 10) }
            #expect(isSaved())
            #expect(server.end(with: SIGTERM) == 128 + SIGTERM)
        }

        @Test func `a journal stays in order while the clock is set`() throws {
            let journal = folder.path(of: "journal.jsonl")
            try setClock(to: 0)
            let server = try RunningChild(
                BuiltProgram.path, ["serve", "--journal", journal, "--state", folder.path(of: "state.json")],
                environment: BuiltProgram.environment.merging(environment) { $1 })
            #expect(server.nextLine() != nil)
            for seconds in [0, Self.year, -Self.hour] {
                try setClock(to: seconds)
                for words in [
                    ["store", "buy", "premium"], ["set", "flag", "sleep-timer", "off"],
                    ["perform", "Playback/pause"], ["undo"], ["store", "reset"],
                    ["why", "Smart playlists"],
                ] {
                    let result = try BuiltProgram.run(words + ["--attach", "podcasts"], environment: environment)
                    #expect(result.status < 2, "\(words) at \(seconds) s: \(result)")
                }
            }
            #expect(server.end(with: SIGTERM) == 128 + SIGTERM)
            let answer = try run("timeline", "--recording", journal, "--json")
            #expect(answer.status == 0, "\(answer.errors)")
            let object = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
            let events = try #require(object?["events"] as? [[String: Any]])
            let numbers = events.compactMap { $0["id"] as? Int }
            #expect(numbers.count == events.count && numbers.count > 12 && numbers == numbers.sorted())
            let durations = events.compactMap { $0["duration"] as? Double }
            #expect(!durations.isEmpty && durations.allSatisfy { (0..<60).contains($0) }, "\(durations)")
            for format in ["chrome", "otlp", "markdown", "csv", "jsonl"] {
                let export = try run("timeline", "--recording", journal, "--export", format)
                #expect(export.status == 0 && !export.output.contains("\"dur\":-"), "\(format): \(export.errors)")
            }
        }

        // MARK: The clock

        /// A library that shifts a program's clock by the number of seconds in a file, as a soak does.
        private static let library = Result {
            let folder = try TemporaryFolder()
            let path = folder.path(of: "clock.so")
            let sources = BuiltProgram.root + "/Benchmarks/Sources/CFlintSoak"
            let result = try ChildProcess.run(
                "clang",
                ["-shared", "-fPIC", "-I", sources + "/include", "-o", path]
                    + ["board.c", "clock.c"].map { "\(sources)/\($0)" })
            try #require(result.status == 0, "\(result.errors)")
            return try Data(contentsOf: URL(filePath: path))
        }
    }
#endif
