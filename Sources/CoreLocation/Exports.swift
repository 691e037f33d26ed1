// Code for Apple's systems imports `CoreLocation` and uses dates without more.
@_exported public import Foundation
