// SPDX-License-Identifier: MIT

/// The developers' notes about a feature, a flag, or a product.
///
/// Every part is optional and none affects availability. A flag's title and the remedy of a flag or a product appear in
/// explanations and plans. The other parts appear wherever the item is explained, in the reports of `flint check`, and
/// in JSON; `flint lint` can require an owner and report past review dates.
///
/// ```swift
/// final class SleepTimerFeature: ConditionalFeature {
///     static let description = "Stop playing after a while"
///     static let declaration = Declaration(owner: "Playback", kind: .experiment, reviewDate: "2027-03-01")
/// }
/// ```
///
/// The initializer also records the line of source code on which it is called.
public struct Declaration: Codable, Sendable, Hashable {
    /// The purpose of a gate, which determines how long it should exist.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// A gate that hides unfinished work until its release.
        case release
        /// A gate that selects the participants of an experiment.
        case experiment
        /// A gate that turns the feature off in an emergency.
        case killSwitch = "kill-switch"
        /// A gate that is part of the product, such as a purchase.
        case permanent
    }

    /// The title of a flag for people, such as "Avatars on the server".
    ///
    /// Features and products have names instead.
    public let title: String?
    /// The way to turn a flag on, or to get a product that the app does not sell.
    public let remedy: Remedy?
    /// The team or person who decides about the item.
    public let owner: String?
    /// The purpose of the item's gate.
    public let kind: Kind?
    /// The app version that introduced the item.
    public let since: String?
    /// The day on which the owner decides whether the item is still needed, in the form `2027-03-01`.
    public let reviewDate: String?
    /// The address of a page about the item, such as an issue or a design document.
    public let link: String?
    /// The place where the item is declared, or `nil` if it is not recorded.
    public let location: CodeLocation?

    /// A declaration without any parts.
    public static let unspecified = Declaration(location: nil)

    /// Creates a declaration that records its place in the source code.
    ///
    /// - Parameters:
    ///   - title: The title of a flag for people.
    ///   - remedy: The way to turn a flag on, or to get a product that the app does not sell. Without one, flags are
    ///     set by the developer, and products are bought.
    ///   - owner: The team or person who decides about the item.
    ///   - kind: The purpose of the item's gate.
    ///   - since: The app version that introduced the item.
    ///   - reviewDate: The day on which the owner decides whether the item is still needed, in the form `2027-03-01`.
    ///     `flint lint` reports a date in another form.
    ///   - link: The address of a page about the item.
    ///   - fileID: The file of the declaration; pass a value only to forward a caller's.
    ///   - line: The line of the declaration; pass a value only to forward a caller's.
    public init(
        title: String? = nil, remedy: Remedy? = nil, owner: String? = nil, kind: Kind? = nil, since: String? = nil,
        reviewDate: String? = nil, link: String? = nil, fileID: String = #fileID, line: Int = #line
    ) {
        self.init(
            title: title, remedy: remedy, owner: owner, kind: kind, since: since, reviewDate: reviewDate, link: link,
            location: CodeLocation(fileID: fileID, line: line))
    }

    package init(
        title: String? = nil, remedy: Remedy? = nil, owner: String? = nil, kind: Kind? = nil, since: String? = nil,
        reviewDate: String? = nil, link: String? = nil, location: CodeLocation?
    ) {
        self.title = title
        self.remedy = remedy
        self.owner = owner
        self.kind = kind
        self.since = since
        self.reviewDate = reviewDate
        self.link = link
        self.location = location
    }

    private enum CodingKeys: CodingKey {
        case title, remedy, owner, kind, since, reviewDate, link, location
    }

    /// Encodes every part, with an explicit `null` for absent ones other than the title and the remedy.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(remedy, forKey: .remedy)
        try container.encode(owner, forKey: .owner)
        try container.encode(kind, forKey: .kind)
        try container.encode(since, forKey: .since)
        try container.encode(reviewDate, forKey: .reviewDate)
        try container.encode(link, forKey: .link)
        try container.encode(location, forKey: .location)
    }
}

extension Declaration {
    package func locating(at location: CodeLocation?) -> Declaration {
        guard self.location == nil, let location else { return self }
        return Declaration(
            title: title, remedy: remedy, owner: owner, kind: kind, since: since, reviewDate: reviewDate, link: link,
            location: location)
    }

    package var ifSpecified: Declaration? { self == .unspecified ? nil : self }

    package var hasParts: Bool { self != Declaration(location: location) }

    /// The notes on one line, such as "Playback, experiment, since 2.1, review 2027-03-01", or an empty string.
    package var summary: String {
        let parts = [owner, kind?.displayText, since.map { "since \($0)" }, reviewDate.map { "review \($0)" }]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }
}

extension Declaration.Kind {
    package var displayText: String {
        switch self {
        case .release: "release"
        case .experiment: "experiment"
        case .killSwitch: "kill switch"
        case .permanent: "permanent"
        }
    }
}

/// A line in an app's source code.
public struct CodeLocation: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The module and the name of the file, such as `FlintPodcasts/SleepTimer.swift`.
    public let fileID: String
    /// The number of the line, beginning with 1.
    public let line: Int

    /// Creates a location.
    ///
    /// - Parameters:
    ///   - fileID: The module and the name of the file, as in the literal `#fileID`.
    ///   - line: The number of the line, beginning with 1.
    public init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    /// The location as compilers print it, such as `FlintPodcasts/SleepTimer.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
