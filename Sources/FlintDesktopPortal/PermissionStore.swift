// SPDX-License-Identifier: MIT

#if DesktopPortal && os(Linux)
    import CFlintPortal
    import FlintCore
    import FlintWorld
    import Glibc

    /// An app's view of the desktop's permission store.
    ///
    /// A separate thread listens to the message bus. It sleeps until a value changes, and ends when the store is
    /// deallocated. Each portal request runs on another thread.
    final class PermissionStore: Sendable {
        private struct Connection: @unchecked Sendable {
            let store: OpaquePointer
            /// The end of a pipe that becomes readable when the store is deallocated.
            let end: Int32
        }

        private let reading: PortalPermissionState
        private let address: String?
        /// The other end of the listening thread's pipe; closing it ends the thread.
        private let end: Int32
        /// The reason why the store is not available or changes are not announced, or `nil` if the store works.
        let problem: String?

        /// Connects to the store and reads the app's entries.
        ///
        /// The identifier is empty for a program without a sandbox. If `address` is `nil`, the user's session bus is
        /// used.
        init(app: String, address: String? = nil) {
            let reading = PortalPermissionState(app: app)
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
                problem = "no file descriptor is available"
                end = -1
                flint_permission_store_close(store)
                reading.read(from: nil)
                return
            }
            let connection = Connection(store: store, end: ends[0])
            let isStarted = ServiceThread.start { Self.listen(connection, reading) }
            end = ends[1]
            // If no thread can be started, the values that were read stay in use.
            problem = isStarted ? nil : "no thread could be started to receive changes"
            if !isStarted {
                flint_permission_store_close(store)
                close(ends[0])
            }
        }

        deinit {
            reading.withdrawRequests()
            // Closing the write end wakes the listening thread, which then closes the connection and the read end.
            if end >= 0 { close(end) }
        }

        func grant(of permission: PortalPermission) -> PortalPermission.Grant { reading.grant(of: permission) }

        func status(of permission: PortalPermission) -> SystemPermissionStatus { grant(of: permission).status }

        func observe(_ handler: @escaping @Sendable () -> Void) {
            reading.observe(handler)
        }

        /// Asks the user through the permission's portal, unless the status is determined.
        ///
        /// The completion is called once. Concurrent requests for a permission share a dialog. The dialog closes when
        /// the store is deallocated, or when the status is determined elsewhere.
        func ask(for permission: PortalPermission, completion: @escaping PortalPermissionState.Completion) {
            let status = status(of: permission)
            guard status == .notDetermined, let portal = permission.portal else { return completion(status, nil) }
            guard let request = reading.wait(for: permission, completion) else { return }
            request.start(portal, address: address) { [reading, address] answer in
                // The portal writes to the store before it answers.
                Self.refresh(reading, address)
                reading.apply(answer, for: permission)
            }
        }

        private static func refresh(_ reading: PortalPermissionState, _ address: String?) {
            // The existing connection belongs to the listening thread.
            var text = [CChar](repeating: 0, count: 256)
            guard let store = flint_permission_store_open(address, &text, text.count) else { return }
            reading.read(from: store)
            flint_permission_store_close(store)
        }

        private static func listen(_ connection: Connection, _ reading: PortalPermissionState) {
            while true {
                let event = flint_permission_store_wait(connection.store, connection.end)
                if event > 0 {
                    reading.read(from: connection.store)
                } else {
                    flint_permission_store_close(connection.store)
                    close(connection.end)
                    // A lost connection makes all permissions unsupported.
                    if event < 0 { reading.read(from: nil) }
                    return
                }
            }
        }
    }
#endif
