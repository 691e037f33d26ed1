internal import Foundation

// Built only for contrib/bench/run: the cost of handing over and reading a folder's files, of fetches from a large
// catalogue, and of finding pictures in a cache.

switch Array(CommandLine.arguments.dropFirst()) {
case let words where words.count == 2 && words[0] == "extract":
    print(try ExtractionRun(folder: words[1]).run())
case let words where words.count == 2 && words[0] == "fetch":
    guard let count = Int(words[1]) else { exit(64) }
    try FetchRun(count: count).run()
case let words where words.count == 2 && words[0] == "changes":
    guard let count = Int(words[1]) else { exit(64) }
    try ChangeRun(count: count).run()
case let words where words.count == 5 && words[0] == "observe":
    guard let count = Int(words[4]) else { exit(64) }
    let paths = words[1...3].map { URL(fileURLWithPath: $0) }
    try ObserverRun().run(catalogue: paths[0], folder: paths[1], template: paths[2], count: count)
case let words where words.count >= 3 && ["renditions", "hits"].contains(words[0]):
    guard let count = Int(words[2]) else { exit(64) }
    var run = RenditionRun(directory: words[1], count: count)
    if words.count > 3, let bytes = Int(words[3]) { run.bytes = bytes }
    try words[0] == "hits" ? run.find() : run.run()
default:
    print(
        "usage: heliograph-bench extract FOLDER | fetch COUNT | changes COUNT"
            + " | observe CATALOGUE FOLDER PHOTO COUNT | renditions DIRECTORY COUNT [BYTES]"
    )
    exit(64)
}
