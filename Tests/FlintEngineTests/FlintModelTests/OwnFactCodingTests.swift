import FeatureGating
import Foundation
import Testing

@testable import FlintModel

struct OwnFactCodingTests {
    private static let choices = ["open", "closed"].map {
        FactChoice(.choice($0), id: $0, words: "\($0) dome", remedy: $0 == "open" ? nil : .user("Open the dome"))
    }

    static let facts: [(domain: FactDomain, value: FactValue, test: FactTest)] = [
        (.yesNo, .truth(.false), .granted), (.choices(choices), .choice("closed"), .oneOf([.choice("open")])),
        (.ordered(choices), .choice("open"), .oneOf([.choice("open"), .choice("closed")])),
        (.number, .number(-3), .atLeast(.number(7))),
        (.version, .version(PlatformVersion(major: 4, minor: 10)), .atLeast(.version(PlatformVersion(major: 9)))),
        (.date, .date(Date(timeIntervalSince1970: 1_772_323_200)), .atLeast(.date(Date(timeIntervalSince1970: 0)))),
    ]

    private static func key(_ domain: FactDomain) -> FactKey {
        .own(
            FactDescription(
                kind: FactKind(rawValue: "device"), name: "dome", instance: "north", title: "Dome", domain: domain,
                remedy: .operator("Update the dome"),
                declaration: Declaration(fileID: "App/Facts.swift", line: 12)))
    }

    /// The parts of a description, which equality ignores.
    private static func parts(_ key: FactKey) -> [String] {
        guard let description = key.description else { return [] }
        return [
            key.kind.rawValue, key.identifier, description.title, "\(description.domain)",
            "\(description.remedy?.actor.rawValue ?? "") \(description.remedy?.sentence ?? "")",
            "\(description.declaration.location?.line ?? 0)",
        ]
    }

    @Test(arguments: facts.indices)
    func `a condition keeps its description and its test`(index: Int) throws {
        let (domain, _, test) = Self.facts[index]
        let condition = Condition(Self.key(domain), test)
        let decoded = try JSONDecoder().decode(Condition.self, from: JSONEncoder().encode(condition))
        #expect(decoded == condition && Self.parts(decoded.mainKey) == Self.parts(condition.mainKey))
    }

    @Test(arguments: facts.indices)
    func `a record keeps its description, value, and override`(index: Int) throws {
        let (domain, value, _) = Self.facts[index]
        for actual in [value, .truth(.unknown)] {
            var fact = Fact(actual: actual, source: .app, since: .distantPast)
            fact.override = FactOverride(value: value, cause: .app, since: .distantPast)
            let record = FactRecord(key: Self.key(domain), fact: fact)
            let decoded = try JSONDecoder().decode(FactRecord.self, from: JSONEncoder().encode(record))
            #expect(decoded == record && Self.parts(decoded.key) == Self.parts(record.key))
        }
    }

    private static let frameworkKeys: [FactKey] = [
        .purchase(productID: "premium"), .permission(.camera), .userSetting(feature: "Speed"),
        .runtimeSwitch(feature: "Storm"), .featureFlag("beta"),
    ]

    @Test(arguments: frameworkKeys, FactAbsence.allCases)
    func `facts of every kind keep the reason for their missing value`(key: FactKey, absence: FactAbsence) throws {
        let record = FactRecord(key: key, fact: Fact(actual: .absent(absence), source: .app, since: .distantPast))
        #expect(try JSONDecoder().decode(FactRecord.self, from: JSONEncoder().encode(record)) == record)
        #expect(key.accepts(.absent(absence)))
        #expect(FactValue.absent(absence).knownText(of: key) == key.unreportedValue.knownText(of: key))
    }

    @Test(arguments: facts.indices)
    func `a value is spelled for commands in a form that can be read again`(index: Int) {
        let (domain, value, _) = Self.facts[index]
        let key = Self.key(domain)
        #expect(FactValue(value.overrideText(of: key), of: key) == value && key.accepts(value))
        #expect(FactValue("something else", of: key) == nil)
    }

    @Test func `versions with a few required values form few regions`() {
        let key = Self.key(.version)
        func least(_ major: Int, _ minor: Int) -> Condition {
            Condition(key, .atLeast(.version(PlatformVersion(major: major, minor: minor))))
        }
        let conditions = [least(9, 6), least(10, 0), Condition(.featureFlag("x"))]
        let regions = FactRegions(of: key, in: conditions)
        #expect(regions.values.map { $0.overrideText(of: key) } == ["10.0", "9.6", "9.5"] && regions.isComplete)
        #expect(conditions.prefix(2).map(regions.accepted) == [0b011, 0b001])
        #expect(regions.index(of: .version(PlatformVersion(major: 9, minor: 99))) == 1)
        #expect(regions.index(of: .truth(.unknown)) == nil)
    }

    @Test func `a fact with a hundred required values is divided only partially`() {
        let key = Self.key(.number)
        let regions = FactRegions(of: key, in: (0..<100).map { Condition(key, .oneOf([.number($0)])) })
        #expect(!regions.isComplete && regions.values.count == FactRegions.limit)
    }
}
