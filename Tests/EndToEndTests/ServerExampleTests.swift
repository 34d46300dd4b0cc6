import FlintTestSupport

#if ServerExample
    import Foundation
    import Testing

    /// Tests of the HTTP service example, to which clients attach while it runs.
    struct ServerExampleTests {
        private let runtime: String
        private let environment: [String: String]
        private let server: RunningChild
        private let port: UInt16

        init() throws {
            // A socket's path must be short, but the path of the temporary folder may be long.
            runtime = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
            mkdir(runtime, 0o700)
            environment = ["XDG_RUNTIME_DIR": runtime]
            let program = URL(filePath: BuiltProgram.path).deletingLastPathComponent().appending(
                path: "FlintWeatherService")
            server = try RunningChild(
                program.path(), ["0"], readsErrors: true,
                environment: BuiltProgram.environment.merging(environment) { $1 })
            let line = try #require(server.nextLine())
            port = try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { UInt16($0.1) }, "\(line)")
        }

        private func clean() {
            _ = server.kill()
            try? FileManager.default.removeItem(atPath: runtime)
        }

        private func get(_ path: String) throws -> (status: Int, body: String) {
            let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(connection) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            let status = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(status == 0)
            let request = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
            #expect(write(connection, request, request.count) == request.count)
            var answer: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while case let count = read(connection, &buffer, buffer.count), count > 0 { answer += buffer[..<count] }
            let text = String(decoding: answer, as: UTF8.self)
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
            let code = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            return (try #require(code), parts.count > 1 ? String(parts[1]) : "")
        }

        private func flint(_ arguments: String...) async throws -> ChildProcess.Result {
            try await DemoCommandLine.run(["--attach", "weather"] + arguments, environment: environment)
        }

        @Test func `a route is refused, unlocked from outside and served`() async throws {
            defer { clean() }
            #expect(try get("/today").status == 200)
            let refused = try get("/forecast")
            #expect(refused.status == 403 && refused.body.contains("Pro plan"), "\(refused)")
            let problem = try JSONSerialization.jsonObject(with: Data(refused.body.utf8)) as? [String: Any]
            #expect(problem?.keys.sorted() == ["detail", "instance", "status", "steps", "title", "type"])
            #expect(problem?["type"] as? String == "/problems/flag:forecast")
            let explained = try await flint("why", "forecast")
            #expect(explained.output.contains("Pro plan"), "\(explained)")
            #expect(try await flint("set", "flag", "forecast", "on").status == 0)
            // Whether the plan is purchased is not known.
            #expect(try get("/forecast").status == 503)
            #expect(try await flint("set", "purchase", "pro", "purchased").status == 0)
            let served = try get("/forecast")
            #expect(served.status == 200 && served.body.contains("Sun"), "\(served)")
            #expect(try await flint("undo").status == 0)
            #expect(try get("/forecast").status == 503)
            // The timeline of the service contains the effects of the requests.
            let timeline = try await flint("timeline")
            #expect(timeline.output.contains("Forecast") && timeline.output.contains("Today"), "\(timeline)")
        }

        @Test func `a route is unlocked by a plan, as the README shows`() async throws {
            defer { clean() }
            let readme = try String(contentsOfFile: "\(BuiltProgram.root)/README.md", encoding: .utf8)
            let block = try #require(readme.components(separatedBy: "$ make run-server &").last)
            var statuses: [Int] = []
            for line in block.components(separatedBy: "```")[0].split(separator: "\n").dropFirst() {
                let words = line.dropFirst(2).prefix { $0 != "#" }.split(separator: " ").map(String.init)
                if words.first == "curl" {
                    let path = try #require(words.last?.split(separator: "/", maxSplits: 1).last)
                    statuses.append(try get("/\(path)").status)
                } else {
                    let result = try BuiltProgram.run(Array(words.dropFirst()), environment: environment)
                    #expect(result.status == 0, "\(line): \(result)")
                }
            }
            #expect(statuses == [403, 200])
        }

        @Test func `the service's personas are compared by an attached command`() async throws {
            defer { clean() }
            let matrix = try await flint("matrix", "Free customer", "Pro customer")
            #expect(matrix.status == 0 && matrix.output.contains("Forecast"), "\(matrix)")
            #expect(try await flint("persona", "list").output.contains("Pro customer"))
        }
    }
#endif
