internal import Glibc

// Built only for contrib/bench/run: walks a folder, hands every file to one extractor process as the
// indexer does, and waits for all answers, which are thrown away.

guard CommandLine.arguments.count == 2 else {
    print("usage: heliograph-bench FOLDER")
    exit(64)
}
let count = try ExtractionRun(folder: CommandLine.arguments[1]).run()
print(count)
