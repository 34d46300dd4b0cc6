import FlintCore
import FlintSimulation
import FlintTesting
import Testing

/// Tests of the conformance checks for permission checkers and adapters.
///
/// Correct implementations pass, each fault is detected, and the package's own implementations pass.
@Suite(.timeLimit(.minutes(20)))
struct PermissionConformanceTests {
    private static let permissions: [SystemPermissionConstraint] = [
        .camera, .location(usage: .always), .location(usage: .whenInUse),
    ]
    private static let statuses: [SystemPermissionStatus] = [.authorized, .denied, .restricted, .notDetermined]

    static let checkerRules: [FaultyChecker.Fault: ConformanceRule] = [
        .takesOneForAll: .judgesSetsByStatus, .forgetsTheDelegate: .notifiesTheDelegate,
        .keepsTheDelegateAlive: .notifiesTheDelegate, .neverCompletes: .completesRequests,
        .completesTwice: .completesRequests, .completesWithAnotherStatus: .completesRequests,
        .completesLaterAlthoughDetermined: .completesAtOnceIfDetermined,
        .completesBeforeItNotifies: .notifiesBeforeItCompletes, .guessesWhatItDoesNotKnow: .unknownStaysUnknown,
        .holdsObserversStrongly: .holdsObserversWeakly,
    ]

    static let adapterRules: [FaultyAdapter.Fault: ConformanceRule] = [
        .isForAnother: .declaresOnce, .passesAnotherAdapter: .completesRequests, .neverCompletes: .completesRequests,
        .keepsOneHandlerOnly: .notifiesEveryObserver, .announcesNothing: .announcesChanges,
    ]

    private func check(_ fault: FaultyChecker.Fault) -> PermissionCheckerConformance<FaultyChecker> {
        PermissionCheckerConformance(permissions: [.camera, .photos], unsupported: [.siriKit]) {
            FaultyChecker(fault, known: [.camera, .photos])
        } change: { checker, permission, status in
            checker.set(status, of: permission)
        } answer: { checker, permission, status in
            checker.answer(status, to: permission)
        }
    }

    private func check(_ fault: FaultyAdapter.Fault) -> PermissionAdapterConformance<FaultyAdapter> {
        PermissionAdapterConformance(for: .camera) {
            FaultyAdapter(fault)
        } change: { adapter, status in
            adapter.set(status)
        }
    }

    @Test func `a correct checker and a correct adapter pass`() async throws {
        try await check(FaultyChecker.Fault.none).verify()
        try await check(FaultyAdapter.Fault.none).verify()
    }

    @Test(arguments: FaultyChecker.Fault.allCases.filter { $0 != .none })
    func `every fault of a checker breaks its rule`(fault: FaultyChecker.Fault) async throws {
        let (rule, failures) = (try #require(Self.checkerRules[fault]), await check(fault).failures())
        #expect(failures.contains { $0.rule == rule.rawValue }, "\(failures)")
    }

    @Test(arguments: FaultyAdapter.Fault.allCases.filter { $0 != .none })
    func `every fault of an adapter breaks its rule`(fault: FaultyAdapter.Fault) async throws {
        let (rule, failures) = (try #require(Self.adapterRules[fault]), await check(fault).failures())
        #expect(failures.contains { $0.rule == rule.rawValue }, "\(failures)")
    }

    @Test func `the checker of adapters conforms`() async throws {
        var adapters: [SystemPermissionConstraint: StagedPermission] = [:]
        try await PermissionCheckerConformance(
            permissions: Self.permissions, unsupported: [.siriKit], statuses: Self.statuses
        ) {
            adapters = Dictionary(uniqueKeysWithValues: Self.permissions.map { ($0, StagedPermission($0)) })
            return DefaultPermissionChecker(adapters: Array(adapters.values))
        } change: { _, permission, status in
            adapters[permission]?.set(status)
        }.verify()
    }

    @Test func `the simulated permission center conforms, with its prompts`() async throws {
        var center = SimulatedPermissionCenter()
        try await PermissionCheckerConformance(
            permissions: [.camera, .photos, .location(usage: .always)], statuses: Self.statuses
        ) {
            center = SimulatedPermissionCenter()
            return center.checker
        } change: { _, permission, status in
            center.setStatus(status, of: permission)
        } answer: { _, permission, status in
            center.answer(status == .authorized ? .allow : .deny, to: permission)
        }.verify()
    }

    @Test func `the permission of a gating test conforms`() async throws {
        try await PermissionAdapterConformance(for: .camera, statuses: Self.statuses) {
            StagedPermission(.camera)
        } change: { permission, status in
            permission.set(status)
        }.verify()
    }
}
