// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

extension StateFile {
    /// Changes the content of the file.
    ///
    /// If the file is one of the framework's files but is malformed, it is renamed to preserve its content, and a new
    /// file is created. If access is read-only, no file is written.
    ///
    /// - `known`: The last content that the caller knows, to which the change applies if the file is malformed or
    ///   access is read-only. If it is `nil`, the change applies to the file's current content, or to the empty
    ///   content if the file is malformed.
    /// - `onQuarantine`: Called with a sentence if the file has been renamed.
    /// - Throws: ``StateFileError`` if the file cannot be read or written. Its content is then unchanged.
    package func update<Result>(
        from known: Content? = nil, onQuarantine: (String) -> Void = { _ in }, _ body: (inout Content) -> Result
    ) throws(StateFileError) -> Result {
        do throws(StateFileError) {
            let result =
                access.mode == .readOnly
                ? try updateInMemory(from: known, body)
                : try updateFile(from: known, onQuarantine: onQuarantine, body)
            access.recordSaveError(nil, of: path, isAuxiliary: isAuxiliary)
            return result
        } catch {
            access.recordSaveError(error, of: path, isAuxiliary: isAuxiliary)
            throw error
        }
    }

    private func updateInMemory<Result>(
        from known: Content?, _ body: (inout Content) -> Result
    ) throws(StateFileError) -> Result {
        var content = empty
        if let known {
            content = known
        } else {
            do throws(StateFileError) {
                content = try read()
            } catch .malformed {
            } catch .ambiguous {
                content = ambiguousContent ?? empty
            }
        }
        return body(&content)
    }

    private func updateFile<Result>(
        from known: Content?, onQuarantine: (String) -> Void, _ body: (inout Content) -> Result
    ) throws(StateFileError) -> Result {
        guard hasValidPath else {
            throw .unwritable(path: path, reason: "\(Self.invalidPathReason); specify another path")
        }
        let place = PathComponents(path)
        // If the directory cannot be created, opening it reports the reason.
        try? FileManager.default.createDirectory(
            atPath: place.directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let directory = try openDirectory(at: place.directory)
        let lock = try lock(for: place.name, in: directory)
        do throws(StateFileError) {
            var (content, isMalformed) = (empty, false)
            do throws(StateFileError) {
                content = try read()
            } catch .malformed {
                (content, isMalformed) = (known ?? empty, true)
            }
            let result = body(&content)
            try write(
                content, as: place.name, in: directory, isReplacingMalformed: isMalformed
            ) { notice in
                access.addRenamingNotice(notice)
                onQuarantine(notice)
            }
            lock.release()
            return result
        } catch {
            // The lock file must not remain if the state file is missing or belongs to another program.
            lock.remove(from: directory)
            throw error
        }
    }

    /// Deletes the file and its lock.
    ///
    /// A missing file is not an error. If access is read-only, no file is deleted.
    package func delete() throws(StateFileError) {
        guard access.mode != .readOnly else { return }
        do throws(StateFileError) {
            let place = PathComponents(path)
            let directory = try openDirectory(at: place.directory)
            let lock = try lock(for: place.name, in: directory)
            directory.remove(place.name)
            let isDeleted = directory.entry(place.name) == .missing
            lock.remove(from: directory)
            guard isDeleted else {
                throw .unwritable(
                    path: path, reason: "it cannot be deleted; check the permissions of its directory")
            }
            directory.synchronize()
            access.recordSaveError(nil, of: path, isAuxiliary: isAuxiliary)
        } catch {
            access.recordSaveError(error, of: path, isAuxiliary: isAuxiliary)
            throw error
        }
    }

    private func openDirectory(at directory: String) throws(StateFileError) -> OpenDirectory {
        do throws(SystemError) {
            return try OpenDirectory(directory)
        } catch {
            throw StateFileError(writing: path, error: error.number)
        }
    }

    // MARK: The lock

    private func lock(
        for name: String, in directory: borrowing OpenDirectory
    ) throws(StateFileError) -> StateFileLock {
        // The lock is nearly always free, or held for only a few milliseconds. Polling has a time limit. A blocking
        // `flock` does not: it would wait forever for a stopped process that holds the lock.
        let lockName = name + ".lock"
        let patience = access.patience(for: path)
        var (waited, isReported): (Int32, Bool) = (0, false)
        while true {
            do throws(StateFileLock.Failure) {
                return try StateFileLock.acquire(lockName, in: directory)
            } catch {
                switch error {
                case .held:
                    guard waited < patience else {
                        if waited > 0 { access.recordLockTimeout(path) }
                        throw .locked(path: path, holder: StateFileLock.holder(of: lockName, in: directory))
                    }
                    if waited >= StateFileAccess.waitReportDelay, !isReported {
                        isReported = true
                        let holder = StateFileLock.holder(of: lockName, in: directory)
                        access.reportWait(.locked(path: path, holder: holder))
                    }
                    let pause: Int32 = waited < 20 ? 1 : 10
                    poll(nil, 0, pause)
                    waited += pause
                case .unusable(let reason):
                    throw .unwritable(path: path, reason: "its lock \(path).lock: \(reason)")
                }
            }
        }
    }

    // MARK: The draft

    /// Writes the content to a draft next to the file, and renames the draft to replace the file.
    private func write(
        _ content: Content, as name: String, in directory: borrowing OpenDirectory, isReplacingMalformed: Bool,
        onQuarantine: (String) -> Void
    ) throws(StateFileError) {
        let data = try encoded(content)
        let draft = name + ".draft"
        let file = try openDraft(draft, in: directory)
        var error: Int32? = fchmod(file, 0o600) == 0 ? nil : errno
        error = error ?? FileWriting.write(data, to: file)
        // The data must be on disk before the rename. Otherwise, a crash could leave an empty file at the path.
        error = error ?? (fsync(file) == 0 ? nil : errno)
        close(file)
        // The malformed file is renamed only after the draft is complete, so that a failed attempt leaves it in place.
        if error == nil, isReplacingMalformed {
            guard let quarantine = quarantine(name, in: directory) else {
                directory.remove(draft)
                throw .unwritable(path: path, reason: "it is malformed and cannot be renamed; move or delete it")
            }
            onQuarantine(quarantine)
        }
        error = error ?? directory.rename(draft, to: name)
        if let error {
            directory.remove(draft)
            throw StateFileError(writing: path, error: error)
        }
        directory.synchronize()
    }

    private func openDraft(_ name: String, in directory: borrowing OpenDirectory) throws(StateFileError) -> Int32 {
        let entry = directory.entry(name)
        if let reason = entry.refusal { throw unwritable(draft: "\(reason); move it, or specify another state file") }
        var isForeign = false
        do throws(SystemError) {
            if entry == .file { isForeign = try !isOwnDraft(name, in: directory) }
            if !isForeign {
                // A draft of this file is left over from a crash. Its name can be fixed, because the lock is held.
                directory.remove(name)
                return try directory.openFile(name, O_WRONLY | O_CREAT | O_EXCL)
            }
        } catch {
            throw unwritable(draft: error.reasonAndRemedy)
        }
        throw unwritable(draft: "it belongs to another program; move it, or specify another state file")
    }

    private func isOwnDraft(_ name: String, in directory: borrowing OpenDirectory) throws(SystemError) -> Bool {
        let file = try directory.openFile(name, O_RDONLY)
        defer { close(file) }
        var start = [UInt8](repeating: 0, count: StateFileHeader.length)
        let count = pread(file, &start, start.count, 0)
        // A crash can truncate a draft within its header.
        return isAtDefaultPath || StateFileHeader.canBegin(start.prefix(max(0, count)), of: kind)
    }

    private func unwritable(draft reason: String) -> StateFileError {
        .unwritable(path: path, reason: "its draft \(path).draft: \(reason)")
    }

    private func encoded(_ content: Content) throws(StateFileError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let object = try? encoder.encode(content), object.first == UInt8(ascii: "{") else {
            throw .unwritable(path: path, reason: "its content cannot be encoded")
        }
        // The header replaces the opening brace of the object.
        let rest = object.dropFirst().drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") }
        let isEmpty = rest.first == UInt8(ascii: "}")
        let header = StateFileHeader.firstLines(of: kind, version: version) + (isEmpty ? "\n" : ",\n  ")
        let data = Data(header.utf8) + TextFormat.printable(json: Array(rest)) + [UInt8(ascii: "\n")]
        do throws(JSONScanError) {
            // Content that could not be read again must not be written.
            try JSONLimits.stateFile.check(data)
        } catch {
            let reason = "it could not be read again, because \(error); make the change smaller"
            throw .unwritable(path: path, reason: reason)
        }
        return data
    }

    // MARK: Malformed files

    private func quarantine(_ name: String, in directory: borrowing OpenDirectory) -> String? {
        guard directory.entry(name) == .file else { return nil }
        for number in 1...99 {
            let other = "\(name).unreadable-\(number)"
            guard directory.entry(other) == .missing else { continue }
            guard directory.rename(name, to: other) == nil else { return nil }
            return "The state file \(path) was malformed; it was renamed to \(path).unreadable-\(number), and its "
                + "content is ignored."
        }
        return nil
    }
}
