# Section 4: a throw used as two halves.

case: Whole or half, each for one move
rules: tablan:columns=7
shows: halves=yes
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
plays 0: none
plays 2: a1a3
plays 8: a1b6
plays 12: a1b2
plays half of 2: a1a2
plays half of 8: a1a5
plays half of 12: a1a7
# Two halves of one piece come to the whole.
outcomes 2:
    2:a1a3
outcomes 8:
    4:a1a5,4:a5b6
legal: 2:a1a3 -> 6m/7/7/2M4 w - - 1
legal: 1:a1a2,1:a2a3 -> 6m/7/7/2M4 w - - 1
legal: 6:a1a7,6:a7b2 -> 6m/7/1M5/7 w - - 1
# A half is no throw, and one half is not the whole.
illegal: 1:a1a2
illegal: 4:a1a5
illegal: 6:a1a7
illegal: 2:a1a2,2:a2a3
illegal: 1:a1a2,1:pass
illegal: 1:a1a2,1:a2a3,1:a3a4
illegal: 8:pass
illegal: 4:pass,4:pass

case: The halves move any pieces, one after the other
rules: tablan:columns=7
shows: halves=yes
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . M . . . .
# a1 cannot come to a3 by 2; by halves it can, once a3 has gone on.
plays 2: a3a5
outcomes 2:
    2:a3a5
    1:a1a2,1:a3a4
legal: 1:a3a4,1:a1a2 -> 6m/7/7/1M1M3 w - - 1
legal: 6:a1a7,6:a3b6 -> 6m/7/5M1/6M w - - 1
illegal: 1:a1a2,1:a2a3

case: Other throws may be used before, between and after the halves
rules: tablan:columns=7,throws=collect
shows: halves=yes, throws=collect, cast=tablan
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . M . . . .
legal: 1:a1a2,8:a3b4,1:a2a3,0:pass -> 6m/7/3M3/2M4 b - - 2
legal: 8:a3b4,1:a1a2,1:a2a3,0:pass
legal: 1:a1a2,1:a3a4,8:a4b3,0:pass
legal: 4:a1a5,1:a5a6,4:a3a7,1:a7b7,0:pass -> 6m/7/6M/5M1 b - - 2
legal: 2:a3a5,8:a1b6,0:pass
illegal: 1:a1a2,8:a3b4,0:pass
illegal: 1:a1a2,8:a3b4,0:pass,1:a2a3
illegal: 1:a1a2,8:a3b4,1:a2a3
illegal: 0:pass,2:a3a5,8:a1b6

case: Two throws of one kind: each whole or halved
rules: tablan:columns=7,throws=collect
shows: halves=yes
board: white to move, throws 2,2,0
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . M . . .
legal: 2:a1a3,1:a4a5,1:a3a4,0:pass -> 6m/7/7/3MM2 b - - 2
legal: 1:a1a2,2:a4a6,1:a2a3,0:pass -> 6m/7/7/2M2M1 b - - 2
legal: 1:a1a2,1:a2a3,1:a4a5,1:a3a4,0:pass -> 6m/7/7/3MM2 b - - 2
illegal: 1:a1a2,1:a2a3,1:a4a5,0:pass
illegal: 2:a1a3,0:pass
# Four cells in all, to share: 0+4, 1+3, 2+2, and 3+1, which is the same as 4+0.
outcomes 2,2,0:
    2:a4a6,2:a6b7,0:pass
    1:a1a2,1:a4a5,2:a5a7,0:pass
    2:a1a3,2:a4a6,0:pass
    2:a1a3,1:a4a5,1:a3a4,0:pass
legal: 2:a1a3,2:a3a5,0:pass -> 6m/7/7/3MM2 b - - 2

case: A half that can be used must be; else it is lost
rules: tablan:columns=7
shows: halves=yes, stop, lose
board: white to move, turn 5
    d  . . . . . . .
    c  . . . M . . .
    b  . . m . . . .
    a  . . . . . . .
# On d it may not move: that is the goal.
plays 8: c4d3
plays half of 8: c4d7
outcomes 8:
    8:c4d3
    4:c4d7,4:pass
legal: 4:c4d7,4:pass -> 6M/7/2m4/7 w - - 5
illegal: 4:c4d7
illegal: 4:pass,4:c4d7
illegal: 4:c4d7,8:pass
illegal: 8:pass
board: white to move, turn 5
    d  . . . . . . .
    c  . . . M . . .
    b  . . m . . . .
    a  M . . . . . .
outcomes 8:
    8:c4d3
    8:a1b6
    4:c4d7,4:a1a5
illegal: 4:c4d7,4:pass
legal: 4:a1a5,4:c4d7 -> 6M/7/2m4/4M2 w - - 5

case: A throw has a move if its half has one
rules: tablan:columns=7
shows: halves=yes, stop
board: white to move
    d  . . . . . . .
    c  . . . M . . .
    b  . . m . . . .
    a  . . . . . . .
plays 12: none
plays half of 12: c4d5
outcomes 12:
    6:c4d5,6:pass
illegal: 12:pass

case: Nothing can be used
rules: tablan:columns=7
shows: halves=yes, lose
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
legal: 8:pass -> 6m/7/7/N6 w - - 1
legal: 12:pass -> 6m/7/7/N6 w - - 1
illegal: 4:pass,4:pass

case: Lost throws and halves stand in rising order
rules: tablan:columns=7,throws=collect
shows: halves=yes, lose
board: white to move
    d  . . . . . . .
    c  . . . . M . .
    b  . . m . . . .
    a  . . . . . . .
# After the half of the 8 the piece stands on d and stays there.
legal: 4:c5d6,0:pass,2:pass,4:pass,12:pass -> 5M1/7/2m4/7 b - - 2
legal: 6:c5d4,0:pass,2:pass,6:pass,8:pass
illegal: 4:c5d6,0:pass,4:pass,2:pass,12:pass
illegal: 4:c5d6,0:pass,2:pass,12:pass,4:pass

case: No halves
rules: tablan:columns=7,halves=no
shows: halves=no
board: white to move
    d  . . . . . . .
    c  . . . M . . .
    b  . . m . . . .
    a  . . . . . . .
outcomes 12:
    12:pass
outcomes 8:
    8:c4d3
illegal: 6:c4d5,6:pass
illegal: 4:c4d7,4:pass

case: Odd throws have no halves, and halves none of their own
rules: tozeur:columns=7,halves=yes
shows: halves=yes, cast=six
board: white to move
    d  m . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  M . . M . . .
plays 3: a4a7
plays half of 2: a1a2 a4a5
plays half of 4: a1a3 a4a6
plays half of 6: a4a7
outcomes 3:
    3:a4a7
outcomes 1:
    1:a1a2
    1:a4a5
legal: 2:a1a3,2:a4a6 -> m6/7/7/2M2M1 b - - 2
illegal: 2:a1a3,1:a4a5,1:a5a6
illegal: 1:a1a2,2:a4a6
illegal: 0:pass,0:pass
illegal: 1:a1a2,1:a2a3,1:a3a4

case: The duty is asked for the whole throw and for its half apart
rules: tozeur:columns=7,halves=yes,tab-duty=first
shows: halves=yes, tab-duty=first
board: white to move
    d  m . . . . . .
    c  . . . . . . .
    b  . . . . M . .
    a  N . . . . . .
# The half of 2 unlocks, the 2 does not.
plays 1: a1a2
plays 2: b5b3
plays half of 2: a1a2
plays half of 4: b5b3
outcomes 2:
    2:b5b3
    1:a1a2,1:a2a3
    1:a1a2,1:b5b4
illegal: 1:b5b4,1:a1a2

case: Where a 2 and its half unlock both are bound
rules: tablan:columns=7,tab-duty=convert
shows: halves=yes, tab-duty=convert
board: white to move
    d  m . . . . . .
    c  . . . . . . .
    b  . . . . M . .
    a  N M . . . . .
plays 2: a1a3
plays half of 2: none
plays half of 8: a2a6 b5b1
outcomes 2:
    2:a1a3

case: A play by 2 may be a throw or half of a 4: the turn as a whole tells
rules: kioz:columns=7,halves=yes
shows: halves=yes, cast=kioz
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
legal: 2:a1a3 -> 6m/7/7/2M4 b - - 2
legal: 1:a1a2,1:a2a3 -> 6m/7/7/2M4 b - - 2
legal: 2:a1a3,2:a3a5 -> 6m/7/7/4M2 w - - 1
legal: 1:a1a2 -> 6m/7/7/1M5 w - - 1
legal: 3:a1a4,3:a4a7 -> 6m/7/7/6M w - - 1
illegal: 2:a1a3,1:a3a4
illegal: 3:a1a4
board: white to move, throws 4
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
legal: 4:a1a5
legal: 2:a1a3,2:a3a5
illegal: 2:a1a3
illegal: 1:a1a2,1:a2a3
board: white to move, throws 2
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
legal: 2:a1a3
legal: 1:a1a2,1:a2a3
illegal: 2:a1a3,2:a3a5
illegal: 1:a1a2
