// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

/// A namespace for creating zip files with uncompressed entries.
///
/// An archive contains the regular files in a folder and its subfolders, with UTF-8 names. It can have at most 65,534
/// entries, and both the files and the archive must be smaller than 4 GiB. Symbolic links, devices and other special
/// files are skipped, so that an archive never includes content from outside the folder.
enum ZipArchive {
    /// The maximum number of entries without the Zip64 extension.
    static let entryLimit = 65_534
    /// The size in bytes that an entry and the whole archive must not reach.
    static let sizeLimit = UInt64(UInt32.max)

    /// Packs all regular files in a folder and its subfolders, in the order of their paths.
    ///
    /// The archive must not exist yet. It is accessible only to its owner, and is deleted if packing fails.
    static func write(
        folder: URL, to file: URL, entryLimit: Int = entryLimit, sizeLimit: UInt64 = sizeLimit
    ) throws(DebugReportError) {
        let root = folder.path(percentEncoded: false)
        let names = try files(below: root)
        guard names.count <= entryLimit else {
            throw .tooLarge(reason: "it has \(names.count) files, and the limit is \(entryLimit)")
        }
        let path = file.path(percentEncoded: false)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
        var writer = ZipWriter(descriptor: descriptor, path: path, sizeLimit: sizeLimit, date: Date())
        do throws(DebugReportError) {
            for name in names { try writer.add(PathComponents(root, name).path, as: name) }
            try writer.finish()
            close(descriptor)
        } catch {
            close(descriptor)
            unlink(path)
            throw error
        }
    }

    private static func files(below root: String) throws(DebugReportError) -> [String] {
        var result: [String] = []
        var folders = [""]
        while let folder = folders.popLast() {
            let path = folder.isEmpty ? root : PathComponents(root, folder).path
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: path)
            } catch {
                throw .unwritable(path: path, reason: SystemError(causeOf: error).reason)
            }
            for name in names {
                let relative = folder.isEmpty ? name : "\(folder)/\(name)"
                var information = stat()
                guard lstat(PathComponents(root, relative).path, &information) == 0 else { continue }
                switch information.st_mode & S_IFMT {
                case S_IFREG: result.append(relative)
                case S_IFDIR: folders.append(relative)
                default: break
                }
            }
        }
        return result.sorted()
    }
}
