@testable import FlintCLI
@testable import FlintModel
@testable import FlintWorld

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The invariants of the Model Context Protocol server for arbitrary lines, checked by the fuzzer and the tests.
@MainActor
final class ModelContextProperty {
    private let shelf = Shelf()
    private let server: ModelContextServer
    private let lineCount: Int
    private let isCutAlike: Bool
    /// Whether every line has been answered.
    private(set) var isIdle = false

    /// Sends lines to a server.
    ///
    /// Input that begins with `I` follows a handshake, so that the fuzzer reaches every request.
    ///
    /// - Parameter input: The lines.
    init(_ input: [UInt8]) {
        let shelf = shelf
        server = ModelContextServer(
            .init(name: "shelf", title: "Shelf", version: "1", instructions: "Look."), provider: shelf
        ) { shelf.sent.append($0) }
        var bytes = input
        if input.first == UInt8(ascii: "I") {
            let hello =
                #"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#
            bytes = Array(hello.utf8) + [UInt8(ascii: "\n")] + input.dropFirst()
        }
        var (whole, cut) = (LineBuffer(limit: 4_096), LineBuffer(limit: 4_096))
        let lines = whole.append(bytes) + [whole.end()].compactMap(\.self)
        isCutAlike = lines == bytes.flatMap { cut.append(CollectionOfOne($0)) } + [cut.end()].compactMap(\.self)
        lineCount = lines.count
        for line in lines { server.receive(line) }
        server.whenIdle { [weak self] in self?.isIdle = true }
    }

    /// A description of the violated invariant, or `nil`, valid once the server is idle.
    var problem: String? {
        if !isCutAlike { return "the lines depend on how the bytes are cut" }
        if shelf.sent.count > lineCount { return "\(lineCount) lines have \(shelf.sent.count) answers" }
        for line in shelf.sent {
            if line.utf8.contains(where: { $0 < 0x20 }) { return "an answer has a control character" }
            guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)) else {
                return "an answer is not JSON: \(line.prefix(200))"
            }
            guard case .object(let members) = value, members["jsonrpc"] == "2.0", members["id"] != nil,
                (members["result"] == nil) != (members["error"] == nil)
            else { return "an answer is no message: \(line.prefix(200))" }
        }
        return nil
    }

    /// A provider with a tool for each kind of parameter, and some resources.
    private final class Shelf: ModelContextProvider {
        var sent: [String] = []

        var tools: [ModelContextTool] {
            [
                ModelContextTool(
                    name: "put", title: "Put", summary: "Returns what it takes.", effect: .none,
                    parameters: [
                        .text("text", "A text.", isRequired: true), .number("times", "How often.", in: 1...3),
                        .text("kind", "A kind.", among: ["loud", "quiet"]), .texts("list", "Texts."),
                        .named("names", "Texts by name."),
                    ], answer: .list
                ) { arguments in
                    let text = try arguments.text("text")
                    let times = try arguments.number("times", in: 1...3, byDefault: 1)
                    let named = try arguments.named("names")
                    return try ModelContextAnswer(
                        Array(repeating: text, count: times) + arguments.texts("list"), named)
                }
            ]
        }

        func discardAnswers() {}

        func resources(from start: Int) -> (resources: [JSONValue], hasMore: Bool) {
            start < 3 ? ([.object(["uri": .string("a:\(start)")])], start < 2) : ([], false)
        }

        var resourceTemplates: [JSONValue] { [] }

        func resource(at address: String) throws -> (type: String, text: String)? {
            if address == "a:1" { throw CommandLineError.refused("It is broken.") }
            return address.hasPrefix("a:") ? ("text/plain", address) : nil
        }
    }
}
