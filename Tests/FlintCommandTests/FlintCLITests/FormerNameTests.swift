import Testing

@testable import FlintCLI

struct FormerNameTests {
    private static let replaced = [
        "explain smart --json": "why smart --json",
        "unlock smart --apply": "why smart --apply",
        "attach": "console --running",
        "attach --list --json": "console --running --list --json",
        "attach podcasts --plain": "console --running podcasts --plain",
        "open-report bug.jsonl --at 3": "console --recording bug.jsonl --at 3",
        "open podcasts://show --dry-run": "perform podcasts://show --dry-run",
        "redo --json": "undo --redo --json",
        "history": "undo --list",
        "completions bash": "help completions bash",
        "manual": "help manual",
        "diff old.json new.json --prove": "compare old.json new.json --prove",
        "differences --remove-all": "compare --remove-all",
        "impact": "what-if --without",
        "impact purchase premium --json": "what-if --without purchase premium --json",
        "states smart": "what-if --states smart",
        "override purchase premium purchased --for 1h": "set purchase premium purchased --for 1h",
        "override platform watchOS 9": "set platform watchOS 9",
        "override clear --quiet": "set all none --quiet",
        "override clear permissions --quiet": "set permissions none --quiet",
        "user-setting speed on --json": "set user-setting speed on --json --in user",
        "user-setting speed default": "set user-setting speed none --in user",
        "permission camera": "facts permission camera",
        "permissions --json": "facts permissions --json",
        "purchases": "facts purchases",
        "flags": "facts flags",
        "flags --json": "facts flags --json",
        "flags list": "facts flags",
        "flags explain sleep": "facts flags sleep",
        "flags manifest --all": "manifest flags --all",
        "flags generate flags.json --enum": "manifest keys flags.json --enum",
        "retire flag sleep-timer=on --json": "lint --retire sleep-timer=on --json",
        "permission camera denied": "set permission camera denied --in system",
        "flags set -- -a on": "set flag --in provider -- -a on",
        "flags clear": "set flags none --in provider",
        "flags clear up-next --json": "set flag up-next none --json --in provider",
    ]

    private static let successors = [
        "override list --json": #""override list" is now "compare": flint compare"#,
        "matrix now child --compare": #""matrix --compare" is now "compare": flint compare now child-account"#,
        "differences --since 3":
            #""differences --since" is now "compare": flint compare journal.jsonl@120 journal.jsonl"#,
        "retire": #""retire" is now "lint --retire": flint lint --retire"#,
    ]

    private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    @Test(arguments: replaced.keys.sorted())
    func `current words replace a former name`(text: String) throws {
        let current = try #require(Self.replaced[text])
        #expect(try FormerName.replacingFormerName(in: words(text), program: "flint") == words(current))
        guard !current.hasPrefix("help") else { return }
        let help = try FlintCommandLine<DocumentedApp>.normalize(words("help " + text))
        #expect(help.starts(with: ["help"] + words(current).prefix(1)))
    }

    @Test(arguments: successors.keys.sorted())
    func `a former name without current words names its successor`(text: String) async throws {
        let message = try #require(Self.successors[text])
        let error = #expect(throws: CommandLineError.self) {
            try FormerName.replacingFormerName(in: words(text), program: "flint")
        }
        #expect(error?.message == message)
        #expect(error?.status == 64)
    }

    @Test func `every former name is tested`() {
        let tested = Set((Array(Self.replaced.keys) + Array(Self.successors.keys)).compactMap { words($0).first })
        #expect(tested == Set(FormerName.allCases.map(\.rawValue)))
    }
}
