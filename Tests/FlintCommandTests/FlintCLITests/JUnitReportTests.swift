import Foundation
import Testing

@testable import FlintCLI
@testable import FlintWorld

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct JUnitReportTests {
    private static let hostile = "a<b>&\"c'\u{1B}[31m]]>\n\t\u{0}\u{FFFE}é🎧"

    private var report: ExpectationReport {
        let difference = ExpectationReport.Difference(
            id: Self.hostile, name: "Clips", typeName: "App.Clips",
            expected: .init(value: "available", because: nil),
            found: .init(value: "unavailable", because: ["permission camera"], statements: [Self.hostile]),
            condition: "Camera", notes: ["]]> note"])
        return ExpectationReport(
            states: [
                .init(
                    name: Self.hostile, platform: "iOS 17.2", count: 2, differences: [difference], met: ["Shop (Shop)"])
            ],
            properties: [], unknown: [.init(kind: .feature, name: Self.hostile, states: ["now"], nearest: "Clips")],
            uncovered: [])
    }

    @Test func `all results are counted, and hostile names are changed to valid XML`() throws {
        let elements = try XMLElements(JUnitReport(report, of: Self.hostile, file: "a.json5").xml)
        let readable = Self.hostile.replacing("\u{1B}", with: "\u{FFFD}").replacing("\u{0}", with: "\u{FFFD}")
            .replacing("\u{FFFE}", with: "\u{FFFD}")
        let root = try #require(elements.named("testsuites").first)
        #expect(root["tests"] == "3" && root["failures"] == "1" && root["errors"] == "1")
        #expect(elements.named("testsuite").map { $0["tests"] } == ["2", "1"])
        #expect(elements.named("testsuite").first?["name"] == readable)
        #expect(elements.named("testcase").count == 3)
        let failure = try #require(elements.named("failure").first)
        #expect(failure["message"] == "expected available, found unavailable: \(readable)")
        #expect(elements.text.contains("]]> note\nrequires Camera"))
        #expect(elements.named("error").first?["message"]?.hasSuffix("Did you mean Clips?") == true)
    }

    @Test func `a report without states is a valid document`() throws {
        let empty = ExpectationReport(states: [], properties: [], unknown: [], uncovered: [])
        #expect(
            try XMLElements(JUnitReport(empty, of: "App", file: "f").xml).named("testsuites").first?["tests"] == "0")
    }
}

/// The elements of an XML document with their attributes, in order.
final class XMLElements: NSObject, XMLParserDelegate {
    private var elements: [(name: String, attributes: [String: String])] = []
    private(set) var text = ""

    init(_ document: String) throws {
        super.init()
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = self
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
    }

    func named(_ name: String) -> [[String: String]] { elements.filter { $0.name == name }.map(\.attributes) }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append((elementName, attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }
}
