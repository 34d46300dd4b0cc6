// SPDX-License-Identifier: MIT

// Writes the software bill of materials of a program that "make dist" has linked, in the format CycloneDX 1.5.
//
//     swift Resources/packaging/sbom.swift KEY=VALUE... > FILE
//
// The keys "version", "date", and "sha256" describe the program; "swift", "ncurses", "gcc", and "glibc" are the versions of the
// linked runtimes, and each "package" names a linked package. Its version is the one in Package.resolved, and its license
// the one in THIRD-PARTY-NOTICES.md. The same arguments and files result in the same text.

import Foundation

struct Problem: Error {
    let message: String
}

/// The part of Package.resolved that states versions.
struct Resolved: Decodable {
    struct Pin: Decodable {
        struct State: Decodable {
            let revision: String
            let version: String?
        }

        let identity: String
        let location: String
        let state: State
    }

    let pins: [Pin]
}

struct Component: Encodable {
    struct License: Encodable {
        let expression: String
    }

    struct Hash: Encodable {
        let alg = "SHA-256"
        let content: String
    }

    struct Reference: Encodable {
        let type = "vcs"
        let url: String
        let comment: String
    }

    let type: String
    let bomRef: String
    let name: String
    let version: String
    var hashes: [Hash]?
    let licenses: [License]
    var purl: String?
    var externalReferences: [Reference]?

    enum CodingKeys: String, CodingKey {
        case type, name, version, hashes, licenses, purl, externalReferences
        case bomRef = "bom-ref"
    }

    init(_ name: String, _ version: String, license: String, type: String = "library") {
        self.type = type
        bomRef = "\(name)@\(version)"
        self.name = name
        self.version = version
        licenses = [License(expression: license)]
    }
}

struct Bill: Encodable {
    struct Metadata: Encodable {
        let timestamp: String
        let component: Component
    }

    struct Dependency: Encodable {
        let ref: String
        let dependsOn: [String]
    }

    let schema = "http://cyclonedx.org/schema/bom-1.5.schema.json"
    let bomFormat = "CycloneDX"
    let specVersion = "1.5"
    let serialNumber: String
    let version = 1
    let metadata: Metadata
    let components: [Component]
    let dependencies: [Dependency]

    enum CodingKeys: String, CodingKey {
        case bomFormat, specVersion, serialNumber, version, metadata, components, dependencies
        case schema = "$schema"
    }
}

/// The arguments of the script.
struct Arguments {
    private var values: [String: String] = [:]
    private(set) var packages: [String] = []

    init(_ words: [String]) throws {
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Problem(message: "\"\(word)\" is not KEY=VALUE.") }
            if parts[0] == "package" {
                packages.append(parts[1])
            } else {
                values[parts[0]] = parts[1]
            }
        }
    }

    func value(_ key: String) throws -> String {
        guard let value = values[key] else {
            throw Problem(message: "The value of \(key) is missing. Add \(key)=VALUE.")
        }
        return value
    }
}

/// Returns the license of a package as an expression of SPDX identifiers.
func license(of package: String, notices: String) throws -> String {
    let row = notices.split(separator: "\n").first { $0.hasPrefix("| [\(package)]") }
    let cells = row?.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    switch cells.dropFirst().first {
    case "Apache 2.0": return "Apache-2.0"
    case "Apache 2.0 with Runtime Library Exception": return "Apache-2.0 WITH Swift-exception"
    case "MIT": return "MIT"
    case let text:
        throw Problem(
            message: "THIRD-PARTY-NOTICES.md has \(text.map { "\"\($0)\"" } ?? "no license") for \(package). "
                + "Add the license there, and its identifier in Resources/packaging/sbom.swift.")
    }
}

func component(_ package: String, in resolved: Resolved, notices: String) throws -> Component {
    guard let pin = resolved.pins.first(where: { $0.identity == package }) else {
        throw Problem(message: "Package.resolved does not contain \(package). Build the program first.")
    }
    let version = pin.state.version ?? pin.state.revision
    var component = Component(package, version, license: try license(of: package, notices: notices))
    let path = pin.location.replacingOccurrences(of: "https://", with: "").replacingOccurrences(of: ".git", with: "")
    component.purl = "pkg:swift/\(path)@\(version)"
    component.externalReferences = [.init(url: pin.location, comment: "revision \(pin.state.revision)")]
    return component
}

/// Returns a UUID that is derived from a hash in hexadecimal digits, with the version 8 for such UUIDs.
func uuid(from hash: String) throws -> String {
    let digits = Array(hash.lowercased())
    guard digits.count == 64, digits.allSatisfy(\.isHexDigit) else {
        throw Problem(message: "\"\(hash)\" is not a SHA-256 hash. Pass the output of sha256sum.")
    }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    return "\(part(0..<8))-\(part(8..<12))-8\(part(13..<16))-8\(part(17..<20))-\(part(20..<32))"
}

func bill(_ arguments: Arguments) throws -> Bill {
    let resolved = try JSONDecoder().decode(Resolved.self, from: Data(contentsOf: URL(filePath: "Package.resolved")))
    let notices = try String(contentsOf: URL(filePath: "THIRD-PARTY-NOTICES.md"), encoding: .utf8)
    let hash = try arguments.value("sha256")
    var program = Component("flint", try arguments.value("version"), license: "MIT", type: "application")
    program.hashes = [.init(content: hash)]
    guard !arguments.packages.isEmpty else { throw Problem(message: "There are no packages. Add package=NAME.") }
    let components =
        try arguments.packages.sorted().map { try component($0, in: resolved, notices: notices) } + [
            Component("swift", try arguments.value("swift"), license: "Apache-2.0 WITH Swift-exception"),
            Component("ncurses", try arguments.value("ncurses"), license: "X11-distribute-modifications-variant"),
            Component("glibc", try arguments.value("glibc"), license: "LGPL-2.1-or-later"),
            Component(
                "libstdc++", try arguments.value("gcc"), license: "GPL-3.0-or-later WITH GCC-exception-3.1"),
        ]
    return Bill(
        serialNumber: "urn:uuid:\(try uuid(from: hash))",
        metadata: .init(timestamp: try arguments.value("date"), component: program), components: components,
        dependencies: [.init(ref: program.bomRef, dependsOn: components.map(\.bomRef))])
}

do {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(bill(Arguments(Array(CommandLine.arguments.dropFirst()))))
    print(String(decoding: data, as: UTF8.self))
} catch let problem as Problem {
    FileHandle.standardError.write(Data("sbom.swift: \(problem.message)\n".utf8))
    exit(1)
} catch {
    FileHandle.standardError.write(Data("sbom.swift: \(error.localizedDescription)\n".utf8))
    exit(1)
}
