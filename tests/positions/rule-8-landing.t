# Rule 8: captures and piles.

case: A pile is taken whole, whatever its height
rules: walker:columns=7
shows: rule 8
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . (ttt) . (MM) . .
    a  . . . . . . .
legal: 2:b5b3 -> 6n/7/2(MM)4/7 b - - 2

case: A Nasrani is taken like any other
rules: walker:columns=7
shows: rule 8
board: white to move
    d  . . . . . F n
    c  m . . . . . T
    b  . . . . . . .
    a  . . . . . . .
legal: 2:d6d4 -> 3F2n/m5T/7/7 b - - 2
plays 1: d6d5 c7b7 c7d7
legal: 1:c7d7,2:d6d4 -> 3F2F/m6/7/7 b - - 2

case: Friends are joined, the comer on top, each in its order
rules: ludii
shows: rule 8
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . (MT) . (TM) . .
    a  . . . . . . .
legal: 2:b5b3 -> 6m/7/2(MTTM)4/7 b - - 2

case: On one's home row too, if row 4 is not safe
rules: walker:columns=7
shows: row4-safe=no
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  . M . (ff) . . .
plays 2: a2a4
legal: 2:a2a4 -> 6n/7/7/3M3 b - - 2

case: Safe on row 4
rules: bell:columns=7
shows: rule 8, row4-safe=yes
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  . M . (ff) . . M
plays 1: a2a3 a7b7
plays 2: a7b6
plays 3: a2a5 a7b5

case: Safe on row 4 only, and only where the mover is at home
rules: bell:columns=7
shows: row4-safe=yes
board: white to move
    d  . . . . . m n
    c  . . . m . . T
    b  . t . M . . .
    a  . . . . . . .
plays 1: b4b3 c7b7 c7d7
plays 2: b4b2 c7b6 c7d6
legal: 2:c7d6 -> 5Fn/3m3/1t1M3/7 b - - 2

case: Black cannot take on its home row either
rules: bell:columns=7
shows: row4-safe=yes
board: black to move
    d  . . F . m . .
    c  . . . . . . .
    b  . . . . . . .
    a  . . N . . . .
plays 1: d5d4
plays 2: none
plays 3: d5d2
