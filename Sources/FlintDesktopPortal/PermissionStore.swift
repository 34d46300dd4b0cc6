#if DesktopPortal && os(Linux)
    import CPermissionStore
    import FlintCore
    import Glibc
    import InspectorKit

    /// The permission store of the user's desktop, as it is for one app.
    ///
    /// A thread of its own listens to the message bus. It sleeps as long as nothing changes, and ends with the store.
    final class PermissionStore: Sendable {
        /// What has been read, apart from the connection, so that the thread does not keep the store.
        private final class Reading: Sendable {
            struct State {
                var statuses: [PortalPermission: SystemPermissionStatus] = [:]
                var observers: [@Sendable () -> Void] = []
            }

            let state = Protected(State())
            let app: String

            init(app: String) {
                self.app = app
            }

            /// Reads every entry, and notifies the observers if one has changed.
            ///
            /// - Parameter store: The connection; without one there are no such permissions.
            func read(from store: OpaquePointer?) {
                var statuses: [PortalPermission: SystemPermissionStatus] = [:]
                for permission in PortalPermission.allCases {
                    statuses[permission] = store.map { status(of: permission, in: $0) } ?? .unsupported
                }
                let observers = state.withLock { state in
                    defer { state.statuses = statuses }
                    return state.statuses == statuses ? [] : state.observers
                }
                for observer in observers { observer() }
            }

            private func status(of permission: PortalPermission, in store: OpaquePointer) -> SystemPermissionStatus {
                var value = [CChar](repeating: 0, count: 64)
                let found = flint_permission_store_read(
                    store, permission.table, permission.entry, app, &value, value.count)
                guard found >= 0 else { return .unsupported }
                let text = String(decoding: value.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                return permission.status(of: found > 0 ? text : nil)
            }
        }

        /// The connection, which goes to the thread.
        private struct Connection: @unchecked Sendable {
            let store: OpaquePointer
            /// Can be read from when the store has gone.
            let end: Int32
        }

        private let reading: Reading
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
            let reading = Reading(app: app)
            self.reading = reading
            var text = [CChar](repeating: 0, count: 256)
            guard let store = flint_permission_store_open(address, &text, text.count) else {
                problem = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                end = -1
                reading.read(from: nil)
                return
            }
            reading.read(from: store)
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
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
            if end >= 0 { close(end) }
        }

        /// The status of an entry.
        func status(of permission: PortalPermission) -> SystemPermissionStatus {
            reading.state.withLock { $0.statuses[permission] ?? .unsupported }
        }

        /// Calls a handler after each change.
        func observe(_ handler: @escaping @Sendable () -> Void) {
            reading.state.withLock { $0.observers.append(handler) }
        }

        private static func listen(_ connection: Connection, _ reading: Reading) {
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
