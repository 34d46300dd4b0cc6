import Testing

@testable import FlintCore

struct TypedInputTests {
    /// An action without effect, whose input has a given type.
    private enum Take<Input>: Action {
        typealias InputType = Input
        static var name: String { "Take" }
        static func perform(
            context: ActionContext<Input>, presenter: NoPresenter, completion: Completion
        ) -> Completion.Status { completion.completedSync(.success) }
    }

    private func make<Input>(_ type: Input.Type, _ values: [String: String]) throws(InvalidInput) -> Input {
        try TypedInput.input(of: Take<Input>.self, from: values)
    }

    private func problem<Input>(_ type: Input.Type, _ values: [String: String]) -> String? {
        do throws(InvalidInput) {
            _ = try make(type, values)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `a plain input can be created from its value`() throws {
        #expect(try make(String.self, ["value": "a b"]) == "a b")
        #expect(try make(Int.self, ["value": "-3"]) == -3)
        #expect(try make(Double.self, ["value": "1.5"]) == 1.5)
        #expect(try make(Bool.self, ["value": "true"]))
    }

    @Test func `an optional plain input can be omitted`() throws {
        #expect(try make(Int?.self, ["value": "3"]) == 3)
        #expect(try make(Int?.self, [:]) == nil)
        #expect(
            problem(Int?.self, ["value": "x"]) == "The input of Take is invalid: value \"x\", expected an integer.")
        #expect(TypedInput(of: String?.self)?.fields.map(\.isRequired) == [false])
    }

    @Test func `a missing or wrong value is named with the expected type`() {
        #expect(problem(String.self, [:]) == "The input of Take is incomplete: missing value (a string).")
        #expect(
            problem(Int.self, ["value": "x"]) == "The input of Take is invalid: value \"x\", expected an integer.")
        #expect(problem(UInt.self, ["value": "-1"])?.hasSuffix("expected a nonnegative integer.") == true)
        #expect(problem(Double.self, ["value": "x"])?.hasSuffix("expected a number.") == true)
        #expect(problem(Bool.self, ["value": "x"])?.hasSuffix("expected true or false.") == true)
        #expect(problem(Int.self, ["valeu": "1"]) == "Take has no input value named valeu; it accepts value.")
    }

    @Test func `the wrong value of several is named if it can be determined`() {
        #expect(
            problem(Trip.self, ["from": "a", "days": "x"])
                == "The input of Take is invalid: days \"x\", expected a number of days.")
        #expect(
            problem(Trip.self, ["from": "", "code": "secret"])
                == "The input of Take is invalid: from \"\", expected where it begins; code, expected the voucher.",
            "A sensitive value is not repeated.")
        #expect(problem(Trip.self, ["days": "1"]) == "The input of Take is incomplete: missing from (where it begins).")
    }

    @Test func `an input that is not text has no fields`() {
        #expect(TypedInput(of: TypedInputTests.self) == nil)
        #expect(
            problem([String].self, ["value": "x"]) == "The input of Take cannot be created from text.")
    }
}

private struct Trip: RouteParametersDecodable {
    static let inputFields = [
        InputField("from", description: "where it begins"),
        InputField("days", description: "a number of days", isRequired: false),
        InputField("code", description: "the voucher", isRequired: false, isSensitive: true),
    ]

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard parameters?["from"]?.isEmpty == false else { return nil }
        if let days = parameters?["days"], Int(days) == nil { return nil }
    }
}
