internal import Kernel

/// What a descriptor stands for, whoever has one for it.
package class SimulatedHandle {
    /// How many descriptors there are for it.
    final var descriptors = 0

    /// Readable, or at its end.
    var isReadable: Bool { false }
    var isWritable: Bool { false }
    /// Whoever was at the other end has gone.
    var isHungUp: Bool { false }

    /// The last descriptor was closed.
    func close() {}
}

/// An open file or directory.
final class SimulatedFile: SimulatedHandle {
    let kernel: SimulatedKernel
    let inode: SimulatedInode
    let entry: SimulatedEntry?
    let use: FileUse
    /// The mount that it was reached by.
    let mount: UInt64
    /// Where the listing goes on.
    var position: UInt64 = 0
    /// The last of all names that were placed when it was opened or rewound.
    private var lastPlaced = 0

    init(
        _ inode: SimulatedInode,
        _ entry: SimulatedEntry?,
        by mount: UInt64,
        for use: FileUse,
        _ kernel: SimulatedKernel
    ) {
        (self.inode, self.entry, self.use, self.kernel) = (inode, entry, use, kernel)
        self.mount = mount
        super.init()
        kernel.hold(inode, entry)
        rewind()
    }

    func rewind() { (position, lastPlaced) = (0, kernel.lastPlaced) }

    /// The entries that are still to be listed.
    var waiting: [SimulatedEntry] {
        let listsAll = inode.disk.kind.listsNewEntries
        return inode.entries.values
            .filter { $0.position > position && (listsAll || $0.placed <= lastPlaced) }
            .sorted { $0.position < $1.position }
    }

    override func close() { kernel.letGo(inode, entry) }
}

/// The bytes on their way through a pipe.
final class SimulatedPipe {
    var bytes: ArraySlice<UInt8> = []
    let capacity: Int
    var hasReader = true
    var hasWriter = true

    init(capacity: Int) {
        self.capacity = capacity
    }
}

final class SimulatedPipeEnd: SimulatedHandle {
    let pipe: SimulatedPipe
    let reads: Bool

    init(_ pipe: SimulatedPipe, reads: Bool) {
        (self.pipe, self.reads) = (pipe, reads)
    }

    override var isReadable: Bool { reads && (!pipe.bytes.isEmpty || !pipe.hasWriter) }
    override var isWritable: Bool { !reads && pipe.bytes.count < pipe.capacity }
    override var isHungUp: Bool { reads ? !pipe.hasWriter : !pipe.hasReader }

    override func close() {
        if reads { pipe.hasReader = false } else { pipe.hasWriter = false }
    }
}

/// One of two connected sockets that carry packets.
final class SimulatedSocket: SimulatedHandle {
    struct Packet {
        var bytes: [UInt8]
        var handles: [SimulatedHandle]
    }

    /// `SO_SNDBUF`, as far as packets are counted.
    static let mostPackets = 8
    private(set) weak var peer: SimulatedSocket?
    var packets: ArraySlice<Packet> = []
    private var isClosed = false

    static func pair() -> (SimulatedSocket, SimulatedSocket) {
        let (one, other) = (SimulatedSocket(), SimulatedSocket())
        (one.peer, other.peer) = (other, one)
        return (one, other)
    }

    var hasPeer: Bool { peer?.isClosed == false }
    override var isReadable: Bool { !packets.isEmpty || !hasPeer }
    override var isWritable: Bool { peer.map { $0.packets.count < Self.mostPackets } ?? false }
    override var isHungUp: Bool { !hasPeer }

    override func close() {
        isClosed = true
        for packet in packets { for handle in packet.handles { handle.release() } }
        packets = []
    }
}

/// An eventfd.
final class SimulatedEvent: SimulatedHandle {
    var count: UInt64 = 0

    override var isReadable: Bool { count > 0 }
    override var isWritable: Bool { true }
}

extension SimulatedHandle {
    func retain() { descriptors += 1 }

    func release() {
        descriptors -= 1
        if descriptors == 0 { close() }
    }
}
