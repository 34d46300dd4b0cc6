#if DesktopPortal && os(Linux)
    import CPermissionStore
    import FlintCore
    import Glibc
    import InspectorKit

    /// The permission store of the user's desktop, as it is for one app.
    ///
    /// A thread of its own listens to the message bus. It sleeps as long as nothing changes, and ends with the store. A
    /// portal is asked on another one.
    final class PermissionStore: Sendable {
        /// The connection, which goes to the thread.
        private struct Connection: @unchecked Sendable {
            let store: OpaquePointer
            /// Can be read from when the store has gone.
            let end: Int32
        }

        private let reading: PermissionReading
        private let address: String?
        /// The open end of a pipe whose other end the thread waits for: closing it ends the thread.
        private let end: Int32
        /// Why there is no store; `nil` if there is one.
        let problem: String?

        /// Connects to the store and reads what it has for an app.
        ///
        /// - Parameters:
        ///   - app: The app's identifier, which is empty for a program that runs in no sandbox.
        ///   - address: The message bus; the user's by default.
        init(app: String, address: String? = nil) {
            let reading = PermissionReading(app: app)
            self.reading = reading
            self.address = address
            var text = [CChar](repeating: 0, count: 256)
            guard let store = flint_permission_store_open(address, &text, text.count) else {
                problem = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                end = -1
                reading.read(from: nil)
                return
            }
            reading.read(from: store)
            var ends: [Int32] = [-1, -1]
            guard flint_pipe(&ends) == 0 else {
                problem = "there is no descriptor left"
                end = -1
                flint_permission_store_close(store)
                reading.read(from: nil)
                return
            }
            let connection = Connection(store: store, end: ends[0])
            let isStarted = ServiceThread.start { Self.listen(connection, reading) }
            end = ends[1]
            // What was read stays as it was if the system has no thread left to listen.
            problem = isStarted ? nil : "there is no thread left to hear of changes"
            if !isStarted {
                flint_permission_store_close(store)
                close(ends[0])
            }
        }

        deinit {
            reading.withdrawRequests()
            if end >= 0 { close(end) }
        }

        /// The status of an entry.
        func status(of permission: PortalPermission) -> SystemPermissionStatus {
            reading.status(of: permission)
        }

        /// Calls a handler after each change.
        func observe(_ handler: @escaping @Sendable () -> Void) {
            reading.observe(handler)
        }

        /// Has the portal of a permission ask the user, unless the status is determined.
        ///
        /// The dialog is closed with the store, and when something else determines the status.
        ///
        /// - Parameters:
        ///   - permission: The permission; requests for it that overlap share one dialog.
        ///   - completion: Called once with the status that results.
        func ask(for permission: PortalPermission, completion: @escaping PermissionReading.Completion) {
            let status = status(of: permission)
            guard status == .notDetermined, let portal = permission.portal else { return completion(status, nil) }
            guard let request = reading.wait(for: permission, completion) else { return }
            request.start(portal, address: address) { [reading, address] answer in
                // The portal has written the store before it answers.
                Self.refresh(reading, address)
                reading.note(answer, for: permission)
            }
        }

        /// Reads the store on a connection of its own, because the other one belongs to the thread that listens.
        private static func refresh(_ reading: PermissionReading, _ address: String?) {
            var text = [CChar](repeating: 0, count: 256)
            guard let store = flint_permission_store_open(address, &text, text.count) else { return }
            reading.read(from: store)
            flint_permission_store_close(store)
        }

        private static func listen(_ connection: Connection, _ reading: PermissionReading) {
            while true {
                let event = flint_permission_store_wait(connection.store, connection.end)
                if event > 0 {
                    reading.read(from: connection.store)
                } else {
                    flint_permission_store_close(connection.store)
                    close(connection.end)
                    // A lost connection takes its permissions with it.
                    if event < 0 { reading.read(from: nil) }
                    return
                }
            }
        }
    }
#endif
