import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Makes a show of a JSON Feed file.
///
/// It insists on what the format requires and the app cannot do without: the version, a title, a list of items, an
/// identifier for each item that no other has, and an address and a type for each attachment. Everything else may be
/// missing, wrong or unknown. Texts are taken as they are, whatever they contain; showing them safely is up to the
/// front end.
enum FeedReader {
    /// Reads a feed file.
    ///
    /// - Parameter path: The file; it also becomes the show's identity if the feed does not say where it lives.
    /// - Returns: The show.
    /// - Throws: What is wrong, where, and what to do.
    static func show(at path: String) throws(FeedError) -> Show {
        let bytes: Data
        do {
            bytes = try FileReader.bytes(of: path)
        } catch {
            throw FeedError(file: path, problem: error.problem, advice: error.advice)
        }
        return try show(from: bytes, file: path)
    }

    /// Makes a show of a feed's bytes.
    ///
    /// - Parameters:
    ///   - bytes: A JSON Feed document.
    ///   - file: What to call it in errors.
    /// - Returns: The show.
    /// - Throws: What is wrong, where, and what to do.
    static func show(from bytes: Data, file: String) throws(FeedError) -> Show {
        let feed: JSONFeed
        do {
            feed = try JSONDecoder().decode(JSONFeed.self, from: bytes, within: .feed)
        } catch let error as JSONScanError {
            throw FeedError(
                file: file, problem: error.sentence,
                advice: "Name a file in the JSON Feed format; see jsonfeed.org.")
        } catch {
            throw FeedError(
                file: file, problem: "This is not a JSON object.",
                advice: "Name a file in the JSON Feed format; see jsonfeed.org.")
        }
        try check(feed, file: file)
        let id = feed.feedURL ?? file
        var episodes: [Episode] = []
        var numbers: [String: Int] = [:]
        for (index, item) in (feed.items ?? []).enumerated() {
            let number = index + 1
            guard let itemID = item.id, !itemID.isEmpty else {
                throw FeedError(
                    file: file, item: number, problem: "It has no \"id\".", advice: "Give each item one of its own.")
            }
            if let first = numbers.updateValue(number, forKey: itemID) {
                throw FeedError(
                    file: file, item: number, problem: "It has the same \"id\" as item \(first).",
                    advice: "Give each item one of its own.")
            }
            let audio = try audio(of: item, number: number, file: file)
            episodes.append(
                Episode(
                    id: EpisodeID(show: id, item: itemID), title: title(of: item, number: number),
                    summary: item.summary ?? item.text ?? "", published: item.published,
                    authors: item.authors.isEmpty ? feed.authors : item.authors, tags: item.tags, audio: audio))
        }
        return Show(
            id: id, title: feed.title ?? "", summary: feed.summary ?? "", authors: feed.authors,
            homePage: feed.homePage, language: feed.language, file: file, episodes: episodes)
    }

    /// Insists on what every feed must have.
    private static func check(_ feed: JSONFeed, file: String) throws(FeedError) {
        guard let version = feed.version else {
            throw FeedError(
                file: file, problem: "It has no \"version\", so it is not a JSON Feed.",
                advice: "Name a file in the JSON Feed format; see jsonfeed.org.")
        }
        guard version.hasPrefix("https://jsonfeed.org/version/1") else {
            throw FeedError(
                file: file, problem: "Its version is \"\(version)\", which is not known here.",
                advice: "Use JSON Feed 1.1: https://jsonfeed.org/version/1.1.")
        }
        guard let title = feed.title, !title.isEmpty else {
            throw FeedError(
                file: file, problem: "It has no \"title\".", advice: "Add the name of the show as a text.")
        }
        guard feed.items != nil else {
            throw FeedError(
                file: file, problem: "It has no list of \"items\".", advice: "Add one; it may be empty.")
        }
    }

    /// The recording of an item: its first attachment that sounds.
    private static func audio(
        of item: JSONFeed.Item, number: Int, file: String
    ) throws(FeedError) -> Episode.Audio? {
        var result: Episode.Audio?
        for (index, attachment) in item.attachments.enumerated() {
            guard let url = attachment.url, !url.isEmpty else {
                throw FeedError(
                    file: file, item: number, problem: "Its attachment \(index + 1) has no \"url\".",
                    advice: "Say where the recording is.")
            }
            guard let mimeType = attachment.mimeType, !mimeType.isEmpty else {
                throw FeedError(
                    file: file, item: number, problem: "Its attachment \(index + 1) has no \"mime_type\".",
                    advice: "Say what it is, such as \"audio/mpeg\".")
            }
            let sounds = mimeType.hasPrefix("audio/") || mimeType.hasPrefix("video/")
            guard result == nil, sounds else { continue }
            result = Episode.Audio(
                url: url, mimeType: mimeType,
                size: whole(attachment.size, in: 1...1e13), duration: whole(attachment.duration, in: 1...1e7))
        }
        return result
    }

    /// A number as a whole one, or `nil` if it cannot be meant.
    private static func whole(_ number: Double?, in range: ClosedRange<Double>) -> Int? {
        guard let number, range.contains(number) else { return nil }
        return Int(number.rounded())
    }

    /// What to call an item, which need not have a title.
    private static func title(of item: JSONFeed.Item, number: Int) -> String {
        if let title = item.title, !title.isEmpty { return title }
        let text = item.summary ?? item.text ?? ""
        let line = text.split(whereSeparator: \.isNewline).first.map { String($0.prefix(60)) }
        return line ?? "Item \(number)"
    }

}

/// Why a feed could not be used: which file, which item, what is wrong and what to do.
struct FeedError: Error, Hashable, CustomStringConvertible {
    /// The file, as it was named.
    let file: String
    /// The item the problem is in, counted from one; `nil` if it is the feed itself.
    let item: Int?
    /// What is wrong, as a sentence.
    let problem: String
    /// What to do about it, as a sentence.
    let advice: String

    /// Creates an error about a file or one of its items.
    init(file: String, item: Int? = nil, problem: String, advice: String) {
        self.file = file
        self.item = item
        self.problem = problem
        self.advice = advice
    }

    /// Where, what and what to do, in one line.
    var description: String {
        let place = item.map { ", item \($0)" } ?? ""
        return "\(file)\(place): \(problem) \(advice)"
    }
}
