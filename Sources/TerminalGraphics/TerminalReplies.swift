/// The answers of a terminal to queries for its capabilities, parsed from its input.
struct TerminalReplies {
    private enum State {
        case text
        case escape
        /// The control sequence so far.
        case control([UInt8])
        /// The string so far, which ends with ESC \, and whether the last byte was ESC.
        case string([UInt8], Bool)
    }

    /// The longest answer to expect.
    private static let longest = 256
    private var state = State.text
    /// Whether the terminal supports kitty's protocol.
    private(set) var takesKitty = false
    private(set) var takesSixel = false
    /// The size of the text area in pixels.
    private(set) var pixels: (width: Int, height: Int)?
    /// Whether the last query was answered, as every terminal does.
    private(set) var isComplete = false

    mutating func take(_ byte: UInt8) {
        switch state {
        case .text: state = byte == 0x1B ? .escape : .text
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .control([])
            case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"): state = .string([], false)
            case 0x1B: state = .escape
            default: state = .text
            }
        case .control(let text):
            if (0x40...0x7E).contains(byte) {
                state = .text
                readControl(text, byte)
            } else {
                state = text.count < Self.longest && byte >= 0x20 ? .control(text + [byte]) : .text
            }
        case .string(let text, let isEnding):
            if isEnding, byte == UInt8(ascii: "\\") {
                state = .text
                if text == Array("Gi=31;OK".utf8) { takesKitty = true }
            } else if text.count < Self.longest {
                state = byte == 0x1B ? .string(text, true) : .string(text + [byte], false)
            } else {
                state = .text
            }
        }
    }

    private mutating func readControl(_ text: [UInt8], _ end: UInt8) {
        let numbers = text.drop { $0 == UInt8(ascii: "?") }
            .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        if end == UInt8(ascii: "c"), text.first == UInt8(ascii: "?") {
            // The first number is the kind of terminal.
            takesSixel = numbers.dropFirst().contains(4)
            isComplete = true
        } else if end == UInt8(ascii: "t"), numbers.count == 3, numbers[0] == 4,
            let height = numbers[1], let width = numbers[2],
            (1...1 << 16).contains(height), (1...1 << 16).contains(width)
        {
            pixels = (width, height)
        }
    }
}
