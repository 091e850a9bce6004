# Section 6: stopping, refusing, saving, losing, at once, and the end of the game.

case: A throw that can be used must be used
rules: walker:columns=7
shows: stop
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . M . .
    a  . . . . . . .
outcomes 2:
    2:b5b3
illegal: 2:pass
outcomes 4,2:
    4:b5b1,2:b1c2
illegal: 4:b5b1,2:pass

case: Nobody has to find the order that uses the most throws
rules: walker:columns=11,row4-safe=yes
shows: stop, lose
board: white to move, throws 1,4,2
    d  n . . . . . . . . . .
    c  . . . . . . . . . . .
    b  . . . . . . . . . . .
    a  . M . . f . f . . . .
plays 1: a2a3
plays 2: a2a4
plays 4: a2a6
plays 3: none
plays 6: a2a8
# Whoever begins with the tâb has blocked the other two.
outcomes 1,4,2:
    1:a2a3,2:pass,4:pass
    2:a2a4,4:a4a8,1:a8a9
legal: 4:a2a6,2:a6a8,1:a8a9 -> n10/11/11/4f1f1M2 b - - 2
illegal: 2:a2a4,1:pass,4:pass
illegal: 1:pass,2:pass,4:pass

case: Another order or wording is no turn
rules: walker:columns=7
shows: lose
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
legal: 2:pass,4:pass,6:pass
illegal: 4:pass,2:pass,6:pass
illegal: 6:pass,4:pass,2:pass
illegal: 2:save,4:pass
illegal: 2:pass,
illegal: 2:PASS
illegal: 2: pass
illegal: 02:pass
illegal: pass
illegal: 2
illegal: 5:pass,2:pass
# The sticks give just one 2 or 3 a turn.
illegal: 2:pass,3:pass
illegal: 4:pass
legal: 1:a1a2,2:a2a4,4:a4b7,6:b7b1

case: The unused throws come last
rules: walker:columns=7,row4-safe=yes
board: white to move, throws 1,3
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  . M . f . f .
outcomes 1,3:
    3:a2a5,1:pass
    1:a2a3,3:pass
illegal: 1:pass,3:a2a5
illegal: 3:a2a5

case: The hand is what was thrown
rules: walker:columns=7
board: white to move, throws 1,4,2
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
legal: 1:a1a2,2:a2a4,4:a4b7
illegal: 1:a1a2,2:a2a4
illegal: 1:a1a2,2:a2a4,4:a4b7,6:b7b1
illegal: 1:a1a2,3:a2a5,4:a5b6
board: white to move, throws 4+
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
legal: 2:pass,4:pass
legal: 1:a1a2,2:a2a4,4:a4b7
illegal: 2:pass
illegal: 3:pass

case: Only a reducing move may be declined
rules: walker:columns=7
shows: refuse
board: white to move
    d  n . . . . . .
    c  . . . . . . (TT)
    b  . . . . . . M
    a  . . . . . . .
plays 2: b7b5 c7b6? c7d6
outcomes 2:
    2:b7b5
    2:c7b6
    2:c7d6
illegal: 2:pass

case: One that may be declined need not be, in any order
rules: walker:columns=7,row4-entry=enemy-present
shows: refuse, stop
board: white to move
    d  . . . . . . .
    c  m . . . . . (TT)
    b  . . . . . . .
    a  . . . . . . .
outcomes 6,3:
    6:c7b2,3:b2c2        # 3:c7b5,6:b5c2 comes to the same
    3:pass,6:pass
legal: 3:pass,6:pass -> 7/m5(TT)/7/7 b - - 2
illegal: 3:c7b5,6:pass

case: A move that may be declined keeps nobody from another throw's move
rules: walker:columns=7
shows: refuse, stop
board: white to move, throws 6,3
    d  . . . . . . .
    c  . . m . . . (TT)
    b  . . M . . . .
    a  . . . . . . .
plays 3: b3c1 c7b5?
plays 6: b3c4 c7b2?
illegal: 3:pass,6:pass
legal: 3:b3c1,6:c1c7 -> 7/2m3(TTT)/7/7 b - - 2

case: Tâbs are saved, old and new, or used
rules: bell:columns=7
shows: save, save-tab=yes
board: white to move, saved 1/3
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
plays 1: a1a2
outcomes 1,2:
    1:save,1:save,2:pass
    1:a1a2,2:a2a4,1:save
    1:a1a2,2:a2a4,1:a4a5
illegal: 2:pass,1:save,1:save
illegal: 1:save,1:pass,2:pass
illegal: 1:a1a2,1:save,2:pass
legal: 1:save,2:pass -> n6/7/7/N6 b - 1/3 2
legal: 1:a1a2,2:a2a4 -> n6/7/7/3M3 b - 0/3 2
# The tâb that was saved is part of every hand.
illegal: 2:pass
# Saved tâbs do not make up for the 2 or 3 that ends the throwing.
illegal: 1:save

case: Only the mover's tâbs are at hand
rules: bell:columns=7
shows: save
board: black to move, saved 1/2
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
legal: 1:save,1:save,2:pass -> 6n/7/7/N6 w - 1/2 2
legal: 1:d7d6,2:d6d4,1:save -> 3m3/7/7/N6 w - 1/1 2
legal: 1:d7d6,2:d6d4,1:d4d3 -> 2m4/7/7/N6 w - 1/0 2
illegal: 1:save,2:pass

case: No more than nine are saved
rules: bell:columns=7
shows: save, lose
board: white to move, saved 8/0
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N f . . . . .
outcomes 1,1,1,2:
    1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:pass,1:pass,2:pass
legal: 1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:save,2:pass -> n6/7/7/Nf5 b - 9/0 2
legal: 1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:pass,3:pass -> n6/7/7/Nf5 b - 9/0 2
illegal: 1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:save,1:save,2:pass

case: All ten at once
rules: bell:columns=7
shows: save
board: white to move, saved 9/0
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
legal: 1:a1a2,1:a2a3,1:a3a4,1:a4a5,1:a5a6,1:a6a7,1:a7b7,1:b7b6,1:b6b5,1:b5b4,2:b4b2 -> n6/7/1M5/7 b - - 2

case: Without save-tab a tâb is used or lost
rules: walker:columns=7
shows: save-tab=no
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N . . . . . .
illegal: 1:save,2:pass
illegal: 1:pass,2:pass
valid: n6/7/7/N6 w - - 1
invalid: n6/7/7/N6 w - 1/0 1

case: At once: one throw a turn, and the side goes on after a 1, 4 or 6
rules: ludii
shows: at-once, throws=at-once
board: white to move, turn 7
    d  m . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
legal: 1:a1a2 -> m6/7/7/1M5 w - - 7
legal: 2:a1a3 -> m6/7/7/2M4 b - - 8
legal: 3:a1a4 -> m6/7/7/3M3 b - - 8
legal: 4:a1a5 -> m6/7/7/4M2 w - - 7
legal: 6:a1a7 -> m6/7/7/6M w - - 7
illegal: 6:a1a7,2:a7b6
illegal: 6:pass
board: white to move, turn 7, throws 4
    d  m . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
outcomes 4:
    4:a1a5
illegal: 6:a1a7

case: At once: so it does if the throw could not be played
rules: ludii:row4-safe=yes
shows: at-once, lose
board: white to move, turn 7
    d  m . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  M f f . f . .
legal: 1:pass -> m6/7/7/Mff1f2 w - - 7
legal: 2:pass -> m6/7/7/Mff1f2 b - - 8
legal: 4:pass -> m6/7/7/Mff1f2 w - - 7

case: At once with saved tâbs: the thrown one decides who goes on
rules: ludii:save-tab=yes
shows: at-once, save
board: white to move, saved 1/0
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
outcomes 2:
    2:a1a3,1:save
    2:a1a3,1:a3a4
legal: 2:a1a3,1:save -> 6m/7/7/2M4 b - 1/0 2
legal: 1:a1a2,2:a2a4 -> 6m/7/7/3M3 b - - 2
outcomes 1:
    1:save,1:save
    1:a1a2,1:save
    1:a1a2,1:a2a3
legal: 1:save,1:save -> 6m/7/7/M6 w - 2/0 1
legal: 1:a1a2,1:a2a3 -> 6m/7/7/2M4 w - - 1
legal: 6:a1a7,1:save -> 6m/7/7/6M w - 1/0 1
illegal: 1:a1a2
illegal: 2:a1a3

case: The last enemy is taken in mid-turn: what is left is lost
rules: walker:columns=7
shows: finish
board: white to move, throws 4,2
    d  . . . . . . .
    c  . . . . . . .
    b  . . t . M . .
    a  . . . . . . .
outcomes 4,2:
    2:b5b3,4:pass
    4:b5b1,2:b1c2
legal: 2:b5b3,4:pass -> 7/7/2M4/7 b - - 2
illegal: 2:b5b3,4:b3c2
illegal: 4:pass,2:b5b3
position: 7/7/2M4/7 b - - 2
plays 1: none
plays 6: none
outcomes 2: none
illegal: 2:pass

case: The winner's saved tâbs are gone, the loser's stay
rules: bell:columns=7
shows: finish, save
board: white to move, saved 3/2, turn 30
    d  . . . . . . .
    c  . . . . . . .
    b  . . t . M . .
    a  . . . . . . .
outcomes 2:
    2:b5b3,1:pass,1:pass,1:pass
    1:b5b4,2:b4b2,1:save,1:save
    1:b5b4,2:b4b2,1:b2b1,1:save
    1:b5b4,2:b4b2,1:b2b1,1:b1c1
legal: 2:b5b3,1:pass,1:pass,1:pass -> 7/7/2M4/7 b - 0/2 31
legal: 1:b5b4,1:b4b3,1:pass,2:pass -> 7/7/2M4/7 b - 0/2 31
illegal: 2:b5b3,1:save,1:save,1:save
illegal: 1:b5b4,1:b4b3,1:save,2:pass

case: At once: a game that ends by a 4 ends
rules: ludii
shows: finish, at-once
board: white to move, turn 7
    d  . . . . . . .
    c  . . . . . . .
    b  t . . . M . .
    a  . . . . . . .
legal: 4:b5b1 -> 7/7/M6/7 b - - 8
legal: 6:b5c2 -> 7/1T5/t6/7 w - - 7

case: A finished game is a valid position
rules: walker:columns=5
shows: finish
valid: 5/5/T4/5 w - - 9
valid: 5/5/t4/5 w - - 9
valid: 5/5/t4/5 w 1,2 - 9
invalid: 5/5/5/5 w - - 9
