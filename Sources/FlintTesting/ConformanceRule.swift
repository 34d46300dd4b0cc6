// SPDX-License-Identifier: MIT

/// A rule that the engine relies on, with its name in failures as the raw value.
package enum ConformanceRule: String, CaseIterable, Sendable {
    // MARK: The closures of a check

    case fixtureWorks = "fixture-works"

    // MARK: Answers

    case answersWithoutBlocking = "answers-without-blocking"
    case answersWhatWasSet = "answers-what-was-set"
    case answersAlike = "answers-alike-without-a-change"
    case unknownStaysUnknown = "unknown-stays-unknown"
    case changesNothingElse = "changes-nothing-else"
    case answersFromAnyThread = "answers-from-any-thread"
    case declaresOnce = "declares-once"

    // MARK: Facts

    case fitsTheDomain = "fits-the-domain"
    case valuesDiffer = "values-differ"

    // MARK: Announcements

    case announcesChanges = "announces-changes"
    case announcesAfterTheChange = "announces-after-the-change"
    case announcesTheAnswer = "announces-the-answer"
    case announcesOnce = "announces-once"
    case announcesWithoutLocks = "announces-without-locks"
    case notifiesEveryObserver = "notifies-every-observer"
    case addsAnObserverOnce = "adds-an-observer-once"
    case removesObservers = "removes-observers"
    case holdsObserversWeakly = "holds-observers-weakly"

    // MARK: Permissions

    case judgesSetsByStatus = "judges-sets-by-status"
    case notifiesTheDelegate = "notifies-the-delegate"
    case completesRequests = "completes-requests"
    case completesAtOnceIfDetermined = "completes-at-once-if-determined"
    case notifiesBeforeItCompletes = "notifies-before-it-completes"

    // MARK: Flags and stores

    case answersAgree = "answers-agree"
    case listsEachFlagOnce = "lists-each-flag-once"
    case canAnnounce = "can-announce"
    case settingCounts = "setting-counts"
    case removesValues = "removes-values"
    case keysAreExact = "keys-are-exact"
    case keepsValues = "keeps-values"
    case losesNoWrites = "loses-no-writes"

    var advice: String {
        switch self {
        case .fixtureWorks: "Correct the closures that were passed to the check."
        case .answersWithoutBlocking:
            "Return the known value, the last value, or nil immediately, and fetch new values in the background."
        case .answersWhatWasSet: "Return the value after the change; nil means unknown and is not the same as false."
        case .answersAlike: "Return the same answer until a change occurs."
        case .unknownStaysUnknown: "Report an unknown key as nil or unsupported; a guess turns features on or off."
        case .changesNothingElse: "Keep separate state for each key, under its exact name."
        case .answersFromAnyThread: "Protect the state with a lock, and change it in one step."
        case .declaresOnce: "Return a constant: the engine reads it once, at setup."
        case .fitsTheDomain: "List every value in factDomain, with the same factValue."
        case .valuesDiffer: "Pass several values with different factValues."
        case .announcesChanges: "Notify the observers after every change, or let announcesChanges be false."
        case .announcesAfterTheChange: "Change the state first, then notify the observers."
        case .announcesTheAnswer:
            "Pass true if the tracker's own answer is that the product is owned now, and false otherwise."
        case .announcesOnce: "Notify the observers once for each change."
        case .announcesWithoutLocks: "Release every lock and leave every queue before the observers are notified."
        case .notifiesEveryObserver: "Keep a list of observers, such as WeakObserverList."
        case .addsAnObserverOnce: "Add an observer only if the list does not contain it, as WeakObserverList does."
        case .removesObservers: "Remove the observer from the list, as WeakObserverList.remove(_:) does."
        case .holdsObserversWeakly: "Reference observers weakly, as WeakObserverList does."
        case .judgesSetsByStatus: "Return whether the status of every permission in the set is authorized."
        case .notifiesTheDelegate: "Notify the delegate in addition to the observers, and reference it weakly."
        case .completesRequests: "Call the completion of every request exactly once, with the resulting status."
        case .completesAtOnceIfDetermined: "Check the status first; a prompt is needed only if it is not determined."
        case .notifiesBeforeItCompletes: "Notify the observers first, then call the completion."
        case .answersAgree: "Answer from the same value in every member; an evaluation with an error has no value."
        case .listsEachFlagOnce: "Return each flag once, for example from a Set."
        case .canAnnounce: "Conform to DetailedFeatureFlagProvider, or let announcesChanges be false."
        case .settingCounts: "Return the value that was set until the flag is set again or cleared."
        case .removesValues: "Remove the value instead of storing false, which is a value."
        case .keysAreExact: "Use the key unchanged; every string is valid, and different strings are different keys."
        case .keepsValues: "Save every value before set(_:forKey:) returns."
        case .losesNoWrites: "Hold a lock for each complete read-modify-write."
        }
    }
}
