#if DesktopPortal && os(Linux)
    import CPermissionStore
    import FlintCore
    import Glibc
    import InspectorKit

    /// A question that a desktop's portal puts to the user.
    ///
    /// It has a thread and a connection of its own, because the user may take any time; both end with the answer.
    final class PortalRequest: Sendable {
        /// How a request ended.
        enum Answer: Equatable {
            /// The access is granted.
            case granted
            /// The user denied it or closed the dialog; what was denied for good is in the store.
            case refused
            /// There is no such portal, or it has no dialogs on this desktop.
            case absent(problem: String)
            /// The desktop does not let the app ask.
            case forbidden(problem: String)
            /// The request ended without an answer of the user.
            case ended(problem: String)
            /// The app closed the dialog.
            case withdrawn

            /// What to do on a desktop where no portal asks.
            private static let remedy =
                "Install xdg-desktop-portal and a backend of it that shows dialogs, such as xdg-desktop-portal-gtk"

            /// What the answer is for the app as long as the store has nothing, and why the user was not asked.
            ///
            /// Something that can go better the next time leaves the permission undetermined.
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

        /// The open end of a pipe whose other end the thread waits for: closing it closes the dialog.
        private let end = Protected<Int32>(-1)

        /// Asks.
        ///
        /// - Parameters:
        ///   - portal: What is requested.
        ///   - address: The message bus; the user's if there is none.
        ///   - completion: Called once with the answer, on the request's thread, or at once where none is left.
        func start(_ portal: flint_portal, address: String?, completion: @escaping @Sendable (Answer) -> Void) {
            var ends: [Int32] = [-1, -1]
            guard flint_pipe(&ends) == 0 else {
                return completion(.ended(problem: "there is no descriptor left"))
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
                return completion(.ended(problem: "there is no thread left to ask"))
            }
        }

        deinit {
            withdraw()
        }

        /// Closes the dialog if it is open.
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
