#if DesktopPortal && os(Linux)
    import Foundation
    import Glibc

    /// A message bus for a single test, with the desktop's real permission store and optionally its real portal.
    final class MessageBus {
        /// Whether the programs are installed.
        ///
        /// `make test-deps` installs them.
        static var isInstalled: Bool {
            ["/usr/bin/dbus-daemon", "/usr/bin/dbus-send", "/usr/libexec/xdg-permission-store"]
                .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
        }

        private let daemon = Process()
        private let folder: String
        /// The address at which programs connect to the bus.
        let address: String

        /// Starts a bus, whose services start at their first use.
        ///
        /// - Parameters:
        ///   - hasPortal: Whether the desktop's portal is a service of the bus.
        ///   - hasBackend: Whether the portal finds a backend that shows dialogs, which is a ``PortalPeer``.
        /// - Throws: An error if the bus cannot be started.
        init(hasPortal: Bool = false, hasBackend: Bool = true) throws {
            folder = NSTemporaryDirectory() + "flint-\(UInt32.random(in: .min ... .max))"
            let bus = "unix:path=\(folder)/bus"
            try Self.writeConfiguration(of: bus, in: folder, hasPortal: hasPortal, hasBackend: hasBackend)
            daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
            daemon.arguments = ["--config-file=\(folder)/bus.conf", "--nofork", "--nopidfile", "--print-address=1"]
            // The portal reads these variables. It looks for the location service on the system bus.
            daemon.environment = ProcessInfo.processInfo.environment.merging([
                "HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "XDG_RUNTIME_DIR": folder,
                "XDG_DESKTOP_PORTAL_DIR": "\(folder)/portals", "XDG_CURRENT_DESKTOP": "flint",
                "DBUS_SESSION_BUS_ADDRESS": bus, "DBUS_SYSTEM_BUS_ADDRESS": bus, "GIO_USE_VFS": "local",
            ]) { $1 }
            let output = Pipe()
            daemon.standardOutput = output
            daemon.standardError = FileHandle.nullDevice
            try Self.withEverySignal { [daemon] in try daemon.run() }
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            address = line.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        private static func writeConfiguration(
            of bus: String, in folder: String, hasPortal: Bool, hasBackend: Bool
        ) throws {
            let files = FileManager.default
            for name in ["services", "portals"] {
                try files.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            }
            let services = ["impl.portal.PermissionStore"] + (hasPortal ? ["portal.Desktop"] : [])
            for service in services.map({ "org.freedesktop.\($0).service" }) {
                try files.createSymbolicLink(
                    atPath: "\(folder)/services/\(service)",
                    withDestinationPath: "/usr/share/dbus-1/services/\(service)")
            }
            let backend = "org.freedesktop.impl.portal"
            let portal = """
                [portal]
                DBusName=\(backend).desktop.flint
                Interfaces=\(backend).Access;\(backend).Background;\(backend).Lockdown;
                UseIn=flint

                """
            if hasBackend {
                try portal.write(toFile: "\(folder)/portals/flint.portal", atomically: true, encoding: .utf8)
                // Later versions of the portal also read this file.
                try "[preferred]\ndefault=flint\n"
                    .write(toFile: "\(folder)/portals/portals.conf", atomically: true, encoding: .utf8)
            }
            let configuration = """
                <busconfig>
                  <type>session</type>
                  <listen>\(bus)</listen>
                  <servicedir>\(folder)/services</servicedir>
                  <policy context="default">
                    <allow send_destination="*" eavesdrop="true"/>
                    <allow eavesdrop="true"/>
                    <allow own="*"/>
                  </policy>
                </busconfig>

                """
            try configuration.write(toFile: "\(folder)/bus.conf", atomically: true, encoding: .utf8)
        }

        deinit {
            stop()
            try? FileManager.default.removeItem(atPath: folder)
        }

        func stop() {
            guard daemon.isRunning else { return }
            daemon.terminate()
            daemon.waitUntilExit()
        }

        /// Writes an entry, as the desktop does after the user's answer.
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

        /// Runs a closure with no signal blocked.
        ///
        /// A child process inherits the blocked signals. On a thread of the pool, all signals are blocked, and no
        /// signal could end the child.
        static func withEverySignal(_ body: () throws -> Void) rethrows {
            var none = sigset_t()
            var blocked = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &blocked)
            defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
            try body()
        }

        /// Kills a service, to simulate a crash.
        func end(_ name: String) throws {
            try call(
                "GetConnectionUnixProcessID", ["string:\(name)"], of: "org.freedesktop.DBus",
                at: "/org/freedesktop/DBus"
            ) { reply in
                guard let process = reply.split(separator: " ").last.flatMap({ pid_t($0) }) else { return }
                kill(process, SIGKILL)
            }
        }

        struct Failure: Error {
            let call: String
            let status: Int32
        }

        private func call(
            _ name: String, _ arguments: [String], of service: String = "org.freedesktop.impl.portal.PermissionStore",
            at path: String = "/org/freedesktop/impl/portal/PermissionStore", reply: (String) -> Void = { _ in }
        ) throws {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/dbus-send")
            process.arguments =
                ["--bus=\(address)", "--print-reply=literal", "--dest=\(service)", path, "\(service).\(name)"]
                + arguments
            let output = Pipe()
            process.standardOutput = output
            try Self.withEverySignal { try process.run() }
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            if process.terminationStatus != 0 { throw Failure(call: name, status: process.terminationStatus) }
            reply(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
#endif
