// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

/// A log file that is replaced by a new one when it is full or the day changes.
///
/// The naming strategy supplies the base name of each file. If that file is full, a number is inserted into the name.
/// The oldest files beyond the maximum number are removed. Only the owner can read the files. Symbolic links and other
/// entries that are not regular files are skipped. Use the object on one thread at a time.
final class RotatingLogFile {
    let folder: String
    private let strategy: any LogFileNamingStrategy
    private let maxFileSize: Int
    private let maxFiles: Int
    private var descriptor: Int32 = -1
    private var name = ""
    private var day = ""
    /// The names of the files written by this object, for strategies that recognize no files.
    private var used: Set<String> = []

    init(folder: String, strategy: any LogFileNamingStrategy, maxFileSize: Int, maxFiles: Int) {
        self.folder = folder
        self.strategy = strategy
        self.maxFileSize = max(1, maxFileSize)
        self.maxFiles = max(1, maxFiles)
    }

    deinit {
        close()
    }

    func makeFolder() throws(LogFileError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(path: folder, reason: "it cannot be created")
        }
        FlintLibc.close(try openFolder())
    }

    /// Appends a line, which includes its line ending, and starts another file if necessary.
    ///
    /// Normally, this takes two system calls, `fstat` and `write`. After an error, the next call opens a file again.
    func append(_ line: [UInt8], day: String) throws(LogFileError) {
        var size = currentSize
        if size == nil || day != self.day || (size ?? 0) > 0 && (size ?? 0) + line.count > maxFileSize {
            size = try open(for: line.count)
            self.day = day
        }
        guard let error = FileWriting.write(line, to: descriptor) else { return }
        close()
        throw .unwritable(path: PathComponents(folder, name).path, reason: String(cString: strerror(error)))
    }

    func close() {
        if descriptor >= 0 { FlintLibc.close(descriptor) }
        descriptor = -1
    }

    func files() throws(LogFileError) -> [String] {
        try files { strategy.recognizes($0) || used.contains($0) }
    }

    func copyFiles(to target: String) throws(LogFileError) {
        let handle = try openFolder()
        defer { FlintLibc.close(handle) }
        for name in try files() {
            let path = PathComponents(target, name).path
            let source = openat(handle, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            // The file may have been removed since the folder was listed.
            guard source >= 0 else { continue }
            defer { FlintLibc.close(source) }
            let copy = FlintLibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard copy >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
            defer { FlintLibc.close(copy) }
            try Self.copy(source, to: copy, path: path)
        }
    }

    // MARK: Opening

    /// The size of the open file, or `nil` if no file is open or the file has been removed.
    private var currentSize: Int? {
        var information = stat()
        guard descriptor >= 0, fstat(descriptor, &information) == 0, information.st_nlink > 0 else { return nil }
        return Int(information.st_size)
    }

    /// Opens a file that has room for a line of the given size, and returns the file's size.
    private func open(for count: Int) throws(LogFileError) -> Int {
        close()
        let base = strategy.next()
        guard PathComponents.isName(base) else { throw .invalidName(base) }
        try makeFolder()
        let handle = try openFolder()
        defer { FlintLibc.close(handle) }
        var number = try lastNumber(of: base)
        for _ in 0..<100 {
            let name = Self.name(base, number: number)
            number += 1
            let file = openat(handle, name, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
            if file < 0 {
                // A symbolic link, or another object that cannot be written.
                if errno == ELOOP || errno == EMLINK || errno == ENXIO || errno == EISDIR { continue }
                throw .unwritable(path: PathComponents(folder, name).path, reason: String(cString: strerror(errno)))
            }
            var information = stat()
            // A file that has several links or belongs to another user may be in use by another program.
            let isPlain =
                fstat(file, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
                && information.st_nlink == 1 && information.st_uid == geteuid()
            guard isPlain, information.st_size == 0 || Int(information.st_size) + count <= maxFileSize else {
                FlintLibc.close(file)
                continue
            }
            fchmod(file, 0o600)
            descriptor = file
            self.name = name
            used.insert(name)
            removeOld(in: handle)
            let size = Int(information.st_size)
            return size + FileWriting.endTornLine(in: file, size: size)
        }
        throw .unwritable(path: PathComponents(folder, base).path, reason: "too many files with this name exist")
    }

    private func openFolder() throws(LogFileError) -> Int32 {
        let handle = FlintLibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard handle >= 0 else { throw .unwritable(path: folder, reason: String(cString: strerror(errno))) }
        return handle
    }

    private func removeOld(in handle: Int32) {
        guard let all = try? files() else { return }
        // The open file stays, even if it is among the oldest.
        for old in all.filter({ $0 != name }).prefix(max(0, all.count - maxFiles)) {
            unlinkat(handle, old, 0)
            used.remove(old)
        }
    }

    // MARK: Names

    private func lastNumber(of base: String) throws(LogFileError) -> Int {
        let (stem, suffix) = PathComponents.split(base)
        let numbers = try files { $0.hasPrefix(stem + ".") && $0.hasSuffix(suffix) }.compactMap { name in
            Int(name.dropFirst(stem.count + 1).dropLast(suffix.count))
        }
        return max(1, numbers.max() ?? 1)
    }

    private func files(where isWanted: (String) -> Bool) throws(LogFileError) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw .unreadable(path: folder, reason: SystemError(causeOf: error).reason)
        }
        var found: [(time: (Int, Int), name: String)] = []
        for name in names where isWanted(name) {
            var information = stat()
            guard lstat(PathComponents(folder, name).path, &information) == 0,
                information.st_mode & S_IFMT == S_IFREG
            else { continue }
            #if canImport(Darwin)
                let time = information.st_mtimespec
            #else
                let time = information.st_mtim
            #endif
            found.append(((Int(time.tv_sec), Int(time.tv_nsec)), name))
        }
        return found.sorted { left, right in
            if left.time != right.time { return left.time < right.time }
            // Among files with equal times, the longer name has the higher number.
            return (left.name.count, left.name) < (right.name.count, right.name)
        }.map(\.name)
    }

    private static func name(_ base: String, number: Int) -> String {
        guard number > 1 else { return base }
        let (stem, suffix) = PathComponents.split(base)
        return "\(stem).\(number)\(suffix)"
    }

    // MARK: Copying

    private static func copy(_ source: Int32, to copy: Int32, path: String) throws(LogFileError) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
            guard count > 0 else { return }
            if let error = FileWriting.write(buffer[..<count], to: copy) {
                throw .unwritable(path: path, reason: String(cString: strerror(error)))
            }
        }
    }
}
