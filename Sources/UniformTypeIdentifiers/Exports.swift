// Code for Apple's systems imports `UniformTypeIdentifiers` and uses URLs without more.
@_exported public import Foundation
