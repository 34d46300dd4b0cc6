#if DesktopPortal && os(Linux)
    import Foundation

    /// A program on a test's message bus that represents the user's desktop.
    ///
    /// `Portal/peer.py` describes its output and its input.
    final class PortalPeer {
        /// Whether the portal and the peer's Python packages are installed.
        ///
        /// `make test-deps` installs them.
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

        /// Starts the peer and waits until it accepts calls.
        ///
        /// - Parameters:
        ///   - arguments: The roles of the peer.
        ///   - bus: The bus to which it connects.
        /// - Throws: An error if Python is not installed.
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

        func stop() {
            guard process.isRunning else { return }
            process.terminate()
            process.waitUntilExit()
        }

        /// Waits for the peer's next line of output, which is empty after its end.
        func next() -> String {
            while lines.count < 2 {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { return lines.popLast() ?? "" }
                let text = (lines.popLast() ?? "") + String(decoding: data, as: UTF8.self)
                lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            }
            return lines.removeFirst()
        }

        func answer(_ response: String) {
            input.fileHandleForWriting.write(Data("\(response)\n".utf8))
        }
    }
#endif
