import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintInspector

struct PersonaFolderTests {
    private let temporary: TemporaryFolder
    private let folder: PersonaFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = PersonaFolder(temporary.path(of: "personas"))
    }

    @Test(arguments: [
        ["Ночь", "東京", "🧊"], ["a b", "a-b", "A/B"], ["x", "../../x", "persona", "?"],
        [String(repeating: "long", count: 200), String(repeating: "long", count: 201)],
    ])
    func `personas with the same file name are saved in different files`(names: [String]) throws {
        for name in names { _ = try folder.save(Persona(name: name)) }
        #expect(folder.readPersonas().personas.map(\.name) == names.sorted())
        #expect(folder.readPersonas().problems.isEmpty)
    }

    @Test func `a persona replaces the saved persona with the same name`() throws {
        _ = try folder.save(Persona(name: "a b"))
        let path = try folder.save(Persona(name: "a-b", description: "first"))
        #expect(path == temporary.path(of: "personas/a-b-2.json"))
        #expect(try folder.save(Persona(name: "a-b", description: "second")) == path)
        #expect(folder.readPersonas().personas.map(\.description) == [nil, "second"])
    }

    @Test func `if several files have the same persona, the first is used, and the others are reported`() throws {
        let path = try folder.save(Persona(name: "me", description: "first"))
        try FileManager.default.copyItem(atPath: path, toPath: temporary.path(of: "personas/other.json"))
        #expect(try folder.save(Persona(name: "me", description: "second")) == path)
        let list = folder.readPersonas()
        #expect(list.personas.map(\.description) == ["second"])
        #expect(list.problems.count == 1)
        #expect(list.problems.first?.contains("personas/other.json is ignored") == true)
    }

    @Test func `a persona is saved in its file, regardless of the file's name`() throws {
        let other = temporary.path(of: "personas/other.json")
        try FileManager.default.moveItem(atPath: try folder.save(Persona(name: "me")), toPath: other)
        #expect(try folder.save(Persona(name: "me", description: "new")) == other)
        #expect(folder.readPersonas().personas.map(\.description) == ["new"])
    }

    @Test(arguments: [
        (
            #""name": "me", "platfrom": "iOS 18.0""#,
            "The persona file FOLDER/me.json is malformed: \"platfrom\" is not one of the keys \"name\", "
                + "\"description\", \"platform\", \"purchases\", \"permissions\", \"userSettings\", \"runtimeSwitches\", "
                + "\"flags\", \"facts\", \"store\". Fix it, or move it away."
        ),
        (
            #""name": "Now""#,
            "FOLDER/me.json is ignored. \"Now\" is reserved for the app's present state; give the persona another name."
        ),
        (
            #""name": 1"#,
            "The persona file FOLDER/me.json is malformed: \"name\" has an invalid value. Fix it, or move it away."
        ),
    ])
    func `an unusable persona is reported with a remedy`(members: String, problem: String) throws {
        _ = try folder.save(Persona(name: "other"))
        try temporary.write(#"{"flint": "persona", "version": 2, \#(members)}"#, to: "personas/me.json")
        let list = folder.readPersonas()
        #expect(list.personas.map(\.name) == ["other"])
        #expect(list.problems.map { $0.replacing(folder.path, with: "FOLDER") } == [problem])
    }

    @Test func `a persona with a repeated name is reported with both locations`() throws {
        let text = "{\"flint\": \"persona\", \"version\": 2, \"name\": \"me\",\n\"name\": \"you\"}"
        _ = try folder.save(Persona(name: "other"))
        try temporary.write(text, to: "personas/me.json")
        #expect(folder.readPersonas().personas.map(\.name) == ["other"])
        let problem = try #require(folder.readPersonas().problems.first)
        #expect(problem.contains("the name \"name\" occurs twice in one object (line 1, byte 35, and line 2, byte 49)"))
        _ = try folder.save(Persona(name: "me"))
        #expect(try temporary.text("personas/me.json") == text)
    }

    @Test func `personas that are part of a program are read like files`() {
        func text(_ name: String) -> String { #"{"flint": "persona", "version": 2, "name": "\#(name)"}"# }
        let list = PersonaFolder.personas(in: [
            "Data/personas/b.json": text("B"), "Data/personas/a.json": text("A"), "Data/personas/c.json": text("A"),
            "Data/personas/d.json": "[]", "Data/e.json": text("E"),
        ])
        #expect(list.personas.map(\.name) == ["A", "B"])
        #expect(list.problems.count == 2)
        #expect(list.problems.first?.hasPrefix("Data/personas/c.json is ignored") == true)
        #expect(list.problems.last?.contains("Data/personas/d.json") == true)
    }

    @Test func `an unreadable folder is not treated as empty`() throws {
        #expect(folder.readPersonas().problems.isEmpty)
        try temporary.write("", to: "personas")
        let problem = "The folder \(folder.path) cannot be read, so its personas are missing. Check its permissions."
        #expect(folder.readPersonas().problems == [problem])
    }

    @Test func `an unreadable file is not changed`() throws {
        _ = try folder.save(Persona(name: "me"))
        try temporary.write("{", to: "personas/me.json")
        #expect(try folder.save(Persona(name: "me")) == temporary.path(of: "personas/me-2.json"))
        #expect(try temporary.text("personas/me.json") == "{")
    }

    @Test func `the name of the current state is not a valid name of a persona`() {
        #expect(
            Persona.problem(ofName: "Now")
                == #""Now" is reserved for the app's present state; give the persona another name."#)
        #expect(Persona.problem(ofName: " ") == "A persona needs a name.")
        #expect(Persona.problem(ofName: "nowhere") == nil)
    }
}
