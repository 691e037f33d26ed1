internal import FolderWatch
internal import Foundation
internal import Kernel
internal import TestSupport

/// One tree twice: on a real disk under inotify, and on a simulated one; what is done is done to both.
package final class TwinTree {
    package struct Difference: Error, CustomStringConvertible {
        package let description: String
    }

    /// Real watch number, mask, name and cookie, with the cookies counted from 1 in the order they come.
    private struct Told: Equatable, CustomStringConvertible {
        var watch: Int32
        var mask: UInt32
        var name: String
        var cookie: Int

        var description: String {
            "watch \(watch) mask \(String(mask, radix: 16)) name '\(name)' cookie \(cookie)"
        }
    }

    private let base: String
    private let queue: Int32
    private let kernel: SimulatedKernel
    private let inotify = SimulatedInotify()
    private let process: SimulatedProcess
    var random: SplitMix
    private var directories: [String: SimulatedInode] = [:]
    private var directoryNames = [""]
    private var files: [String: SimulatedEntry] = [:]
    private var fileNames: [String] = []
    private var open: [(descriptor: Int32, entry: SimulatedEntry)] = []
    private var held: [(descriptor: Int32, simulated: Int32)] = []
    private var watches: [Int32] = []
    private var cookies: [[UInt32: Int]] = [[:], [:]]
    private var number = 0
    package private(set) var events = 0
    private(set) var log: [String] = []

    package init(in directory: String, seed: UInt64) throws {
        var template = Array("\(directory)/heliograph-twin-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Difference(description: "mkdtemp: \(errno)") }
        base = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        queue = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        random = SplitMix(state: seed)
        kernel = SimulatedKernel(.ext4, random: SplitMix(state: seed &+ 1))
        process = SimulatedProcess("watcher", in: kernel)
        directories[""] = kernel.root
        try watch("")
    }

    package func remove() {
        close(queue)
        for file in open { close(file.descriptor) }
        for directory in held { close(directory.descriptor) }
        try? FileManager.default.removeItem(atPath: base)
    }

    // MARK: Operations

    package func step() throws {
        kernel.time += Int64(dice(20_000))
        switch dice(100) {
        case 0..<20: try create()
        case 20..<28: try write()
        case 28..<34: try closeOne()
        case 34..<46: try renameFile()
        case 46..<54: try unlinkFile()
        case 54..<62: try makeDirectory()
        case 62..<70: try renameDirectory()
        case 70..<75: try removeDirectory()
        case 75..<79: try linkFile()
        case 79..<82: try change()
        case 82..<85: try exchange()
        case 85..<92: try watch(pick(directoryNames))
        case 92..<94: try unwatch()
        case 94..<97: try holdDirectory()
        default: try letGo()
        }
    }

    package func dice(_ sides: Int) -> Int { Int(random.next(upperBound: UInt64(sides))) }

    private func pick<Element>(_ list: [Element]) -> Element {
        list[dice(list.count)]
    }

    /// A path for something new, perhaps one that was in use.
    private func freePath() -> String? {
        number += 1
        let name = dice(3) == 0 ? "same\(dice(6))" : "f\(number)"
        let path = pick(directoryNames) + "/" + name
        return files[path] == nil && directories[path] == nil ? path : nil
    }

    private func parts(_ path: String) -> (SimulatedInode, FileName) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let name = FileName(String(path[path.index(after: slash)...]))
        guard let parent = directories[String(path[..<slash])] else {
            preconditionFailure("no directory for \(path)")
        }
        return (parent, name)
    }

    private func real(_ path: String) -> String { base + path }

    private func check(_ result: Int32, _ what: String) throws {
        log.append(what)
        if result < 0 { throw Difference(description: "\(what): errno \(errno)") }
    }

    private func create() throws {
        guard files.count < 400, let path = freePath() else { return }
        let descriptor = Glibc.open(real(path), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
        try check(descriptor, "create \(path)")
        let (parent, name) = parts(path)
        let entry = kernel.create(name, in: parent)
        files[path] = entry
        fileNames.append(path)
        open.append((descriptor, entry))
        if open.count > 8 { try closeOne() }
    }

    private func write() throws {
        guard !open.isEmpty else { return }
        let file = pick(open)
        number += 1
        let size = UInt64(1 + dice(900))
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: Int(size))
        try check(Int32(pwrite(file.descriptor, bytes, bytes.count, 0)), "write")
        try check(ftruncate(file.descriptor, Int(size)), "truncate")
        kernel.write(SimulatedContent(UInt64(number), size: size), to: file.entry.inode)
    }

    private func closeOne() throws {
        guard !open.isEmpty else { return }
        let file = open.remove(at: dice(open.count))
        try check(close(file.descriptor), "close \(file.entry.name)")
        kernel.close(file.entry)
    }

    private func renameFile() throws {
        guard !fileNames.isEmpty else { return }
        let from = pick(fileNames)
        let to = dice(4) == 0 ? pick(fileNames) : freePath()
        guard let to, let entry = files[from] else { return }
        try check(rename(real(from), real(to)), "rename \(from) \(to)")
        // Two names of one file: rename(2) does nothing.
        guard files[to]?.inode !== entry.inode else { return }
        let (parent, name) = parts(to)
        kernel.rename(entry, to: name, in: parent)
        forget(from)
        forget(to)
        (files[to]) = entry
        fileNames.append(to)
    }

    private func forget(_ path: String) {
        guard files.removeValue(forKey: path) != nil else { return }
        fileNames.removeAll { $0 == path }
    }

    private func unlinkFile() throws {
        guard !fileNames.isEmpty else { return }
        let path = pick(fileNames)
        guard let entry = files[path] else { return }
        try check(unlink(real(path)), "unlink \(path)")
        kernel.remove(entry)
        forget(path)
    }

    private func makeDirectory() throws {
        guard directories.count < 60, let path = freePath() else { return }
        try check(mkdir(real(path), 0o755), "mkdir \(path)")
        let (parent, name) = parts(path)
        directories[path] = kernel.makeDirectory(name, in: parent)
        directoryNames.append(path)
    }

    private func renameDirectory() throws {
        let from = pick(directoryNames)
        guard from != "", let moved = directories[from]?.entry else { return }
        var target = freePath()
        if dice(3) == 0 {
            target = directoryNames.first { name in
                name != "" && name != from && directories[name]?.entries.isEmpty == true
            }
        }
        guard let to = target, !to.hasPrefix(from + "/"), to != from else { return }
        try check(rename(real(from), real(to)), "rename directory \(from) \(to)")
        let (parent, name) = parts(to)
        kernel.rename(moved, to: name, in: parent)
        if directories.removeValue(forKey: to) != nil { directoryNames.removeAll { $0 == to } }
        func place(_ path: String) -> String {
            path == from || path.hasPrefix(from + "/") ? to + path.dropFirst(from.count) : path
        }
        directories = Dictionary(
            uniqueKeysWithValues: directories.map { (place($0.key), $0.value) }
        )
        files = Dictionary(uniqueKeysWithValues: files.map { (place($0.key), $0.value) })
        directoryNames = directoryNames.map(place)
        fileNames = fileNames.map(place)
    }

    private func removeDirectory() throws {
        let path = pick(directoryNames)
        guard path != "", let directory = directories[path], directory.entries.isEmpty,
            let entry = directory.entry
        else { return }
        try check(rmdir(real(path)), "rmdir \(path)")
        kernel.remove(entry)
        directories[path] = nil
        directoryNames.removeAll { $0 == path }
    }

    private func linkFile() throws {
        guard !fileNames.isEmpty, let to = freePath(), let file = files[pick(fileNames)],
            let from = files.first(where: { $0.value === file })?.key
        else { return }
        try check(link(real(from), real(to)), "link \(from) \(to)")
        let (parent, name) = parts(to)
        files[to] = kernel.link(file.inode, as: name, in: parent)
        fileNames.append(to)
    }

    private func change() throws {
        if dice(2) == 0, !fileNames.isEmpty {
            let path = pick(fileNames)
            guard let entry = files[path] else { return }
            try check(chmod(real(path), 0o644), "chmod \(path)")
            kernel.changeState(entry)
        } else {
            let path = pick(directoryNames)
            guard let entry = directories[path]?.entry else { return }
            try check(chmod(real(path), 0o755), "chmod \(path)")
            kernel.changeState(entry)
        }
    }

    /// Glibc hides it from Swift.
    private static let renameat2 = unsafeBitCast(dlsym(nil, "renameat2"), to: Rename.self)
    private typealias Rename =
        @convention(c) (
            Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
        ) -> Int32

    private func exchange() throws {
        guard fileNames.count > 1 else { return }
        let (from, to) = (pick(fileNames), pick(fileNames))
        guard let one = files[from], let other = files[to], one.inode !== other.inode else {
            return
        }
        // RENAME_EXCHANGE: linux/fs.h
        let result = Self.renameat2(AT_FDCWD, real(from), AT_FDCWD, real(to), 2)
        try check(result, "exchange \(from) \(to)")
        kernel.exchange(one, other)
        (files[from], files[to]) = (other, one)
    }

    private func watch(_ path: String) throws {
        guard let directory = directories[path] else { return }
        let mask = dice(2) == 0 ? SimulatedQueue.mask : SimulatedQueue.rootMask
        let watch = inotify_add_watch(
            queue,
            real(path),
            mask | UInt32(bitPattern: Int32(IN_ONLYDIR)) | UInt32(bitPattern: Int32(IN_EXCL_UNLINK))
        )
        try check(watch, "watch \(path)")
        let simulated = inotify.add(directory, mask)
        guard watch == simulated else {
            throw Difference(description: "watch \(watch) and \(simulated) of \(path)")
        }
        if !watches.contains(watch) { watches.append(watch) }
    }

    private func unwatch() throws {
        guard watches.count > 1 else { return }
        let watch = watches.remove(at: dice(watches.count))
        log.append("unwatch \(watch)")
        let isThere = inotify_rm_watch(queue, watch) == 0
        guard isThere == inotify.remove(watch) else {
            throw Difference(description: "watch \(watch) is there: \(isThere)")
        }
    }

    /// An open descriptor keeps a directory that is removed, and its watch.
    private func holdDirectory() throws {
        guard held.count < 6 else { return }
        let path = pick(directoryNames)
        let descriptor = Glibc.open(real(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try check(descriptor, "open \(path)")
        let opened = ("/" + path.drop { $0 == "/" }).withCString {
            process.open($0, in: -100, for: .directory)
        }
        held.append((descriptor, opened))
    }

    private func letGo() throws {
        guard !held.isEmpty else { return }
        let one = held.remove(at: dice(held.count))
        try check(close(one.descriptor), "close a directory")
        process.close(one.simulated)
    }

    // MARK: Comparing

    /// Reads all events of both and compares them.
    package func compareEvents() throws {
        let told = readReal()
        var simulated: [Told] = []
        while let (event, cookie) = inotify.next() {
            simulated.append(
                Told(
                    watch: event.watch,
                    mask: event.mask,
                    name: String(decoding: event.name, as: UTF8.self),
                    cookie: ordinal(cookie, 1)
                )
            )
        }
        events += told.count
        guard told != simulated, Self.inOrder(told) != Self.inOrder(simulated) else {
            log.removeAll(keepingCapacity: true)
            return
        }
        let first = zip(told, simulated).enumerated().first { $1.0 != $1.1 }
        throw Difference(
            description: """
                after \(log.suffix(40).joined(separator: "; ")):
                  the kernel told \(told.count), the simulation \(simulated.count); first at \
                \(first?.offset ?? min(told.count, simulated.count)):
                  kernel: \(told.dropFirst(first?.offset ?? simulated.count).prefix(4))
                  simulated: \(simulated.dropFirst(first?.offset ?? told.count).prefix(4))
                """
        )
    }

    /// The kernel tells of the end of a directory after that of its name; about one time in twenty thousand, before.
    private static func inOrder(_ events: [Told]) -> [Told] {
        var events = events
        let ends = UInt32(IN_DELETE_SELF | IN_IGNORED)
        for index in events.indices.dropFirst()
        where events[index].mask == UInt32(IN_DELETE) | UInt32(IN_ISDIR) {
            var place = index
            while place > 0, events[place - 1].mask & ends != 0 {
                events.swapAt(place - 1, place)
                place -= 1
            }
        }
        return events
    }

    private func ordinal(_ cookie: UInt32, _ side: Int) -> Int {
        guard cookie != 0 else { return 0 }
        if let known = cookies[side][cookie] { return known }
        cookies[side][cookie] = cookies[side].count + 1
        return cookies[side].count
    }

    private func readReal() -> [Told] {
        var told: [Told] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(queue, &buffer, buffer.count)
            guard count > 0 else { return told }
            buffer.withUnsafeBytes { bytes in
                var position = 0
                while position < count {
                    // struct inotify_event: wd, mask, cookie, len, name
                    let watch = bytes.loadUnaligned(fromByteOffset: position, as: Int32.self)
                    let mask = bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
                    let cookie = bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt32.self)
                    let length = Int(
                        bytes.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self)
                    )
                    let name = bytes[(position + 16)..<(position + 16 + length)].prefix { $0 != 0 }
                    told.append(
                        Told(
                            watch: watch,
                            mask: mask,
                            name: String(decoding: name, as: UTF8.self),
                            cookie: ordinal(cookie, 0)
                        )
                    )
                    position += 16 + length
                }
            }
        }
    }

    /// Lists every directory on both sides: names, types, sizes, links and which names are one file.
    package func compareListings() throws {
        var inodes: [UInt64: UInt64] = [:]
        for (path, directory) in directories {
            let found = try names(LinuxFileSystem.shared, real(path))
            let simulated = try names(process, path.isEmpty ? "/" : path)
            guard found.map(\.name.bytes) == simulated.map(\.name.bytes) else {
                throw Difference(description: "\(path): \(found) and \(simulated)")
            }
            for ((name, stat), (_, other)) in zip(found, simulated) {
                let known = inodes.updateValue(other.inode, forKey: stat.inode)
                guard known == nil || known == other.inode, stat.mode >> 12 == other.mode >> 12,
                    stat.isDirectory || (stat.size == other.size && stat.links == other.links)
                else {
                    throw Difference(description: "\(path)/\(name): \(stat) and \(other)")
                }
            }
            _ = directory
        }
    }

    private func names(
        _ files: any FileSystemCalls,
        _ path: String
    ) throws -> [(name: FileName, stat: FileStat)] {
        let directory = try OpenDirectory(path: Array(path.utf8), for: .listing, files)
        var listed: [(name: FileName, stat: FileStat)] = []
        for name in try directory.names() { listed.append((name, try directory.stat(name))) }
        return listed.sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
    }
}
