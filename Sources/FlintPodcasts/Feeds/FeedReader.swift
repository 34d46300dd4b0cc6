// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// Creates shows from JSON Feed files.
///
/// A feed must contain the fields that are mandatory in the format and that the app depends on: a version, a title, a
/// list of items, a unique identifier for each item, and a URL and a MIME type for each attachment. Every other field
/// may be missing, malformed or unknown. Text is not sanitized; displaying it safely is the front end's responsibility.
enum FeedReader {
    static func show(at file: FeedFile) throws(FeedError) -> Show {
        let bytes: Data
        switch file {
        case .bundled(let path): bytes = Data((PodcastFiles.texts[path] ?? "").utf8)
        case .external(let path):
            do throws(FileReading.Failure) {
                bytes = try FileReading.read(path, limit: JSONLimits.feed.bytes)
            } catch {
                throw FeedError(file: path, error)
            }
        }
        return try show(from: bytes, file: file)
    }

    static func show(from bytes: Data, file: FeedFile) throws(FeedError) -> Show {
        let path = file.path
        let feed: JSONFeed
        do {
            feed = try JSONDecoder().decode(JSONFeed.self, from: bytes, within: .feed)
        } catch let error as JSONScanError {
            throw FeedError(
                file: path, problem: error.message,
                advice: "Specify a file in the JSON Feed format (see jsonfeed.org).")
        } catch {
            throw FeedError(
                file: path, problem: "This is not a JSON object.",
                advice: "Specify a file in the JSON Feed format (see jsonfeed.org).")
        }
        try check(feed, file: path)
        // The address stays the same when the file moves.
        let id = feed.feedURL ?? path
        var episodes: [Episode] = []
        var numbers: [String: Int] = [:]
        for (index, item) in (feed.items ?? []).enumerated() {
            let number = index + 1
            guard let itemID = item.id, !itemID.isEmpty else {
                throw FeedError(
                    file: path, item: number, problem: "It has no \"id\".", advice: "Give each item a unique \"id\".")
            }
            if let first = numbers.updateValue(number, forKey: itemID) {
                throw FeedError(
                    file: path, item: number, problem: "It has the same \"id\" as item \(first).",
                    advice: "Give each item a unique \"id\".")
            }
            let audio = try audio(of: item, number: number, file: path)
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

    private static func check(_ feed: JSONFeed, file: String) throws(FeedError) {
        guard let version = feed.version else {
            throw FeedError(
                file: file, problem: "It has no \"version\", so it is not a JSON Feed.",
                advice: "Specify a file in the JSON Feed format (see jsonfeed.org).")
        }
        // Versions 1 and 1.1 differ only in fields that are read leniently.
        guard version.hasPrefix("https://jsonfeed.org/version/1") else {
            throw FeedError(
                file: file, problem: "Its version, \"\(version)\", is not supported.",
                advice: "Use JSON Feed 1.1: https://jsonfeed.org/version/1.1.")
        }
        guard let title = feed.title, !title.isEmpty else {
            throw FeedError(
                file: file, problem: "It has no \"title\".", advice: "Add the show's name as a string.")
        }
        guard feed.items != nil else {
            throw FeedError(
                file: file, problem: "It has no \"items\" array.", advice: "Add an array, which may be empty.")
        }
    }

    private static func audio(
        of item: JSONFeed.Item, number: Int, file: String
    ) throws(FeedError) -> Episode.Audio? {
        var result: Episode.Audio?
        for (index, attachment) in item.attachments.enumerated() {
            guard let url = attachment.url, !url.isEmpty else {
                throw FeedError(
                    file: file, item: number, problem: "Its attachment \(index + 1) has no \"url\".",
                    advice: "Add the address of the recording.")
            }
            guard let mimeType = attachment.mimeType, !mimeType.isEmpty else {
                throw FeedError(
                    file: file, item: number, problem: "Its attachment \(index + 1) has no \"mime_type\".",
                    advice: "Add the media type, such as \"audio/mpeg\".")
            }
            let sounds = mimeType.hasPrefix("audio/") || mimeType.hasPrefix("video/")
            // Later attachments are still checked, so that a malformed one is reported.
            guard result == nil, sounds else { continue }
            result = Episode.Audio(
                url: url, mimeType: mimeType,
                size: whole(attachment.size, in: 1...1e13), duration: whole(attachment.duration, in: 1...1e7))
        }
        return result
    }

    private static func whole(_ number: Double?, in range: ClosedRange<Double>) -> Int? {
        guard let number, range.contains(number) else { return nil }
        return Int(number.rounded())
    }

    private static func title(of item: JSONFeed.Item, number: Int) -> String {
        if let title = item.title, !title.isEmpty { return title }
        let text = item.summary ?? item.text ?? ""
        let line = text.split(whereSeparator: \.isNewline).first.map { String($0.prefix(60)) }
        return line ?? "Item \(number)"
    }
}

enum FeedFile: Hashable, Sendable {
    case bundled(path: String)
    case external(path: String)

    var path: String {
        switch self {
        case .bundled(let path), .external(let path): path
        }
    }
}

/// An error that states in one line why a feed cannot be used, and how to correct it.
struct FeedError: Error, Hashable, CustomStringConvertible {
    let file: String
    /// The number of the item, counted from one, or `nil` if the problem is in the whole feed.
    let item: Int?
    let problem: String
    let advice: String

    init(file: String, item: Int? = nil, problem: String, advice: String) {
        self.file = file
        self.item = item
        self.problem = problem
        self.advice = advice
    }

    fileprivate init(file: String, _ failure: FileReading.Failure) {
        switch failure {
        case .missing:
            self.init(file: file, problem: "The file does not exist.", advice: "Check the path.")
        case .notAFile, .link:
            self.init(file: file, problem: "This is not a file.", advice: "Specify a JSON Feed file.")
        case .tooLarge:
            self.init(
                file: file, problem: "The file is larger than \(JSONLimits.feed.bytes >> 20) MB.",
                advice: "Make sure that it is the feed and not a recording.")
        case .refused:
            self.init(
                file: file, problem: "The file cannot be read: \(failure).",
                advice: "Specify another file, or try again.")
        }
    }

    var description: String {
        let place = item.map { ", item \($0)" } ?? ""
        return "\(file)\(place): \(problem) \(advice)"
    }
}
