import Testing

@testable import FlintCore

struct DefaultPermissionCheckerTests {
    private let always = SystemPermissionConstraint.location(usage: .always)
    private let whenInUse = SystemPermissionConstraint.location(usage: .whenInUse)

    @Test func `permissions without an adapter are unsupported`() {
        let checker = DefaultPermissionChecker(adapters: [])
        let answers = Answers()
        for permission in SystemPermissionConstraint.allCases {
            #expect(checker.status(of: permission) == .unsupported)
            checker.requestAuthorization(for: permission, completion: answers.record)
        }
        #expect(answers.all.map(\.permission) == SystemPermissionConstraint.allCases)
        #expect(answers.all.allSatisfy { $0.status == .unsupported })
    }

    @Test func `every permission is read from its own adapter`() {
        let adapters = SystemPermissionConstraint.allCases.map { FakeAdapter($0) }
        let checker = DefaultPermissionChecker(adapters: adapters)
        for adapter in adapters {
            adapter.change(to: .authorized)
            #expect(
                SystemPermissionConstraint.allCases.filter { checker.status(of: $0) == .authorized }
                    == SystemPermissionConstraint.allCases.filter {
                        $0 == adapter.permission || PermissionRules.wider(than: $0) == adapter.permission
                    })
            adapter.change(to: .notDetermined)
        }
    }

    @Test func `every permission is requested from its own adapter`() {
        let adapters = SystemPermissionConstraint.allCases.map { FakeAdapter($0) }
        let checker = DefaultPermissionChecker(adapters: adapters)
        for adapter in adapters {
            checker.requestAuthorization(for: adapter.permission) { _, _ in }
            #expect(adapter.requests == 1)
        }
        #expect(adapters.allSatisfy { $0.requests == 1 })
    }

    @Test func `the last adapter for a permission is used`() {
        let general = FakeAdapter(.camera)
        let special = FakeAdapter(.camera, status: .restricted)
        #expect(DefaultPermissionChecker(adapters: [general, special]).status(of: .camera) == .restricted)
    }

    @Test(arguments: [SystemPermissionStatus.authorized, .denied, .restricted, .unsupported])
    func `requesting a determined permission completes immediately`(status: SystemPermissionStatus) {
        let adapter = FakeAdapter(.photos, status: status)
        let answers = Answers()
        DefaultPermissionChecker(adapters: [adapter]).requestAuthorization(
            for: .photos, completion: answers.record)
        #expect(answers.all == [Answers.Answer(permission: .photos, status: status)])
        #expect(adapter.requests == 0)
    }

    @Test func `an adapter that completes twice is recorded once`() {
        let adapter = FakeAdapter(.camera)
        let checker = DefaultPermissionChecker(adapters: [adapter])
        let answers = Answers()
        checker.requestAuthorization(for: .camera, completion: answers.record)
        adapter.answer(.denied, times: 3)
        #expect(answers.all == [Answers.Answer(permission: .camera, status: .denied)])
    }

    @Test func `a second answer to an old request does not complete a new one`() {
        let adapter = FakeAdapter(.camera)
        let checker = DefaultPermissionChecker(adapters: [adapter])
        let answers = Answers()
        checker.requestAuthorization(for: .camera, completion: answers.record)
        adapter.answer(.notDetermined)
        checker.requestAuthorization(for: .camera, completion: answers.record)
        adapter.answer(.notDetermined, request: 0)
        #expect(answers.all.count == 1)
        adapter.answer(.authorized)
        #expect(answers.all.map(\.status) == [.notDetermined, .authorized])
    }

    @Test func `overlapping requests share one prompt`() {
        let adapter = FakeAdapter(.camera)
        let checker = DefaultPermissionChecker(adapters: [adapter])
        let answers = Answers()
        for _ in 0..<3 { checker.requestAuthorization(for: .camera, completion: answers.record) }
        #expect(adapter.requests == 1)
        adapter.answer(.authorized)
        #expect(answers.all == Array(repeating: Answers.Answer(permission: .camera, status: .authorized), count: 3))
    }

    @Test func `a request after an undetermined answer prompts again`() {
        let adapter = FakeAdapter(.camera)
        let checker = DefaultPermissionChecker(adapters: [adapter])
        let answers = Answers()
        checker.requestAuthorization(for: .camera, completion: answers.record)
        adapter.answer(.notDetermined)
        checker.requestAuthorization(for: .camera, completion: answers.record)
        #expect(adapter.requests == 2)
        adapter.answer(.authorized)
        #expect(answers.all.map(\.status) == [.notDetermined, .authorized])
    }

    @Test func `location always satisfies location when in use`() {
        let adapters = [FakeAdapter(always, status: .authorized), FakeAdapter(whenInUse)]
        let checker = DefaultPermissionChecker(adapters: adapters)
        #expect(checker.status(of: whenInUse) == .authorized)
        #expect(checker.isAuthorised(for: [whenInUse, always]))
        let answers = Answers()
        checker.requestAuthorization(for: whenInUse, completion: answers.record)
        #expect(answers.all == [Answers.Answer(permission: whenInUse, status: .authorized)])
        #expect(adapters[1].requests == 0)
    }

    @Test func `granting location always completes an open request for location when in use`() {
        let adapters = [FakeAdapter(always), FakeAdapter(whenInUse)]
        let checker = DefaultPermissionChecker(adapters: adapters)
        let answers = Answers()
        checker.requestAuthorization(for: whenInUse, completion: answers.record)
        adapters[0].change(to: .authorized)
        adapters[1].answer(.denied)
        #expect(answers.all == [Answers.Answer(permission: whenInUse, status: .authorized)])
    }

    @Test func `delegates are notified of an unannounced change before a request completes`() {
        let adapter = FakeAdapter(.camera)
        let checker = DefaultPermissionChecker(adapters: [adapter])
        let log = Log()
        let delegate = RecordingDelegate { log.append("changed \($0.name)") }
        checker.addObserver(delegate)
        adapter.changeUnannounced(to: .denied)
        checker.requestAuthorization(for: .camera) { _, status in log.append("answered \(status)") }
        #expect(log.lines == ["changed camera", "answered denied"])
    }

    @Test func `an empty list of permissions is authorized`() {
        let checker = DefaultPermissionChecker(adapters: [FakeAdapter(.camera)])
        #expect(checker.isAuthorised(for: []))
        #expect(!checker.isAuthorised(for: [.camera]))
    }

    @Test func `delegates are notified of a change before the request completes`() {
        let adapter = FakeAdapter(.camera)
        let checker = DefaultPermissionChecker(adapters: [adapter])
        let log = Log()
        let delegate = RecordingDelegate { log.append("changed \($0.name)") }
        checker.addObserver(delegate)
        checker.requestAuthorization(for: .camera) { _, status in log.append("answered \(status)") }
        adapter.answer(.authorized)
        #expect(log.lines == ["changed camera", "answered authorized"])
    }

    @Test func `a status that changes while it is read is announced once`() {
        let adapter = FakeAdapter(.camera)
        let checker = DefaultPermissionChecker(adapters: [adapter])
        let log = Log()
        let delegate = RecordingDelegate { log.append("\($0.name) \(checker.status(of: $0))") }
        checker.addObserver(delegate)
        adapter.changeUnannounced(to: .denied)
        // The status changes after it is read and before the checker receives it.
        adapter.afterNextRead { adapter.change(to: .authorized) }
        adapter.announceChange()
        #expect(log.lines == ["camera authorized"])
    }

    @Test func `delegates are notified of changes made outside the app`() {
        let adapter = FakeAdapter(always, status: .authorized)
        let checker = DefaultPermissionChecker(adapters: [adapter, FakeAdapter(whenInUse)])
        let log = Log()
        let delegate = RecordingDelegate { log.append($0.name) }
        checker.addObserver(delegate)
        adapter.change(to: .denied)
        adapter.change(to: .denied)
        #expect(log.lines == ["location-always", "location-when-in-use"])
    }

    @Test(arguments: [[], [PermissionAttribute.reducedAccuracy]])
    func `delegates are notified if attributes change while the status stays the same`(
        attributes: [PermissionAttribute]
    ) {
        let adapter = FakeAdapter(whenInUse, status: .authorized, attributes: attributes)
        let checker = DefaultPermissionChecker(adapters: [adapter])
        let log = Log()
        let observer = RecordingDelegate { log.append("\($0.name) \(checker.attributes(of: $0))") }
        checker.addObserver(observer)
        #expect(checker.status(of: whenInUse) == .authorized)
        #expect(checker.attributes(of: whenInUse) == attributes)
        adapter.announceChange()
        let changed: [PermissionAttribute] = attributes.isEmpty ? [.reducedAccuracy] : []
        adapter.change(attributes: changed)
        #expect(log.lines == ["location-when-in-use \(changed)"])
    }

    @Test func `the app's delegate and the observers are both notified`() {
        let adapter = FakeAdapter(.camera)
        let checker = DefaultPermissionChecker(adapters: [adapter])
        let log = Log()
        let own = RecordingDelegate { _ in log.append("own") }
        let other = RecordingDelegate { _ in log.append("other") }
        checker.delegate = own
        checker.addObserver(other)
        adapter.change(to: .denied)
        #expect(log.lines == ["own", "other"])
        checker.removeObserver(other)
        adapter.change(to: .authorized)
        #expect(log.lines == ["own", "other", "own"])
    }

    @Test func `delegates are held weakly`() {
        let checker = DefaultPermissionChecker(adapters: [])
        var delegate: RecordingDelegate? = RecordingDelegate { _ in }
        weak let weakDelegate = delegate
        checker.delegate = delegate
        if let delegate { checker.addObserver(delegate) }
        delegate = nil
        #expect(weakDelegate == nil)
        #expect(checker.delegate == nil)
    }

    @Test func `a minimal checker neither announces changes nor has usage descriptions`() {
        let checker = PlainChecker()
        for permission in SystemPermissionConstraint.allCases {
            #expect(!checker.announcesChanges(of: permission))
            #expect(checker.usageDescription(for: permission) == nil)
        }
    }

    @Test func `the debug description lists every status`() {
        let checker = DefaultPermissionChecker(adapters: [FakeAdapter(.camera, status: .denied)])
        let lines = checker.debugDescription.split(separator: "\n")
        #expect(lines.count == SystemPermissionConstraint.allCases.count)
        #expect(lines.first == "camera: denied")
    }
}

/// A checker with only the required members.
private final class PlainChecker: SystemPermissionChecker {
    var delegate: (any SystemPermissionCheckerDelegate)? {
        get { nil }
        set {}
    }

    func addObserver(_ observer: any SystemPermissionCheckerDelegate) {}
    func removeObserver(_ observer: any SystemPermissionCheckerDelegate) {}
    func status(of permission: SystemPermissionConstraint) -> SystemPermissionStatus { .unsupported }
    func requestAuthorization(
        for permission: SystemPermissionConstraint,
        completion: @escaping @Sendable (SystemPermissionConstraint, SystemPermissionStatus) -> Void
    ) {
        completion(permission, .unsupported)
    }
}
