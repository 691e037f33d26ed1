internal import TestSupport

/// How often a household does what: some things more often than others, and some never.
struct HouseholdHabits {
    typealias Action = @Sendable (Household) -> Bool

    private var actions: [(weight: Int, act: Action)] = []
    private var total = 0
    /// Of a hundred times somebody goes on with what was begun, if anything was.
    private var haste = 0

    private static let usual: [(Int, Action)] = [
        (22, { $0.create() }), (4, { $0.beginToWrite() }), (5, { $0.finishWriting() }),
        (8, { $0.overwrite() }), (4, { $0.save() }), (2, { $0.renameOver() }),
        (18, { $0.rename() }), (8, { $0.remove() }), (2, { $0.link() }),
        (5, { $0.makeDirectories() }), (6, { $0.renameDirectory() }), (2, { $0.swap() }),
        (2, { $0.exchange() }), (1, { $0.removeTree() }), (1, { $0.moveOut() }),
        (2, { $0.moveBack() }), (2, { $0.recreateDirectory() }), (3, { $0.touch() }),
        (2, { $0.changeState() }), (1, { $0.copy() }), (1, { $0.leaveClutter() }),
        (4, { $0.sortIntoNewDirectory() }),
        (3, { $0.swapInParts() }), (2, { $0.shift() }), (3, { $0.makeRoom() }),
        (4, { $0.moveByCopying() }), (2, { $0.saveInParts() }), (2, { $0.saveWithBackup() }),
        (16, { $0.goOn() }),
    ]

    init() {}

    init(using random: inout SplitMix) {
        let factors = [0, 1, 1, 1, 2, 6]
        for (weight, act) in Self.usual {
            let factor = factors[Int(random.next(upperBound: UInt64(factors.count)))]
            actions.append((weight: weight * factor, act: act))
        }
        actions[0].weight = max(actions[0].weight, 10)
        haste = [0, 30, 80][Int(random.next(upperBound: UInt64(3)))]
        total = actions.reduce(0) { $0 + $1.weight }
    }

    /// The next thing to do.
    ///
    /// - Parameters:
    ///   - hasBegun: Whether something was begun that takes more steps.
    ///   - random: What decides.
    /// - Returns: What to do to a household.
    func pick(hasBegun: Bool, using random: inout SplitMix) -> Action {
        if hasBegun, Int(random.next(upperBound: UInt64(100))) < haste { return { $0.goOn() } }
        var number = Int(random.next(upperBound: UInt64(total)))
        for action in actions {
            number -= action.weight
            if number < 0 { return action.act }
        }
        return { _ in false }
    }
}
