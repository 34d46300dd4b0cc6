#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One reading of a fact from its source.
///
/// Sources are asked with no lock held, so answers may arrive in another order than their requests. The numbers of
/// readings identify the latest request, and an older answer does not replace a newer one.
struct FactReading {
    /// Why the source is asked.
    enum Occasion {
        /// A feature that depends on the fact is being registered.
        case registration
        /// The source, or the app on its behalf, announced a change.
        case announcement
        /// The source announces nothing, and something is about to depend on the fact.
        case use
    }

    /// The number of the reading; a later one has a higher number.
    let number: UInt64
    /// Why the source is asked.
    let occasion: Occasion

    /// Replaces the number of the newest reading by a newer one; `false` if it is not newer.
    static func adopt(_ number: UInt64, newest: inout UInt64) -> Bool {
        guard newest < number else { return false }
        newest = number
        return true
    }
}

/// What a source answers about a fact.
struct FactAnswer {
    /// The actual value.
    let value: FactValue
    /// Who reports it.
    let source: FactSource
    /// Who is behind a change, unless the caller has declared another cause.
    var cause: Cause

    /// Creates an answer.
    init(_ value: FactValue, source: FactSource, cause: Cause) {
        self.value = value
        self.source = source
        self.cause = cause
    }
}

/// A question that a source of facts is being asked on the calling thread.
///
/// A source may use Flint while it answers, which makes Flint ask again. So, until a source has answered the outermost
/// question, it is asked about each fact once: a caller that depends on the fact meanwhile gets what was known before,
/// and what the source announces about it is part of its answer.
///
/// The questions belong to the thread rather than to the task, because a task that a source starts would inherit a
/// task-local value, and from then on nothing it announces would be noticed.
struct OpenQuestion {
    private let facts: ObjectIdentifier
    private let kind: FactKind
    private var first: Subject
    private var others: [FactKey] = []
    /// The facts that are being asked about within the first question, outermost first.
    private var nested: [FactKey] = []
    private let outer: UnsafeMutablePointer<OpenQuestion>?

    private init(_ subject: Subject, for facts: FactStore, outer: UnsafeMutablePointer<OpenQuestion>?) {
        self.facts = ObjectIdentifier(facts)
        kind = subject.source
        first = subject
        self.outer = outer
    }

    /// What a question is about; the fact of a feature is named only on request.
    enum Subject {
        /// A fact.
        case fact(FactKey)
        /// Whether past purchases unlock a feature.
        case pastPurchases(FeatureMetadata)
        /// The switch of a feature.
        case runtimeSwitch(FeatureMetadata)

        /// The kind of fact that stands for the source.
        var source: FactKind {
            switch self {
            case .fact(let key): key.kind
            case .pastPurchases: .purchase
            case .runtimeSwitch: .runtimeSwitch
            }
        }

        /// The fact.
        var key: FactKey {
            switch self {
            case .fact(let key): key
            case .pastPurchases(let metadata): .pastPurchases(feature: metadata.path)
            case .runtimeSwitch(let metadata): .runtimeSwitch(feature: metadata.path)
            }
        }
    }

    /// Whether a source is being asked on this thread.
    static var isAsked: Bool { innermost.map { pthread_getspecific($0) != nil } ?? false }

    /// Asks about a fact, unless the source has been asked about it on this thread and has not answered everything.
    ///
    /// - Parameters:
    ///   - subject: What to ask about.
    ///   - facts: The facts of the runtime, which stand for its sources.
    ///   - onCycle: Called instead of `body` if the fact is being asked about and other facts depend on it and it on
    ///     them, with all of these facts, each before the next one it asks about.
    ///   - body: Asks the source.
    static func ask(
        about subject: Subject, for facts: FactStore, onCycle: ([FactKey]) -> Void = { _ in }, _ body: () -> Void
    ) {
        guard let innermost else { return body() }
        let outermost = pthread_getspecific(innermost)?.assumingMemoryBound(to: OpenQuestion.self)
        var next = outermost
        while let question = next {
            if question.pointee.facts == ObjectIdentifier(facts), question.pointee.kind == subject.source {
                guard question.pointee.note(subject.key) else {
                    let cycle = question.pointee.cycle(of: subject.key)
                    return cycle.count > 1 ? onCycle(cycle) : ()
                }
                question.pointee.nested.append(subject.key)
                defer { question.pointee.nested.removeLast() }
                return body()
            }
            next = question.pointee.outer
        }
        var question = OpenQuestion(subject, for: facts, outer: outermost)
        withUnsafeMutablePointer(to: &question) { pointer in
            pthread_setspecific(innermost, pointer)
            defer { pthread_setspecific(innermost, outermost) }
            body()
        }
    }

    /// Asks about the past purchases of features, one after another, except where ``ask(about:for:_:)`` would not.
    ///
    /// - Parameters:
    ///   - features: The features.
    ///   - facts: The facts of the runtime, which stand for its sources.
    ///   - body: Asks about the feature with an index.
    static func ask(
        aboutPastPurchasesOf features: [FeatureMetadata], for facts: FactStore, _ body: (Int) -> Void
    ) {
        // Within another question each may have been asked about already.
        guard let innermost, features.count > 1, pthread_getspecific(innermost) == nil else {
            for index in features.indices {
                ask(about: .pastPurchases(features[index]), for: facts) { body(index) }
            }
            return
        }
        var question = OpenQuestion(.pastPurchases(features[0]), for: facts, outer: nil)
        withUnsafeMutablePointer(to: &question) { pointer in
            pthread_setspecific(innermost, pointer)
            defer { pthread_setspecific(innermost, nil) }
            for index in features.indices {
                pointer.pointee.first = .pastPurchases(features[index])
                pointer.pointee.others.removeAll()
                body(index)
            }
        }
    }

    /// Adds a fact that the source is asked about; `false` if it has been already.
    private mutating func note(_ key: FactKey) -> Bool {
        guard first.key != key, !others.contains(key) else { return false }
        others.append(key)
        return true
    }

    /// Returns the facts that are being asked about from a fact on; none if it is not among them.
    private func cycle(of key: FactKey) -> [FactKey] {
        Array(([first.key] + nested).drop { $0 != key })
    }

    /// The key of the innermost question of each thread; the value points to the stack, so nothing has to be freed.
    ///
    /// It is `nil` where the process has used up the system's keys. Sources are then asked also while they answer, so
    /// only a source that uses Flint for its answer can notice.
    private static let innermost: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()
}
