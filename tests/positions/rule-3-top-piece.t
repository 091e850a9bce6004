# Rule 3: the top piece alone, by a tâb; of a loose pile by any throw.

case: By a tâb the top piece may go alone, by nothing else
rules: walker:columns=7
shows: rule 3, stack-split=top
board: white to move
    d  . m . . . . .
    c  . . . . . . .
    b  . . . . (MT) . M
    a  . . . . . . .
plays 1: b5b4 b5b4t b7b6
plays 2: b5b3 b7b5
outcomes 1,2:
    1:b5b4,2:b4b2
    1:b5b4,2:b7b5
    1:b5b4t,2:b4b2
    1:b5b4t,2:b5b3
    1:b5b4t,2:b7b5
    2:b5b3,1:b7b6
    2:b5b3,1:b3b2t
    2:b7b5,1:b5b4
    2:b7b5,1:b5b4t       # 1:b7b6,2:b6b4 is the same in the end
legal: 1:b5b4t,2:b4b2 -> 1m5/7/1T2M1M/7 b - - 2
legal: 2:b7b5,1:b5b4t -> 1m5/7/3M(MT)2/7 b - - 2

case: A top piece is put on what it meets
rules: walker:columns=7
board: white to move
    d  . m . . . . .
    c  . . . . . . .
    b  . . . M (TM) . .
    a  . . . . . . .
legal: 1:b5b4t,2:b4b2 -> 1m5/7/1(MM)2T2/7 b - - 2

case: Never alone with stack-split=none
rules: walker:columns=7,stack-split=none
shows: stack-split=none
board: white to move
    d  . m . . . . .
    c  . . . . . . .
    b  . . . . (MT) . M
    a  . . . . . . .
plays 1: b5b4 b7b6

case: The top piece of a loose pile goes by any throw
rules: bell:columns=7
shows: rule 3, stack-split=top, stack-return=loosen
board: white to move
    d  . m . . . . .
    c  . . . . . . .
    b  . . . . ~(TTT) . .
    a  . . . . . . .
plays 1: b5b4 b5b4t
plays 2: b5b3 b5b3t
plays 3: b5b2 b5b2t
plays 4: b5b1 b5b1t
plays 6: b5c2 b5c2t

case: Whatever stack-split says
rules: bell:columns=7,stack-split=none
shows: rule 3, stack-split=none, stack-return=loosen
board: white to move
    d  . m . . . . .
    c  . . . . . . .
    b  . . . . ~(TT) . (MT)
    a  . . . . . . .
plays 1: b5b4 b5b4t b7b6
plays 2: b5b3 b5b3t b7b5

case: But the Nasara go before, by a thrown tâb as by a saved one
rules: bell:columns=7
shows: rule 1, rule 3
board: white to move, saved 2/0
    d  . m . . . . .
    c  . . . . . . .
    b  . . . . ~(TT) . .
    a  N . . . . . .
plays 1: a1a2
plays 2: b5b3 b5b3t
