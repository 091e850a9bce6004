# Section 4: which throws unlock, and which piece.

case: A 1 unlocks, and nothing else does
rules: daldosa:columns=5
shows: unlock=one, unlock-order=any
board: white to move
    c  n . . . .
    b  . . . . .
    a  N N . . N
plays 1: a2a3 a5b5
plays 2: none
plays 3: none
plays 4: none
legal: 1:a5b5,2:b5b3 -> n4/2M2/NN3 b - - 2
legal: 1:a2a3,1:a1a2 -> n4/5/1MM1N w - - 1
legal: 2:pass,3:pass -> n4/5/NN2N b - - 2
illegal: 1:a2a3,2:a3a5

case: Any: one that stands before others' places, or far behind
rules: daldosa:columns=5
shows: unlock-order=any
board: white to move
    c  n . . . .
    b  . . . . .
    a  N . N M .
plays 1: a1a2 a4a5
plays 2: a4b5
valid: n4/5/M1N2 w - - 1
valid: n4/5/MMN1N w - - 1

case: Foremost: only the first, and if it is stuck none
rules: sahkku:columns=5,king=no
shows: unlock-order=foremost
board: white to move
    c  n . . . .
    b  . . . . .
    a  N . N M .
plays 1: a4a5
plays 2: a4b5
board: white to move
    c  n . . . .
    b  . . . . .
    a  N . N . M
plays 1: a3a4 a5b5
invalid: n4/5/M1N2 w - - 1
invalid: n4/5/MMN1N w - - 1

case: Foremost: the next after the first
rules: sahkku:columns=5,king=no
shows: unlock-order=foremost
board: white to move
    c  n . . . .
    b  . . . . .
    a  N N . . .
# The second 1 can go on with a3, or unlock a1.
outcomes 1,1,4:
    1:a2a3,1:a3a4,4:a4b3
    1:a2a3,1:a1a2,4:a3b4
# The 4 before that comes to the same.
legal: 1:a2a3,4:a3b4,1:b4b3 -> n4/2M2/N4 b - - 2
illegal: 1:a1a2,1:a2a3,4:a3b4

case: One or six: one cell by either
rules: mzab:columns=7
shows: unlock=one-six
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N N . . M . .
plays 0: none
plays 1: a2a3 a5a6
plays 2: a5a7
plays 4: a5b6
plays 6: a2a3 a5b4
legal: 6:a2a3 -> 6n/7/7/N1M1M2 b - - 2
illegal: 6:a1a7
illegal: 6:a2b6
illegal: 4:a2a3

case: One or six: a 1 and a 6 say the same to a piece that is barred
rules: mzab:columns=7
shows: unlock=one-six, stacking=none
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N M . . . . .
plays 1: a2a3
plays 6: a2b7

case: Two: by two cells, or by one with half of it
rules: tablan:columns=7
shows: unlock=two, halves=yes
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N N . . . . .
plays 0: none
plays 2: a1a3 a2a4
plays 8: none
plays 12: none
plays half of 2: a2a3
plays half of 8: none
plays half of 12: none
legal: 2:a1a3 -> 6n/7/7/1NM4 w - - 1
legal: 1:a2a3,1:a1a2 -> 6n/7/7/1MM4 w - - 1
legal: 8:pass -> 6n/7/7/NN5 w - - 1
outcomes 2:
    2:a1a3
    2:a2a4
    1:a2a3,1:a1a2
# By halves to a4 it is a2a4 again.
legal: 1:a2a3,1:a3a4 -> 6n/7/7/N2M3 w - - 1

case: Two without halves
rules: tablan:columns=7,halves=no
shows: unlock=two, halves=no
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N N . . . . .
plays 2: a1a3 a2a4
illegal: 1:a2a3,1:a1a2
outcomes 2:
    2:a1a3
    2:a2a4

case: Two: a half of 4 that moves two cells does not unlock, nor does a 1
rules: kioz:columns=7,unlock=two,halves=yes
shows: unlock=two
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
plays 1: none
plays 2: a1a3
plays 4: none
plays 6: none
plays half of 2: a1a2
plays half of 4: none
plays half of 6: none

case: A half unlocks like a throw of its value: one
rules: tozeur:columns=7,halves=yes
shows: unlock=one, halves=yes
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
plays 1: a1a2
plays 2: none
plays half of 2: a1a2
plays half of 4: none
plays half of 6: none
outcomes 2:
    1:a1a2,1:a2a3
illegal: 2:pass
legal: 4:pass -> 6n/7/7/N6 b - - 2

case: A half unlocks like a throw of its value: one or six
rules: tablan:columns=7,unlock=one-six
shows: unlock=one-six, halves=yes
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
plays 2: none
plays 12: none
plays half of 2: a1a2
plays half of 8: none
plays half of 12: a1a2
# The other half of the 12 goes six cells: a3 to a7, b7.
outcomes 12:
    6:a1a2,6:a2b7

case: The sir unlocks, five cells; the other five does not
rules: siryu:columns=7
shows: unlock=sir
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N . N . . . .
plays 3: b5b2
plays 5: b5c1
plays 6: b5c2
plays s: a1a6 a3b7 b5c1
legal: s:a3b7 -> 6n/7/4M1M/N6 w - - 1

case: Who is unlocked passes no own piece where none may be passed
rules: siryu:columns=7,pass-own=no
shows: unlock=sir, pass-own=no
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N . N . . . .
plays s: a3b7

case: Who is unlocked takes what stands there
rules: siryu:columns=7
shows: unlock=sir, sleepers=taken
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . m
    a  . . N . . . .
legal: s:a3b7 -> 6n/7/6M/7 w - - 1
