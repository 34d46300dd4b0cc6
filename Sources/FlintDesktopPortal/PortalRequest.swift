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
        /// The result of a request, including the problem if the user wasn't asked.
        enum Answer: Equatable {
            case granted
            /// The user denied access or closed the dialog. A permanent denial is recorded in the store.
            case refused
            /// The portal doesn't exist, or it can't show dialogs on this desktop.
            case absent(problem: String)
            /// The desktop doesn't allow the app to ask.
            case forbidden(problem: String)
            /// The request ended without an answer from the user.
            case ended(problem: String)
            case withdrawn

            private static let remedy =
                "Install xdg-desktop-portal and a backend that shows dialogs, such as xdg-desktop-portal-gtk"

            /// The status that applies until the store has an entry, and the reason if the user wasn't asked.
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

        /// The write end of the pipe that the request's thread waits for.
        ///
        /// Closing it closes the dialog.
        private let end = Protected<Int32>(-1)

        /// Starts the request.
        ///
        /// - Parameters:
        ///   - portal: The portal for the requested access.
        ///   - address: The address of the message bus, or `nil` for the user's session bus.
        ///   - completion: A handler that is called once with the answer: on the request's thread, or immediately if
        ///     the request can't be started.
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
