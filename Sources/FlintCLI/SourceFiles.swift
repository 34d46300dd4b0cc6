// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintLibc

/// The source files below a folder, among which recorded locations are found by module and file name.
///
/// A location can come from another process, so its parts are only compared with the names of existing files.
struct SourceFiles {
    /// The absolute path of the folder, usually the folder of the app's package.
    let root: String
    /// The maximum number of files and folders to examine.
    var limit = 100_000

    func absolutePath(of location: CodeLocation) -> String? { path(of: location).map { "\(root)/\($0)" } }

    func path(of location: CodeLocation) -> String? { paths(of: CollectionOfOne(location))[location.fileID] }

    /// Returns the paths of the locations' files, relative to the folder, keyed by the `fileID` of the location.
    func paths(of locations: some Sequence<CodeLocation>) -> [String: String] {
        var wanted: [String: [(id: String, module: String)]] = [:]
        for id in Set(locations.map(\.fileID)) {
            let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count > 1, let module = parts.first, let file = parts.last, !file.isEmpty else { continue }
            wanted[file, default: []].append((id, module))
        }
        let modules = Set(wanted.values.joined().map(\.module))
        let count = wanted.values.joined().count
        var paths: [String: String] = [:]
        var others: [String: [String]] = [:]
        var folders: [(path: String, modules: Set<String>)] = [("", [])]
        var next = 0
        var examined = 0
        while next < folders.count, examined < limit, paths.count < count {
            let folder = folders[next]
            next += 1
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder.path)")) ?? []
            examined += names.count
            // Hidden folders are not searched. Neither are symbolic links, because `lstat` does not follow them.
            for name in names.sorted() where !name.hasPrefix(".") {
                let path = folder.path.isEmpty ? name : "\(folder.path)/\(name)"
                var status = stat()
                guard lstat("\(root)/\(path)", &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR:
                    folders.append((path, modules.contains(name) ? folder.modules.union([name]) : folder.modules))
                case S_IFREG:
                    for (id, module) in wanted[name] ?? [] where paths[id] == nil {
                        // The file is in a folder with the name of the module, at any depth.
                        if folder.modules.contains(module) {
                            paths[id] = path
                        } else {
                            others[id, default: []].append(path)
                        }
                    }
                default: continue
                }
            }
        }
        // The folder's name can differ from the module's, so a file is also accepted if no other file has its name.
        return paths.merging(others.compactMapValues { $0.count == 1 ? $0[0] : nil }) { path, _ in path }
    }
}
