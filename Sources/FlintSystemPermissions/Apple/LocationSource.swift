// SPDX-License-Identifier: MIT

#if Location && canImport(CoreLocation)
    import CoreLocation
    import FlintCore
    import Foundation

    /// The source of a location permission.
    ///
    /// A location manager requires a thread with a run loop, so it's created and used on the main thread. The status
    /// that it last reported is stored, and can be read from any thread.
    final class LocationSource: NSObject, SystemPermissionSource, CLLocationManagerDelegate, @unchecked Sendable {
        private struct State {
            var code = 0
            var hasAskedForMore = false
            var waiting: [@Sendable () -> Void] = []
            var observers: [@Sendable () -> Void] = []
        }

        private let usage: LocationUsage
        private let state = Protected(State())
        /// Used only on the main thread.
        private var manager: CLLocationManager?

        init(_ usage: LocationUsage) {
            self.usage = usage
            super.init()
            DispatchQueue.main.async { self.prepare() }
        }

        var permission: SystemPermissionConstraint { .location(usage: usage) }

        var status: SystemPermissionStatus {
            state.withLock { AuthorizationCode.location($0.code, usage: usage, hasAskedForMore: $0.hasAskedForMore) }
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            DispatchQueue.main.async { self.ask(completion) }
        }

        func observe(_ handler: @escaping @Sendable () -> Void) {
            state.withLock { $0.observers.append(handler) }
        }

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            let code = Int(manager.authorizationStatus.rawValue)
            let called = state.withLock { state -> [@Sendable () -> Void] in
                guard state.code != code else { return [] }
                state.code = code
                defer { state.waiting = [] }
                return state.observers + state.waiting
            }
            for handler in called { handler() }
        }

        private func prepare() {
            let manager = CLLocationManager()
            manager.delegate = self
            self.manager = manager
            locationManagerDidChangeAuthorization(manager)
        }

        private func ask(_ completion: @escaping @Sendable () -> Void) {
            if manager == nil { prepare() }
            guard let manager else { return completion() }
            // If the app already has when-in-use access, the system may ask much later or never, so the request
            // completes immediately.
            let isForMore = usage == .always && state.withLock { $0.code == 4 }
            state.withLock { state in
                if isForMore { state.hasAskedForMore = true } else { state.waiting.append(completion) }
            }
            #if os(tvOS)
                manager.requestWhenInUseAuthorization()
            #else
                if usage == .always {
                    manager.requestAlwaysAuthorization()
                } else {
                    manager.requestWhenInUseAuthorization()
                }
            #endif
            if isForMore { completion() }
        }
    }
#endif
