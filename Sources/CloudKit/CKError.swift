public import Foundation

/// The domain of errors of CloudKit.
public let CKErrorDomain = "CKErrorDomain"

/// In `userInfo`, the errors of single items by their names.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// In `userInfo`, after how many seconds to try again.
public let CKErrorRetryAfterKey = "CKRetryAfter"
/// In `userInfo`, the record that both sides had.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// In `userInfo`, the record that the library has.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// In `userInfo`, the record that the program has.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"

/// An error of CloudKit.
///
/// It is an `NSError`, so that both `error as? CKError` and `error as NSError` see it.
public final class CKError: NSError, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored beyond what `NSError` keeps, and that
    // does not change.

    /// What went wrong; the raw values are CloudKit's.
    public enum Code: Int, Sendable {
        /// Something went wrong inside.
        case internalError = 1
        /// Some of what was asked failed; `partialErrorsByItemID` says what.
        case partialFailure = 2
        /// There is no network.
        case networkUnavailable = 3
        /// The network failed.
        case networkFailure = 4
        /// The container is unknown.
        case badContainer = 5
        /// The library cannot be reached.
        case serviceUnavailable = 6
        /// There were too many requests.
        case requestRateLimited = 7
        /// The program may not do that.
        case missingEntitlement = 8
        /// Nobody is signed in.
        case notAuthenticated = 9
        /// The library may not be read.
        case permissionFailure = 10
        /// There is no such record.
        case unknownItem = 11
        /// What was asked makes no sense.
        case invalidArguments = 12
        /// There was more than fits.
        case resultsTruncated = 13
        /// The record has changed.
        case serverRecordChanged = 14
        /// The request was refused.
        case serverRejectedRequest = 15
        /// The file is not there.
        case assetFileNotFound = 16
        /// The file was changed meanwhile.
        case assetFileModified = 17
        /// The program is too old.
        case incompatibleVersion = 18
        /// A value must be there once only.
        case constraintViolation = 19
        /// The operation was cancelled.
        case operationCancelled = 20
        /// The token is of another library, or from before what the history goes back to: begin anew without one.
        case changeTokenExpired = 21
        /// Another item of the batch failed.
        case batchRequestFailed = 22
        /// The zone is busy.
        case zoneBusy = 23
        /// The database cannot do that.
        case badDatabase = 24
        /// There is no room.
        case quotaExceeded = 25
        /// There is no such zone.
        case zoneNotFound = 26
        /// The request was too large.
        case limitExceeded = 27
        /// The user deleted the zone.
        case userDeletedZone = 28
        /// Too many take part.
        case tooManyParticipants = 29
        /// It is shared already.
        case alreadyShared = 30
        /// A record refers to none.
        case referenceViolation = 31
        /// The account may not do that.
        case managedAccountRestricted = 32
        /// Somebody has to be verified.
        case participantMayNeedVerification = 33
        /// The answer was lost.
        case serverResponseLost = 34
        /// The file is not available.
        case assetNotAvailable = 35
        /// The account is not available.
        case accountTemporarilyUnavailable = 36
        /// Somebody is invited already.
        case participantAlreadyInvited = 37
    }

    /// The domain of all errors of CloudKit.
    public static let errorDomain = CKErrorDomain

    /// An error with more about it in `userInfo`.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        super.init(domain: CKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Errors are not archived.
    @available(*, unavailable)
    public required init?(coder: NSCoder) {
        fatalError("an error of CloudKit is not read from an archive")
    }

    /// What went wrong.
    @_nonoverride public var code: Code { Code(rawValue: super.code) ?? .internalError }

    /// The errors of single items by their names.
    public var partialErrorsByItemID: [AnyHashable: any Error]? {
        userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
    }

    /// After how many seconds to try again.
    public var retryAfterSeconds: Double? { userInfo[CKErrorRetryAfterKey] as? Double }

    /// The record that both sides had.
    public var ancestorRecord: CKRecord? {
        userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
    }

    /// The record that the library has.
    public var serverRecord: CKRecord? {
        userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord
    }

    /// The record that the program has.
    public var clientRecord: CKRecord? {
        userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord
    }
}

extension CKError {
    /// Something went wrong inside.
    public static let internalError = Code.internalError
    /// Some of what was asked failed; `partialErrorsByItemID` says what.
    public static let partialFailure = Code.partialFailure
    /// There is no network.
    public static let networkUnavailable = Code.networkUnavailable
    /// The network failed.
    public static let networkFailure = Code.networkFailure
    /// The container is unknown.
    public static let badContainer = Code.badContainer
    /// The library cannot be reached.
    public static let serviceUnavailable = Code.serviceUnavailable
    /// There were too many requests.
    public static let requestRateLimited = Code.requestRateLimited
    /// The program may not do that.
    public static let missingEntitlement = Code.missingEntitlement
    /// Nobody is signed in.
    public static let notAuthenticated = Code.notAuthenticated
    /// The library may not be read.
    public static let permissionFailure = Code.permissionFailure
    /// There is no such record.
    public static let unknownItem = Code.unknownItem
    /// What was asked makes no sense.
    public static let invalidArguments = Code.invalidArguments
    /// There was more than fits.
    public static let resultsTruncated = Code.resultsTruncated
    /// The record has changed.
    public static let serverRecordChanged = Code.serverRecordChanged
    /// The request was refused.
    public static let serverRejectedRequest = Code.serverRejectedRequest
    /// The file is not there.
    public static let assetFileNotFound = Code.assetFileNotFound
    /// The file was changed meanwhile.
    public static let assetFileModified = Code.assetFileModified
    /// The program is too old.
    public static let incompatibleVersion = Code.incompatibleVersion
    /// A value must be there once only.
    public static let constraintViolation = Code.constraintViolation
    /// The operation was cancelled.
    public static let operationCancelled = Code.operationCancelled
    /// The token is of another library, or from before what the history goes back to: begin anew without one.
    public static let changeTokenExpired = Code.changeTokenExpired
    /// Another item of the batch failed.
    public static let batchRequestFailed = Code.batchRequestFailed
    /// The zone is busy.
    public static let zoneBusy = Code.zoneBusy
    /// The database cannot do that.
    public static let badDatabase = Code.badDatabase
    /// There is no room.
    public static let quotaExceeded = Code.quotaExceeded
    /// There is no such zone.
    public static let zoneNotFound = Code.zoneNotFound
    /// The request was too large.
    public static let limitExceeded = Code.limitExceeded
    /// The user deleted the zone.
    public static let userDeletedZone = Code.userDeletedZone
    /// Too many take part.
    public static let tooManyParticipants = Code.tooManyParticipants
    /// It is shared already.
    public static let alreadyShared = Code.alreadyShared
    /// A record refers to none.
    public static let referenceViolation = Code.referenceViolation
    /// The account may not do that.
    public static let managedAccountRestricted = Code.managedAccountRestricted
    /// Somebody has to be verified.
    public static let participantMayNeedVerification = Code.participantMayNeedVerification
    /// The answer was lost.
    public static let serverResponseLost = Code.serverResponseLost
    /// The file is not available.
    public static let assetNotAvailable = Code.assetNotAvailable
    /// The account is not available.
    public static let accountTemporarilyUnavailable = Code.accountTemporarilyUnavailable
    /// Somebody is invited already.
    public static let participantAlreadyInvited = Code.participantAlreadyInvited
}

/// Lets `catch CKError.changeTokenExpired` and the like work.
public func ~= (code: CKError.Code, error: any Error) -> Bool {
    (error as? CKError)?.code == code
}
