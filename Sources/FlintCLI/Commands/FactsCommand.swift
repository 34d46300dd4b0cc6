// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintWorld

/// `flint facts` lists the facts of every kind on which features depend.
struct FactsCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "facts",
            abstract: "List every fact that features depend on, with its value, its source and the features.",
            discussion: """
                Facts are purchases, permissions, user settings, runtime switches, flags, the platform and the app's own \
                facts. "set" changes one.
                """)
    }

    @Argument(
        help: "The kind of facts to list, such as flag, or fact for the app's own.",
        completion: .list(FactKind.allCases.map(\.rawValue) + [FactKind.fact.rawValue]))
    var kind: String?
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let world = try session.world()
            let kind = try kind.map { word throws(CommandLineError) in try Assumption.kind(word, in: world.model) }
            let facts = world.factList.filter { kind == nil || $0.kind == kind }
            return (FactsAnswer(facts: facts), Self.lines(facts, in: world.model))
        }
    }

    static func lines(_ facts: [FactEntry], in model: AppModel) -> [String] {
        if facts.isEmpty { return ["No feature depends on such a fact."] }
        return facts.map { fact in
            let name = fact.kind.isSingle ? fact.kind.rawValue : "\(fact.kind.rawValue) \(fact.key)"
            let listed = model.listed(fact.reference)?.title ?? model.feature(fact.key)?.name ?? fact.key
            let title = listed == fact.key ? "" : " (\(listed))"
            let users = fact.features.compactMap { model.feature($0)?.name }
            let needed = users.isEmpty ? "needed by no feature" : "needed by " + users.listed(atMost: 3)
            let source = fact.source == .unreported ? "" : ", from " + fact.kind.words(ofSource: fact.source.rawValue)
            return "\(name)\(title): \(fact.text)\(source); \(needed)"
        }
    }
}

struct FactsAnswer: Encodable {
    let facts: [FactEntry]
}

/// `flint set` sets the value of a fact of any kind, by default with an override.
struct SetCommand<App: FlintApplication>: ChangeCommand {
    /// The place where a value is kept.
    enum Place: String, CaseIterable {
        case override, user, system, store, provider

        /// The kind of facts that the place keeps, or `nil` for all kinds.
        var kind: FactKind? {
            switch self {
            case .override: nil
            case .user: .userSetting
            case .system: .permission
            case .store: .purchase
            case .provider: .flag
            }
        }
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set", abstract: "Set the value of a fact, by default with an override.",
            discussion: """
                Write \(FactKind.grammar) For a fact of the app's own, write its kind, its name and a value, as in "fact \
                server-version 9.6". The value "none" removes the override, or restores the default. A negative number \
                follows "--", at the end of the line.

                With --in, the value is set where it comes from: user (a user setting), system (a permission), store (a \
                purchase) or provider (a flag).
                """)
    }

    @Argument(
        help: ArgumentHelp("The kind, the name and the value of the fact.", valueName: "fact-and-value"),
        completion: .assumptions(of: App.self))
    var words: [String]
    @Option(
        name: .customLong("in"), help: "override, user, system, store or provider.",
        completion: .words(of: Place.self)) var place: String?
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let place = try place.map { word throws(CommandLineError) in
            try Names.word(word, of: Place.self, called: "place of a value")
        }
        let fact = try Assumption(words, in: session)
        let expiry = try options.expiry()
        guard let place, let kind = place.kind else { return try fact.command(reason: options.reason, expiry: expiry) }
        guard fact.kind == kind else {
            throw CommandLineError.usage("--in \(place.rawValue) sets \(kind.phrase), not \(fact.kind.phrase).")
        }
        guard options.reason == nil, expiry == nil else {
            throw CommandLineError.usage("Only an override has a reason or an expiry; leave out --in.")
        }
        return try command(in: place, fact)
    }

    private func command(in place: Place, _ fact: Assumption) throws(CommandLineError) -> Command {
        switch place {
        case .override: return fact.command
        case .user: return .setUserSetting(feature: fact.key, isOn: fact.value.map { $0 == "on" })
        case .provider: return .setFlag(key: fact.key, isOn: fact.value.map { $0 == "on" })
        case .system:
            let status = fact.value.flatMap(PermissionStatus.init) ?? .notDetermined
            return .setPermission(permission: fact.key, status: status)
        case .store:
            guard let status = fact.value.flatMap(PurchaseStatus.init) else {
                throw .usage("The store cannot remove a purchase; write not-purchased.")
            }
            return .setPurchase(productID: fact.key, status: status)
        }
    }
}
