# Section 5: the king. Most cases throw sticks instead of dice, so that a turn is one move.

case: No king
rules: sahkku:columns=5,king=no
shows: king=no
valid: nnnnn/5/NNNNN w - - 1
invalid: nnnnn/2X2/NNNNN w - - 1
invalid: nnnnn/2K2/NNNNN w - - 1

case: Who comes to the king that belongs to nobody has it, and it goes one cell on
rules: sahkku:columns=5,cast=six
shows: king=yes
board: white to move
    c  n . . . n
    b  . . X . M
    a  . . . . .
plays 1: b5b4
plays 2: b5b3
plays 3: b5b2
plays 4: b5b1
plays 5: b5c1
legal: 2:b5b3 -> n3n/1KM2/5 b - - 2
# Passed, it stays where it is and nobody's.
legal: 3:b5b2 -> n3n/1MX2/5 b - - 2

case: The king of nobody does not move
rules: sahkku:columns=5,cast=six
shows: king=yes
board: white to move
    c  n . . . n
    b  . . X . .
    a  N . . . .
plays 1: a1a2
plays 2: none
illegal: 2:b3b1

case: The enemy's king changes sides
rules: sahkku:columns=5,cast=six
shows: king=yes
board: white to move
    c  n k . . n
    b  . M . . .
    a  . . . . .
plays 1: b2b1
plays 2: b2c1
plays 3: b2c2
plays 4: b2c3
plays 5: b2c4
plays 6: b2c5
legal: 3:b2c2 -> nMK1n/5/5 b - - 2

case: Black comes to White's king: it is not taken, it goes over
rules: sahkku:columns=5,cast=six
shows: king=yes
board: black to move, turn 8
    c  . . . . n
    b  m K . . .
    a  . . . . N
plays 1: b1b2 c5c4
plays 2: b1b3
# Along Black's way, which runs to the right on b.
legal: 1:b1b2 -> 4n/1mk2/4N w - - 9

case: The push goes round the corners, as the mover's pieces do
rules: sahkku:columns=5,cast=six
shows: king=yes
board: white to move
    c  n . M . k
    b  . . . . .
    a  . . . . .
legal: 2:c3c5 -> n3M/4K/5 b - - 2
board: white to move
    c  n . . . n
    b  k . M . .
    a  . . . . .
legal: 2:b3b1 -> K3n/M4/5 b - - 2
board: white to move
    c  n . . . n
    b  . . . . .
    a  M . . . k
legal: 4:a1a5 -> n3n/4K/4M b - - 2

case: A piece that is just unlocked recruits too
rules: sahkku:columns=5,cast=six
shows: king=yes, unlock=one
board: white to move
    c  n . . . n
    b  . . . . .
    a  N k . . .
plays 1: a1a2
legal: 1:a1a2 -> n3n/5/1MK2 b - - 2

case: Nobody pushes the king onto an own piece
rules: sahkku:columns=5,cast=six
shows: king=yes
board: white to move
    c  n . . . n
    b  . M X . M
    a  . . . . .
plays 1: b2b1 b5b4
plays 2: b2c1
plays 3: b2c2
plays 4: b2c3
illegal: 2:b5b3

case: Nor onto an own locked piece
rules: sahkku:columns=5,cast=six,unlock-order=any
shows: king=yes
board: white to move
    c  n . . . n
    b  . . . . .
    a  N k N . .
plays 1: a3a4
plays 2: none

case: The pushed king takes what it comes to
rules: sahkku:columns=5,cast=six
shows: king=yes
board: white to move
    c  n . . . n
    b  . m X . M
    a  . . . . .
legal: 2:b5b3 -> n3n/1KM2/5 b - - 2

case: A sleeper too
rules: sahkku:columns=5,cast=six
shows: king=yes, sleepers=taken
board: white to move
    c  k n . . n
    b  M . . . .
    a  . . . . .
plays 1: b1c1
plays 6: b1b5
legal: 1:b1c1 -> MK2n/5/5 b - - 2

case: But none that is safe
rules: sahkku:columns=5,cast=six,sleepers=safe
shows: king=yes, sleepers=safe
board: white to move
    c  k n . . n
    b  M . . . .
    a  . . . . .
plays 1: none
plays 2: none
plays 3: b1c3
plays 4: b1c4
plays 5: none
plays 6: b1b5
board: white to move
    c  k m . . n
    b  M . . . .
    a  . . . . .
plays 1: b1c1
plays 2: b1c2

case: The push that takes the last piece wins
rules: sahkku:columns=5,cast=six
shows: king=yes, finish
board: white to move
    c  k n . . .
    b  M . . . .
    a  . . . . .
legal: 1:b1c1 -> MK3/5/5 b - - 2
position: MK3/5/5 b - - 2
over: white
plays 1: none
outcomes 1: none

case: Its owner moves the king, past own pieces, and no piece passes it
rules: sahkku:columns=5,cast=six
shows: king=yes, pass-own=no
board: white to move
    c  n . . . n
    b  . . M K M
    a  . . . . .
# b5 cannot pass the king, nor end on it; the king cannot end on b3.
plays 0: none
plays 1: b3b2
plays 2: b3b1 b4b2
plays 3: b3c1 b4b1
plays 4: b3c2 b4c1
plays 5: b3c3 b4c2
plays 6: b3c4 b4c3
legal: 4:b4c1 -> K3n/2M1M/5 b - - 2
legal: 2:b4b2 -> n3n/1KM1M/5 b - - 2
illegal: 1:b4b3
illegal: 1:b5b4

case: Where own pieces may be passed, so may the own king
rules: sahkku:columns=5,cast=six,pass-own=yes
shows: king=yes, pass-own=yes
board: white to move
    c  n . . . n
    b  . . M K M
    a  . . . . .
plays 1: b3b2
plays 2: b3b1 b4b2
plays 3: b3c1 b4b1 b5b2
plays 4: b3c2 b4c1 b5b1

case: The king moves like an unlocked piece, from a home row too
rules: sahkku:columns=5,cast=six
shows: king=yes
board: white to move
    c  n . . . n
    b  . . . . .
    a  N . . K .
plays 1: a1a2 a4a5
plays 2: a4b5
plays 3: a4b4
board: white to move
    c  n . . K n
    b  . . . . .
    a  N . . . .
plays 1: a1a2 c4c5
plays 2: c4b5
legal: 1:c4c5 -> n3K/5/N4 b - - 2

case: The king takes no sleeper that is safe
rules: sahkku:columns=5,cast=six,sleepers=safe
shows: king=yes, sleepers=safe
board: white to move
    c  m . . K n
    b  . . . . .
    a  N . . . .
plays 1: a1a2
plays 2: c4b5
board: white to move
    c  m n . . n
    b  K . . . .
    a  N . . . .
plays 1: a1a2 b1c1
plays 2: none
plays 3: b1c3

case: A king is in the way of enemies that may not pass enemies; one of nobody too
rules: sahkku:columns=5,cast=six,jump-enemies=no
shows: king=yes, jump-enemies=no
board: white to move
    c  n . . . n
    b  . . X . M
    a  . . . . .
plays 1: b5b4
plays 2: b5b3
plays 3: none
plays 4: none
board: white to move
    c  n . . . n
    b  . . k . M
    a  . . . . .
plays 1: b5b4
plays 2: b5b3
plays 3: none

case: To its own side the king is a friend, and itself it passes no enemy there
rules: sahkku:columns=5,cast=six,jump-enemies=no,pass-own=yes
shows: king=yes, jump-enemies=no, pass-own=yes
board: white to move
    c  n . . . n
    b  . m K . M
    a  . . . . .
plays 1: b3b2 b5b4
plays 2: none
plays 3: b5b2
plays 4: none
legal: 1:b3b2 -> n3n/1K2M/5 b - - 2

case: Passing enemies one passes their king too
rules: sahkku:columns=5,cast=six
shows: king=yes, jump-enemies=yes
board: white to move
    c  n . . . n
    b  . m k . M
    a  . . . . .
plays 2: b5b3
plays 3: b5b2
plays 4: b5b1
legal: 3:b5b2 -> n3n/1Mk2/5 b - - 2

case: A king alone saves nobody
rules: sahkku:columns=5,cast=six
shows: king=yes, finish
board: black to move
    c  . . . . n
    b  m M K . .
    a  . . . . .
legal: 1:b1b2 -> 4n/1mK2/5 w - - 2
position: 4n/1mK2/5 w - - 2
over: black
plays 1: none
outcomes 1: none
illegal: 1:b3b2

case: The king is not counted when only one may leave home, and may leave itself
rules: sahkku:columns=5,cast=six,outside=one
shows: king=yes, outside=one
board: white to move
    c  n . K . n
    b  . . . . .
    a  N . . . M
plays 1: a1a2 a5b5 c3c4
plays 2: a5b4 c3c5
board: white to move
    c  n . . . n
    b  . . M . .
    a  N . . K .
plays 1: a1a2 a4a5 b3b2
plays 2: a4b5 b3b1
plays 3: a4b4 b3c1

case: In a mirror the king goes the other side's way too
rules: sahkku:columns=5,cast=six,facing=mirror
shows: king=yes, facing=mirror
board: black to move
    c  n . . . .
    b  . . X . m
    a  N . . . N
plays 1: b5b4 c1c2
plays 2: b5b3
plays 3: b5b2
legal: 2:b5b3 -> n4/1km2/N3N w - - 2

case: With three dice
rules: sahkku:columns=5
shows: king=yes, cast=three-dice, finish
board: white to move, throws 2,2,4
    c  n . . . n
    b  . . X . M
    a  N . . . .
# First 2: the king to b2, and it alone can go on, for b3 cannot pass it. First 4: over the king.
outcomes 2,2,4:
    2:b5b3,2:b2c1,4:c1c5
    2:b5b3,4:b2c3,2:b3b1
    2:b5b3,4:b2c3,2:c3c5
    4:b5b1,2:b1c2,2:c2c4
legal: 2:b5b3,2:b2c1,4:c1c5 -> 4K/2M2/N4 b - - 2
legal: 4:b5b1,2:b1c2,2:c2c4 -> n2Mn/2X2/N4 b - - 2
illegal: 2:b5b3,2:pass,4:pass

case: A throw that unlocks and must do so does not move the king
rules: sahkku:columns=5,cast=six,tab-duty=first
shows: king=yes, tab-duty=first
board: white to move
    c  n . . . n
    b  . . . K .
    a  N . . . .
plays 1: a1a2
plays 2: b4b2
board: white to move
    c  n . . . n
    b  . . . K .
    a  N M . . .
# It can unlock none, so it is free.
plays 1: a2a3 b4b3

case: With convert it serves nothing else even then
rules: sahkku:columns=5,cast=six,tab-duty=convert
shows: king=yes, tab-duty=convert
board: white to move
    c  n . . . n
    b  . . . K .
    a  N M . . .
plays 1: none
plays 2: a2a4 b4b2
legal: 1:pass -> n3n/3K1/NM3 b - - 2
board: white to move
    c  n . . . n
    b  . . . K .
    a  . M . . .
plays 1: a2a3 b4b3
