import FlintCore
import FlintLocks
import FlintTesting
import Testing

struct FactSourceConformanceTests {
    enum Fault: CaseIterable, Sendable {
        case none
        case guesses
        case answersLate
        case answersInTurns
    }

    /// A server with a version that a faulty source reports.
    final class FaultyServer: Sendable {
        struct Failure: Error {}

        private let fault: Fault
        private let state = Protected<(version: PlatformVersion?, former: PlatformVersion?, count: Int)>((nil, nil, 0))

        init(_ fault: Fault) {
            self.fault = fault
        }

        func set(_ version: PlatformVersion?) {
            state.withLock { ($0.former, $0.version) = ($0.version, version) }
        }

        var version: PlatformVersion? {
            state.withLock { state in
                state.count += 1
                return switch fault {
                case .none: state.version
                case .guesses: state.version ?? 1
                case .answersLate: state.former
                case .answersInTurns: state.count.isMultiple(of: 2) ? state.version : state.former
                }
            }
        }

        func ask() throws -> PlatformVersion {
            guard let version else { throw Failure() }
            return version
        }
    }

    private static let versions: [PlatformVersion] = [9, 10]

    private static func closureFailures(_ fault: Fault) async -> [ConformanceFailure] {
        await FactSourceConformance(of: .checkedVersion, values: versions) {
            FaultyServer(fault)
        } value: { server in
            server.version
        } change: { server, version in
            server.set(version)
        }.failures()
    }

    private static func serviceFailures(_ fault: Fault) async -> [ConformanceFailure] {
        await FactSourceConformance(of: .checkedVersion, values: versions) {
            FaultyServer(fault)
        } service: { server in
            AsyncFactSource { try server.ask() }
        } change: { server, version in
            server.set(version)
        }.failures()
    }

    private static let rules: [(fault: Fault, closure: Set<String>, service: Set<String>)] = [
        (.none, [], []), (.guesses, ["unknown-stays-unknown"], ["unknown-stays-unknown"]),
        (
            .answersLate, ["answers-what-was-set", "unknown-stays-unknown"],
            ["answers-what-was-set", "unknown-stays-unknown"]
        ),
        (
            .answersInTurns,
            [
                "answers-alike-without-a-change", "answers-what-was-set", "answers-from-any-thread",
                "unknown-stays-unknown",
            ],
            ["answers-what-was-set"]
        ),
    ]

    @Test(arguments: rules.indices)
    func `every fault breaks its rules`(index: Int) async {
        let (fault, closure, service) = Self.rules[index]
        #expect(Set(await Self.closureFailures(fault).map(\.rule)).subtracting(closure) == [])
        #expect(await Self.closureFailures(fault).isEmpty == closure.isEmpty)
        #expect(Set(await Self.serviceFailures(fault).map(\.rule)).isSuperset(of: service))
        #expect(await Self.serviceFailures(fault).isEmpty == service.isEmpty)
    }

    static let domainRules: [ConformanceRule] = [.valuesDiffer, .fitsTheDomain]

    @Test func `values must be in the domain and differ from each other`() async {
        let failures = await FactSourceConformance(of: AppFact("color", title: "Color"), values: [Color.red, .crimson])
        {
            Paint()
        } value: { paint in
            paint.color.withLock { $0 }
        } change: { paint, color in
            paint.color.withLock { $0 = color }
        }.failures()
        #expect(failures.map(\.rule) == Self.domainRules.map(\.rawValue))
    }
}

private final class Paint: Sendable {
    let color = Protected<Color?>(nil)
}

/// A color whose values are all stored alike, in a domain that lacks them.
private enum Color: AppFactValue {
    case red, crimson

    static var factDomain: FactDomain { .number }
    var factValue: FactValue { .choice("red") }
}

extension AppFact where Value == PlatformVersion {
    fileprivate static var checkedVersion: AppFact { AppFact("checked-version", title: "Checked version") }
}
