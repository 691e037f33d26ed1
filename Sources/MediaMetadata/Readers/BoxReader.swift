/// One box of an ISO base media file (ISO/IEC 14496-12) or atom of a QuickTime file.
struct Box {
    let type: FourCharacters
    /// The range of its payload in the file.
    let payload: Range<Int>
}

/// Walks boxes without reading their contents.
struct BoxReader {
    let file: FileBytes

    /// Returns the boxes in a range of the file; stops at the first that does not fit.
    func boxes(in range: Range<Int>, limit: Int = 4_096) -> [Box] {
        var boxes: [Box] = []
        _ = search(range, limit) { box in
            boxes.append(box)
            return false
        }
        return boxes
    }

    /// Returns the first box that satisfies the condition.
    private func search(_ range: Range<Int>, _ limit: Int = 4_096, _ isIt: (Box) -> Bool) -> Box? {
        var position = range.lowerBound
        for _ in 0..<limit {
            guard position + 8 <= range.upperBound,
                let box = box(at: position, end: range.upperBound)
            else { return nil }
            if isIt(box) { return box }
            position = box.payload.upperBound
        }
        return nil
    }

    private func box(at position: Int, end: Int) -> Box? {
        let header: (Int, FourCharacters)? = file.withBytes(at: position, count: 8) { bytes in
            guard let size = bytes.be32(0), let type = bytes.type(4) else { return nil }
            return (size, type)
        }
        guard let (size, type) = header else { return nil }
        switch size {
        case 0: return Box(type: type, payload: position + 8..<end)
        case 1:
            let long: Int? = file.withBytes(at: position + 8, count: 8) { $0.be64(0) }
            guard let long, long >= 16, long <= end - position else { return nil }
            return Box(type: type, payload: position + 16..<position + long)
        default:
            guard size >= 8, size <= end - position else { return nil }
            return Box(type: type, payload: position + 8..<position + size)
        }
    }

    func first(_ type: FourCharacters, in range: Range<Int>) -> Range<Int>? {
        search(range) { $0.type == type }?.payload
    }

    /// Lends a payload of at most 1 MiB.
    func read<Result>(_ range: Range<Int>, _ body: (Bytes) -> Result?) -> Result? {
        guard range.count <= 1 << 20 else { return nil }
        return file.withBytes(at: range.lowerBound, count: range.count, body)
    }
}
