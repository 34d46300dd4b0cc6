// SPDX-License-Identifier: MIT

import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The source files below a folder, in which a recorded location is found by its module and file name.
///
/// A location can come from another process, so its parts are only compared with the names of existing files.
struct SourceFiles {
    /// The absolute path of the folder, usually that of the app's package.
    let root: String
    /// The maximum number of files and folders to examine.
    var limit = 100_000

    func absolutePath(of location: CodeLocation) -> String? { path(of: location).map { "\(root)/\($0)" } }

    /// Returns the path of the file of a location, relative to the folder.
    ///
    /// The file is in a folder that has the name of the module, at any depth. If there is none, the only file of the
    /// name counts, because a folder can be named differently. Hidden folders and symbolic links are not searched.
    func path(of location: CodeLocation) -> String? {
        let parts = location.fileID.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let module = parts.first, let file = parts.last, !file.isEmpty else { return nil }
        var others: [String] = []
        var folders: [(path: String, isModule: Bool)] = [("", false)]
        var next = 0
        var examined = 0
        while next < folders.count, examined < limit {
            let folder = folders[next]
            next += 1
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder.path)")) ?? []
            examined += names.count
            for name in names.sorted() where !name.hasPrefix(".") {
                let path = folder.path.isEmpty ? name : "\(folder.path)/\(name)"
                var status = stat()
                guard lstat("\(root)/\(path)", &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR: folders.append((path, folder.isModule || name == module))
                case S_IFREG where name == file && folder.isModule: return path
                case S_IFREG where name == file: others.append(path)
                default: continue
                }
            }
        }
        return others.count == 1 ? others[0] : nil
    }
}
