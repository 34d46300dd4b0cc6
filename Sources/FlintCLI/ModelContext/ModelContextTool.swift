import InspectorKit

/// Something that a client of the Model Context Protocol can call.
@MainActor
struct ModelContextTool {
    /// What it does to the app.
    enum Effect {
        /// Nothing.
        case none
        /// It changes something that can be undone.
        case undoable
        /// It runs code of the app, which can do anything.
        case action
    }

    /// A value that it takes.
    struct Parameter {
        /// Its name.
        let name: String
        /// Its JSON Schema.
        let schema: [String: JSONValue]
        /// Whether it must be given.
        let isRequired: Bool
    }

    /// Its name, for programs.
    let name: String
    /// Its name, for people.
    let title: String
    /// What it does, for the model that chooses it.
    let summary: String
    /// What it does to the app.
    let effect: Effect
    /// What it takes.
    let parameters: [Parameter]
    /// What it answers; `nil` if no schema describes that.
    var answer: ToolSchema?
    /// Does it.
    let run: @MainActor (ModelContextArguments) async throws -> ModelContextAnswer

    /// The tool as it is listed.
    ///
    /// - Parameter isStructured: Whether with the schema of its answer.
    /// - Returns: The members of the list.
    func description(isStructured: Bool) -> JSONValue {
        var properties: [String: JSONValue] = [:]
        for parameter in parameters { properties[parameter.name] = .object(parameter.schema) }
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        let schema: [String: JSONValue] = [
            "type": "object", "properties": .object(properties), "required": .array(required),
            "additionalProperties": .bool(false),
        ]
        let annotations: [String: JSONValue] = [
            "title": .string(title), "readOnlyHint": .bool(effect == .none),
            "destructiveHint": .bool(effect == .action), "openWorldHint": .bool(effect == .action),
        ]
        var members: [String: JSONValue] = [
            "name": .string(name), "title": .string(title), "description": .string(summary),
            "inputSchema": .object(schema), "annotations": .object(annotations),
        ]
        if isStructured { members["outputSchema"] = answer?.value }
        return .object(members)
    }
}

// MARK: Parameters

extension ModelContextTool.Parameter {
    /// A text.
    static func text(
        _ name: String, _ description: String, isRequired: Bool = false, among words: [String] = []
    ) -> Self {
        var schema: [String: JSONValue] = ["type": "string", "description": .string(description)]
        if !words.isEmpty { schema["enum"] = .array(words.map { .string($0) }) }
        return Self(name: name, schema: schema, isRequired: isRequired)
    }

    /// A whole number.
    static func number(_ name: String, _ description: String, in range: ClosedRange<Int>) -> Self {
        let schema: [String: JSONValue] = [
            "type": "integer", "description": .string(description), "minimum": .integer(Int64(range.lowerBound)),
            "maximum": .integer(Int64(range.upperBound)),
        ]
        return Self(name: name, schema: schema, isRequired: false)
    }

    /// A list of texts, of which there is at least one.
    static func texts(_ name: String, _ description: String) -> Self {
        let schema: [String: JSONValue] = [
            "type": "array", "description": .string(description), "items": .object(["type": "string"]),
            "minItems": 1,
        ]
        return Self(name: name, schema: schema, isRequired: true)
    }

    /// Texts by name.
    static func named(_ name: String, _ description: String) -> Self {
        let schema: [String: JSONValue] = [
            "type": "object", "description": .string(description),
            "additionalProperties": .object(["type": "string"]),
        ]
        return Self(name: name, schema: schema, isRequired: false)
    }
}

/// The values that a tool is called with.
struct ModelContextArguments {
    private let values: [String: JSONValue]

    /// Takes values, which are checked against what the tool takes.
    ///
    /// - Throws: ``CommandLineError/usage(_:)`` for a value that it does not take, or that is missing.
    @MainActor
    init(_ values: [String: JSONValue], for tool: ModelContextTool) throws(CommandLineError) {
        let names = tool.parameters.map(\.name)
        let list = names.isEmpty ? "none" : names.joined(separator: ", ")
        if let stranger = values.keys.sorted().first(where: { !names.contains($0) }) {
            throw .usage("\(tool.name) has no argument \"\(stranger.prefix(60))\". Its arguments: \(list).")
        }
        let missing = tool.parameters.first { $0.isRequired && (values[$0.name] ?? .null) == .null }
        if let missing { throw .usage("The argument \"\(missing.name)\" of \(tool.name) is missing.") }
        for parameter in tool.parameters {
            guard case .array(let words)? = parameter.schema["enum"], let value = values[parameter.name] else {
                continue
            }
            guard value == .null || words.contains(value) else {
                let texts = words.compactMap { if case .string(let word) = $0 { word } else { nil } }
                throw .usage("\"\(parameter.name)\" is one of \(texts.joined(separator: ", ")).")
            }
        }
        self.values = values.filter { $0.value != .null }
    }

    /// A text that must be there.
    func text(_ name: String) throws(CommandLineError) -> String { try optionalText(name) ?? "" }

    /// A text.
    func optionalText(_ name: String) throws(CommandLineError) -> String? {
        switch values[name] {
        case nil: return nil
        case .string(let text)?:
            guard text.utf8.count <= 4_000 else { throw .usage("\"\(name)\" has more than 4,000 bytes.") }
            return text
        default: throw .usage("\"\(name)\" is to be a text.")
        }
    }

    /// A whole number in a range.
    func number(_ name: String, in range: ClosedRange<Int>, byDefault value: Int) throws(CommandLineError) -> Int {
        switch values[name] {
        case nil: return value
        case .integer(let number)? where range.contains(Int(number)): return Int(number)
        default: throw .usage("\"\(name)\" is to be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
    }

    /// A list of texts, at most 100.
    func texts(_ name: String) throws(CommandLineError) -> [String] {
        guard case .array(let list)? = values[name], (1...100).contains(list.count) else {
            throw .usage("\"\(name)\" is to be a list of 1 to 100 texts.")
        }
        var texts: [String] = []
        for value in list {
            guard case .string(let text) = value else { throw .usage("\"\(name)\" is to be a list of texts.") }
            texts.append(text)
        }
        return texts
    }

    /// Texts by name.
    func named(_ name: String) throws(CommandLineError) -> [String: String] {
        guard let value = values[name] else { return [:] }
        guard case .object(let members) = value else { throw .usage("\"\(name)\" is to be an object of texts.") }
        var texts: [String: String] = [:]
        for (key, value) in members {
            switch value {
            case .string(let text): texts[key] = text
            // Models like to write these as they are.
            case .integer(let number): texts[key] = String(number)
            case .number(let number): texts[key] = String(number)
            case .bool(let isTrue): texts[key] = String(isTrue)
            default: throw .usage("\"\(key.prefix(60))\" in \"\(name)\" is to be a text.")
            }
        }
        return texts
    }
}

/// What a tool answers: lines for a model to read, and the same as an object.
struct ModelContextAnswer {
    /// The lines.
    let lines: [String]
    /// The object, as the command with `--json` answers it.
    let object: JSONValue?
    /// Whether the tool could not do what was asked for.
    var isRefusal = false

    /// Creates an answer.
    ///
    /// - Throws: An error if the object cannot be encoded.
    init(_ lines: [String], _ object: some Encodable) throws {
        self.lines = lines
        self.object = try ModelContextProtocol.value(object)
    }

    private init(refusing message: String) {
        (lines, object, isRefusal) = ([message], nil, true)
    }

    /// What keeps a tool from doing what was asked for.
    static func refusal(_ message: String) -> Self { Self(refusing: message) }

    /// The answer as a result of `tools/call`.
    ///
    /// - Parameter isStructured: Whether with the object.
    /// - Returns: The members of the result.
    func result(isStructured: Bool) -> [String: JSONValue] {
        // A name of the app must neither command a terminal nor pass for another line.
        let safe = lines.map(CommandOutput.safe(text:)).joined(separator: "\n")
        let text: [String: JSONValue] = ["type": "text", "text": .string(safe)]
        var result: [String: JSONValue] = ["content": .array([.object(text)]), "isError": .bool(isRefusal)]
        if isStructured, let object { result["structuredContent"] = object }
        return result
    }
}
