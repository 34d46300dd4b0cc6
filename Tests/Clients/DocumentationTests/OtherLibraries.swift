import Foundation

// Stand-ins for the libraries of the article "Connecting Other Libraries", with the parts of their public interfaces that
// its code uses. The package depends on none of them.

// MARK: OpenFeature

struct EvaluationContext: Sendable {}

struct ProviderMetadata: Sendable {
    let name: String?
}

struct ProviderEvaluation<Value: Sendable>: Sendable {
    let value: Value
    var variant: String?
    var reason: String?
    var errorCode: ErrorCode?
    var errorMessage: String?
}

enum ErrorCode: Int, Sendable {
    case providerNotReady = 1
    case flagNotFound, parseError, typeMismatch, targetingKeyMissing, invalidContext, general, providerFatal
}

enum OpenFeatureError: Error {
    case providerNotReadyError
    case flagNotFoundError(key: String)
    case generalError(message: String)

    func errorCode() -> ErrorCode {
        switch self {
        case .providerNotReadyError: .providerNotReady
        case .flagNotFoundError: .flagNotFound
        case .generalError: .general
        }
    }
}

enum ProviderEvent: Sendable {
    case ready, configurationChanged, stale
}

protocol Hook {}

protocol FeatureProvider {
    var hooks: [any Hook] { get }
    var metadata: ProviderMetadata { get }
    func initialize(initialContext: EvaluationContext?) async
    func onContextSet(oldContext: EvaluationContext?, newContext: EvaluationContext) async
    func getBooleanEvaluation(
        key: String, defaultValue: Bool, context: EvaluationContext?
    ) throws -> ProviderEvaluation<Bool>
    func observe() -> AnyPublisher<ProviderEvent?, Never>
}

// MARK: Combine

final class AnyCancellable {
    private let onCancel: () -> Void

    init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }
    deinit { onCancel() }
    func cancel() { onCancel() }
}

struct AnyPublisher<Output, Failure: Error> {
    let subscribe: (@escaping (Output) -> Void) -> AnyCancellable

    func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { subscribe(receiveValue) }
}

// MARK: RevenueCat

struct EntitlementInfo: Sendable {
    let identifier: String
}

struct EntitlementInfos: Sendable {
    let active: [String: EntitlementInfo]
}

struct NonSubscriptionTransaction: Sendable {
    let productIdentifier: String
}

final class CustomerInfo: Sendable {
    let entitlements: EntitlementInfos
    let activeSubscriptions: Set<String>
    let nonSubscriptions: [NonSubscriptionTransaction]

    init(entitlements: [String] = [], subscriptions: Set<String> = [], others: [String] = []) {
        let infos = entitlements.map { ($0, EntitlementInfo(identifier: $0)) }
        self.entitlements = EntitlementInfos(active: Dictionary(uniqueKeysWithValues: infos))
        activeSubscriptions = subscriptions
        nonSubscriptions = others.map(NonSubscriptionTransaction.init)
    }
}

// MARK: The Composable Architecture

protocol DependencyKey {
    associatedtype Value: Sendable
    static var liveValue: Value { get }
}

struct DependencyValues: Sendable {
    @TaskLocal static var current = DependencyValues()
    private var replaced: [ObjectIdentifier: any Sendable] = [:]

    subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
        get { replaced[ObjectIdentifier(key)] as? Key.Value ?? Key.liveValue }
        set { replaced[ObjectIdentifier(key)] = newValue }
    }
}

func withDependencies<Result>(_ change: (inout DependencyValues) -> Void, operation: () -> Result) -> Result {
    var values = DependencyValues.current
    change(&values)
    return DependencyValues.$current.withValue(values, operation: operation)
}

@propertyWrapper
struct Dependency<Value> {
    let wrappedValue: Value

    init(_ path: KeyPath<DependencyValues, Value>) { wrappedValue = DependencyValues.current[keyPath: path] }
}
