// SPDX-License-Identifier: MIT

#if canImport(ObjectiveC)
    public import Foundation

    extension Activity {
        /// Creates an activity from an `NSUserActivity`, for example one handed over by another device.
        ///
        /// Values of types that ``ActivityCodable/encodeForActivity()`` does not list are omitted, and so are the
        /// subtitle, the thumbnail, and the attributes for search.
        ///
        /// - Parameter activity: The system's activity.
        public init(_ activity: NSUserActivity) {
            self.init(activityType: activity.activityType)
            title = activity.title
            keywords = activity.keywords
            userInfo = activity.userInfo ?? [:]
            requiredUserInfoKeys = activity.requiredUserInfoKeys ?? []
            webpageURL = activity.webpageURL
            persistentIdentifier = activity.persistentIdentifier
            eligibility = [.perform]
            if activity.isEligibleForHandoff { eligibility.insert(.handoff) }
            if activity.isEligibleForSearch { eligibility.insert(.search) }
            if activity.isEligibleForPublicIndexing { eligibility.insert(.publicIndexing) }
            #if os(iOS) || os(watchOS) || os(visionOS)
                if activity.isEligibleForPrediction { eligibility.insert(.prediction) }
                suggestedInvocationPhrase = activity.suggestedInvocationPhrase
            #endif
        }

        /// Creates an `NSUserActivity`, which the app makes current with `becomeCurrent()`.
        ///
        /// The subtitle, the thumbnail, and the attributes for search are omitted, because they need Core Spotlight.
        ///
        /// - Returns: The system's activity.
        public func makeUserActivity() -> NSUserActivity {
            let activity = NSUserActivity(activityType: activityType)
            activity.title = title
            activity.keywords = keywords
            activity.userInfo = userInfo
            activity.requiredUserInfoKeys = requiredUserInfoKeys
            activity.webpageURL = webpageURL
            activity.persistentIdentifier = persistentIdentifier
            activity.isEligibleForHandoff = eligibility.contains(.handoff)
            // The system suggests only activities that are eligible for search.
            activity.isEligibleForSearch = !eligibility.isDisjoint(with: [.search, .prediction])
            activity.isEligibleForPublicIndexing = eligibility.contains(.publicIndexing)
            #if os(iOS) || os(watchOS) || os(visionOS)
                activity.isEligibleForPrediction = eligibility.contains(.prediction)
                activity.suggestedInvocationPhrase = suggestedInvocationPhrase
            #endif
            return activity
        }
    }
#endif
