# Rule 2: a whole pile moves as many cells as the throw says. And the path.

case: The corners of the path, and ranks that rise on the way
rules: ludii:columns=5
shows: rule 2, columns=5, stack-split=none
board: white to move
    d  . m . . .
    c  . . . . .
    b  . M . . .
    a  . . . M .
plays 1: a4a5 b2b1
plays 2: a4b5 b2c1
plays 3: a4b4 b2c2
plays 4: a4b3 b2c3
plays 6: a4b1 b2c5
legal: 2:b2c1 -> 1m3/T4/5/3M1 b - - 2
legal: 6:b2c5 -> 1m3/4T/5/3M1 w - - 1

case: The way back from row 3 keeps the rank
rules: ludii:columns=5,row4-entry=enemy-present
shows: throws=at-once
board: white to move
    d  . . . . .
    c  . . . T .
    b  . . . . t
    a  . . . . .
plays 1: c4c5
plays 2: c4b5
plays 3: c4b4
legal: 3:c4b4 -> 5/5/3Tt/5 b - - 2

case: Black's path
rules: ludii:columns=5
board: black to move
    d  . m . . .
    c  . . . m .
    b  . t . . .
    a  . . . . M
plays 1: d2d1 c4c5 b2b1
plays 2: d2c1 c4b5 b2c1 b2a1
plays 3: d2c2 c4b4 b2c2 b2a2
plays 6: d2c5 c4b1 b2c5 b2a5

case: A pile goes as one and keeps its order
rules: ludii:columns=6
shows: stack-split=none
board: white to move
    d  . m . . . .
    c  . . (TF) . . .
    b  . . . (MMT) . .
    a  . . . . . .
plays 1: c3c4 b4b3
legal: 4:b4c1 -> 1m4/(TTT)1(TF)3/6/6 w - - 1
legal: 6:b4c3 -> 1m4/2(TFTTT)3/6/6 w - - 1
plays 2: c3c5 b4b2

case: The widest board
rules: walker:columns=29
shows: columns=29
board: white to move
    d  . . . . . . . . . . . . . . . . . . . . . . . . . . . . m
    c  . . . . . . . . . . . . . . . . . . . . . . . . . . . T .
    b  M . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    a  . . . . . . . . . . . . . . . . . . . . . . . . . . . . M
plays 1: a29b29 b1c1 c28c29
plays 2: a29b28 b1c2 c28b29 c28d29
plays 6: a29b24 b1c6 c28b25 c28d25
legal: 2:c28d29 -> 28F/29/M28/28M b - - 2
