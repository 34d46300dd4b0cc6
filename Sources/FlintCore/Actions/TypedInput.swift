// SPDX-License-Identifier: MIT

/// A decoder that creates an action's input from values that were entered as text.
///
/// A ``RouteParametersDecodable`` input defines the names of its values. A plain input, such as a `String`, an `Int`,
/// or an optional of such a type, is created from a single value called ``plainName``.
struct TypedInput {
    static let plainName = "value"

    let fields: [InputField]
    /// Whether the input accepts values that ``fields`` does not describe.
    private let takesAnyValue: Bool
    private let make: (RouteParameters) -> Any?

    init?(of type: Any.Type) {
        if let type = type as? any RouteParametersDecodable.Type {
            fields = type.inputFields
            // An input without described fields may accept any value.
            takesAnyValue = fields.isEmpty && ObjectIdentifier(type) != ObjectIdentifier(NoInput.self)
            make = { type.init(from: $0, mapping: .typed) }
        } else if let plain = Self.convertibleType(type) {
            fields = [
                InputField(Self.plainName, description: Self.expectation(of: plain.type), isRequired: !plain.isOptional)
            ]
            takesAnyValue = false
            make = { values in
                guard let text = values[Self.plainName] else { return plain.isOptional ? plain.nothing : nil }
                return plain.type.init(text)
            }
        } else {
            return nil
        }
    }

    private struct ConvertibleType {
        let type: any LosslessStringConvertible.Type
        var isOptional = false
        var nothing: Any?
    }

    private static func convertibleType(_ type: Any.Type) -> ConvertibleType? {
        if let type = type as? any LosslessStringConvertible.Type { return ConvertibleType(type: type) }
        guard let optional = type as? any OptionalType.Type,
            let type = optional.wrapped as? any LosslessStringConvertible.Type
        else { return nil }
        return ConvertibleType(type: type, isOptional: true, nothing: optional.nothing)
    }

    private static func expectation(of type: any LosslessStringConvertible.Type) -> String {
        switch type {
        case is any StringProtocol.Type: "a string"
        case is any UnsignedInteger.Type: "a nonnegative integer"
        case is any BinaryInteger.Type: "an integer"
        case is any FloatingPoint.Type: "a number"
        case is Bool.Type: "true or false"
        default: "the string form of a \(TypeNames.short(type))"
        }
    }

    static func input<ActionType: Action>(
        of action: ActionType.Type, from values: RouteParameters
    ) throws(InvalidInput) -> ActionType.InputType {
        guard let reading = TypedInput(of: ActionType.InputType.self) else {
            throw InvalidInput(description: "The input of \(action.name) cannot be created from text.")
        }
        let known = Set(reading.fields.map(\.name))
        if !reading.takesAnyValue, let unknownName = values.keys.sorted().first(where: { !known.contains($0) }) {
            let names = reading.fields.map(\.name).joined(separator: ", ")
            let acceptedNames = names.isEmpty ? "it accepts none" : "it accepts \(names)"
            throw InvalidInput(description: "\(action.name) has no input value named \(unknownName); \(acceptedNames).")
        }
        // In two steps, because casting `nil` directly to an optional input type would succeed.
        guard let value = reading.make(values), let input = value as? ActionType.InputType else {
            throw InvalidInput(description: "The input of \(action.name) is \(reading.problem(with: values))")
        }
        return input
    }

    private func problem(with values: RouteParameters) -> String {
        let missing = fields.filter { $0.isRequired && values[$0.name] == nil }
        if !missing.isEmpty {
            let names = missing.map { "\($0.name) (\($0.description))" }.joined(separator: ", ")
            return "incomplete: missing \(names)."
        }
        let given = fields.filter { values[$0.name] != nil }
        // If the input can be created without a value, that value is the problem.
        let invalidFields = given.filter { field in
            !field.isRequired && make(values.filter { $0.key != field.name }) != nil
        }
        let wrong = (invalidFields.isEmpty ? given : invalidFields).map { field in
            let value = field.isSensitive ? "" : " \"\(values[field.name] ?? "")\""
            return "\(field.name)\(value), expected \(field.description)"
        }
        return wrong.isEmpty ? "missing or invalid." : "invalid: \(wrong.joined(separator: "; "))."
    }
}

struct InvalidInput: Error, CustomStringConvertible {
    let description: String
}

private protocol OptionalType {
    static var wrapped: Any.Type { get }
    static var nothing: Any { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
    static var nothing: Any { Self.none as Any }
}
