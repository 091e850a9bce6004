# Section 2: the tracks, and the ranks on them.

case: Once: every row, and nothing beyond d1
rules: tozeur:columns=5
shows: track=once
board: white to move
    d  . M . . n
    c  . . . . M
    b  M . . . .
    a  . . . . M
plays 0: none
plays 1: a5b5 b1c1 c5d5 d2d1
plays 2: a5b4 b1c2 c5d4
plays 3: a5b3 b1c3 c5d3
plays 4: a5b2 b1c4
plays 5: c5d1
plays 6: a5c1 b1d5
legal: 6:b1d5 -> 1M2M/4M/5/4M b - - 2

case: Once: a piece on the last cell stays there
rules: tozeur:columns=5
shows: track=once, lose
board: white to move
    d  M . . . n
    c  . . . . .
    b  . . . . .
    a  . . . . .
plays 1: none
plays 6: none
legal: 1:pass -> M3n/5/5/5 b - - 2

case: Once: Black ends on a5
rules: tozeur:columns=5
shows: track=once
board: black to move
    d  m . . . .
    c  . . . . m
    b  m . . . .
    a  N . . m .
plays 1: a4a5 b1a1 c5b5 d1c1
plays 2: b1a2 c5b4 d1c2
plays 3: b1a3 c5b3 d1c3
plays 4: c5b2 d1c4
plays 5: b1a5
plays 6: c5a1 d1b5

case: A circle of four rows leaves out the enemy's home row
rules: kioz:columns=5
shows: track=circle, rows=4
board: white to move
    d  . . . . n
    c  . . . . M
    b  . M . . .
    a  . . . M .
plays 1: a4a5 b2b1 c5b5
plays 2: a4b5 b2c1 c5b4
plays 4: a4b3 b2c3
plays 6: a4b1 c5c1

case: A circle of three rows goes along the enemy's home row
rules: daldosa:columns=5
shows: track=circle, rows=3
board: white to move
    c  n . . M .
    b  . M . . .
    a  . . . . M
plays 1: a5b5 b2b1 c4c5
plays 2: a5b4 b2c1 c4b5
plays 3: a5b3 b2c2 c4b4
plays 4: b2c3 c4b3
legal: 1:c4c5,2:c5b4 -> n4/1M1M1/4M b - - 2

case: More than a lap of the circle is a move, a lap is none
rules: tablan:columns=5,track=circle,goal=capture
shows: track=circle
board: white to move
    d  . . . . n
    c  . . . . .
    b  . . M . .
    a  M . . . .
# A lap has ten cells: b3 comes to b3 again and goes on to b1.
plays 12: a1c3 b3b1
plays 8: a1b2 b3b5

case: A lap of twelve cells cannot be gone with a 12
rules: tablan:columns=6,track=circle,goal=capture
shows: track=circle
board: white to move
    d  . . . . . n
    c  . . . . . .
    b  . . M . . .
    a  . . . . . M
plays 12: a6c6
plays half of 12: a6b1 b3c4
# What a throw cannot do its halves can: back where it was.
legal: 6:b3c4,6:c4b3 -> 5n/6/2M3/5M w - - 1
illegal: 12:b3b3

case: Eight: b is passed on the way there and on the way home
rules: bakhri:columns=5,outside=any
shows: track=eight, rows=3
board: white to move
    c  n . . . M
    b  . M . T .
    a  . . . . M
plays 0: none
plays 1: a5b5 b2b1 b4b3 c5b5
plays 2: b2c1
plays 3: a5b3 b2c2 b4b1 c5b3
plays 4: b2c3 b4a1
legal: 1:a5b5 -> n3M/1M1TM/5 w - - 1
legal: 1:c5b5 -> n4/1M1TT/4M w - - 1
legal: 3:b4b1 -> n3M/TM3/4M b - - 2
legal: 4:b4a1 -> n3M/1M3/M3M b - - 2
legal: 2:b2c1 -> M3M/3T1/4M b - - 2

case: Eight: on the same cell the rank tells the way
rules: bakhri:columns=5,outside=any
shows: track=eight
board: white to move
    c  n . . . .
    b  T . . . .
    a  . . . . .
plays 1: b1a1
plays 3: b1a3
board: white to move
    c  n . . . .
    b  M . . . .
    a  . . . . .
plays 1: b1c1
plays 3: b1c3

case: Eight: who came home goes round again
rules: bakhri:columns=5,outside=any
shows: track=eight
board: white to move, turn 9
    c  n . . . .
    b  . . . . .
    a  N . . . M
legal: 3:a5b3 -> n4/2M2/N4 b - - 10
plays 1: a1a2

case: Eight: a move that ends where it began is none, whatever the rank
rules: tablan:rows=3,columns=6,track=eight,goal=capture
shows: track=eight
board: white to move
    c  M . . . . n
    b  . . M T . .
    a  M . . . . .
# From b3: b2 b1, c1 to c6, b6 to b3, now a T: twelve cells. From b4: b3 b2 b1, a1 to a6, b6 b5 b4.
plays 12: none
board: white to move
    c  . . M . . n
    b  . . . . . .
    a  . M . . . .
# From a2: four to a6, six to b1, c1 c2. From c3: three to c6, six to b1, a1 a2 a3.
plays 12: a2c2 c3a3
legal: 12:c3a3 -> 5n/6/1MM3 w - - 1

case: Snake: to the enemy's home row and back through every row
rules: deleb:columns=5
shows: track=snake, rows=4
board: white to move
    d  . M . n .
    c  . . . M .
    b  T . . . .
    a  . . . . M
plays 1: a5b5 b1a1 c4c5 d2d1
plays 2: a5b4 b1a2 c4d5 d2c1
plays 3: a5b3 b1a3 c4d4 d2c2
plays 4: a5b2 b1a4 d2c3
plays 6: a5c1 b1b5 d2c5
legal: 2:d2c1 -> 3n1/T2M1/T4/4M b - - 2
legal: 2:b1a2 -> 1M1n1/3M1/5/1M2M b - - 2
legal: 2:c4d5 -> 1M1nM/5/T4/4M b - - 2
legal: 3:c4d4 -> 1M1M1/5/T4/4M b - - 2

case: Snake: a T that passes the home row is an M on b again
rules: deleb:columns=5
shows: track=snake
board: white to move
    d  n . . . .
    c  . . . . .
    b  T . . . .
    a  . . . . .
legal: 6:b1b5,2:b5b3 -> n4/5/2M2/5 b - - 2
legal: 6:b1b5,6:b5c2,2:c2c4 -> n4/3M1/5/5 b - - 2

case: Snake: on row c the rank tells the way
rules: deleb:columns=5
shows: track=snake
board: white to move
    d  . . . . n
    c  . . . M T
    b  . . . . .
    a  . . . . .
plays 1: c5b5
plays 2: c4d5 c5b4
plays 3: c5b3
plays 4: c5b2
plays 6: c5a1
legal: 2:c5b4 -> 4n/3M1/3T1/5 b - - 2
legal: 6:c5a1,2:a1a3 -> 4n/3M1/5/2M2 b - - 2

case: Snake: a T that crosses to b stays one, an M that crosses from d becomes one
rules: deleb:columns=5
shows: track=snake
board: white to move
    d  M . . . n
    c  . . . . .
    b  . . . . .
    a  . . . . .
legal: 1:d1c1,2:c1c3 -> 4n/2T2/5/5 b - - 2
legal: 6:d1b5,2:b5b3 -> 4n/5/2T2/5 b - - 2

case: Snake: a move that ends where it began is none
rules: tablan:columns=6,track=snake,goal=capture
shows: track=snake
board: white to move
    d  . . . . . n
    c  . . M . . .
    b  . . T . . .
    a  . . . . . .
# From c3: three to c6, six to d1, c1 c2 c3. From b3: b2 b1, six to a6, b6 to b3.
plays 12: none
board: white to move
    d  . . . . . n
    c  . . T . . .
    b  . . M . . .
    a  . . . . . .
# From b3: b2 b1, six to c6, d6 to d3. From c3: three to c6, six to b1, a1 a2 a3.
plays 12: b3d3 c3a3
