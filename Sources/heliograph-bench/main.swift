internal import Foundation

// Built only for contrib/bench/run: what a folder's files cost to hand over and read, or what fetches from
// a large catalogue cost.

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
default:
    print(
        "usage: heliograph-bench extract FOLDER | fetch COUNT | changes COUNT"
            + " | observe CATALOGUE FOLDER PHOTO COUNT"
    )
    exit(64)
}
