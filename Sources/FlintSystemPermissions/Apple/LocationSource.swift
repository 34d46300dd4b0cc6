// SPDX-License-Identifier: MIT

#if Location && canImport(CoreLocation)
    import CoreLocation
    import FlintCore
    import Foundation

    #if canImport(UIKit) && !os(watchOS)
        import UIKit
    #endif

    /// The source of a location permission.
    ///
    /// A location manager requires a thread with a run loop, so it is created and used on the main thread. The status
    /// that it last reported is stored, and can be read from any thread.
    final class LocationSource: NSObject, SystemPermissionSource, CLLocationManagerDelegate, @unchecked Sendable {
        /// The time that the system needs to open a prompt, or to report the answer to a closed one.
        private static var promptDelay: DispatchTimeInterval {
            #if canImport(UIKit) && !os(watchOS)
                .seconds(1)
            #else
                // Nothing announces the prompt here, so the user gets time to answer it.
                .seconds(60)
            #endif
        }

        private let usage: LocationUsage
        private let requests = LocationRequests()
        /// The location manager, which is used only on the main thread.
        private var manager: CLLocationManager?

        init(_ usage: LocationUsage) {
            self.usage = usage
            super.init()
            DispatchQueue.main.async { self.prepare() }
        }

        var permission: SystemPermissionConstraint { .location(usage: usage) }

        var answer: AuthorizationAnswer? { question.answer(requests.code) }

        var attributes: [PermissionAttribute] {
            answer?.isGranted == true && requests.isReduced ? [.reducedAccuracy] : []
        }

        func request(_ completion: @escaping @Sendable () -> Void) {
            DispatchQueue.main.async { self.ask(completion) }
        }

        func observe(_ handler: @escaping @Sendable () -> Void) {
            requests.observe(handler)
        }

        func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            requests.authorizationDidChange(
                to: Int(manager.authorizationStatus.rawValue),
                isReduced: manager.accuracyAuthorization == .reducedAccuracy)
        }

        private var question: AuthorizationQuestion { usage == .always ? .locationAlways : .locationWhenInUse }

        private func prepare() {
            guard self.manager == nil else { return }
            let manager = CLLocationManager()
            manager.delegate = self
            self.manager = manager
            locationManagerDidChangeAuthorization(manager)
            #if canImport(UIKit) && !os(watchOS)
                let center = NotificationCenter.default
                // The center retains these observers, so they must not retain the source.
                let inactive = UIApplication.willResignActiveNotification
                _ = center.addObserver(forName: inactive, object: nil, queue: nil) { [requests] _ in
                    requests.appWillResignActive()
                }
                let active = UIApplication.didBecomeActiveNotification
                _ = center.addObserver(forName: active, object: nil, queue: nil) { [weak self] _ in
                    if let self, let number = requests.appDidBecomeActive() { endLater(number) }
                }
            #endif
        }

        private func ask(_ completion: @escaping @Sendable () -> Void) {
            prepare()
            guard let manager else { return completion() }
            let extensionNumber = requests.begin(question, completion)
            #if os(tvOS)
                manager.requestWhenInUseAuthorization()
            #else
                if usage == .always {
                    manager.requestAlwaysAuthorization()
                } else {
                    manager.requestWhenInUseAuthorization()
                }
            #endif
            if let extensionNumber { endLater(extensionNumber) }
        }

        private func endLater(_ number: Int) {
            DispatchQueue.main.asyncAfter(deadline: .now() + Self.promptDelay) { [self] in
                if let manager { locationManagerDidChangeAuthorization(manager) }
                requests.endIfNoPromptIsOpen(number)
            }
        }
    }
#endif
