// SPDX-License-Identifier: MIT

#if DesktopPortal && os(Linux)
    import FlintLocks
    import CFlintPortal
    import FlintCore
    import FlintWorld
    import Glibc

    /// A request in which a desktop's portal asks the user for access.
    ///
    /// A request uses its own thread and connection, because the user may take any amount of time to answer. Both end
    /// when the request does. Deallocating the request closes its dialog.
    final class PortalRequest: Sendable {
        enum Answer: Equatable {
            case granted
            /// The user denied access or closed the dialog. A permanent denial is recorded in the store.
            case refused
            /// The portal does not exist, or it cannot show dialogs on this desktop.
            case absent(problem: String)
            case forbidden(problem: String)
            case ended(problem: String)
            case withdrawn

            private static let remedy =
                "Install xdg-desktop-portal and a backend that shows dialogs, such as xdg-desktop-portal-gtk"

            /// The status that applies until the store has an entry, and the reason if the user was not asked.
            ///
            /// If the status is `nil`, the permission stays undetermined, because another request may succeed.
            var meaning: (status: SystemPermissionStatus?, problem: String?) {
                switch self {
                case .granted: (.authorized, nil)
                case .refused, .withdrawn: (nil, nil)
                case .absent(let problem): (.unsupported, "\(problem). \(Self.remedy)")
                case .forbidden(let problem): (.restricted, problem)
                case .ended(let problem): (nil, problem)
                }
            }
        }

        /// The write end of the pipe that the request's thread waits for; closing it closes the dialog.
        private let end = Protected<Int32>(-1)

        /// Starts the request on the user's session bus, or on the bus at an address.
        ///
        /// The completion is called once: on the request's thread, or immediately if the request cannot be started.
        func start(_ portal: flint_portal, address: String?, completion: @escaping @Sendable (Answer) -> Void) {
            var ends: [Int32] = [-1, -1]
            guard flint_pipe(&ends) == 0 else {
                return completion(.ended(problem: "no file descriptor is available"))
            }
            let other = ends[0]
            end.withLock { [ends] in $0 = ends[1] }
            let isStarted = ServiceThread.start {
                let answer = Self.ask(portal, address: address, until: other)
                close(other)
                completion(answer)
            }
            guard isStarted else {
                close(other)
                return completion(.ended(problem: "no thread could be started for the request"))
            }
        }

        deinit {
            withdraw()
        }

        func withdraw() {
            end.withLock { end in
                if end >= 0 { close(end) }
                end = -1
            }
        }

        private static func ask(_ portal: flint_portal, address: String?, until end: Int32) -> Answer {
            var text = [CChar](repeating: 0, count: 256)
            let answer = flint_portal_ask(address, portal, end, &text, text.count)
            let problem = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            return switch answer {
            case .granted: .granted
            case .refused: .refused
            case .absent: .absent(problem: problem)
            case .forbidden: .forbidden(problem: problem)
            case .ended: .ended(problem: problem)
            case .withdrawn: .withdrawn
            }
        }
    }
#endif
