// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintWorld

struct FactsCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "facts",
            abstract: "List the facts that features depend on, with their values, sources and features.",
            discussion: """
                Facts are purchases, permissions, user settings, runtime switches, flags, the platform and the app's own \
                facts. Without a kind, the facts that features require and the app's own are listed. "facts purchases", \
                "facts permissions" and "facts flags" list all of them, with prices, periods and providers. With a name, \
                one fact is listed; for a flag, with the answer of every provider, and for a product, with the features \
                that it opens. A name alone lists the facts of every \
                kind that contain it. "set" changes a fact.
                """)
    }

    @Argument(
        help: "The kind of facts to list, such as purchases, or fact for the app's own.",
        completion: .list(FactKind.allCases.map(\.pluralName) + [FactKind.fact.rawValue]))
    var kind: String?
    @Argument(
        help: ArgumentHelp("The name of the only fact to list, or a unique part of it.", valueName: "name"),
        completion: .facts(of: App.self))
    var name: [String] = []
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let world = try session.world()
            // A name alone lists the facts of every kind that contain it.
            let named = try Self.entries(named: ([kind].compactMap(\.self) + name).joined(separator: " "), in: world)
            if !named.isEmpty {
                let list = FactsAnswer(named, in: world, explains: named.count == 1)
                let kind = Set(named.map(\.kind)).count == 1 ? named[0].kind : nil
                return (list, list.lines(explains: named.count == 1, of: kind, in: world))
            }
            let kind = try kind.map { word throws(CommandLineError) in
                do throws(CommandLineError) {
                    return try Self.kind(word, in: world.model)
                } catch {
                    throw Names.unknownFact(([word] + name).joined(separator: " "), in: world.model) ?? error
                }
            }
            var facts = world.factList(of: kind)
            if let kind, !name.isEmpty {
                let key = try Names.fact(kind, name.joined(separator: " "), in: session)
                facts = facts.filter { $0.key == key }
                guard !facts.isEmpty else {
                    throw CommandLineError.refused("No feature depends on \(kind.rawValue) \(key.excerpt).")
                }
            }
            let list = FactsAnswer(facts, in: world, explains: !name.isEmpty)
            return (list, list.lines(explains: !name.isEmpty, of: kind, in: world))
        }
    }

    private static func entries(named text: String, in world: World) throws -> [FactEntry] {
        let word = text.prefix { $0 != " " }
        // After a kind, the other words are the name of one fact.
        guard !text.isEmpty, (try? kind(String(word), in: world.model)) == nil else { return [] }
        let typed = text.lowercased()
        return world.model.factKinds.flatMap { world.factList(of: $0) }.filter { fact in
            [fact.key, fact.title].contains { $0.lowercased().contains(typed) }
        }
    }

    private static func kind(_ word: String, in model: AppModel) throws(CommandLineError) -> FactKind {
        if let kind = model.factKinds.first(where: { $0.pluralName == word }) { return kind }
        return try Assumption.kind(word, in: model)
    }
}

struct FactsAnswer: Encodable {
    struct Fact: Encodable {
        enum Details {
            case product(ProductSnapshot)
            case permission(PermissionSnapshot)
            case flag(FlagSnapshot)
            case none
        }

        let entry: FactEntry
        let details: Details
        var opens: ProductEffects?

        private enum CodingKeys: CodingKey {
            case product, permission, flag, opens
        }

        func encode(to encoder: any Encoder) throws {
            try entry.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch details {
            case .product(let product): try container.encode(product, forKey: .product)
            case .permission(let permission): try container.encode(permission, forKey: .permission)
            case .flag(let flag): try container.encode(flag, forKey: .flag)
            case .none: break
            }
            try container.encodeIfPresent(opens, forKey: .opens)
        }
    }

    let facts: [Fact]

    init(_ entries: [FactEntry], in world: World, explains: Bool = false) {
        let products = Dictionary(world.products.map { ($0.productID, $0) }) { first, _ in first }
        let permissions = Dictionary(world.permissions.map { ($0.permission, $0) }) { first, _ in first }
        let flags = Dictionary(world.flags.map { ($0.key, $0) }) { first, _ in first }
        facts = entries.map { entry in
            let details: Fact.Details? =
                if entry.kind == .purchase {
                    products[entry.key].map(Fact.Details.product)
                } else if entry.kind == .permission {
                    permissions[entry.key].map(Fact.Details.permission)
                } else if entry.kind == .flag {
                    flags[entry.key].map(Fact.Details.flag)
                } else {
                    nil
                }
            let opens = explains && entry.kind == .purchase ? ProductEffects(of: entry.key, in: world) : nil
            return Fact(entry: entry, details: details ?? .none, opens: opens)
        }
    }

    /// Returns a line for each fact.
    ///
    /// If all facts have one kind, the lines state the details of that kind. With `explains`, a flag is explained by
    /// the answers of its providers, and a product by the features that it opens.
    func lines(explains: Bool = false, of kind: FactKind?, in world: World) -> [String] {
        guard !facts.isEmpty else {
            return [kind == .flag ? "The app has no feature flags." : "No feature depends on such a fact."]
        }
        return facts.flatMap { fact -> [String] in
            // Facts of several kinds have only the details that all kinds share.
            guard kind != nil else { return [Self.line(fact.entry, in: world.model)] }
            switch fact.details {
            case .product(let product):
                return [PlainReport.line(for: product, in: world, timeZone: .local)]
                    + (fact.opens?.lines(in: world.model) ?? [])
            case .permission(let permission): return [PlainReport.line(for: permission, in: world.model)]
            case .flag(let flag):
                guard explains else { return [FlagsFormatter.line(for: flag, in: world.model)] }
                let names = world.model.features.filter { flag.features?.contains($0.id) == true }.map(\.name)
                return FlagsFormatter.explanation(of: flag, users: names)
            case .none: return [Self.line(fact.entry, in: world.model)]
            }
        }
    }

    private static func line(_ fact: FactEntry, in model: AppModel) -> String {
        let name = fact.kind.isSingle ? fact.kind.rawValue : "\(fact.kind.rawValue) \(fact.key)"
        let listed = model.listedFact(for: fact.reference)?.title ?? model.feature(fact.key)?.name ?? fact.key
        let title = listed == fact.key ? "" : " (\(listed))"
        let users = fact.features.compactMap { model.feature($0)?.name }
        let needed = users.isEmpty ? "needed by no feature" : "needed by " + users.listed(atMost: 3)
        let source = fact.source == .unreported ? "" : ", from " + fact.kind.displayText(ofSource: fact.source.rawValue)
        return "\(name)\(title): \(fact.text)\(source); \(needed)"
    }
}

/// The effects of buying a product on the features that require it, for a user without purchases.
struct ProductEffects: Encodable {
    struct Combination: Encodable {
        let feature: String
        /// The names of the other products and the instructions of the other steps, for each plan.
        let with: [[String]]
    }

    private(set) var alone: [String] = []
    private(set) var together: [Combination] = []
    private(set) var never: [String] = []

    init(of productID: String, in world: World) {
        for (feature, effect) in world.effects(ofProduct: productID) {
            switch effect {
            case .alone: alone.append(feature)
            case .together(let plans):
                let others = plans.map { plan in
                    plan.purchases.filter { $0.productID != productID }.map(\.name) + plan.otherSteps.map(\.instruction)
                }
                together.append(Combination(feature: feature, with: others))
            case .never: never.append(feature)
            }
        }
    }

    func lines(in model: AppModel) -> [String] {
        func line(_ head: String, _ ids: [String]) -> [String] {
            let names = ids.map { model.feature($0)?.name ?? $0 }
            return names.isEmpty ? [] : ["  \(head): \(names.joined(separator: ", "))"]
        }
        return line("opens alone", alone)
            + together.map { combination in
                let name = model.feature(combination.feature)?.name ?? combination.feature
                return
                    "  opens \(name) with: \(combination.with.map { $0.joined(separator: " + ") }.listed(with: "or"))"
            } + line("opens never", never)
    }
}
