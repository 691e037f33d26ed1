internal import HeliographCommands

HeliographProgram.main()
