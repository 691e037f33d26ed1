internal import Extraction
internal import Foundation
internal import Imaging
internal import Kernel
internal import PhotoModel
internal import Settings

extension Doctor {
    /// A package installed from a file cannot be fetched again by its name.
    private static let reinstall =
        "sudo apt install --reinstall ./heliograph_*.deb   # with the file that was installed"

    /// Asks each helper program for its version.
    func programs(_ settings: Settings?, _ report: (Finding) -> Void) {
        for name in ["heliograph-watcher", "heliograph-extractor", "heliograph-film-extractor"] {
            report(program(name))
        }
        // These are only needed for pictures, and use libraries that the package does not require.
        let state: Finding.State = settings?.thumbnails.isEmpty == false ? .problem : .note
        report(
            program(
                "heliograph-imager",
                state,
                libraries: "sudo apt install libvips42",
                use: "pictures are made"
            )
        )
        report(
            program(
                "heliograph-film-imager",
                state,
                libraries: "sudo apt install libavformat59 libswscale6",
                use: "pictures of films are made"
            )
        )
    }

    /// Checks whether renditions can be kept.
    func cache(_ settings: Settings?, _ report: (Finding) -> Void) {
        guard let directory = CacheLocation.directories(catalogue: catalogue).first else {
            let text = "no pictures are kept"
            let named = CacheLocation.environment("HELIOGRAPH_CACHE") ?? ""
            guard !named.isEmpty else { return report(Finding("cache", .note, text)) }
            let path = PrintableText.line(named)
            let detail = "\(text): '\(path)' in HELIOGRAPH_CACHE is no absolute path"
            return report(Finding("cache", .problem, detail, cure: "unset HELIOGRAPH_CACHE"))
        }
        let path = PrintableText.line(directory)
        do throws(SystemError) {
            let limit = CacheLocation.limit(directory)
            let cache = try RenditionCache(directory: directory, limit: limit)
            let room = "pictures are kept in \(path), \(limit / 1_000_000) MB at the most"
            if cache.isWritable { return report(Finding("cache", .ok, room)) }
            report(Finding("cache", .note, "\(path) is read, and may not be written to"))
        } catch {
            let reason = unsafe String(cString: strerror(error.code))
            let state: Finding.State = settings?.thumbnails.isEmpty == false ? .problem : .note
            let detail = "pictures cannot be kept in \(path): \(reason)"
            report(Finding("cache", state, detail, cure: "export HELIOGRAPH_CACHE=DIRECTORY"))
        }
    }

    /// - Parameters:
    ///   - name: The program.
    ///   - state: The state of the finding if the program is missing.
    ///   - libraries: The command that installs its own libraries.
    ///   - use: The feature that is missing without it.
    /// - Returns: The finding for the program.
    private func program(
        _ name: String,
        _ state: Finding.State = .problem,
        libraries: String = reinstall,
        use: String? = nil
    ) -> Finding {
        let loss = use.map { "; without it no \($0)" } ?? ""
        do {
            let said = try HelperProcess.output(of: name, arguments: ["--version"])
            let lines = said.split(separator: "\n").map(String.init)
            guard let first = lines.first, first.hasPrefix("\(name) ") else {
                return Finding("helper", state, "\(name) does not start\(loss)", cure: libraries)
            }
            let text = lines.joined(separator: ", ")
            guard first == "\(name) \(version)" else {
                return Finding(
                    "helper",
                    .problem,
                    "\(text) is not of this program's version \(version)",
                    cure: Self.reinstall
                )
            }
            return Finding("helper", .ok, text)
        } catch {
            return Finding("helper", state, "\(error)\(loss)", cure: Self.reinstall)
        }
    }
}
