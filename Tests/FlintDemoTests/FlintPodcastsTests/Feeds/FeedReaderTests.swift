import FlintTestSupport
import Foundation
import Testing

@testable import FlintPodcasts

struct FeedReaderTests {
    private func show(_ json: String) throws(FeedError) -> Show {
        try FeedReader.show(from: Data(json.utf8), file: .external(path: "test.json"))
    }

    private func show(items: String) throws(FeedError) -> Show {
        try show(#"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [\#(items)]}"#)
    }

    /// Returns the description of an unusable feed's error.
    private func errorText(_ read: () throws(FeedError) -> Show) -> String {
        do {
            return "no error, but \(try read())"
        } catch {
            return error.description
        }
    }

    @Test func `every field of the format is read`() throws {
        let show = try show(
            """
            {
              "version": "https://jsonfeed.org/version/1.1", "title": "Salt", "description": "About salt",
              "home_page_url": "https://salt.example.org/", "feed_url": "https://salt.example.org/feed.json",
              "language": "en", "authors": [{"name": "Ada"}, {"url": "https://nobody.example.org"}],
              "items": [{
                "id": "1", "title": "Flakes", "summary": "Thin ones", "content_text": "Longer",
                "date_published": "2024-02-03T04:05:06+01:00", "tags": ["sea"], "authors": [{"name": "Bo"}],
                "attachments": [
                  {"url": "https://salt.example.org/cover.png", "mime_type": "image/png"},
                  {"url": "https://salt.example.org/1.mp3", "mime_type": "audio/mpeg",
                   "size_in_bytes": 1234, "duration_in_seconds": 61.4}
                ]
              }]
            }
            """)
        #expect(show.id == "https://salt.example.org/feed.json")
        #expect(show.title == "Salt")
        #expect(show.summary == "About salt")
        #expect(show.authors == ["Ada"])
        #expect(show.homePage == "https://salt.example.org/")
        #expect(show.language == "en")
        #expect(show.file.path == "test.json")
        let episode = try #require(show.episodes.first)
        #expect(episode.id == EpisodeID(show: show.id, item: "1"))
        #expect(episode.title == "Flakes")
        #expect(episode.summary == "Thin ones")
        #expect(episode.published == Date(timeIntervalSince1970: 1_706_929_506))
        #expect(episode.authors == ["Bo"])
        #expect(episode.tags == ["sea"])
        #expect(
            episode.audio
                == Episode.Audio(
                    url: "https://salt.example.org/1.mp3", mimeType: "audio/mpeg", size: 1_234, duration: 61))
    }

    @Test func `unknown fields and extensions are ignored`() throws {
        let show = try show(
            """
            {"version": "https://jsonfeed.org/version/1", "title": "T", "_salt": {"deep": [1, {"er": null}]},
             "news": true, "items": [{"id": "1", "_rating": 5, "future": {}}]}
            """)
        #expect(show.episodes.count == 1)
    }

    @Test func `missing and invalid optional fields are nil`() throws {
        let show = try show(
            items: """
                {"id": 7, "title": null, "summary": 3, "date_published": "yesterday", "tags": "sea",
                 "authors": {"name": "Bo"}, "content_text": "First line\\nSecond line",
                 "attachments": [{"url": "u", "mime_type": "audio/ogg", "size_in_bytes": -4,
                                  "duration_in_seconds": 1e300}]}
                """)
        let episode = try #require(show.episodes.first)
        #expect(episode.id.item == "7")
        #expect(episode.title == "First line")
        #expect(episode.summary == "First line\nSecond line")
        #expect(episode.published == nil)
        #expect(episode.tags.isEmpty)
        #expect(episode.audio == Episode.Audio(url: "u", mimeType: "audio/ogg", size: nil, duration: nil))
        #expect(episode.duration == 1_800)
        #expect(episode.size == 28_800_000)
        #expect(show.id == "test.json")
    }

    @Test func `a date with fractional seconds is read`() throws {
        let show = try show(items: #"{"id": "1", "date_published": "2024-02-03T04:05:06.000Z"}"#)
        #expect(show.episodes.first?.published == Date(timeIntervalSince1970: 1_706_933_106))
    }

    @Test func `the single author of version 1 is read`() throws {
        let show = try show(
            #"{"version": "https://jsonfeed.org/version/1", "title": "T", "author": {"name": "A"}, "items": []}"#)
        #expect(show.authors == ["A"])
        #expect(show.episodes.isEmpty)
    }

    @Test func `an item without text is titled by its number`() throws {
        #expect(try show(items: #"{"id": "x"}"#).episodes.map(\.title) == ["Item 1"])
        #expect(try show(items: #"{"id": "x"}"#).episodes.first?.audio == nil)
    }

    @Test func `hostile text is kept unchanged`() throws {
        let title = "\u{1B}[2J\u{7}\u{202E}evil\u{0}\n" + String(repeating: "A\u{301}", count: 10_000)
        let json = try JSONEncoder().encode(["id": title, "title": title])
        let show = try show(items: String(decoding: json, as: UTF8.self))
        #expect(show.episodes.first?.title == title)
        #expect(show.episodes.first?.id.item == title)
    }

    @Test func `a feed without a required field is refused`() {
        #expect(
            errorText { () throws(FeedError) in try show(#"{"title": "T", "items": []}"#) }
                == "test.json: It has no \"version\", so it is not a JSON Feed. "
                + "Specify a file in the JSON Feed format (see jsonfeed.org).")
        #expect(
            errorText { () throws(FeedError) in try show(#"{"version": "2.0", "title": "T", "items": []}"#) }
                .hasPrefix("test.json: Its version, \"2.0\", is not supported."))
        #expect(
            errorText { () throws(FeedError) in
                try show(#"{"version": "https://jsonfeed.org/version/1.1", "items": []}"#)
            }.hasPrefix("test.json: It has no \"title\"."))
        #expect(
            errorText { () throws(FeedError) in
                try show(#"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": {}}"#)
            }.hasPrefix("test.json: It has no \"items\" array."))
    }

    @Test func `items with a missing or repeated identifier are refused`() {
        #expect(
            errorText { () throws(FeedError) in try show(items: #"{"id": "a"}, {"title": "no id"}"#) }
                == "test.json, item 2: It has no \"id\". Give each item a unique \"id\".")
        #expect(
            errorText { () throws(FeedError) in try show(items: #"{"id": "a"}, {"id": "b"}, {"id": "a"}"#) }
                == "test.json, item 3: It has the same \"id\" as item 1. Give each item a unique \"id\".")
        #expect(
            errorText { () throws(FeedError) in try show(items: #"{"id": "a"}, "not an object""#) }
                .hasPrefix("test.json, item 2: It has no \"id\"."))
    }

    @Test func `attachments without a URL or type are refused`() {
        #expect(
            errorText { () throws(FeedError) in
                try show(items: #"{"id": "a", "attachments": [{"mime_type": "audio/mpeg"}]}"#)
            } == "test.json, item 1: Its attachment 1 has no \"url\". Add the address of the recording.")
        #expect(
            errorText { () throws(FeedError) in try show(items: #"{"id": "a", "attachments": [{"url": "u"}]}"#) }
                .hasPrefix("test.json, item 1: Its attachment 1 has no \"mime_type\"."))
    }

    @Test func `the error for text that is not a JSON object states the location`() {
        for text in ["", "not json", #"{"version": "#, "<rss></rss>", "{\"title\": \"\u{FF}"] {
            #expect(
                errorText { () throws(FeedError) in try show(text) }.hasPrefix("test.json: This is not JSON: "),
                "\(text.prefix(20))")
        }
        for text in ["[1, 2]", "null"] {
            #expect(
                errorText { () throws(FeedError) in try show(text) }.hasPrefix("test.json: This is not a JSON object."))
        }
        #expect(
            errorText { () throws(FeedError) in try show("{\n\"title\": x}") }
                == "test.json: This is not JSON: expected a value (line 2, byte 11). "
                + "Specify a file in the JSON Feed format (see jsonfeed.org).")
        #expect(throws: FeedError.self) {
            try FeedReader.show(from: Data([0xFF, 0xFE, 0x00]), file: .external(path: "x"))
        }
    }

    @Test func `a feed nested too deeply is refused before it is decoded`() {
        let deep = String(repeating: #"{"a":"#, count: 4000) + "1" + String(repeating: "}", count: 4000)
        #expect(
            errorText { () throws(FeedError) in try show(deep) }.hasPrefix(
                "test.json: This exceeds a limit: it is nested more than 64 levels deep (line 1, byte 320)."))
        #expect(
            errorText { () throws(FeedError) in try show(items: #"{"id": "1", "_deep": \#(deep)}"#) }
                .contains("nested more than 64 levels deep"))
    }

    @Test func `the error of an unreadable file describes the cause`() throws {
        let folder = try TemporaryFolder()
        #expect(
            errorText { () throws(FeedError) in try FeedReader.show(at: .external(path: folder.path + "/none.json")) }
                == "\(folder.path)/none.json: The file does not exist. Check the path.")
        #expect(
            errorText { () throws(FeedError) in try FeedReader.show(at: .external(path: folder.path)) }
                == "\(folder.path): This is not a file. Specify a JSON Feed file.")
        let empty = try folder.write("", to: "empty.json")
        #expect(
            errorText { () throws(FeedError) in try FeedReader.show(at: .external(path: empty)) }.contains(
                "This is not JSON: expected a value, but reached the end"))
    }

    @Test func `an endless file and a large file are refused`() throws {
        #expect(
            errorText { () throws(FeedError) in try FeedReader.show(at: .external(path: "/dev/zero")) }
                .hasPrefix("/dev/zero: This is not a file."))
        let folder = try TemporaryFolder()
        let large = try folder.write("", to: "large.json")
        let file = try #require(FileHandle(forWritingAtPath: large))
        try file.truncate(atOffset: 32 << 20 + 1)
        try file.close()
        #expect(
            errorText { () throws(FeedError) in try FeedReader.show(at: .external(path: large)) }
                .hasPrefix("\(large): The file is larger than 32 MB."))
    }
}
