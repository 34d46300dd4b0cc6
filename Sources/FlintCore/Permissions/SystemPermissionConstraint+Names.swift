extension SystemPermissionConstraint {
    /// The permission as programs and command lines write it, such as `location-when-in-use`.
    public var name: String {
        switch self {
        case .camera: "camera"
        case .photos: "photos"
        case .microphone: "microphone"
        case .location(usage: .whenInUse): "location-when-in-use"
        case .location(usage: .always): "location-always"
        case .contacts: "contacts"
        case .calendarEvents: "calendar-events"
        case .reminders: "reminders"
        case .motion: "motion"
        case .speechRecognition: "speech-recognition"
        case .siriKit: "siri-kit"
        case .bluetooth: "bluetooth"
        case .mediaLibrary: "media-library"
        case .notifications: "notifications"
        case .localNetwork: "local-network"
        case .health: "health"
        }
    }

    /// Creates the permission with a name.
    ///
    /// - Parameter name: The exact ``name``; anything else gives `nil`.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// Creates the permission that a person means by the beginning of its name.
    ///
    /// - Parameters:
    ///   - text: A ``name`` or its beginning, in capital or small letters, such as `cam`.
    ///   - candidates: The permissions that can be meant. With fewer of them less has to be typed: `location` is
    ///     enough where only one kind of location is asked for.
    /// - Throws: ``UnrecognizedName`` if none of the candidates, or more than one, can be meant.
    public init(
        matching text: String, among candidates: some Collection<SystemPermissionConstraint> = Self.allCases
    ) throws(UnrecognizedName) {
        self = try UnrecognizedName.resolve(text, kind: "permission", among: candidates, name: \.name)
    }
}

extension SystemPermissionConstraint: Codable {
    /// Decodes a permission from its name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let permission = SystemPermissionConstraint(name: name) else {
            let error = UnrecognizedName(kind: "permission", text: name, candidates: [])
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
        self = permission
    }

    /// Encodes the permission as its name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
