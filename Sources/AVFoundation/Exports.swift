// `AVAsset` and what belongs to it, for files that import it from here.
@_exported public import Photos
