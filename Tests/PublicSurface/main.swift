// Counts the public names of the modules, based on the symbol graphs of the last debug build, and compares them with
// the list of names that apps use.
//
//     swift Tests/PublicSurface/main.swift .build/debug Tests/Clients/contract.txt [--list]
//
// A declaration counts if it adds a name: a type, a member, a case, or a requirement of a protocol. Implementations of
// a requirement (witnesses and default implementations) and overrides are counted separately. Synthesized members do
// not count. Names are compared as calls spell them, without the parameters that record where a call is. With --list,
// the script also prints every name. It ends with status 1 if a name of the list is missing, if a name exists that the
// list declares absent, or if no names were counted.

import Foundation

/// The used parts of a symbol graph.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Location: Decodable { let uri: String }
        let identifier: Identifier
        let pathComponents: [String]
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

/// The output of `swift -print-target-info`.
struct TargetInfo: Decodable {
    struct Target: Decodable { let unversionedTriple: String }
    let target: Target
}

/// The public names of one module.
struct Surface {
    /// Every name, qualified by its enclosing types, such as `Flint.setup(_:configuration:)`.
    var names: Set<String> = []
    var count = 0
    var implementations = 0
}

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

/// Writes the symbol graphs of a module, without synthesized members.
func extract(_ module: String, from build: String, target: String, moduleMaps: [String], to folder: URL) throws {
    let maps = moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    try run(
        [
            "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I", "\(build)/Modules", "-I",
            build, "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder.path,
        ] + maps)
}

/// Reads the public names of a module from its symbol graphs.
func surface(of module: String, in folder: URL) throws -> Surface {
    var surface = Surface()
    var symbols: Set<String> = []
    var implementations: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.hasPrefix("\(module).") || file.hasPrefix("\(module)@") {
        let data = try Data(contentsOf: folder.appending(path: file))
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
        for symbol in graph.symbols
        where symbol.location != nil && !symbol.identifier.precise.contains("::SYNTHESIZED::") {
            symbols.insert(symbol.identifier.precise)
            surface.names.insert(symbol.pathComponents.joined(separator: "."))
        }
        for relation in graph.relationships
        where relation.sourceOrigin != nil || ["overrides", "defaultImplementationOf"].contains(relation.kind) {
            implementations.insert(relation.source)
        }
    }
    surface.count = symbols.subtracting(implementations).count
    surface.implementations = symbols.intersection(implementations).count
    return surface
}

/// Returns a name without the parameters whose defaults describe the location of the call.
func spelledInCalls(_ name: String) -> String {
    ["line:)", "fileID:)", "declaration:)"].reduce(name) { name, label in
        name.hasSuffix(label) ? name.dropLast(label.count) + ")" : name
    }
}

let arguments = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
let build = arguments.first ?? ".build/debug"
let contract = arguments.dropFirst().first ?? "Tests/Clients/contract.txt"
let files = FileManager.default
let folder = files.temporaryDirectory.appending(path: "public-surface-\(getpid())")
try files.createDirectory(at: folder, withIntermediateDirectories: true)
let target = try JSONDecoder().decode(TargetInfo.self, from: run(["swift", "-print-target-info"])).target
let checkouts = URL(filePath: build).deletingLastPathComponent().appending(path: "checkouts").relativePath
let maps = ["Sources", checkouts].flatMap { root in
    (files.enumerator(atPath: root)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix("include/module.modulemap") || $0 == "CFlintCurses/module.modulemap" }
        .filter { !$0.contains("Tests/") }
        .map { "\(root)/\($0)" }
}
var total = Surface()
for module in try files.contentsOfDirectory(atPath: "Sources").sorted()
where files.fileExists(atPath: "\(build)/Modules/\(module).swiftmodule") {
    try extract(module, from: build, target: target.unversionedTriple, moduleMaps: maps, to: folder)
    let one = try surface(of: module, in: folder)
    if one.count > 0 { print("\(module): \(one.count) and \(one.implementations)") }
    if CommandLine.arguments.contains("--list") { for name in one.names.sorted() { print("  \(name)") } }
    total.names.formUnion(one.names)
    total.count += one.count
    total.implementations += one.implementations
}
try files.removeItem(at: folder)
print("\(total.count) public names and \(total.implementations) implementations of requirements")

let lines = try String(contentsOfFile: contract, encoding: .utf8).split(separator: "\n").map(String.init)
let names = total.names.union(total.names.map(spelledInCalls))
let missing = lines.filter { !$0.hasPrefix("#") && !$0.hasPrefix("-") && !names.contains($0) }
let unexpected = lines.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }.filter(names.contains)
for name in missing { print("\(name) is in \(contract) and not public") }
for name in unexpected { print("\(name) is public, and \(contract) lists it as absent") }
if total.count == 0 { print("Nothing was counted. Build first: make test-debug.") }
exit(total.count > 0 && missing.isEmpty && unexpected.isEmpty ? 0 : 1)
