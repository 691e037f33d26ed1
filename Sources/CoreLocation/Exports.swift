// Code for Apple's systems imports `CoreLocation` and uses dates without importing Foundation.
@_exported public import Foundation
