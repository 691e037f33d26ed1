"""Compiles what the pages show of Swift, in the package where the app of the guide was built before."""
import os
import shutil

from home import APP, ROOT, Fault, blocks
from lines import run

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "app",
    dependencies: [
%s
    ],
    targets: [
%s
    ]
)
"""
# All that a fragment may use without declaring it.
FUNCTION = """\
func fragment%d(
    asset: PHAsset, options: PHFetchOptions, folder: URL, known: CKServerChangeToken?, person: [String: Any], album: [String: Any]
) async throws {
%s
}
"""
MODULES = ["CloudKit", "CoreLocation", "Photos", "UniformTypeIdentifiers"]
PACKAGE = '.package(path: "../heliograph"),'


def write(path, text):
    file = os.path.join(APP, path)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "w", encoding="utf-8") as source:
        source.write(text)


def make_package(dependencies, target, name, sources):
    shutil.rmtree(os.path.join(APP, "Sources"))
    write("Package.swift", MANIFEST % (dependencies, target))
    for file, text in sources.items():
        write(f"Sources/{name}/{file}", text)


def type_readme():
    """The two lines of a manifest, and the program."""
    manifest, program = [text for info, text in blocks(os.path.join(ROOT, "README.md")) if info == "swift"]
    dependency, target = manifest.splitlines()
    make_package(dependency, target, "App", {"main.swift": program})
    run("swift run App", APP)


def type_getting_started():
    """The lines of a manifest, and those of its helpers among the target's dependencies."""
    page = os.path.join(ROOT, "Sources/Photos/Photos.docc/GettingStarted.md")
    manifest, helpers = [text for info, text in blocks(page) if info == "swift" and text.startswith(".p")]
    dependency, target = manifest.splitlines()
    place = '.product(name: "Photos", package: "heliograph")'
    make_package(dependency, target.replace(place, f"{place},\n{helpers}"), "Gallery", {"Gallery.swift": "import Photos\n"})
    run("swift build", APP)


def type_porting():
    """A target of Swift's language mode 5, a program, and the lines for a class that has published properties."""
    page = os.path.join(ROOT, "Sources/Photos/Photos.docc/PortingFromPhotoKit.md")
    target, program, published = [text for info, text in blocks(page) if info == "swift"]
    store = "import Photos\nimport UIKit\n\nfinal class Store: ObservableObject { @Published var photos: [PHAsset] = [] }\n"
    make_package(PACKAGE, target, "App", {"Published.swift": published, "Store.swift": store, "main.swift": program})
    if run("swift run App", APP) != "changed: 1\n":
        raise Fault(f"{page}: the observer was not notified of one change")


def type_fragments(pages):
    """Everything else, each block in a function of its own."""
    functions = []
    for page in pages:
        for info, text in blocks(page):
            if info != "swift" or text.startswith(".") or page.endswith(("README.md", "PortingFromPhotoKit.md")):
                continue
            body = "".join(line + "\n" for line in text.splitlines() if not line.startswith("import "))
            functions.append(FUNCTION % (len(functions), body.replace(" … ", " ")))
    if len(functions) < 9:
        raise Fault(f"found only {len(functions)} fragments of Swift")
    products = ", ".join(f'.product(name: "{name}", package: "heliograph")' for name in MODULES)
    imports = "".join(f"import {name}\n" for name in ["Foundation", *MODULES])
    target = f'.target(name: "Fragments", dependencies: [{products}])'
    make_package(PACKAGE, target, "Fragments", {"Fragments.swift": imports + "\n" + "\n".join(functions)})
    run("swift build", APP)
    return len(functions)
