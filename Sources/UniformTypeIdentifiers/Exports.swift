// Code for Apple's systems imports `UniformTypeIdentifiers` and uses URLs without importing Foundation.
@_exported public import Foundation
