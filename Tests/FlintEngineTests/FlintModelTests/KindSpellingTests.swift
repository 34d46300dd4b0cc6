import FlintModel
import Foundation
import Testing

@Suite("The spelling of kinds")
struct KindSpellingTests {
    @Test func `the spelling of earlier versions is read`() throws {
        let kinds = try JSONDecoder().decode([FactKind].self, from: Data(#"["toggle", "user-setting"]"#.utf8))
        #expect(kinds == [.userSetting, .userSetting])
        let requirements = try JSONDecoder().decode([RequirementKind].self, from: Data(#"["toggle", "any-of"]"#.utf8))
        #expect(requirements == [.userSetting, .anyOf])
        let reference = try JSONDecoder().decode(
            FactReference.self, from: Data(#"{"kind": "toggle", "key": "Shop"}"#.utf8))
        #expect(reference == FactReference(kind: .userSetting, key: "Shop"))
    }

    @Test func `the earlier spelling is never written`() throws {
        let text = String(decoding: try JSONEncoder().encode([FactKind.userSetting]), as: UTF8.self)
        #expect(text == #"["user-setting"]"#)
    }

    @Test(arguments: ["", "Toggle", "a toggle", "1st", "té"])
    func `decoding a malformed kind throws an error`(kind: String) throws {
        let data = try JSONEncoder().encode([kind])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([FactKind].self, from: data) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([RequirementKind].self, from: data) }
    }
}
