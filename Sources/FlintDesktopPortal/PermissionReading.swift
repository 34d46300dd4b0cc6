#if DesktopPortal && os(Linux)
    import CPermissionStore
    import FlintCore

    /// What is known of a desktop's permissions for one app: what the store has, and what it was told besides.
    ///
    /// It is apart from the connection, so that the thread that listens does not keep the store.
    final class PermissionReading: Sendable {
        /// What waits for the answer of a portal: the status that results, and the problem if the user was not asked.
        typealias Completion = @Sendable (_ status: SystemPermissionStatus, _ problem: String?) -> Void

        /// A dialog that is open, or about to be.
        private struct Dialog {
            let request = PortalRequest()
            var waiting: [Completion] = []
        }

        private struct State {
            /// What the store has.
            var stored: [PortalPermission: SystemPermissionStatus] = [:]
            /// What a portal answered and the store has not: it counts for as long as the store does not decide.
            var answered: [PortalPermission: SystemPermissionStatus] = [:]
            /// The dialogs that are open, by what they ask for.
            var dialogs: [PortalPermission: Dialog] = [:]
            var observers: [@Sendable () -> Void] = []

            func status(of permission: PortalPermission) -> SystemPermissionStatus {
                let status = stored[permission] ?? .unsupported
                return status == .notDetermined ? answered[permission] ?? status : status
            }

            var statuses: [SystemPermissionStatus] { PortalPermission.allCases.map(status(of:)) }
        }

        private let state = Protected(State())
        /// Held while the store is read, so that an older answer does not replace a newer one.
        private let turn = Protected(())
        private let app: String

        /// Starts with nothing known.
        ///
        /// - Parameter app: The app's identifier.
        init(app: String) {
            self.app = app
        }

        /// The status of an entry.
        func status(of permission: PortalPermission) -> SystemPermissionStatus {
            state.withLock { $0.status(of: permission) }
        }

        /// Calls a handler after each change.
        func observe(_ handler: @escaping @Sendable () -> Void) {
            state.withLock { $0.observers.append(handler) }
        }

        /// Reads every entry, and notifies the observers if one has changed.
        ///
        /// A dialog about something that is determined now, such as in the desktop's settings, is closed.
        ///
        /// - Parameter store: The connection; without one there are no such permissions.
        func read(from store: OpaquePointer?) {
            let (observers, requests) = turn.withLock { _ in
                var stored: [PortalPermission: SystemPermissionStatus] = [:]
                for permission in PortalPermission.allCases {
                    stored[permission] = store.map { status(of: permission, in: $0) } ?? .unsupported
                }
                return change { state in
                    // A store that cannot be read decides nothing, and a bus that has ended takes its dialogs with it.
                    let determined = PortalPermission.allCases.filter {
                        stored[$0] != .notDetermined && stored[$0] != .unsupported
                    }
                    state.stored = stored
                    for permission in determined { state.answered[permission] = nil }
                    return determined.compactMap { state.dialogs[$0]?.request }
                }
            }
            for request in requests { request.withdraw() }
            for observer in observers { observer() }
        }

        /// Has a completion wait for the answer of a portal.
        ///
        /// - Parameters:
        ///   - permission: What is requested.
        ///   - completion: What waits.
        /// - Returns: The request to start, or `nil` if the dialog is open already.
        func wait(for permission: PortalPermission, _ completion: @escaping Completion) -> PortalRequest? {
            state.withLock { state in
                let isOpen = state.dialogs[permission] != nil
                var dialog = state.dialogs[permission] ?? Dialog()
                dialog.waiting.append(completion)
                state.dialogs[permission] = dialog
                return isOpen ? nil : dialog.request
            }
        }

        /// Notes what a portal answered, notifies the observers of a change, and calls what waits for the answer.
        ///
        /// - Parameters:
        ///   - answer: The answer, after which the dialog is closed.
        ///   - permission: What was requested.
        func note(_ answer: PortalRequest.Answer, for permission: PortalPermission) {
            let (status, problem) = answer.meaning
            let (observers, dialog) = change { state in
                if let status { state.answered[permission] = status }
                return state.dialogs.removeValue(forKey: permission)
            }
            for observer in observers { observer() }
            for completion in dialog?.waiting ?? [] { completion(self.status(of: permission), problem) }
        }

        /// Closes every dialog.
        func withdrawRequests() {
            let dialogs = state.withLock { $0.dialogs }
            for dialog in dialogs.values { dialog.request.withdraw() }
        }

        /// Changes the state, and returns the observers to notify, of which there are none if no status has changed.
        private func change<Result>(
            _ body: (inout State) -> Result
        ) -> (observers: [@Sendable () -> Void], result: Result) {
            state.withLock { state in
                let before = state.statuses
                let result = body(&state)
                return (state.statuses == before ? [] : state.observers, result)
            }
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
#endif
