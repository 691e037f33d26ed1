internal import Extraction
internal import Foundation

extension Doctor {
    /// Asks each helper program who it is.
    func programs(_ report: (Finding) -> Void) {
        for name in ["heliograph-watcher", "heliograph-extractor", "heliograph-film-extractor"] {
            report(program(name))
        }
    }

    private func program(_ name: String) -> Finding {
        let reinstall = "sudo apt install --reinstall heliograph"
        do {
            let said = try HelperProcess.output(of: name, arguments: ["--version"])
            let lines = said.split(separator: "\n").map(String.init)
            guard let first = lines.first, first.hasPrefix("\(name) ") else {
                return Finding("helper", .problem, "\(name) does not start", cure: reinstall)
            }
            let text = lines.joined(separator: ", ")
            guard first == "\(name) \(version)" else {
                return Finding(
                    "helper",
                    .problem,
                    "\(text) is not of this program's version \(version)",
                    cure: reinstall
                )
            }
            return Finding("helper", .ok, text)
        } catch {
            return Finding("helper", .problem, "\(error)", cure: reinstall)
        }
    }
}
