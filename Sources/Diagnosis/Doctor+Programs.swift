internal import Extraction
internal import Foundation

extension Doctor {
    /// Asks each helper program who it is.
    func programs(_ report: (Finding) -> Void) {
        let reinstall = "sudo apt install --reinstall heliograph"
        for name in ["heliograph-watcher", "heliograph-extractor", "heliograph-film-extractor"] {
            report(program(name, cure: reinstall))
        }
        // Only what shows pictures needs these, and libraries that a package may do without.
        report(program("heliograph-imager", .note, cure: "sudo apt install libvips42"))
        let films = "sudo apt install libavformat59 libswscale6"
        report(program("heliograph-film-imager", .note, cure: films))
    }

    private func program(
        _ name: String,
        _ state: Finding.State = .problem,
        cure: String
    ) -> Finding {
        do {
            let said = try HelperProcess.output(of: name, arguments: ["--version"])
            let lines = said.split(separator: "\n").map(String.init)
            guard let first = lines.first, first.hasPrefix("\(name) ") else {
                return Finding("helper", state, "\(name) does not start", cure: cure)
            }
            let text = lines.joined(separator: ", ")
            guard first == "\(name) \(version)" else {
                return Finding(
                    "helper",
                    .problem,
                    "\(text) is not of this program's version \(version)",
                    cure: cure
                )
            }
            return Finding("helper", .ok, text)
        } catch {
            return Finding("helper", state, "\(error)", cure: cure)
        }
    }
}
