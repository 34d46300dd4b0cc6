// swift-format-ignore-file
// The part of UIKit that the sources use, with its public signatures and no implementation, so that names and types are
// checked where UIKit is missing.

import Foundation

@MainActor
open class UIApplication: NSObject {
    public nonisolated class var willResignActiveNotification: NSNotification.Name { NSNotification.Name("UIApplicationWillResignActiveNotification") }
    public nonisolated class var didBecomeActiveNotification: NSNotification.Name { NSNotification.Name("UIApplicationDidBecomeActiveNotification") }
}
