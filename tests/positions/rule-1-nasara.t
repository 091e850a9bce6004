# Rule 1: a Nasrani moves only by a tâb, the foremost first, one cell on; then it is a Muslim.

case: At the start only the foremost Nasrani can move, and only by a tâb
rules: walker
shows: rule 1, start, tab-duty=convert, christians=yes, opening=alternate, opening-tab=counts, throws=collect
start white: nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1
start black: nnnnnnnnn/9/9/NNNNNNNNN b 1+ - 1
board: white to move, throws 1+
    d  n n n n n n n n n
    c  . . . . . . . . .
    b  . . . . . . . . .
    a  N N N N N N N N N
plays 1: a9b9
plays 2: none
plays 3: none
plays 4: none
plays 6: none
outcomes 1,2:
    1:a9b9,2:b9b7
outcomes 1,1,2:
    1:a9b9,1:a8a9,2:b9b7
    1:a9b9,1:a8a9,2:a9b8
legal: 1:a9b9,2:b9b7 -> nnnnnnnnn/9/6M2/NNNNNNNN1 b - - 2
illegal: 1:pass,2:pass
illegal: 1:a9b9,2:pass
illegal: 1:a8a9,2:pass
illegal: 1:a1a2,2:pass
# The hand must hold the tâb of the opening.
illegal: 2:pass

case: Without a tâb nothing moves and everything is lost
rules: walker
shows: lose
board: white to move
    d  n n n n n n n n n
    c  . . . . . . . . .
    b  . . . . . . . . .
    a  N N N N N N N N N
outcomes 4,6,2:
    2:pass,4:pass,6:pass
legal: 2:pass,4:pass,6:pass -> nnnnnnnnn/9/9/NNNNNNNNN b - - 2

case: Black at the start
rules: walker
board: black to move, throws 1+
    d  n n n n n n n n n
    c  . . . . . . . . .
    b  . . . . . . . . .
    a  N N N N N N N N N
plays 1: d1c1
outcomes 1,3:
    1:d1c1,3:c1c4

case: The foremost is the one furthest on, wherever gaps are
rules: walker:columns=7
shows: rule 1
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  N N . N . . .
plays 1: a4a5
plays 2: none
# Once it has moved it is a Muslim, and the next one may follow.
outcomes 1,1,1,2:
    1:a4a5,1:a2a3,1:a1a2,2:a5a7
    1:a4a5,1:a2a3,1:a1a2,2:a3a5
    1:a4a5,1:a2a3,1:a1a2,2:a2a4
legal: 1:a4a5,1:a2a3,1:a1a2,2:a3a5 -> n6/7/7/1M2(MM)2 b - - 2

case: A Nasrani that meets a Muslim is put on top of it
rules: walker:columns=7
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  . . . N M . .
legal: 1:a4a5,2:a5a7 -> n6/7/7/6(MM) b - - 2
plays 1: a4a5
plays 2: a5a7

case: A Nasrani captures what stands before it
rules: walker:columns=7
board: white to move
    d  . . n . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  . . N f . . .
legal: 1:a3a4,2:a4a6 -> 2n4/7/7/5M1 b - - 2

case: While a Nasrani stands a tâb is for nothing else
rules: walker:columns=7
shows: tab-duty=convert
board: white to move
    d  . . . n . . .
    c  . . . . . . .
    b  . . M . (MM) . .
    a  N . . . . . .
plays 1: a1a2
plays 2: b3b1 b5b3

case: If the Nasrani is blocked the tâb has no move at all
rules: walker:columns=7,row4-safe=yes
shows: tab-duty=convert, row4-safe=yes
board: white to move
    d  . . . n . . .
    c  . . . . . . .
    b  . . M . (MM) . .
    a  N f . . . . .
plays 1: none
outcomes 1,2:
    2:b3b1,1:pass
    2:b5b3,1:pass
illegal: 1:b3b2,2:b5b3

case: A tâb that is free may move anything, or the Nasrani
rules: lane:columns=7
shows: tab-duty=free
board: white to move
    d  . . . n . . .
    c  . . . . . . .
    b  . . M . (MM) . .
    a  N N . M . . .
plays 1: a2a3 b3b2 b5b4 b5b4t a4a5
plays 2: b3b1 b5b3 a4a6

case: A free tâb with a blocked Nasrani
rules: lane:columns=7,row4-safe=yes
shows: tab-duty=free
board: white to move
    d  . . . n . . .
    c  . . . . . . .
    b  . . M . . . .
    a  N f . . . . .
plays 1: b3b2

case: Rules without Nasara
rules: walker:columns=7,pieces=3,christians=no
shows: christians=no
start white: 4mmm/7/7/MMM4 w 1+ - 1
start black: 4mmm/7/7/MMM4 b 1+ - 1
position: 4mmm/7/7/MMM4 w - - 1
plays 1: a1a2 a2a3 a3a4
plays 2: a1a3 a2a4 a3a5
plays 6: a1a7 a2b7 a3b6
valid: m6/7/7/MMM4 w - - 1
invalid: m6/7/7/NMM4 w - - 1
invalid: n6/7/7/MMM4 w - - 1

case: The starts of the other openings
rules: standard:columns=5
shows: opening=first, opening-tab=counts
start white: nnnnn/5/5/NNNNN w 1+ - 1
rules: walker:columns=5,opening-tab=spent
shows: opening=alternate, opening-tab=spent
start white: nnnnn/5/5/NNNNN w - - 1
rules: jordan:columns=5
shows: opening=highest, opening-tab=spent
start black: nnnnn/5/5/NNNNN b - - 1
rules: ludii:columns=5
start white: mmmmm/5/5/MMMMM w - - 1
rules: ludii:columns=5,opening-tab=counts
shows: opening-tab=counts, throws=at-once
start white: mmmmm/5/5/MMMMM w 1 - 1
