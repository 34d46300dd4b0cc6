// Counts what the modules of this package make public, from the symbol graphs of the last debug build.
//
//     swift Tests/PublicSurface/main.swift .build/debug 1212
//
// A declaration counts if it adds a name: a type, a member, a case, a requirement of a protocol. What implements a
// requirement (a witness, a default implementation) or overrides a member adds none and is counted apart; what the
// compiler synthesizes is not counted. Ends with status 1 if there are more names than the limit, or none.

import Foundation

/// What of a symbol graph is counted; the rest of the format is ignored.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Location: Decodable { let uri: String }
        let identifier: Identifier
        let location: Location?
    }

    struct Relationship: Decodable {
        struct Origin: Decodable { let identifier: String }
        let kind: String
        let source: String
        let sourceOrigin: Origin?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
}

/// What `swift -print-target-info` prints.
struct TargetInfo: Decodable {
    struct Target: Decodable { let unversionedTriple: String }
    let target: Target
}

/// Runs a program and returns what it writes to its standard output.
@discardableResult
func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
}

/// Writes the symbol graphs of a module, without what the compiler synthesizes.
func extract(_ module: String, from build: String, target: String, moduleMaps: [String], to folder: URL) throws {
    let maps = moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    try run(
        [
            "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I", "\(build)/Modules", "-I",
            build, "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder.path,
        ] + maps)
}

/// The names of a module and the implementations beside them.
func count(_ module: String, in folder: URL) throws -> (names: Int, implementations: Int) {
    var symbols: Set<String> = []
    var implementations: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasPrefix("\(module).") || file.hasPrefix("\(module)@") {
        let data = try Data(contentsOf: folder.appending(path: file))
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
        for symbol in graph.symbols
        where symbol.location != nil && !symbol.identifier.precise.contains("::SYNTHESIZED::") {
            symbols.insert(symbol.identifier.precise)
        }
        for relation in graph.relationships
        where relation.sourceOrigin != nil || ["overrides", "defaultImplementationOf"].contains(relation.kind) {
            implementations.insert(relation.source)
        }
    }
    return (symbols.subtracting(implementations).count, symbols.intersection(implementations).count)
}

let build = CommandLine.arguments.dropFirst().first ?? ".build/debug"
let limit = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? Int.max
let files = FileManager.default
let folder = files.temporaryDirectory.appending(path: "public-surface-\(getpid())")
try files.createDirectory(at: folder, withIntermediateDirectories: true)
let target = try JSONDecoder().decode(TargetInfo.self, from: run(["swift", "-print-target-info"])).target
let maps = ["Sources", ".build/checkouts"].flatMap { root in
    (files.enumerator(atPath: root)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix("include/module.modulemap") || $0 == "CNcurses/module.modulemap" }
        .filter { !$0.contains("Tests/") }
        .map { "\(root)/\($0)" }
}
var total = (names: 0, implementations: 0)
for module in try files.contentsOfDirectory(atPath: "Sources").sorted()
where files.fileExists(atPath: "\(build)/Modules/\(module).swiftmodule") {
    try extract(module, from: build, target: target.unversionedTriple, moduleMaps: maps, to: folder)
    let counted = try count(module, in: folder)
    if counted.names > 0 { print("\(module): \(counted.names) and \(counted.implementations)") }
    total.names += counted.names
    total.implementations += counted.implementations
}
try files.removeItem(at: folder)
print("\(total.names) public names and \(total.implementations) implementations of requirements; limit \(limit) names")
if total.names == 0 { print("Nothing was counted. Build first: make test-debug.") }
exit(1...limit ~= total.names ? 0 : 1)
