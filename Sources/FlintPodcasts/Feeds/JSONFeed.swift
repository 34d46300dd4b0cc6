// SPDX-License-Identifier: MIT

import FlintFoundation

/// A JSON Feed 1.1 document as decoded from a file, before validation.
///
/// Optional fields are decoded leniently: a field that is missing, `null` or of the wrong type is `nil` or empty.
/// Required fields are optional here, too, so that ``FeedReader`` can report exactly which item lacks which field.
struct JSONFeed: Decodable {
    var version: String?
    var title: String?
    var summary: String?
    var homePage: String?
    var feedURL: String?
    var language: String?
    var authors: [String]
    var items: [Item]?

    private enum CodingKeys: String, CodingKey {
        case version, title, description, language, authors, author, items
        case homePage = "home_page_url"
        case feedURL = "feed_url"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = container.lenient(String.self, .version)
        title = container.lenient(String.self, .title)
        summary = container.lenient(String.self, .description)
        homePage = container.lenient(String.self, .homePage)
        feedURL = container.lenient(String.self, .feedURL)
        language = container.lenient(String.self, .language)
        authors = container.authors(list: .authors, single: .author)
        items = container.lenient([Lenient<Item>].self, .items)?.map { $0.value ?? Item() }
    }

    struct Item: Decodable {
        var id: String?
        var title: String?
        var summary: String?
        var text: String?
        var published: Date?
        var authors: [String] = []
        var tags: [String] = []
        var attachments: [Attachment] = []

        private enum CodingKeys: String, CodingKey {
            case id, title, summary, authors, author, tags, attachments
            case text = "content_text"
            case published = "date_published"
        }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // The format asks readers to convert a numeric identifier to a string.
            id =
                container.lenient(String.self, .id)
                ?? container.lenient(Int64.self, .id).map(String.init)
                ?? container.lenient(Double.self, .id).map { String($0) }
            title = container.lenient(String.self, .title)
            summary = container.lenient(String.self, .summary)
            text = container.lenient(String.self, .text)
            published = container.lenient(String.self, .published).flatMap(JSONFeed.date(from:))
            authors = container.authors(list: .authors, single: .author)
            tags = container.lenient([Lenient<String>].self, .tags)?.compactMap(\.value) ?? []
            attachments =
                container.lenient([Lenient<Attachment>].self, .attachments)?.map { $0.value ?? Attachment() } ?? []
        }
    }

    struct Attachment: Decodable {
        var url: String?
        var mimeType: String?
        var size: Double?
        var duration: Double?

        private enum CodingKeys: String, CodingKey {
            case url
            case mimeType = "mime_type"
            case size = "size_in_bytes"
            case duration = "duration_in_seconds"
        }

        init() {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            url = container.lenient(String.self, .url)
            mimeType = container.lenient(String.self, .mimeType)
            size = container.lenient(Double.self, .size)
            duration = container.lenient(Double.self, .duration)
        }
    }

    fileprivate struct Author: Decodable {
        let name: String?
    }

    /// A value that decodes as `nil` if it has the wrong type, so that the rest of the document can be decoded.
    fileprivate struct Lenient<Value: Decodable>: Decodable {
        let value: Value?

        init(from decoder: any Decoder) throws {
            // An element that throws would end the whole array, so the wrapper decodes successfully without a value.
            value = try? Value(from: decoder)
        }
    }

    private static func date(from text: String) -> Date? {
        // The format style accepts fractional seconds only if they are required.
        (try? Date.ISO8601FormatStyle().parse(text))
            ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
    }
}

extension KeyedDecodingContainer {
    fileprivate func lenient<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    fileprivate func authors(list: Key, single: Key) -> [String] {
        // Version 1.0 of the format had a single author.
        if let authors = lenient([JSONFeed.Lenient<JSONFeed.Author>].self, list) {
            return authors.compactMap { $0.value?.name }
        }
        return lenient(JSONFeed.Author.self, single)?.name.map { [$0] } ?? []
    }
}
