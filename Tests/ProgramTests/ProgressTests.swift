import Foundation
import Testing

/// What commands that take long show on a terminal meanwhile.
struct ProgressTests {
    @Test func `audit shows how many files it has compared`() throws {
        let program = try Program()
        for number in 0..<1_100 { try program.picture("\(number % 7)/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        let shown = try PseudoTerminal().shown(by: program.process(["audit"]))
        let text = String(decoding: shown, as: UTF8.self)
        #expect(text.contains("\r\u{1B}[K1000 files compared"))
        #expect(text.hasSuffix("\r\u{1B}[K1100 files compared, 0 differences\n"), "\(text)")
    }

    @Test func `nothing is shown meanwhile where no terminal is`() throws {
        let program = try Program()
        for number in 0..<1_100 { try program.picture("\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        for arguments in [["audit"], ["changes"]] {
            #expect(try program.run(arguments).complaint.isEmpty)
        }
    }
}
