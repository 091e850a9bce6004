# Section 1: rows, the prow, who goes which way, and the starts.

case: Four rows, and Black goes White's way turned by half a turn
rules: walker:columns=7
shows: rows=4, prow=no, track=tab, facing=half-turn, cast=tab
board: black to move
    d  . . m . . . .
    c  . . . . . m .
    b  t . . . . . .
    a  N . . . . . .
plays 1: b1a1 b1c1 c6c7 d3d2
plays 2: b1a2 b1c2 c6b7 d3d1
plays 3: b1a3 b1c3 c6b6 d3c1
plays 6: b1a6 b1c6 c6b3 d3c4
illegal: 5:d3c3,2:c6b7

case: Four rows in a mirror: the columns stay
rules: walker:columns=7,pieces=3,facing=mirror
shows: facing=mirror
start white: nnn4/7/7/NNN4 w 1+ - 1
board: black to move
    d  . . m . . . .
    c  . . . . . m .
    b  . . . . . . .
    a  N . . . . . .
# Black's d runs up, c down, b up.
plays 1: c6c5 d3d4
plays 2: c6c4 d3d5
plays 6: c6b1 d3c6

case: The same start under the half turn
rules: walker:columns=7,pieces=3
shows: facing=half-turn
start white: 4nnn/7/7/NNN4 w 1+ - 1

case: Daldøs begins so
rules: daldos
shows: prow=yes, rows=3, start, opening=none
start white: nnnnnnnnnnnnnnnn/17/NNNNNNNNNNNNNNNN w - - 1

case: Daldøs with fewer pegs: both sides' stand at White's left
rules: daldos:columns=5,pieces=2
shows: facing=mirror, start
start white: nn3/6/NN3 w - - 1

case: Sáhkku begins so
rules: sahkku
shows: rows=3, prow=no, king=yes, start, opening=none
start white: nnnnnnnnnnnnnnn/7X7/NNNNNNNNNNNNNNN w - - 1

case: Sáhkku with fewer: each side's stand at its own left, the king in the middle
rules: sahkku:columns=7,pieces=2
shows: facing=half-turn, start
start white: 5nn/3X3/NN5 w - - 1

case: Games of sticks without an opening begin with an ordinary turn
rules: tozeur:columns=5
shows: start, opening=none, opening-tab=spent
start white: nnnnn/5/5/NNNNN w - - 1

case: Deleb has its opening
rules: deleb:columns=5
shows: start, opening=alternate, opening-tab=counts
start white: nnnnn/5/5/NNNNN w 1+ - 1

case: An ordinary turn of Tâb can begin a game too
rules: walker:columns=5,opening=none
shows: start, opening=none
start white: nnnnn/5/5/NNNNN w - - 1

case: The prow is the last cell of the middle row that pieces come to
rules: daldos:columns=5
shows: rows=3, prow=yes
board: white to move
    c    n . . . n
    b  . M . . . .
    a    . . . . M
# b6 stands above a5, b1 stands above nothing.
plays 1: a5b6 b2b1
plays 2: a5b5 b2c1
plays 3: a5b4 b2c2
plays 4: a5b3 b2c3
legal: 1:b2b1,2:b1c2 -> nM2n/6/4M b - - 2
legal: 2:b2c1,4:a5b3 -> M3n/2M3/5 b - - 2
illegal: 1:a5b5,2:b2c1

case: The last cell of the middle row follows the enemy's home row
rules: daldos:columns=5
shows: prow=yes, track=circle
board: white to move
    c    . n . . M
    b  M . . . . .
    a    . . . . .
plays 1: b1c1 c5b6
plays 2: b1c2 c5b5
plays 3: b1c3 c5b4
plays 4: b1c4 c5b3

case: Black's way is White's in a mirror
rules: daldos:columns=5
shows: facing=mirror, prow=yes
board: black to move
    c    . . . . m
    b  . m . . . .
    a    N . . . N
plays 1: b2b1 c5b6
plays 2: b2a1 c5b5
plays 3: b2a2 c5b4
plays 4: b2a3 c5b3
legal: 1:b2b1,4:b1a4 -> 4m/6/N2mN w - - 2

case: Without the prow the rows are of one length
rules: daldosa:columns=5
shows: rows=3, prow=no, facing=mirror
valid: 4m/1m3/N3N b - - 1
invalid: 4m/1m4/N3N b - - 1

case: Without the prow, in a mirror
rules: daldosa:columns=5
shows: rows=3, prow=no, facing=mirror
board: black to move
    c  . . . . m
    b  . m . . .
    a  N . . . N
plays 1: b2b1 c5b5
plays 2: b2a1 c5b4
plays 3: b2a2 c5b3
plays 4: b2a3

case: Three rows, and Black goes White's way turned by half a turn
rules: daldosa:columns=5,facing=half-turn
shows: rows=3, facing=half-turn
board: black to move
    c  m . . . .
    b  . . . . m
    a  N . . . N
plays 1: b5a5 c1b1
plays 2: b5a4 c1b2
plays 3: b5a3 c1b3
plays 4: b5a2 c1b4

case: The widest prow
rules: daldos:columns=29
shows: columns=29, prow=yes
board: white to move
    c     n . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    b   . . . . . . . . . . . . . . . . . . . . . . . . . . . . M .
    a     . . . . . . . . . . . . . . . . . . . . . . . . . . . . M
plays 1: a29b30 b29b28
plays 2: b29b27
plays 3: b29b26
plays 4: b29b25
