// Code for Apple's systems imports `CloudKit` and uses dates, URLs and locations without more.
@_exported public import CoreLocation
@_exported public import Foundation
