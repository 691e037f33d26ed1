internal import Glibc

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
default:
    print("usage: heliograph-bench extract FOLDER | fetch COUNT | changes COUNT")
    exit(64)
}
