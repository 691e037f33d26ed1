import Foundation
import Photos

// Follows fetches of every kind in a library, and checks each change that it is told of: applied in the documented
// four steps to the list before it has to give the list after, with as few moves as there can be. With a share named
// it changes assets of that share besides, as fast as it can.
//
//     observer CATALOGUE [SHARE SHARES]
//
// A line `follow`, for one that changes nothing itself, is answered with `followed` once every list is what is fetched
// anew. A line `still` ends its own changes; it ends with its input, or a line `end`: then every list has to be what is
// fetched anew, and every asset what it was made. Prints one JSON object.

let arguments = CommandLine.arguments
let library = PHPhotoLibrary(catalogueAt: URL(fileURLWithPath: arguments[1]))
PHPhotoLibrary.setShared(library)

let report = Report()
let followed = Followed(report)
library.register(followed)
let editor =
    arguments.count == 4 ? Editor(Int(arguments[2]) ?? 0, Int(arguments[3]) ?? 1, report) : nil
editor?.start()
say("ready")
while let line = readLine(), line != "still" {
    guard line == "follow" else { continue }
    followed.catchUp()
    say("followed")
}
editor?.finish()
say("still")
// Others may go on meanwhile: what they do is told too.
while let line = readLine(), line != "end" {}
followed.finish()
editor?.check()
say(report.json)

/// Prints a line at once, also into a pipe.
func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}
