# Rule 6: leaving row 4.

case: Nothing more asked
rules: ludii
shows: rule 6, row4-exit=same
board: white to move
    d  . F . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M M . . . . .
plays 1: d2d1 a1a2 a2a3
plays 2: d2c1 a1a3 a2a4

case: At most one pile at home
rules: ludii:row4-exit=one-home-pile
shows: rule 6, row4-exit=one-home-pile
board: white to move
    d  . F . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M M . . . . .
# It moves on its row but does not leave it.
plays 1: d2d1 a1a2 a2a3
plays 2: a1a3 a2a4
plays 6: a1a7 a2b7

case: One pile, however high, is no more than one
rules: ludii:row4-exit=one-home-pile
shows: row4-exit=one-home-pile
board: white to move
    d  . F . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  . (MMM) . . . . .
plays 2: d2c1 a2a4
plays 3: d2c2 a2a5

case: Nasara are piles too
rules: lane:columns=7,row4-exit=one-home-pile,row4-move=free
shows: row4-exit=one-home-pile
board: white to move
    d  . F . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  N N . . . . .
plays 2: none
plays 1: d2d1 a2a3

case: Five columns: leaving and coming back is leaving
rules: ludii:columns=5,row4-exit=one-home-pile,row4-once=no
shows: row4-exit=one-home-pile
board: white to move
    d  F . m . .
    c  . . . . .
    b  . . . . .
    a  M M . . .
plays 6: a1b4 a2b3
board: white to move
    d  F . m . .
    c  . . . . .
    b  . . . . .
    a  . M . . .
plays 6: a2b3 d1b5 d1d5
