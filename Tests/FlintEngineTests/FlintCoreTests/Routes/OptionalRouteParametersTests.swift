import Testing

@testable import FlintCore

struct OptionalRouteParametersTests {
    @Test func `an optional input without values is nil`() throws {
        let none = try #require(Text?(from: nil, mapping: .typed) as Text??)
        #expect(none == nil)
        let alsoNone = try #require(Text?(from: [:], mapping: .typed) as Text??)
        #expect(alsoNone == nil)
    }

    @Test func `invalid values for an optional input are refused`() throws {
        let some = try #require(Text?(from: ["text": "x"], mapping: .typed) as Text??)
        #expect(some?.text == "x")
        let wrong = Text?(from: ["other": "x"], mapping: .typed) as Text??
        if case .some = wrong { Issue.record("Invalid values were treated as missing values.") }
    }

    @Test func `an optional input is encoded as its values, or as no values if it is nil`() {
        #expect((Text(text: "x") as Text?).encodeAsRouteParameters(for: .typed) == ["text": "x"])
        #expect((nil as Text?).encodeAsRouteParameters(for: .typed) == [:])
    }

    @Test func `no field of an optional input is required`() {
        #expect(Text.inputFields.map(\.isRequired) == [true])
        #expect(Text?.inputFields.map(\.isRequired) == [false])
    }
}

private struct Text: RouteParametersCodable, Hashable {
    static let inputFields = [InputField("text", description: "a text")]
    let text: String

    init(text: String) {
        self.text = text
    }

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let text = parameters?["text"] else { return nil }
        self.text = text
    }

    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { ["text": text] }
}
