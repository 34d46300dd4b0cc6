/// A rule that the engine relies on.
///
/// The raw value is the name in failures.
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
        case .fixtureWorks: "Correct the closures of the check."
        case .answersWithoutBlocking:
            "Answer from what is known, with nil or the last value until more is, and fetch the rest elsewhere."
        case .answersWhatWasSet: "Answer what is so after the change; nil is for what is not known, and never false."
        case .answersAlike: "Answer from state that only a change alters."
        case .unknownStaysUnknown: "Answer nil, unsupported or that the key is unknown; a guess opens or closes a gate."
        case .changesNothingElse: "Keep the state of each key by itself, under exactly its own name."
        case .answersFromAnyThread: "Keep the state under a lock, and change it in one step."
        case .declaresOnce: "Return a constant: the engine reads it once, at setup."
        case .announcesChanges: "Notify the observers after every change, or let announcesChanges be false."
        case .announcesAfterTheChange: "Change the state first, and notify the observers then."
        case .announcesTheAnswer: "Pass true if the product is owned now, and false otherwise."
        case .announcesOnce: "Notify the observers once for each change."
        case .announcesWithoutLocks: "Release every lock and leave every queue before the observers are notified."
        case .notifiesEveryObserver: "Keep a list of observers, such as WeakObserverList."
        case .addsAnObserverOnce: "Look whether the observer is in the list before it is added; WeakObserverList does."
        case .removesObservers: "Take the observer off the list, as WeakObserverList.remove(_:) does."
        case .holdsObserversWeakly: "Hold observers weakly, as WeakObserverList does."
        case .judgesSetsByStatus: "Return whether the status of every permission of the set is authorized."
        case .notifiesTheDelegate: "Notify the delegate beside the observers, and hold it weakly."
        case .completesRequests: "Call the completion of every request exactly once, with the status that results."
        case .completesAtOnceIfDetermined: "Look at the status first; only one that is not determined needs a prompt."
        case .notifiesBeforeItCompletes: "Notify the observers first, and call the completion then."
        case .answersAgree: "Let every member answer from the same value; what is in error has none."
        case .listsEachFlagOnce: "Return the flags of a set."
        case .canAnnounce: "Conform to DetailedFeatureFlagProvider, or let announcesChanges be false."
        case .settingCounts: "Answer what was set until it is set again or cleared."
        case .removesValues: "Remove the value, so that there is none; false is a value."
        case .keysAreExact: "Use the key as it is: every text is one, and no two are the same."
        case .keepsValues: "Save every value before set(_:forKey:) returns."
        case .losesNoWrites: "Let one writer in at a time, for reading and writing together."
        }
    }
}
