#if DesktopPortal && os(Linux)
    import Foundation

    /// A program on a test's message bus that stands in for the user's desktop.
    ///
    /// What it prints and reads is described in `Portal/peer.py`.
    final class PortalPeer {
        /// Whether the portal, and what the peer is written with, are there; `make test-deps` installs them.
        static let isInstalled: Bool = {
            guard MessageBus.isInstalled,
                FileManager.default.isExecutableFile(atPath: "/usr/libexec/xdg-desktop-portal")
            else { return false }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = ["-c", "import dbus.mainloop.glib, gi"]
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()

        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()
        private var lines: [String] = []

        /// Starts the peer, and waits until it can be called.
        ///
        /// - Parameters:
        ///   - arguments: What it is.
        ///   - bus: The bus it is on.
        /// - Throws: An error if there is no interpreter.
        init(_ arguments: String..., on bus: MessageBus) throws {
            let script = URL(filePath: #filePath).appending(path: "../Portal/peer.py").standardizedFileURL.path
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = [script] + arguments
            process.environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address]
            process.standardInput = input
            process.standardOutput = output
            try MessageBus.withEverySignal { [process] in try process.run() }
            _ = next()
        }

        deinit {
            stop()
        }

        /// Ends the peer.
        func stop() {
            guard process.isRunning else { return }
            process.terminate()
            process.waitUntilExit()
        }

        /// Waits for the next thing that happens; empty once the peer has ended.
        func next() -> String {
            while lines.count < 2 {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { return lines.popLast() ?? "" }
                let text = (lines.popLast() ?? "") + String(decoding: data, as: UTF8.self)
                lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            }
            return lines.removeFirst()
        }

        /// Answers the oldest question that is open.
        func answer(_ response: String) {
            input.fileHandleForWriting.write(Data("\(response)\n".utf8))
        }
    }
#endif
