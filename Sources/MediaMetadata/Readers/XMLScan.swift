internal import CExpat
internal import CExpatMemory
internal import Glibc

/// A receiver of the parts of an XML text as it is read.
protocol XMLTaker: AnyObject {
    /// Called when an element begins.
    func begin(_ name: Bytes, _ attributes: XMLAttributes)
    func add(_ text: Bytes)
    func end(_ name: Bytes)
}

/// The attributes of a tag, valid only during the call.
@safe struct XMLAttributes: Sequence, IteratorProtocol {
    fileprivate var pair: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    mutating func next() -> (name: Bytes, value: Bytes)? {
        guard let pair = unsafe pair, let name = unsafe Bytes(text: pair[0]),
            let value = unsafe Bytes(text: pair[1])
        else { return nil }
        unsafe self.pair = unsafe pair + 2
        return (name, value)
    }
}

extension Bytes {
    /// Creates a view of a C string up to its NUL.
    fileprivate init?(text: UnsafePointer<CChar>?) {
        guard let text = unsafe text else { return nil }
        unsafe self.init(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}

/// A single parse of a text by expat; the only owner of its parser.
///
/// A text that costs more than its length is not read to its end: elements and attributes are paid for, namespace names
/// are limited in length, and there are no declarations, which could expand a few bytes to gigabytes.
@safe final class XMLScan {
    private let parser: XML_Parser
    private let taker: any XMLTaker
    private let file: FileBytes
    private var depth = 0
    /// Whether parsing has stopped; expat still makes a few calls afterwards.
    private var isStopped = false

    /// Reads a text up to the first error in its XML.
    ///
    /// `separator`: The character between a namespace and a name in it; nil leaves prefixes as they are.
    static func read(
        _ text: Bytes,
        of file: FileBytes,
        separator: Character? = nil,
        _ taker: any XMLTaker
    ) {
        guard let scan = XMLScan(file, separator, taker) else { return }
        scan.setHandlers()
        let characters = unsafe text.raw.bindMemory(to: CChar.self)
        _ = withExtendedLifetime(scan) {
            unsafe XML_Parse(
                scan.parser,
                characters.baseAddress,
                Int32(clamping: characters.count),
                1
            )
        }
        if heliograph_xml_was_refused() != 0 { file.budget.refuse(.memory) }
    }

    private init?(_ file: FileBytes, _ separator: Character?, _ taker: any XMLTaker) {
        let separator = CChar(separator?.asciiValue ?? 0)
        let memory = ReadingBudget.limit(.memory)
        guard let parser = unsafe heliograph_xml_parser_new(separator, memory) else { return nil }
        unsafe self.parser = unsafe parser
        (self.taker, self.file) = (taker, file)
    }

    deinit {
        unsafe XML_ParserFree(parser)
    }

    private func setHandlers() {
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { unsafe XMLScan.of($0)?.begin(Bytes(text: $1), XMLAttributes(pair: $2)) },
            { unsafe XMLScan.of($0)?.end(Bytes(text: $1)) }
        )
        unsafe XML_SetCharacterDataHandler(parser) { user, text, count in
            let bytes = unsafe Bytes(UnsafeRawBufferPointer(start: text, count: Int(count)))
            unsafe XMLScan.of(user)?.add(bytes)
        }
        // A property list names its document type; nothing has a reason to declare anything in it.
        unsafe XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, hasDeclarations in
            if hasDeclarations != 0 { unsafe XMLScan.of(user)?.stop() }
        }
        // The namespace's name is put before each attribute with its prefix.
        unsafe XML_SetStartNamespaceDeclHandler(parser) { user, _, name in
            if let name = unsafe Bytes(text: name), name.count > 256 {
                unsafe XMLScan.of(user)?.stop()
            }
        }
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> XMLScan? {
        unsafe user.map { unsafe Unmanaged<XMLScan>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin(_ name: Bytes?, _ attributes: XMLAttributes) {
        guard !isStopped else { return }
        depth += 1
        if depth > ReadingBudget.limit(.levels) { file.budget.refuse(.levels) }
        guard let name, file.budget.paySteps(4),
            attributes.allSatisfy({ _ in file.budget.paySteps(4) })
        else { return stop() }
        taker.begin(name, attributes)
    }

    private func add(_ text: Bytes) {
        if !isStopped { taker.add(text) }
    }

    private func end(_ name: Bytes?) {
        guard !isStopped, let name else { return }
        depth -= 1
        taker.end(name)
    }

    private func stop() {
        isStopped = true
        unsafe XML_StopParser(parser, 0)
    }
}
