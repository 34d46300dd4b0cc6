// SPDX-License-Identifier: MIT

#if DesktopPortal && os(Linux)
    import FlintLocks
    import CFlintPortal
    import FlintCore

    /// The known state of an app's desktop permissions: stored values, portal answers, and open dialogs.
    ///
    /// The state is separate from the connection, so that the listening thread does not retain the store.
    final class PortalPermissionState: Sendable {
        /// A handler that receives the resulting status, and the problem if the user was not asked.
        typealias Completion = @Sendable (_ status: SystemPermissionStatus, _ problem: String?) -> Void

        private struct Dialog {
            let request = PortalRequest()
            var waiting: [Completion] = []
        }

        private struct State {
            var stored: [PortalPermission: PortalPermission.Grant] = [:]
            /// Portal answers that apply until the store has an entry for the permission.
            var answered: [PortalPermission: SystemPermissionStatus] = [:]
            var dialogs: [PortalPermission: Dialog] = [:]
            var observers: [@Sendable () -> Void] = []

            func grant(of permission: PortalPermission) -> PortalPermission.Grant {
                let grant = stored[permission] ?? PortalPermission.Grant(status: .unsupported)
                // The store takes precedence over the answer to a dialog.
                guard grant.status == .notDetermined, let answer = answered[permission] else { return grant }
                return PortalPermission.Grant(status: answer)
            }

            var grants: [PortalPermission.Grant] { PortalPermission.allCases.map(grant(of:)) }
        }

        private let state = Protected(State())
        /// A lock that is held while the store is read, so that an older reading does not replace a newer one.
        private let readLock = Protected(())
        private let app: String

        init(app: String) {
            self.app = app
        }

        func grant(of permission: PortalPermission) -> PortalPermission.Grant {
            state.withLock { $0.grant(of: permission) }
        }

        func observe(_ handler: @escaping @Sendable () -> Void) {
            state.withLock { $0.observers.append(handler) }
        }

        /// Reads every entry and notifies the observers if a grant has changed.
        ///
        /// A dialog is closed if its permission has been determined elsewhere, such as in the desktop's settings. If
        /// `store` is `nil`, all permissions are unsupported.
        func read(from store: OpaquePointer?) {
            let (observers, requests) = readLock.withLock { _ in
                var stored: [PortalPermission: PortalPermission.Grant] = [:]
                for permission in PortalPermission.allCases {
                    stored[permission] = store.flatMap { grant(of: permission, in: $0) }
                }
                return change { state in
                    // An unreadable store does not determine any permission. If the bus has ended, its dialogs end with
                    // it.
                    let determined = stored.filter { $0.value.status != .notDetermined }.map(\.key)
                    state.stored = stored
                    for permission in determined { state.answered[permission] = nil }
                    return determined.compactMap { state.dialogs[$0]?.request }
                }
            }
            for request in requests { request.withdraw() }
            for observer in observers { observer() }
        }

        /// Adds a completion that waits for a portal's answer, and returns the request to start.
        ///
        /// The result is `nil` if a request for the permission is already in progress.
        func wait(for permission: PortalPermission, _ completion: @escaping Completion) -> PortalRequest? {
            state.withLock { state in
                let isOpen = state.dialogs[permission] != nil
                var dialog = state.dialogs[permission] ?? Dialog()
                dialog.waiting.append(completion)
                state.dialogs[permission] = dialog
                // Only the first caller starts the request, and the others wait for the same dialog.
                return isOpen ? nil : dialog.request
            }
        }

        /// Records a portal's answer, notifies the observers if a grant has changed, and calls the waiting completions.
        func apply(_ answer: PortalRequest.Answer, for permission: PortalPermission) {
            let (status, problem) = answer.meaning
            let (observers, dialog) = change { state in
                if let status { state.answered[permission] = status }
                return state.dialogs.removeValue(forKey: permission)
            }
            for observer in observers { observer() }
            for completion in dialog?.waiting ?? [] { completion(grant(of: permission).status, problem) }
        }

        func withdrawRequests() {
            let dialogs = state.withLock { $0.dialogs }
            for dialog in dialogs.values { dialog.request.withdraw() }
        }

        /// Changes the state, and returns all observers if a grant has changed.
        private func change<Result>(
            _ body: (inout State) -> Result
        ) -> (observers: [@Sendable () -> Void], result: Result) {
            state.withLock { state in
                let before = state.grants
                let result = body(&state)
                return (state.grants == before ? [] : state.observers, result)
            }
        }

        private func grant(of permission: PortalPermission, in store: OpaquePointer) -> PortalPermission.Grant? {
            var value = [CChar](repeating: 0, count: 64)
            let found = flint_permission_store_read(
                store, permission.table, permission.entry, app, &value, value.count)
            guard found >= 0 else { return nil }
            let text = String(decoding: value.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return permission.grant(of: found > 0 ? text : nil)
        }
    }
#endif
