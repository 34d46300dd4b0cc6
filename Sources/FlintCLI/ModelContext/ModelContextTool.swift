// SPDX-License-Identifier: MIT

import FlintWorld

/// A tool that a client of the Model Context Protocol can call.
///
/// Before the server calls ``run``, it checks the arguments' names and allowed words against ``parameters``. Errors
/// that ``run`` throws become refusals that the model can read.
@MainActor
struct ModelContextTool {
    enum Effect {
        case none
        case undoable
        /// The tool runs the app's code, with effects that cannot be undone.
        case action
    }

    struct Parameter {
        let name: String
        let schema: [String: JSONValue]
        let isRequired: Bool
    }

    let name: String
    let title: String
    let summary: String
    let effect: Effect
    let parameters: [Parameter]
    var answer: ToolSchema?
    let run: @MainActor (ModelContextArguments) async throws -> ModelContextAnswer

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
    static func text(
        _ name: String, _ description: String, isRequired: Bool = false, among words: [String] = []
    ) -> Self {
        var schema: [String: JSONValue] = ["type": "string", "description": .string(description)]
        if !words.isEmpty { schema["enum"] = .array(words.map { .string($0) }) }
        return Self(name: name, schema: schema, isRequired: isRequired)
    }

    static func number(_ name: String, _ description: String, in range: ClosedRange<Int>) -> Self {
        let schema: [String: JSONValue] = [
            "type": "integer", "description": .string(description), "minimum": .integer(Int64(range.lowerBound)),
            "maximum": .integer(Int64(range.upperBound)),
        ]
        return Self(name: name, schema: schema, isRequired: false)
    }

    static func texts(_ name: String, _ description: String) -> Self {
        Self(name: name, schema: optionalTexts(name, description).schema, isRequired: true)
    }

    static func optionalTexts(_ name: String, _ description: String) -> Self {
        let schema: [String: JSONValue] = [
            "type": "array", "description": .string(description), "items": .object(["type": "string"]),
            "minItems": 1,
        ]
        return Self(name: name, schema: schema, isRequired: false)
    }

    static func named(_ name: String, _ description: String) -> Self {
        let schema: [String: JSONValue] = [
            "type": "object", "description": .string(description),
            "additionalProperties": .object(["type": "string"]),
        ]
        return Self(name: name, schema: schema, isRequired: false)
    }
}

/// The arguments of a tool call.
///
/// The initializer checks the names and allowed words. The methods that return values check types and sizes.
struct ModelContextArguments {
    private let values: [String: JSONValue]

    @MainActor
    init(_ values: [String: JSONValue], for tool: ModelContextTool) throws(CommandLineError) {
        let names = tool.parameters.map(\.name)
        let list = names.isEmpty ? "none" : names.joined(separator: ", ")
        if let unknownName = values.keys.sorted().first(where: { !names.contains($0) }) {
            throw .usage("\(tool.name) has no argument \"\(unknownName.prefix(60))\". Its arguments: \(list).")
        }
        let missing = tool.parameters.first { $0.isRequired && (values[$0.name] ?? .null) == .null }
        if let missing { throw .usage("The argument \"\(missing.name)\" of \(tool.name) is missing.") }
        for parameter in tool.parameters {
            guard case .array(let words)? = parameter.schema["enum"], let value = values[parameter.name] else {
                continue
            }
            guard value == .null || words.contains(value) else {
                let texts = words.compactMap { if case .string(let word) = $0 { word } else { nil } }
                throw .usage("\"\(parameter.name)\" must be one of \(texts.joined(separator: ", ")).")
            }
        }
        self.values = values.filter { $0.value != .null }
    }

    func text(_ name: String) throws(CommandLineError) -> String { try optionalText(name) ?? "" }

    /// Returns a string of at most 4,000 bytes, or `nil` if the argument is absent.
    func optionalText(_ name: String) throws(CommandLineError) -> String? {
        switch values[name] {
        case nil: return nil
        case .string(let text)?:
            guard text.utf8.count <= 4_000 else { throw .usage("\"\(name)\" is longer than 4,000 bytes.") }
            return text
        case .null?, .bool?, .integer?, .number?, .array?, .object?: throw .usage("\"\(name)\" must be a string.")
        }
    }

    func number(_ name: String, in range: ClosedRange<Int>, byDefault value: Int) throws(CommandLineError) -> Int {
        switch values[name] {
        case nil: return value
        case .integer(let number)? where range.contains(Int(number)): return Int(number)
        case .integer?, .null?, .bool?, .number?, .string?, .array?, .object?:
            throw .usage("\"\(name)\" must be an integer from \(range.lowerBound) to \(range.upperBound).")
        }
    }

    /// Returns an array of 1 to 100 strings, or an empty array if the argument is absent.
    func optionalTexts(_ name: String) throws(CommandLineError) -> [String] {
        values[name] == nil ? [] : try texts(name)
    }

    func texts(_ name: String) throws(CommandLineError) -> [String] {
        guard case .array(let list)? = values[name], (1...100).contains(list.count) else {
            throw .usage("\"\(name)\" must be a list of 1 to 100 strings.")
        }
        var texts: [String] = []
        for value in list {
            guard case .string(let text) = value else { throw .usage("\"\(name)\" must be a list of strings.") }
            texts.append(text)
        }
        return texts
    }

    func named(_ name: String) throws(CommandLineError) -> [String: String] {
        guard let value = values[name] else { return [:] }
        guard case .object(let members) = value else {
            throw .usage("\"\(name)\" must be an object whose values are strings.")
        }
        var texts: [String: String] = [:]
        for (key, value) in members {
            switch value {
            case .string(let text): texts[key] = text
            // Models often write numbers and Boolean values without quotes.
            case .integer(let number): texts[key] = String(number)
            case .number(let number): texts[key] = String(number)
            case .bool(let isTrue): texts[key] = String(isTrue)
            case .null, .array, .object: throw .usage("\"\(key.prefix(60))\" in \"\(name)\" must be a string.")
            }
        }
        return texts
    }
}

/// The result of a tool: lines for the model to read, and the same information as an object.
struct ModelContextAnswer {
    let lines: [String]
    /// The object, in the format of the corresponding command's `--json` output.
    let object: JSONValue?
    var isRefusal = false

    init(_ lines: [String], _ object: some Encodable) throws {
        self.lines = lines
        self.object = try ModelContextProtocol.value(object)
    }

    private init(refusing message: String) {
        (lines, object, isRefusal) = ([message], nil, true)
    }

    static func refusal(_ message: String) -> Self { Self(refusing: message) }

    func result(isStructured: Bool) -> [String: JSONValue] {
        // Names from the app could contain terminal control sequences, or line breaks that imitate other lines.
        let safe = lines.map(CommandOutput.safe(text:)).joined(separator: "\n")
        let text: [String: JSONValue] = ["type": "text", "text": .string(safe)]
        var result: [String: JSONValue] = ["content": .array([.object(text)]), "isError": .bool(isRefusal)]
        if isStructured, let object { result["structuredContent"] = object }
        return result
    }
}
