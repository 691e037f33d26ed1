// Code for Apple's systems imports `CloudKit` and uses dates, URLs and locations without importing their modules.
@_exported public import CoreLocation
@_exported public import Foundation
