#if DesktopPortal && os(Linux)
    import Foundation
    import Glibc

    /// A message bus of a test's own, on which the desktop's real permission store answers.
    final class MessageBus {
        /// Whether the programs are there; `make test-deps` installs them.
        static var isInstalled: Bool {
            ["/usr/bin/dbus-daemon", "/usr/bin/dbus-send", "/usr/libexec/xdg-permission-store"]
                .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
        }

        private let daemon = Process()
        private let folder: String
        /// Where programs find the bus.
        let address: String

        /// Starts a bus, which starts the store when it is first asked.
        init() throws {
            folder = NSTemporaryDirectory() + "flint-\(UInt32.random(in: .min ... .max))"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
            daemon.arguments = [
                "--session", "--nofork", "--nopidfile", "--print-address=1", "--address=unix:path=\(folder)/bus",
            ]
            var environment = ProcessInfo.processInfo.environment
            environment["XDG_DATA_HOME"] = folder
            daemon.environment = environment
            let output = Pipe()
            daemon.standardOutput = output
            daemon.standardError = FileHandle.nullDevice
            try Self.withEverySignal { [daemon] in try daemon.run() }
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            address = line.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        deinit {
            stop()
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Ends the bus, and with it the store.
        func stop() {
            guard daemon.isRunning else { return }
            daemon.terminate()
            daemon.waitUntilExit()
        }

        /// Writes an entry, as the desktop does when the user has answered.
        func set(_ table: String, _ entry: String, app: String, to values: [String]) throws {
            try call(
                "SetPermission",
                [
                    "string:\(table)", "boolean:true", "string:\(entry)", "string:\(app)",
                    "array:string:\(values.joined(separator: ","))",
                ])
        }

        /// Removes an entry, as a desktop's settings do.
        func delete(_ table: String, _ entry: String) throws {
            try call("Delete", ["string:\(table)", "string:\(entry)"])
        }

        /// Runs a body with no signal blocked.
        ///
        /// A child inherits the signals that are blocked, which on a thread of the pool are all of them, and could not be
        /// ended by one.
        private static func withEverySignal(_ body: () throws -> Void) rethrows {
            var none = sigset_t()
            var blocked = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &blocked)
            defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
            try body()
        }

        /// An error of the bus.
        struct Failure: Error {
            let call: String
            let status: Int32
        }

        private func call(_ name: String, _ arguments: [String]) throws {
            let store = "org.freedesktop.impl.portal.PermissionStore"
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/dbus-send")
            process.arguments =
                [
                    "--bus=\(address)", "--print-reply", "--dest=\(store)",
                    "/org/freedesktop/impl/portal/PermissionStore", "\(store).\(name)",
                ] + arguments
            process.standardOutput = FileHandle.nullDevice
            try Self.withEverySignal { try process.run() }
            process.waitUntilExit()
            if process.terminationStatus != 0 { throw Failure(call: name, status: process.terminationStatus) }
        }
    }
#endif
