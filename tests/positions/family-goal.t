# Section 6: how the games end.

case: Capture: whose last piece is taken has lost
rules: tozeur:columns=5
shows: goal=capture, finish
board: white to move
    d  . . . . .
    c  . . . . .
    b  . m . M .
    a  N . . . .
legal: 2:b4b2 -> 5/5/1M3/N4 b - - 2
position: 5/5/1M3/N4 b - - 2
over: white
plays 1: none
outcomes 2: none
illegal: 2:pass

case: Capture: pieces on the enemy's home row go on
rules: tozeur:columns=5
shows: goal=capture, track=once
board: white to move
    d  . . M . n
    c  . . . . .
    b  . . . . .
    a  . . . . .
over: no
plays 1: d3d2
plays 2: d3d1
plays 3: none

case: Once and capture: it is drawn when all stand on the enemy's home row
rules: tozeur:columns=5
shows: goal=capture, track=once, finish
board: white to move, turn 40
    d  . . . M .
    c  . . . . M
    b  . . . . .
    a  . m . . .
over: no
legal: 1:c5d5 -> 3MM/5/5/1m3 b - - 41
legal: 3:c5d3 -> 2MM1/5/5/1m3 b - - 41
position: 3MM/5/5/1m3 b - - 41
over: draw
plays 1: none
outcomes 3: none
illegal: 1:pass
# As it stands, whoever is to move.
position: 3MM/5/5/1m3 w - - 41
over: draw
position: 3M1/4M/5/m4 w - - 41
over: no
position: 3M1/5/5/m3N w - - 41
over: no

case: The last capture comes before the draw
rules: tozeur:columns=5
shows: goal=capture, finish
board: white to move
    d  . . . . m
    c  . . . . M
    b  . . . . .
    a  . . . . .
legal: 1:c5d5 -> 4M/5/5/5 b - - 2
position: 4M/5/5/5 b - - 2
over: white

case: Once, with a cast that gives another: the end takes it away
rules: tozeur:columns=5,cast=kioz
shows: goal=capture, track=once, finish
board: white to move, turn 3
    d  . . . . .
    c  . . . . M
    b  . . . . .
    a  . m . . .
legal: 1:c5d5 -> 4M/5/5/1m3 b - - 4
legal: 4:c5d2 -> 1M3/5/5/1m3 b - - 4

case: On other tracks nothing ends there
rules: daldosa:columns=5
shows: goal=capture, track=circle
board: white to move
    c  . M . . .
    b  . . . . .
    a  . . m . .
over: no
plays 1: c2c3
plays 4: c2b5
board: white to move
    c  M M M . .
    b  . . . . .
    a  m . . . .
over: no

case: Fill: who has come to the enemy's home row stays
rules: tablan:columns=7
shows: goal=fill
board: white to move
    d  . . M . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
plays 2: a1a3
plays half of 2: a1a2
plays 8: a1b6
board: white to move
    d  . . M . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
plays 8: none
plays 2: a1a3
over: no

case: Fill: it still takes what stands there
rules: tablan:columns=7
shows: goal=fill, sleepers=taken
board: white to move
    d  . . M . n . n
    c  . . . . M . .
    b  . . . . . . .
    a  . . . . . . .
# c5 c6 c7 d7: 3 cells; 8 takes it to d2, over its friend; 4 to d6.
plays half of 8: c5d6
plays 8: c5d2
plays half of 12: c5d4
plays 12: none
board: white to move
    d  . . M . n . n
    c  . . . . . M .
    b  . . . . . . .
    a  . . . . . . .
legal: 2:c6d7 -> 2M1n1M/7/7/7 w - - 1
legal: 4:c6d5,4:pass -> 2M1M1n/7/7/7 w - - 1

case: Fill: who has more there has won
rules: tablan:columns=5
shows: goal=fill, finish
board: white to move, turn 7
    d  . . M . .
    c  . . . M .
    b  . . . . .
    a  . m . . .
over: no
legal: 2:c4d5 -> 2M1M/5/5/1m3 b - - 8
position: 2M1M/5/5/1m3 b - - 8
over: white
plays 2: none
outcomes 2: none
illegal: 2:pass
position: 2M2/5/5/mm3 w - - 8
over: black

case: Fill: as many is a draw
rules: tablan:columns=5
shows: goal=fill, finish
board: white to move, turn 7
    d  . . M . .
    c  . . . M .
    b  . . . . .
    a  . m . . m
legal: 2:c4d5 -> 2M1M/5/5/1m2m b - - 8
position: 2M1M/5/5/1m2m b - - 8
over: draw
plays 8: none

case: Fill: the end comes in the middle of a turn, what is left is lost
rules: tablan:columns=5
shows: goal=fill, halves=yes, finish, lose
board: white to move, turn 7
    d  . . . . .
    c  . M . . .
    b  . . . . .
    a  . m . . .
plays 8: c2d1
plays half of 8: c2d5
plays 2: c2c4
plays half of 12: c2d3
plays 12: none
outcomes 8:
    8:c2d1
    4:c2d5,4:pass
legal: 4:c2d5,4:pass -> 4M/5/5/1m3 b - - 8
legal: 6:c2d3,6:pass -> 2M2/5/5/1m3 b - - 8
# Not at an end: the cast of 2 gives another.
legal: 2:c2c4 -> 5/3M1/5/1m3 w - - 7

case: Fill: collected throws are lost too
rules: tablan:columns=5,throws=collect
shows: goal=fill, throws=collect, finish, lose
board: white to move, turn 7
    d  . . . . .
    c  . . . M .
    b  . . . . .
    a  . m . . .
legal: 2:c4d5,0:pass,2:pass,12:pass -> 4M/5/5/1m3 b - - 8
legal: 1:c4c5,1:c5d5,0:pass,12:pass -> 4M/5/5/1m3 b - - 8
legal: 1:c4c5,4:c5d2,0:pass,1:pass,4:pass -> 1M3/5/5/1m3 b - - 8
illegal: 2:c4d5,12:pass,0:pass

case: Fill: whose last piece is taken has lost, wherever the others stand
rules: tablan:columns=5
shows: goal=fill, finish, lose
board: white to move, turn 7
    d  . . . . .
    c  . . . . .
    b  . m . M .
    a  N . . . .
legal: 2:b4b2 -> 5/5/1M3/N4 b - - 8
legal: 1:b4b3,1:b3b2 -> 5/5/1M3/N4 b - - 8
position: 5/5/1M3/N4 b - - 8
over: white

case: Fill: taken on the last cell but one
rules: tablan:columns=5
shows: goal=fill, finish
board: white to move, turn 7
    d  . . . . .
    c  . . . . .
    b  . . . . .
    a  . M m . .
# The half takes Black's last piece, which stood at its goal; the other half is lost.
legal: 1:a2a3,1:pass -> 5/5/5/2M2 b - - 8
position: 5/5/5/2M2 b - - 8
over: white

case: Two ones that take the last piece: the turn changes all the same
rules: daldosa:columns=5
shows: goal=capture, cast=two-dice, finish, lose
board: white to move, turn 7
    c  . . . . .
    b  . . m M .
    a  N . . . .
legal: 1:b4b3,1:pass -> 5/2M2/N4 b - - 8
illegal: 1:b4b3,1:b3b2
outcomes 1,1:
    1:b4b3,1:pass
    1:a1a2,1:a2a3
    1:a1a2,1:b4b3
