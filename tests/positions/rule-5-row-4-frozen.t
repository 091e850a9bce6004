# Rule 5: who may move on row 4.

case: Free
rules: ludii
shows: rule 5, row4-move=free
board: white to move
    d  . . F . (FF) . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
plays 2: d3d1 d5d3 a1a3
plays 3: d3c1 d5d2 a1a4

case: Frozen while a piece of one's own is at home
rules: bell:columns=7
shows: rule 5, row4-move=home-empty
board: white to move
    d  . . F . (FF) . m
    c  . . . . . . .
    b  . . . . . . .
    a  . M . . . . .
plays 1: a2a3
plays 2: a2a4
# The six takes it away from home, and all may go.
legal: 6:a2b7,2:d3d1 -> F3(FF)1m/7/6M/7 b - - 2
illegal: 2:d3d1,6:a2b7
legal: 2:a2a4,6:a4b5 -> 2F1(FF)1m/7/4M2/7 b - - 2

case: A Nasrani at home freezes them as well, and in mid-turn they thaw
rules: bell:columns=7
shows: row4-move=home-empty
board: white to move
    d  . . F . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  . . . . . . N
plays 1: a7b7
plays 2: none
legal: 1:a7b7,2:d3d1 -> F5m/7/6M/7 b - - 2
illegal: 2:d3d1,1:a7b7

case: Whole piles and top pieces, the home row empty
rules: bell:columns=7
shows: row4-move=home-empty
board: white to move
    d  . . F . (FF) . m
    c  . . . . . . .
    b  . . . . . . .
    a  . . . . . . .
plays 1: d3d2 d5d4 d5d4t
plays 3: d3c1 d5d2

case: An enemy on one's home row does no harm
rules: bell:columns=7
board: white to move
    d  . . F . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  . f . . . . .
plays 2: d3d1

case: Single pieces before piles
rules: walker:columns=7
shows: rule 5, row4-move=home-empty-single
board: white to move
    d  . . F . (FF) . n
    c  . . . . . . .
    b  . . . . . . .
    a  . . . . . . .
plays 1: d3d2
plays 2: d3d1
# Off row 4 it still counts.
legal: 6:d3c4,2:c4c6 -> 4(FF)1n/5F1/7/7 b - - 2
illegal: 6:d3c4,2:d5d3

case: A single piece anywhere on the board holds the piles
rules: walker:columns=7
shows: row4-move=home-empty-single
board: white to move
    d  . . . . (FF) . n
    c  T . . . . . .
    b  . . . . . . .
    a  . . . . . . .
plays 1: c1c2
plays 2: c1c3

case: Without a single piece piles go, whole or by the top
rules: walker:columns=7
shows: row4-move=home-empty-single
board: white to move
    d  . . . . (FF) . n
    c  (TT) . . . . . .
    b  . . . . . . .
    a  . . . . . . .
plays 1: c1c2 c1c2t d5d4 d5d4t
plays 2: c1c3 d5d3
# The top piece that has left is a single piece.
legal: 1:d5d4t,2:d4d2 -> 1F2F1n/(TT)6/7/7 b - - 2
illegal: 1:c1c2t,2:d5d3

case: A piece at home holds them all
rules: walker:columns=7
shows: row4-move=home-empty-single
board: white to move
    d  . . F . (FF) . n
    c  . . . . . . .
    b  . . . . . . .
    a  . . . (MM) . . .
plays 1: a4a5 a4a5t
plays 2: a4a6

case: Only when all stand on row 4
rules: jordan
shows: rule 5, row4-move=last
board: white to move
    d  . . F . . . . n
    c  . . . . . . . .
    b  . . . . . . (MM) .
    a  . . . . . . . .
plays 1: b7b6 b7b6t
plays 2: b7b5

case: All stand there: single pieces first
rules: jordan
shows: row4-move=last
board: white to move
    d  . (FF) F . . . . n
    c  . . . . . . . .
    b  . . . . . . . .
    a  . . . . . . . .
plays 1: d3d2
plays 2: d3d1
# The piece that left for row 3 leaves the others frozen.
legal: 4:d3c2,2:c2c4 -> 1(FF)5n/3F4/8/8 b - - 2
illegal: 4:d3c2,2:d2c1
# And when it is put on the pile no single piece is left.
legal: 1:d3d2,2:d2c1 -> 7n/(FFF)7/8/8 b - - 2

case: All stand there in piles
rules: jordan
shows: row4-move=last
board: white to move
    d  . (FF) . (FF) . . . n
    c  . . . . . . . .
    b  . . . . . . . .
    a  . . . . . . . .
plays 1: d2d1 d2d1t d4d3 d4d3t
plays 3: d2c2 d4d1

case: Black's row 4
rules: walker:columns=7
board: black to move
    d  . . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N . (ff) . f . .
plays 1: a5a6
plays 3: a5b7
plays 6: a5b4
