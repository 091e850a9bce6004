# Section 4: own pieces, sleepers, and who may leave home.

case: No move ends on a friendly piece
rules: tozeur:columns=5
shows: stacking=none, pass-own=yes
board: white to move
    d  . . . . n
    c  . . . . .
    b  M . . M .
    a  N . . . M
# a5 comes to b4 and b1, b4 to b1: friends; over them they go.
plays 1: a1a2 a5b5 b1c1 b4b3
plays 2: b1c2 b4b2
plays 3: a5b3 b1c3
plays 4: a5b2 b1c4 b4c1
plays 5: b1c5 b4c2
plays 6: a5c1 b1d5 b4c3

case: Nor on a locked one
rules: bakhri:columns=5,tab-duty=free
shows: stacking=none
board: white to move
    c  . . . . n
    b  T . . . .
    a  N N . . .
plays 1: a2a3
plays 2: none
plays 3: b1a3

case: With piles a friendly piece is joined
rules: walker:columns=7
shows: stacking=pile
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . M . T . .
    a  . . . . . . .
plays 2: b3b1 b5b3
legal: 2:b5b3 -> n6/7/2(MT)4/7 b - - 2

case: Tâb without piles
rules: walker:columns=7,stacking=none
shows: stacking=none
board: white to move
    d  n . . . . . .
    c  . . . . . . T
    b  . . M . T . .
    a  . . . . . . .
# c7 comes to b6 and d6, by 3 to b5: a friend; b5 by 2 too.
plays 2: b3b1 c7b6 c7d6
plays 3: b3c1 b5b2 c7d5
legal: 2:c7d6 -> n4F1/7/2M1T2/7 b - - 2

case: No own piece may be passed
rules: daldosa:columns=5
shows: pass-own=no
board: white to move
    c  n . . . .
    b  . . . M M
    a  . . . . .
plays 1: b4b3
plays 2: b4b2
plays 3: b4b1
plays 4: b4c1
# The rearmost follows.
legal: 1:b4b3,1:b5b4 -> n4/2MM1/5 w - - 1
legal: 3:b4b1,2:b5b3 -> n4/M1M2/5 b - - 2
illegal: 3:b4b1,4:b5b1

case: A locked own piece is not passed either
rules: daldosa:columns=5
shows: pass-own=no
board: white to move
    c  n . . . .
    b  . . . . .
    a  . M . N .
plays 1: a2a3 a4a5
plays 2: none
plays 3: none
plays 4: none

case: Enemies may be passed where own pieces may not
rules: daldosa:columns=5
shows: pass-own=no, jump-enemies=yes
board: white to move
    c  n . . . .
    b  . m m M .
    a  . . . . .
plays 1: b4b3
plays 2: b4b2
plays 3: b4b1
plays 4: b4c1

case: Own pieces may be passed
rules: daldosa:columns=5,pass-own=yes
shows: pass-own=yes
board: white to move
    c  n . . . .
    b  . . . M M
    a  . . . . .
plays 1: b4b3
plays 2: b4b2 b5b3
plays 3: b4b1 b5b2
plays 4: b4c1 b5b1

case: A piece that comes round does not bar itself
rules: tablan:columns=5,track=circle,goal=capture,pass-own=no
shows: pass-own=no
board: white to move
    d  . . . . n
    c  . . . . .
    b  . . M . .
    a  N . . . .
# Once round, over b3, to b1.
plays 12: b3b1
board: white to move
    d  . . . . n
    c  . M . . .
    b  . . M . .
    a  . . . . .
plays 12: none

case: Nor with enemies that may not be passed
rules: tablan:columns=5,track=circle,goal=capture,pass-own=no,jump-enemies=no
shows: jump-enemies=no, pass-own=no
board: white to move
    d  . . . . n
    c  . . . . .
    b  m . M . .
    a  . . . . .
plays 12: none
plays half of 2: b3b2
plays 2: b3b1
plays half of 8: none

case: A sleeper is taken
rules: daldosa:columns=5
shows: sleepers=taken
board: white to move
    c  n m . . n
    b  M . . . .
    a  . . . . .
plays 1: b1c1
plays 2: b1c2
legal: 1:b1c1,1:c1c2 -> 1M2n/5/5 w - - 1

case: A sleeper is safe, and passed; who has woken is not
rules: daldosa:columns=5,sleepers=safe
shows: sleepers=safe
board: white to move
    c  n m . . n
    b  M . . . .
    a  . . . . .
plays 1: none
plays 2: b1c2
plays 3: b1c3
plays 4: b1c4
legal: 2:b1c2,2:c2c4 -> n2Mn/5/5 b - - 2
illegal: 1:b1c1,1:c1c2

case: A safe sleeper bars the way where enemies may not be passed
rules: daldosa:columns=5,sleepers=safe,jump-enemies=no
shows: sleepers=safe, jump-enemies=no
board: white to move
    c  . n . . .
    b  M . . . .
    a  . . . . .
plays 1: b1c1
plays 2: none
plays 3: none

case: Sleepers of Tâb can be safe too
rules: walker:columns=7,sleepers=safe
shows: sleepers=safe
board: white to move
    d  . . . . . m n
    c  . . . . . . T
    b  . . . . . . .
    a  . . . . . . .
plays 1: c7b7
plays 2: c7b6 c7d6

case: Only one away from home
rules: bakhri:columns=5
shows: outside=one, tab-duty=first
board: white to move
    c  n . . . .
    b  . . M . .
    a  N . . M M
plays 1: a1a2
plays 2: b3b1
plays 3: b3c1
plays 4: b3c2

case: Any number away from home
rules: bakhri:columns=5,outside=any
shows: outside=any
board: white to move
    c  n . . . .
    b  . . M . .
    a  N . . M M
plays 2: a4b5 a5b4 b3b1
plays 3: a4b4 b3c1
plays 4: a5b2 b3c2

case: All at home: any may leave
rules: bakhri:columns=5
shows: outside=one
board: white to move
    c  n . . . .
    b  . . . . .
    a  N . . M M
plays 2: a4b5 a5b4
plays 3: a4b4 a5b3
legal: 2:a5b4 -> n4/3M1/N2M1 b - - 2

case: While one is away the others move at home
rules: bakhri:columns=5
shows: outside=one
board: white to move
    c  n . . . .
    b  . . M . .
    a  . M . . .
plays 1: a2a3 b3b2
plays 2: a2a4 b3b1
plays 3: a2a5 b3c1
plays 4: b3c2

case: A locked piece does not leave either
rules: bakhri:columns=5
shows: outside=one, tab-duty=first
board: white to move
    c  n . . . .
    b  . . M . .
    a  . . . . N
# It cannot be unlocked, so the 1 is free.
plays 1: b3b2
legal: 1:b3b2 -> n4/1M3/4N w - - 1
board: white to move
    c  n . . . .
    b  . . . . .
    a  . M . . N
plays 1: a5b5

case: Two may be away if a position has it so, and none follows
rules: bakhri:columns=5
shows: outside=one
board: white to move
    c  n . M . .
    b  . T . . .
    a  . . . . M
# b2 comes home: b1, a1.
plays 2: b2a1 c3c5
legal: 2:b2a1 -> n1M2/5/M3M b - - 2
plays 1: b2b1 c3c4
plays 4: b2a3 c3b4
