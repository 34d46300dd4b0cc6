// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation

/// One of the app's own facts, on which features can depend.
///
/// The app describes the fact once, and sets its value with ``Flint/set(_:to:)`` or provides a source. Features require
/// values of the fact in their constraints; see <doc:FactsOfYourOwn>.
///
/// Until a value is known, conditions on the fact are undetermined. Facts with the same kind, name, and instance are
/// the same fact.
public struct AppFact<Value: AppFactValue>: Sendable, Hashable {
    /// The description of the fact.
    public let description: FactDescription

    private init(_ description: FactDescription) {
        self.description = description
    }

    /// Describes a fact by its name and its title.
    ///
    /// - Parameters:
    ///   - name: The name, in lowercase letters, digits, and hyphens. It must be unique among the facts of the kind.
    ///     Other characters are replaced by hyphens.
    ///   - kind: The kind, which groups facts on the command line and in JSON. A malformed spelling, or a kind of the
    ///     framework's own, is replaced by `fact`.
    ///   - title: The title for people, such as "Server version".
    ///   - remedy: The way to change the fact, unless its values have remedies of their own.
    ///   - fileID: The file of the description; pass a value only to forward a caller's.
    ///   - line: The line of the description; pass a value only to forward a caller's.
    public init(
        _ name: String, kind: FactKind = .fact, title: String, remedy: Remedy? = nil, fileID: String = #fileID,
        line: Int = #line
    ) {
        self.init(
            FactDescription(
                kind: kind.isFree ? kind : .fact, name: FactKind.spelling(of: name), title: title,
                domain: Value.factDomain, remedy: remedy,
                declaration: Declaration(fileID: fileID, line: line)))
    }

    /// Returns the fact about one of several things, such as the version of one server.
    ///
    /// - Parameter instance: The name of the thing.
    /// - Returns: The fact.
    public func of(_ instance: String) -> AppFact { AppFact(description.of(instance)) }

    var key: FactKey { .own(description) }
}

/// A type for the values of an app's own facts: `Bool`, `Int`, `PlatformVersion`, `Date`, or a choice.
public protocol AppFactValue: Sendable, Hashable {
    /// The values that the fact can have.
    static var factDomain: FactDomain { get }
    /// The representation of the value in the engine.
    var factValue: FactValue { get }
}

/// A type whose values are ordered, so that features can require a minimum.
public protocol AppFactQuantity: AppFactValue {}

/// A choice from a few values, each with a title and optionally a remedy.
public protocol AppFactChoice: AppFactValue, RawRepresentable<String>, CaseIterable {
    /// The display name of the value. By default, the raw value with spaces in place of hyphens.
    var title: String { get }
    /// The way to change this value to another one, or `nil` if the fact's remedy applies.
    var remedy: Remedy? { get }
}

/// A choice whose cases are levels, in order from the lowest to the highest, such as the tiers of a subscription.
public protocol AppFactLevel: AppFactChoice {}

extension AppFactChoice {
    /// The raw value, with spaces in place of hyphens.
    public var title: String { String(rawValue.map { $0 == "-" ? " " : $0 }) }

    /// By default, the value is `nil`, and the remedy of the fact applies.
    public var remedy: Remedy? { nil }

    /// The raw value, as a choice.
    ///
    /// White space is replaced by hyphens. Cases whose names are then equal count as one value. The raw value `none`
    /// becomes `is-none`, because commands remove overrides with `none`.
    public var factValue: FactValue { .choice(choiceName) }

    private var choiceName: String {
        rawValue == "none" ? "is-none" : String(rawValue.map { $0.isWhitespace ? "-" : $0 })
    }

    /// A choice for each case, in order of declaration.
    public static var factDomain: FactDomain { .choices(choices) }

    fileprivate static var choices: [FactChoice] {
        var names: Set<String> = []
        return allCases.filter { names.insert($0.choiceName).inserted }
            .map { FactChoice($0.factValue, id: $0.choiceName, words: $0.title, remedy: $0.remedy) }
    }
}

extension AppFactLevel {
    /// The cases, from the lowest to the highest.
    public static var factDomain: FactDomain { .ordered(choices) }
}

extension Bool: AppFactValue {
    /// The domain of the two values yes and no.
    public static var factDomain: FactDomain { .yesNo }

    /// The value as a truth value.
    public var factValue: FactValue { .truth(Truth(self)) }
}

extension Int: AppFactQuantity {
    /// The domain of all whole numbers.
    public static var factDomain: FactDomain { .number }

    /// The number as the value of a fact.
    public var factValue: FactValue { .number(self) }
}

extension PlatformVersion: AppFactQuantity {
    /// The domain of all versions.
    public static var factDomain: FactDomain { .version }

    /// The version as the value of a fact.
    public var factValue: FactValue { .version(self) }
}

extension Date: AppFactQuantity {
    /// The domain of all dates.
    public static var factDomain: FactDomain { .date }

    /// The date, rounded down to a second and limited to the years 1 through 9999, or unknown if it is not a number.
    public var factValue: FactValue {
        let seconds = timeIntervalSince1970.rounded(.down)
        if seconds.isNaN { return .truth(.unknown) }
        // The range is the years 1 through 9999.
        return .date(Date(timeIntervalSince1970: min(max(seconds, -62_135_596_800), 253_402_300_799)))
    }
}

extension FeatureConstraintsBuilder {
    /// Requires one of the app's own facts to be true.
    public func fact(_ fact: AppFact<Bool>, fileID: String = #fileID, line: Int = #line) {
        self.fact(FactRequirement(fact.key, .granted), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires one of the app's own facts to have a value.
    public func fact<Value>(_ fact: AppFact<Value>, is value: Value, fileID: String = #fileID, line: Int = #line) {
        let isGranted = value.factValue == .truth(.true)
        self.fact(
            FactRequirement(fact.key, isGranted ? .granted : .oneOf([value.factValue])),
            at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires one of the app's own facts to have any of several values.
    ///
    /// If `values` is empty, the feature is never available.
    public func fact<Value>(
        _ fact: AppFact<Value>, oneOf values: [Value], fileID: String = #fileID, line: Int = #line
    ) {
        self.fact(
            FactRequirement(fact.key, .oneOf(values.map(\.factValue))), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires one of the app's own facts to have a minimum value.
    public func fact<Value: AppFactQuantity>(
        _ fact: AppFact<Value>, atLeast value: Value, fileID: String = #fileID, line: Int = #line
    ) {
        self.fact(FactRequirement(fact.key, .atLeast(value.factValue)), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires a minimum version, such as "9.6".
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - version: One to three numbers separated by periods. A malformed version is never met, and `flint lint`
    ///     reports it.
    ///   - fileID: The file of the requirement; pass a value only to forward a caller's.
    ///   - line: The line of the requirement; pass a value only to forward a caller's.
    public func fact(
        _ fact: AppFact<PlatformVersion>, atLeast version: String, fileID: String = #fileID, line: Int = #line
    ) {
        let test = PlatformVersion(version).map { FactTest.atLeast(.version($0)) } ?? .oneOf([])
        self.fact(FactRequirement(fact.key, test), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires one of the app's own facts to have a level or a higher one.
    public func fact<Value: AppFactLevel>(
        _ fact: AppFact<Value>, atLeast level: Value, fileID: String = #fileID, line: Int = #line
    ) {
        let levels = Value.allCases.drop { $0 != level }
        self.fact(
            FactRequirement(fact.key, .oneOf(levels.map(\.factValue))), at: CodeLocation(fileID: fileID, line: line))
    }
}

/// One of the app's own facts, with the values that a feature requires.
public struct FactRequirement: Sendable, Hashable {
    let condition: Condition

    init(_ key: FactKey, _ test: FactTest) {
        condition = Condition(key, test)
    }
}

extension Flint {
    /// Sets the value of one of the app's own facts.
    ///
    /// Features that require the fact are reevaluated immediately. The value is kept until the app ends.
    ///
    /// - Parameters:
    ///   - fact: The fact.
    ///   - value: The value, or `nil` if it is unknown.
    public static func set<Value>(_ fact: AppFact<Value>, to value: Value?) {
        FlintRuntime.current.set(fact, to: value)
    }

    /// Announces that the source of a fact has a new value, so that user interfaces update immediately.
    ///
    /// A source that is a closure is also called for each request, without an announcement. An ``AsyncFactSource`` asks
    /// its service again.
    public static func factChanged<Value>(_ fact: AppFact<Value>) {
        FlintRuntime.current.sources?.read(.own(fact.description), .announcement)
    }
}

extension FlintRuntime {
    /// Sets the value of one of the app's own facts; see ``Flint/set(_:to:)``.
    public func set<Value>(_ fact: AppFact<Value>, to value: Value?) {
        catalog.add(fact.description)
        facts.setActual(value?.factValue ?? .truth(.unknown), for: fact.key, source: .app, cause: .app)
    }
}

enum AppFactSource: Sendable {
    case reads(FactDescription, @Sendable () -> FactValue?)
    case asks(FactQuestion)

    var readFact: FactDescription? {
        if case .reads(let description, _) = self { description } else { nil }
    }
}
