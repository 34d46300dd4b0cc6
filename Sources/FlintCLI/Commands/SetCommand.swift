// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintWorld

struct SetCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set", abstract: "Set the value of a fact, by default with an override.",
            discussion: """
                Write \(FactKind.grammar) For a fact of the app's own, write its kind, its name and a value, as in "fact \
                server-version 9.6". The value "none" removes the override, or restores the default. "purchases none" \
                removes the overrides of all purchases, and "all none" removes all overrides. A negative number follows \
                "--", at the end of the line.

                An override is saved, and is kept until it is removed, or until it expires because of --for or --uses. \
                With --in, the value is set where it comes from: user (a user setting), system (a permission of the \
                simulated device), store (a purchase) or provider (a flag). "flags none --in provider" clears all flags \
                that were set.
                """)
    }

    @Argument(
        help: ArgumentHelp("The kind, the name and the value of the fact.", valueName: "fact-and-value"),
        completion: .factAndValue(of: App.self))
    var words: [String]
    @Option(
        name: .customLong("in"), help: ArgumentHelp("override, user, system, store or provider.", valueName: "place"),
        completion: .values(of: FactPlace.self)) var place: String?
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let place = try place.map { word throws(CommandLineError) in
            try Names.word(word, of: FactPlace.self, called: "place of a value")
        }
        let expiry = try options.expiry()
        if let removal = try removal(in: place ?? .override, session) {
            guard options.reason == nil, expiry == nil else {
                throw CommandLineError.usage(Assumption.removalHasNoExpiry)
            }
            return removal
        }
        let fact = try Assumption(words, in: session)
        guard let place, let kind = place.kind else { return try fact.command(reason: options.reason, expiry: expiry) }
        guard fact.kind == kind else {
            throw CommandLineError.usage("--in \(place.rawValue) sets \(kind.phrase), not \(fact.kind.phrase).")
        }
        guard options.reason == nil, expiry == nil else {
            throw CommandLineError.usage("Only an override has a reason or an expiry; leave out --in.")
        }
        return try command(in: place, fact)
    }

    @MainActor
    private func removal(in place: FactPlace, _ session: AppSession<App>) throws(CommandLineError) -> Command? {
        guard words.count == 2, words[1] == "none" else { return nil }
        let kind = try session.model.factKinds.first { !$0.isSingle && $0.pluralName == words[0] }
        guard kind != nil || words[0] == Self.everything else { return nil }
        switch (place, kind) {
        case (.override, let kind?): return .removeOverridesOfKind(kind)
        case (.override, nil): return .removeAllOverrides
        case (.provider, .flag?):
            return .sequence(try session.readModel().flags.filter(\.isSet).map { .setFlag(key: $0.key, isOn: nil) })
        case (.user, _), (.system, _), (.store, _), (.provider, _):
            throw .usage("Only overrides, and flags with --in provider, can be removed together.")
        }
    }

    static var everything: String { "all" }

    private func command(in place: FactPlace, _ fact: Assumption) throws(CommandLineError) -> Command {
        switch place {
        case .override: return fact.command
        case .store where fact.value == nil:
            throw .usage("The store cannot remove a purchase; write not-purchased.")
        case .user, .provider, .system, .store:
            return .setValue(fact.reference, fact.value.flatMap(fact.kind.domain.value))
        }
    }
}

extension FlagSnapshot {
    /// Whether the mutable provider has an explicit value for the flag, rather than a default.
    var isSet: Bool {
        guard let answer = answers.first(where: \.isMutable) else { return false }
        return answer.value != nil && answer.reason != "DEFAULT"
    }
}
