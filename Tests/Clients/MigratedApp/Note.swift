import FlintCore

/// The title of a note, which identifies it in the app.
struct NoteRef: FlintLoggable, Hashable {
    let title: String

    var loggingDescription: String { "“\(title)”" }
    var loggingInfo: [String: String]? { ["title": title] }
}

extension NoteRef: RouteParametersCodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let title = parameters?["title"], !title.isEmpty else { return nil }
        self.title = mapping.name == "shared" ? "\(title) (shared)" : title
    }

    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? {
        mapping.name == "shared" ? nil : ["title": title]
    }
}

extension NoteRef: ActivityCodable {
    private enum Failure: Error { case titleMissing }

    init(activityUserInfo: [AnyHashable: Any]?) throws {
        guard let title = activityUserInfo?["title"] as? String else { throw Failure.titleMissing }
        self.title = title
    }

    func encodeForActivity() -> [AnyHashable: Any]? { ["title": title] }

    var requiredUserInfoKeys: Set<String> { ["title"] }
}

extension NoteRef: ActivityMetadataRepresentable {
    var metadata: ActivityMetadata {
        .build { builder in
            builder.title = title
            builder.keywords = ["note", "field"]
        }
    }
}

/// A change of a note's text.
///
/// Logs do not include the content.
struct NoteEdit: FlintLoggable {
    let note: NoteRef
    let text: String

    var loggingDescription: String { "\(text.count) characters for \(note.loggingDescription)" }
}

/// A picture and the note that it belongs to.
struct Picture: FlintLoggable {
    let name: String
    let note: NoteRef
}
