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

/// Writes zip files whose entries are stored as they are.
///
/// It knows plain files in folders: names in UTF-8, at most 65,534 of them, no file and no archive of 4 GiB or more.
/// Symbolic links, devices and the like are left out, so that nothing from outside the folder gets into an archive.
enum ZipArchive {
    /// The most entries an archive of this simple form can have.
    static let entryLimit = 65_534
    /// The bytes an entry, and the whole archive, must have fewer of.
    static let sizeLimit = UInt64(UInt32.max)

    /// Packs everything in a folder, in order of the names.
    ///
    /// - Parameters:
    ///   - folder: What to pack.
    ///   - file: Where; must not exist. It is for its owner only, and is not there if packing fails.
    ///   - entryLimit: The most entries.
    ///   - sizeLimit: The bytes the archive must have fewer of.
    /// - Throws: ``DebugReportError`` if something cannot be read or written, or does not fit.
    static func write(
        folder: URL, to file: URL, entryLimit: Int = entryLimit, sizeLimit: UInt64 = sizeLimit
    ) throws(DebugReportError) {
        let root = folder.path(percentEncoded: false)
        let names = try files(below: root)
        guard names.count <= entryLimit else {
            throw .tooLarge(reason: "it has \(names.count) files, and \(entryLimit) is the most")
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

    /// The files below a folder, by their paths from there, in order.
    private static func files(below root: String) throws(DebugReportError) -> [String] {
        var result: [String] = []
        var folders = [""]
        while let folder = folders.popLast() {
            let path = folder.isEmpty ? root : PathComponents(root, folder).path
            let names: [String]
            do {
                names = try FileManager.default.contentsOfDirectory(atPath: path)
            } catch {
                throw .unwritable(path: path, reason: String(cString: strerror(errno)))
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
