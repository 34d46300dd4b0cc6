import FlintWorld
import Testing

struct FilterQueryTests {
    /// Returns the terms in a short form: `!field=text`.
    private func terms(_ text: String) -> [String] {
        FilterQuery(text).terms.map { term in
            (term.isExcluded ? "!" : "") + (term.field.map { $0 + "=" } ?? "") + term.text
        }
    }

    @Test(arguments: [
        ("", []), ("   ", []), ("smart  play", ["smart", "play"]), ("!off", ["!off"]), ("!", ["!"]), ("!!a", ["!!a"]),
        ("is:no", ["is=no"]), ("IS:No", ["is=No"]), ("!kind:denied x", ["!kind=denied", "x"]), ("is:", ["is="]),
        ("\"a b\" c", ["a b", "c"]), ("needs:\"Premium sub\"", ["needs=Premium sub"]), ("\"is:no\"", ["is:no"]),
        ("\"open end", ["open end"]), ("a\"b c\"d", ["ab cd"]), ("12:03", ["12:03"]), (":x", [":x"]),
        ("https://flint.dev", ["https://flint.dev"]), ("a-b:c", ["a-b=c"]), ("-a:c", ["-a:c"]), ("ä:c", ["ä:c"]),
        ("is:a:b", ["is=a:b"]), ("\t tab\t", ["tab"]), ("\"\"", [""]),
    ])
    func `a query is read according to its grammar`(text: String, expected: [String]) {
        #expect(terms(text) == expected)
    }

    @Test(arguments: [
        ("~a", true, "a"), ("!~a.b", true, "a.b"), ("needs:~\"a b\"", true, "a b"), ("~", true, ""),
        ("a~b", false, "a~b"), ("\"~a\"", false, "~a"),
    ])
    func `a tilde at the start makes a term a regular expression`(text: String, isPattern: Bool, pattern: String) {
        #expect(FilterQuery(text).terms.map(\.isPattern) == [isPattern])
        #expect(FilterQuery(text).terms.map(\.text) == [pattern])
    }

    @Test func `the terms of any text are in order and separated only by blanks`() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("ab:!\"- /\t:é\u{1B}👩‍👩‍👧")
        for _ in 0..<2_000 {
            let text = String((0..<Int.random(in: 0...20, using: &random)).map { _ in alphabet.randomElement()! })
            let characters = Array(text)
            var end = 0
            for term in FilterQuery(text).terms {
                #expect(characters[end..<term.range.lowerBound].allSatisfy { $0 == " " || $0 == "\t" }, "\(text)")
                #expect(term.range.contains(term.textStart) || term.text.isEmpty, "\(text)")
                #expect(!term.range.isEmpty)
                end = term.range.upperBound
            }
            #expect(characters[end...].allSatisfy { $0 == " " || $0 == "\t" }, "\(text)")
        }
    }

    @Test func `a quoted text is read back as one term`() throws {
        for text in ["plain", "two words", "a\tb", "", "!x:y z", "é ü", "~x"] {
            let query = FilterQuery("needs:\(try #require(FilterQuery.quoted(text)))")
            #expect(query.terms.map(\.text) == [text])
            #expect(query.terms.map(\.field) == ["needs"])
        }
        #expect(FilterQuery.quoted("a \"b\"") == nil)
    }
}

struct ItemFilterTests {
    /// A row of a list with texts and the values of fields.
    private struct Row: FilteredItem {
        var texts: [String]
        var values: [String: [String]]

        func hasText(where isMatch: (String) -> Bool) -> Bool { texts.contains(where: isMatch) }
        func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
            values[field]?.contains(where: isMatch) ?? false
        }
    }

    private let fields = [
        FilterField("is", values: ["no", "ok", "not-purchased", "purchased"]),
        FilterField("kind", values: ["request-denied", "action-began"]), FilterField("needs"),
    ]

    private func problems(_ text: String) -> [String] { ItemFilter(FilterQuery(text), fields: fields).problems }

    private func matches(_ text: String, _ row: Row) -> Bool {
        ItemFilter(FilterQuery(text), fields: fields).matches(row)
    }

    @Test(arguments: [
        ("smart", true), ("SMART play", true), ("smart cat", false), ("!cat", true), ("!smart", false),
        ("\"smart play\"", true), ("\"play smart\"", false), ("play smart", true), ("is:no", true), ("is:ok", false),
        ("!is:ok", true), ("is:not", true), ("is:purch", true), ("needs:premium", true), ("needs:PREM smart", true),
        ("!needs:premium", false), ("kind:denied", true), ("kind:request", true), ("kind:began", false), ("is:", true),
        ("needs:\"\"", true), ("größe", true), ("GRÖSSE", false), ("purch", true), ("not", true), ("urchased", false),
    ])
    func `a row matches if every term matches`(text: String, isMatch: Bool) {
        let row = Row(
            texts: ["Smart playlists", "Die Größe"],
            values: ["is": ["no", "not-purchased"], "needs": ["Premium subscription"], "kind": ["request-denied"]])
        #expect(matches(text, row) == isMatch)
    }

    @Test(arguments: [
        ("~^smart", true), ("~play$", true), ("~^play", false), ("!~^play", true), ("~\"t.+p\"", true),
        ("needs:~^prem", true), ("needs:~^sub", false), ("~^not-p", true), ("is:~^n", true), ("is:~ok", false),
        ("~", true),
    ])
    func `a regular expression matches texts, statuses, and the values of a field`(text: String, isMatch: Bool) {
        let row = Row(
            texts: ["Smart playlists", "A smart play"],
            values: ["is": ["no", "not-purchased"], "needs": ["Premium subscription"]])
        #expect(matches(text, row) == isMatch)
        #expect(problems(text).isEmpty)
    }

    @Test func `an invalid regular expression is reported and matches no row`() {
        #expect(problems("~a( b") == ["a( is not a regular expression: a ( has no )."])
        #expect(problems("zzz:~a").first?.hasPrefix("There is no field zzz:") == true)
        #expect(!matches("~*", Row(texts: ["*"], values: [:])))
    }

    @Test func `an unknown field or value is reported with the nearest one and matches no row`() {
        #expect(
            problems("iz:no") == ["There is no field iz: here. Did you mean is:? Fields are is, kind and needs."])
        #expect(
            problems("kind:dended") == [
                "dended is not a value of kind:. Did you mean kind:request-denied? Values are request-denied and "
                    + "action-began."
            ])
        #expect(problems("is:nope").first?.contains("Did you mean is:no?") == true)
        #expect(problems("needs:anything").isEmpty)
        let row = Row(texts: ["smart"], values: ["is": ["no"]])
        #expect(!matches("smart zzz:1", row))
        #expect(!matches("smart is:nope", row))
        #expect(matches("smart !is:nope !zzz:1", row), "An unknown value excludes no row.")
        #expect(
            ItemFilter(FilterQuery("a:b"), fields: []).problems
                == ["This list has no fields; put text with a colon in quotes."])
    }

    @Test func `a filter gives the same result as a naive evaluation of random rows and queries`() {
        let words = ["a", "ab", "B", "c-d", "é", "no", "ok", "purchased", "not-purchased"]
        let pieces =
            words + ["is:no", "is:o", "!is:ok", "needs:a", "!needs:\"b c\"", "\"a b\"", "!c", "kind:denied", "is:"]
        for _ in 0..<3_000 {
            func some(_ list: [String], _ limit: Int) -> [String] {
                (0..<Int.random(in: 0...limit)).map { _ in list.randomElement()! }
            }
            let row = Row(
                texts: some(words, 2).map { $0 + " b c" },
                values: [
                    "is": some(["no", "ok", "purchased", "not-purchased"], 2), "needs": some(["A", "b c", "x"], 2),
                    "kind": some(["request-denied", "action-began"], 1),
                ])
            let query = some(pieces, 3).joined(separator: " ")
            #expect(matches(query, row) == naive(query, row), "\(query) \(row)")
        }
    }

    /// Evaluates a query word by word, limited to the pieces that the test above uses.
    private func naive(_ query: String, _ row: Row) -> Bool {
        FilterQuery(query).terms.allSatisfy { term in
            if term.text.isEmpty { return true }
            let text = term.text.lowercased()
            let values = row.values[term.field ?? "is"] ?? []
            let isMatch: Bool
            switch term.field {
            case nil:
                isMatch =
                    row.texts.contains { $0.lowercased().contains(text) }
                    || values.contains { value in
                        value == text || value.hasPrefix(text) || value.contains("-" + text)
                    }
            case "needs": isMatch = values.contains { $0.lowercased().contains(text) }
            case let field:
                let known = fields.first { $0.name == field }?.values ?? []
                isMatch =
                    known.contains(text)
                    ? values.contains(text)
                    : values.contains { $0.hasPrefix(text) || $0.contains("-" + text) }
            }
            return isMatch != term.isExcluded
        }
    }
}

struct FilterCompletionTests {
    private let fields = [
        FilterField("is", values: ["no", "ok", "overridden"]), FilterField("needs"), FilterField("id"),
    ]

    private func offered(_ text: String, cursor: Int? = nil) -> [String]? {
        FilterCompletion(text, cursor: cursor ?? text.count, fields: fields) { _ in
            ["Premium subscription", "Camera", "with \"quotes\"", "Supreme"]
        }?.candidates.map(\.text)
    }

    @Test(arguments: [
        ("", ["is:", "needs:", "id:"]), ("i", ["is:", "id:"]), ("x ", ["is:", "needs:", "id:"]), ("!n", ["needs:"]),
        ("is:", ["no", "ok", "overridden"]), ("is:o", ["ok", "overridden"]),
        ("needs:pre", ["\"Premium subscription\"", "Supreme"]),
        ("needs:\"prem", ["\"Premium subscription\"", "Supreme"]),
        ("needs:", ["\"Premium subscription\"", "Camera", "Supreme"]),
    ])
    func `fields and values can be completed`(text: String, expected: [String]) {
        #expect(offered(text) == expected)
    }

    @Test(arguments: ["word", "is:zzz", "\"is", "zz:", "\"a\""])
    func `other text cannot be completed`(text: String) {
        #expect(offered(text) == nil)
    }

    @Test func `only the end of a term is completed`() {
        #expect(offered("is:no x", cursor: 3) == nil)
        #expect(offered("is:n x", cursor: 4) == ["no"])
    }

    @Test func `a completed value replaces the typed part`() throws {
        let completion = try #require(
            FilterCompletion("a !is:ov b", cursor: 8, fields: fields) { _ in [] })
        #expect(completion.range == 6..<8)
        #expect(completion.candidates.map(\.text) == ["overridden"])
    }
}

struct EditDistanceNearestTests {
    @Test func `the nearest text is found unless the difference is too large`() {
        #expect(EditDistance.nearest(to: "IZ", among: ["needs", "is", "id"]) == "is")
        #expect(EditDistance.nearest(to: "bakground", among: ["main", "Background"]) == "Background")
        #expect(EditDistance.nearest(to: "premum", among: ["Camera", "Premium service"]) == "Premium service")
        #expect(EditDistance.nearest(to: "zzzz", among: ["needs", "is"]) == nil)
        #expect(EditDistance.nearest(to: "a", among: []) == nil)
    }
}
