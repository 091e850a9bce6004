# Rule 4: at the end of row 3 back to row 2 or on to row 4.

case: Row 4 is open while an enemy stands there
rules: walker:columns=7
shows: rule 4, row4-entry=enemy-present
board: white to move
    d  . n . . . . .
    c  . . . . . T .
    b  . . . . . . .
    a  . . . . . . .
plays 1: c6c7
plays 2: c6b7 c6d7
plays 3: c6b6 c6d6
plays 6: c6b3 c6d3

case: And closed when none does
rules: walker:columns=7
shows: row4-entry=enemy-present
board: white to move
    d  . F . . . . .
    c  . m . . . T .
    b  . . . . . . .
    a  . . . . . . .
plays 2: c6b7 d2c1
plays 3: c6b6 d2c2

case: A piece that just took the last enemy there closes it for the others
rules: walker:columns=7
shows: row4-entry=enemy-present
board: white to move
    d  . . . . . n .
    c  m . . . T . T
    b  . . . . . . .
    a  . . . . . . .
legal: 2:c7d6,4:c5b6 -> 5F1/m6/5T1/7 b - - 2
illegal: 2:c7d6,4:c5d6
legal: 4:c5d6,2:c7b6 -> 5F1/m6/5T1/7 b - - 2

case: Open without enemies if the rules say so
rules: walker:columns=7,row4-entry=open
shows: row4-entry=open
board: white to move
    d  . . . . . . .
    c  . m . . . T .
    b  . . . . . . .
    a  . . . . . . .
plays 2: c6b7 c6d7

case: Only once in a life
rules: walker:columns=7
shows: rule 4, row4-once=yes
board: white to move
    d  n . . . . . .
    c  . . . . (TF) F (FT)
    b  . . . . . . .
    a  . . . . . . .
plays 2: c5c7 c6b7 c7b6?
illegal: 2:c6d7

case: A pile with one such piece anywhere stays off, its top piece alone does not
rules: walker:columns=7
shows: row4-once=yes
board: white to move
    d  n . . . . . .
    c  . . . . . . (FT)
    b  . . . . . . .
    a  . . . . . . .
plays 1: c7b7? c7b7t c7d7t
legal: 1:c7d7t,2:c7b6 -> n5F/7/5F1/7 b - - 2

case: A top piece that has been there stays off though the piece below has not
rules: walker:columns=7
shows: row4-once=yes
board: white to move
    d  n . . . . . .
    c  . . . . . . (TF)
    b  . . . . . . .
    a  . . . . . . .
plays 1: c7b7? c7b7t
plays 2: c7b6?

case: As often as one likes
rules: walker:columns=7,row4-once=no
shows: row4-once=no
board: white to move
    d  n . . . . . .
    c  . . . . (TF) F .
    b  . . . . . . .
    a  . . . . . . .
plays 2: c5c7 c6b7 c6d7
plays 3: c5b7? c5d7 c6b6 c6d6

case: The fork takes prisoners too
rules: walker:columns=7
board: white to move
    d  . . . . . (mm) n
    c  . . . . . T .
    b  . . . . . t .
    a  . . . . . . .
outcomes 3:
    3:c6d6
    3:c6b6
legal: 3:c6d6 -> 5Fn/7/5t1/7 b - - 2
legal: 3:c6b6 -> 5(mm)n/7/5T1/7 b - - 2

case: Black's fork
rules: walker:columns=7
board: black to move
    d  . . . . . . .
    c  . . . . . . .
    b  . t . . . . .
    a  . . . N . . .
plays 1: b2b1
plays 2: b2c1 b2a1
plays 3: b2c2 b2a2

case: Five columns: from row 2 through row 3 onto row 4 with one six
rules: walker:columns=5
shows: rule 4, columns=5
board: white to move
    d  . n . . .
    c  . . . . .
    b  (MM) . . . .
    a  . . . . .
plays 6: b1b5? b1d5
legal: 6:b1d5,2:d5d3 -> 1n(FF)2/5/5/5 b - - 2

case: Five columns: back into row 2 in one throw is a return, even for a Muslim pile
# It crosses b to c, where it turns T, and c to b, which is a return by either test.
rules: lane:columns=5
shows: return-test=revisit
board: white to move
    d  n . . . .
    c  . . . . .
    b  (MM) . . . .
    a  . . . . .
plays 6: b1b5? b1d5

case: Five columns: not onto row 4 and off again with one throw
rules: walker:columns=5
shows: rule 4
board: white to move
    d  n . . . .
    c  . . . . T
    b  . . . . .
    a  . . . . .
# d5 d4 d3 d2 d1 c1 would be the sixth cell.
plays 6: c5c1
plays 4: c5b2 c5d2
# b5 b4 b3 b2 b1 c1: the other branch goes round rows 2 and 3.
legal: 6:c5c1,2:c1c3 -> n4/2T2/5/5 b - - 2

case: Five columns: off row 4 and onto it again is allowed
rules: walker:columns=5,row4-once=no,row4-move=free
shows: rule 4, row4-move=free, row4-once=no
board: white to move
    d  F n . . .
    c  . . . . .
    b  . . . . .
    a  . . . . .
plays 6: d1b5 d1d5
legal: 6:d1d5,2:d5d3 -> 1nF2/5/5/5 b - - 2

case: Five columns: the same for one that may go there once only
rules: walker:columns=5,row4-move=free
shows: row4-once=yes
board: white to move
    d  F n . . .
    c  . . . . .
    b  . . . . .
    a  . . . . .
plays 6: d1b5

case: Five columns: the enemy must stand there now
rules: walker:columns=5,row4-once=no,row4-move=free
shows: row4-entry=enemy-present
board: white to move
    d  F . . . .
    c  . . . . .
    b  . . . t .
    a  . . . . .
plays 6: d1b5

case: Five columns: a pile leaves row 4 and returns to it; it is reduced once
rules: walker:columns=5,row4-once=no,row4-move=free
shows: rule 9
board: white to move
    d  (FFF) n . . .
    c  . . . . .
    b  . . . . .
    a  . . . . .
plays 6: d1b5? d1d5?
legal: 6:d1d5,2:d5d3 -> 1nF2/5/5/5 b - - 2

case: Five columns: Black crosses two rows
rules: walker:columns=5
board: black to move
    d  . . . . .
    c  . . . . (mm)
    b  . . . . .
    a  . N . . .
plays 6: c5c1? c5a1
plays 4: c5b2
legal: 6:c5a1,2:a1a3 -> 5/5/5/1N(ff)2 w - - 2
