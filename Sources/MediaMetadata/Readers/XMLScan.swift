internal import CExpat
internal import CExpatMemory
internal import Glibc

/// What is told of a text in XML as it is read.
protocol XMLTaker: AnyObject {
    /// An element begins.
    func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes)
    func add(_ text: UnsafeRawBufferPointer)
    func end(_ name: UnsafePointer<CChar>)
}

/// The attributes of a tag, for as long as they are lent.
struct XMLAttributes: Sequence, IteratorProtocol {
    fileprivate var pair: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    mutating func next() -> (name: UnsafePointer<CChar>, value: UnsafePointer<CChar>)? {
        guard let pair, let name = pair[0], let value = pair[1] else { return nil }
        self.pair = pair + 2
        return (name, value)
    }
}

/// One reading of a text by expat; the only owner of its parser.
///
/// A text that costs more than its length is not read to its end: elements and attributes are paid for, names
/// of namespaces are short, and there are no declarations, which could make gigabytes of a few bytes.
final class XMLScan {
    private let parser: XML_Parser
    private let taker: any XMLTaker
    private let file: FileBytes
    private var depth = 0

    /// Reads a text as far as it is XML.
    ///
    /// `separator`: What comes between a namespace and a name in it; nil leaves prefixes as they are.
    static func read(
        _ text: Bytes,
        of file: FileBytes,
        separator: Character? = nil,
        _ taker: any XMLTaker
    ) {
        guard let scan = XMLScan(file, separator, taker) else { return }
        scan.setHandlers()
        let characters = text.raw.bindMemory(to: CChar.self)
        _ = withExtendedLifetime(scan) {
            XML_Parse(scan.parser, characters.baseAddress, Int32(clamping: characters.count), 1)
        }
        if heliograph_xml_was_refused() != 0 { file.budget.refuse(.memory) }
    }

    private init?(_ file: FileBytes, _ separator: Character?, _ taker: any XMLTaker) {
        let separator = CChar(separator?.asciiValue ?? 0)
        let memory = ReadingBudget.limit(.memory)
        guard let parser = heliograph_xml_parser_new(separator, memory) else { return nil }
        (self.parser, self.taker, self.file) = (parser, taker, file)
    }

    deinit {
        XML_ParserFree(parser)
    }

    private func setHandlers() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { XMLScan.of($0)?.begin($1, XMLAttributes(pair: $2)) },
            { XMLScan.of($0)?.end($1) }
        )
        XML_SetCharacterDataHandler(parser) { user, text, count in
            XMLScan.of(user)?.taker.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        // A property list names its document type; to declare anything in it is none's business.
        XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, hasDeclarations in
            if hasDeclarations != 0 { XMLScan.of(user)?.stop() }
        }
        // Its name goes before each attribute that has its prefix.
        XML_SetStartNamespaceDeclHandler(parser) { user, _, name in
            if let name, strnlen(name, 257) > 256 { XMLScan.of(user)?.stop() }
        }
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> XMLScan? {
        user.map { Unmanaged<XMLScan>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin(_ name: UnsafePointer<CChar>?, _ attributes: XMLAttributes) {
        depth += 1
        if depth > ReadingBudget.limit(.levels) { file.budget.refuse(.levels) }
        guard let name, file.budget.paySteps(4) else { return stop() }
        for _ in attributes where !file.budget.paySteps(4) { return stop() }
        taker.begin(name, attributes)
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        depth -= 1
        if let name { taker.end(name) }
    }

    private func stop() {
        XML_StopParser(parser, 0)
    }
}
