import Glibc
import Kernel
import Simulation
import Testing

@testable import FolderWatch

struct DirectoryFinderTests {
    private let kernel = SimulatedKernel(.ext4, random: CountingGenerator())
    private let process: SimulatedProcess
    private let finder: DirectoryFinder
    private let disk: ScenarioDisk
    private let tree = DirectoryTree()

    init() {
        process = SimulatedProcess("watcher", in: kernel)
        (finder, disk) = (DirectoryFinder(process), ScenarioDisk(kernel))
    }

    /// Makes directories one in another, and the nodes for them.
    private func makePath(depth: Int) throws -> [DirectoryNode] {
        try disk.makeDirectory("/r")
        var path = "/r"
        var nodes = [tree.addRoot(0, path: Array(path.utf8), try identify(path, in: nil))]
        for level in 0..<depth {
            path += "/\(level)"
            try disk.makeDirectory(path)
            let stat = try identify(path, in: nodes[level])
            nodes.append(tree.add(FileName("\(level)"), in: nodes[level], stat))
        }
        return nodes
    }

    private func identify(_ path: String, in parent: DirectoryNode?) throws -> DirectoryStat {
        let directory = try finder.open(path: Array(path.utf8))
        return try finder.identify(directory.descriptor, try directory.stat, in: parent)
    }

    @Test(arguments: [0, 1, 16, 17, 40])
    func `a directory is opened at its place, however deep`(_ depth: Int) throws {
        let nodes = try makePath(depth: depth)
        let directory = try finder.open(nodes[depth])
        #expect(nodes[depth].isSame(try directory.stat))
    }

    @Test(arguments: [1, 20])
    func `another directory at its place is not opened`(_ depth: Int) throws {
        let nodes = try makePath(depth: depth)
        let path = String(decoding: nodes[depth].path, as: UTF8.self)
        try disk.rename(path, "/elsewhere")
        kernel.time += 1_000_000
        try disk.makeDirectory(path)
        #expect(throws: SystemError(code: ESTALE)) { _ = try finder.open(nodes[depth]) }
    }

    @Test func `a detached directory is not found, although its name is there`() throws {
        let nodes = try makePath(depth: 1)
        tree.detach(nodes[1], at: 0)
        #expect(throws: SystemError(code: ENOENT)) { _ = try finder.open(nodes[1]) }
    }

    @Test func `below a directory that is held open the path above it does not matter`() throws {
        let nodes = try makePath(depth: 40)
        _ = try finder.open(nodes[30])
        try disk.rename("/r/0", "/r/moved")
        let directory = try finder.open(nodes[40])
        #expect(nodes[40].isSame(try directory.stat))
        finder.releaseAnchor()
        #expect(throws: SystemError(code: ENOENT)) { _ = try finder.open(nodes[40]) }
    }

    @Test func `the file system of a directory is that of its parent unless the device is another`()
        throws
    {
        let nodes = try makePath(depth: 1)
        let removable = SimulatedDisk(.exfat, identity: 7)
        kernel.mount(removable, over: try disk.find("/r/0"))
        let stat = try identify("/r/0", in: nodes[0])
        #expect(stat.volume == 7 && stat.fileSystem == SimulatedDisk.Kind.exfat.type)
        #expect(nodes[1].stat.volume == 1 && nodes[1].device === nodes[0].device)
    }
}
