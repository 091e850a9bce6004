# The new switches on the track of Tâb, and its old ones in the other games.

case: Without piles nothing of row 4 is special, whatever the preset says
rules: walker:columns=7,stacking=none
shows: stacking=none, row4-entry=open, row4-once=no, row4-move=free
board: white to move
    d  . . . . F . .
    c  m . . . . . F
    b  . . . . . . .
    a  N . . . . . .
plays 2: c7b6 c7d6 d5d3
plays 3: c7b5 d5d2
plays 4: c7b4 c7d4 d5d1

case: Nor is it safe there, and no tâb is saved
rules: bell:columns=7,stacking=none
shows: stacking=none, row4-safe=no, save-tab=no
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  . M . f . . .
plays 2: a2a4
invalid: n6/7/7/N6 w - 1/0 1
illegal: 1:save,2:a2a4

case: Piles that no own piece may pass
rules: walker:columns=7,pass-own=no
shows: pass-own=no, stacking=pile
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . M . (TT) . .
    a  . . . . . . .
plays 1: b3b2 b5b4 b5b4t
plays 2: b3b1 b5b3
plays 3: b3c1
plays 4: b3c2
plays 6: b3c4

case: A 6 too turns Nasara, by one cell, and serves nothing else
rules: walker:columns=7,unlock=one-six
shows: unlock=one-six, tab-duty=convert
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N N . . M . .
plays 1: a2a3
plays 6: a2a3
plays 2: a5a7
plays 4: a5b6
legal: 6:a2a3,1:a1a2,2:a3a5 -> n6/7/7/1M2(MM)2 b - - 2

case: A 2 turns Nasara, by two cells; the tâb is free
rules: walker:columns=7,unlock=two
shows: unlock=two, tab-duty=convert
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N N . . M . .
plays 1: a5a6
plays 2: a2a4
plays 3: a5b7
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  . . . . . . N
plays 1: none
plays 2: a7b6

case: Any of the Nasara
rules: walker:columns=7,unlock-order=any
shows: unlock-order=any
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N . N . N . .
plays 1: a1a2 a3a4 a5a6
plays 2: none
valid: n6/7/7/(MM)N5 w - - 1

case: Only one of Tâb's may be away
rules: walker:columns=7,outside=one
shows: outside=one
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . M . . . .
    a  N . . . M . .
plays 1: a1a2
plays 2: a5a7 b3b1
plays 3: b3c1
plays 6: b3c4

case: Any throw may be declined, tâbs are saved
rules: bell:columns=7,duty=may
shows: duty=may, save-tab=yes
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . M . .
    a  N . . . . . .
outcomes 1,2:
    1:save,2:pass
    1:a1a2,2:pass
    2:b5b3,1:save
    1:a1a2,2:a2a4
    1:a1a2,2:b5b3
legal: 1:save,2:pass -> n6/7/4M2/N6 b - 1/0 2

case: The sir passes no enemy where none may be passed
rules: siryu:columns=7,jump-enemies=no
shows: unlock=sir, jump-enemies=no
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . m . .
    a  . . N . . N .
plays s: a3b7
legal: s:a3b7 -> 6n/7/4m1M/5N1 w - - 1

case: A game without locked pieces
rules: daldosa:columns=5,christians=no
shows: christians=no, start
start white: mmmmm/5/MMMMM w - - 1
position: mmmmm/5/MMMMM w - - 1
plays 1: a5b5
plays 4: a5b2
invalid: nnnnn/5/NNNNN w - - 1

case: A tâb that opens the game, one throw at a time
rules: deleb:columns=5,throws=at-once
shows: start, opening-tab=counts, at-once
start white: nnnnn/5/5/NNNNN w 1 - 1

case: Eight in a mirror
rules: bakhri:columns=5,facing=mirror,outside=any
shows: facing=mirror, track=eight
board: black to move
    c  . . . . m
    b  . m . t .
    a  N . . . .
plays 1: b2b1 b4b3 c5b5
plays 2: b2a1
plays 3: b2a2 b4b1 c5b3
plays 4: b2a3 b4c1

case: Snake in a mirror
rules: deleb:columns=5,facing=mirror
shows: facing=mirror, track=snake
board: black to move
    d  . . . . m
    c  t . . . .
    b  m . . . .
    a  N . . . m
# Black's d runs up, c down, b up, a down; then b and c, as t, and home.
plays 1: a5a4 b1b2 c1d1 d5c5
plays 2: a5a3 b1b3 c1d2 d5c4
plays 6: b1a4 c1c5
