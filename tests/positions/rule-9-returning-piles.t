# Rule 9: piles that return.

case: Reduce: only the top piece comes back
rules: walker:columns=7
shows: rule 9, refuse, stack-return=reduce, return-test=backward
board: white to move
    d  n . . . . . .
    c  . . . . . (TTF) .
    b  . . . . . . .
    a  . . . . . . .
plays 1: c6c7 c6c7t
plays 2: c6b7?
legal: 2:c6b7 -> n6/7/6F/7 b - - 2
# It may be declined,
legal: 2:pass -> n6/5(TTF)1/7/7 b - - 2
outcomes 2:
    2:c6b7
    2:pass
# and a top piece that goes alone is not a pile that returns.
outcomes 1,2:
    1:c6c7,2:c7b6
    1:c6c7,2:pass
    1:c6c7t,2:c7b6
    1:c6c7t,2:c6b7
    1:c6c7t,2:c6d7        # and 2:c6b7,1:b7b6 is as the first

case: Reduce: the top piece of a row-4 pile
rules: walker:columns=7
shows: stack-return=reduce, return-test=backward
board: white to move
    d  . (FF) . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  . . . . . . .
plays 1: d2d1 d2d1t
plays 2: d2c1?
legal: 2:d2c1 -> 6n/F6/7/7 b - - 2
legal: 2:pass -> 1(FF)4n/7/7/7 b - - 2

case: Reduce: a pile reduced onto a friend or an enemy
rules: walker:columns=7
shows: stack-return=reduce
board: white to move
    d  n . . . . . .
    c  . . . . . . (TF)
    b  . . . . t . M
    a  . . . . . . .
plays 1: b7b6 c7b7? c7b7t
legal: 3:c7b5 -> n6/7/4F1M/7 b - - 2
legal: 1:c7b7,2:b7b5 -> n6/7/4(MF)2/7 b - - 2

case: Backward: going up again is no return, whatever the ranks
rules: walker:columns=7
shows: return-test=backward
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  (TT) . . . . . .
    a  . . . . . . .
plays 1: b1c1 b1c1t
plays 2: b1c2

case: Revisit: a piece that has been there makes it a return
rules: lane:columns=7
shows: rule 9, return-test=revisit, stack-return=reduce
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  (TM) . . . (MM) . .
    a  . . . . . . .
plays 1: b1c1? b1c1t b5b4 b5b4t
plays 2: b1c2? b5b3
plays 6: b1c6? b5c2
legal: 2:b1c2 -> n6/1T5/4(MM)2/7 b - - 2

case: Revisit: row 4 again, and first time
rules: lane:columns=7,row4-once=no
shows: return-test=revisit
board: white to move
    d  n . . . . . .
    c  . . . . (FT) . (TT)
    b  . . . . . . .
    a  . . . . . . .
plays 3: c5b7? c5d7? c7b5? c7d5
rules: walker:columns=7,row4-once=no
board: white to move
    d  n . . . . . .
    c  . . . . (FT) . (TT)
    b  . . . . . . .
    a  . . . . . . .
plays 3: c5b7? c5d7 c7b5? c7d5

case: From the home row to row 2 nothing returns
rules: lane:columns=7
shows: return-test=revisit
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  . . . . . . (MM)
plays 2: a7b6

case: Keep: nothing happens
rules: jordan
shows: rule 9, stack-return=keep
board: white to move
    d  n . . . . . . .
    c  . . . . . . . (TTF)
    b  . . . . . . . .
    a  . . . . . . . .
plays 2: c8b7 c8d7
legal: 2:c8b7 -> n7/8/6(TTF)1/8 b - - 2
illegal: 2:pass

case: Loosen: the pile that arrives is loose, and nobody may decline
rules: bell:columns=7
shows: rule 9, stack-return=loosen, return-test=revisit
board: white to move
    d  n . . . . . .
    c  . . . . . . (TF)
    b  . . . . . . .
    a  . . . . . . .
plays 2: c7b6
legal: 2:c7b6 -> n6/7/5~(TF)1/7 b - - 2
illegal: 2:pass

case: Loosen: so is a pile that it joins
rules: bell:columns=7
shows: stack-return=loosen
board: white to move
    d  n . . . . . .
    c  . . . . . . (TF)
    b  . . . . . M .
    a  . . . . . . .
legal: 2:c7b6 -> n6/7/5~(MTF)1/7 b - - 2

case: Loosen: a single piece that comes back loosens nothing
rules: bell:columns=7
shows: stack-return=loosen
board: white to move
    d  n . . . . . .
    c  . . . . . . T
    b  . . . . . M .
    a  . . . . . . .
legal: 2:c7b6 -> n6/7/5(MT)1/7 b - - 2

case: Loosen: by revisit a pile that goes up again
rules: bell:columns=7
shows: stack-return=loosen, return-test=revisit
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  (MT) . . (MM) . . .
    a  . . . . . . .
legal: 2:b1c2 -> n6/1~(TT)5/3(MM)3/7 b - - 2
legal: 6:b4c3,2:b1c2 -> n6/1~(TT)(TT)4/7/7 b - - 2
rules: bell:columns=7,return-test=backward
shows: return-test=backward
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  (MT) . . (MM) . . .
    a  . . . . . . .
legal: 2:b1c2 -> n6/1(TT)5/3(MM)3/7 b - - 2

case: Loosen: row 4 again, where the rules let it
rules: bell:columns=7,row4-once=no
shows: stack-return=loosen
board: white to move
    d  n . . . . . .
    c  . . . . . . (FT)
    b  . . . . . . .
    a  . . . . . . .
legal: 2:c7d6 -> n4~(FF)1/7/7/7 b - - 2

case: A loose pile stays loose when it moves onto an empty or a captured cell
rules: bell:columns=7
shows: stack-return=loosen
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . t . ~(TT) . .
    a  . . . . . . .
legal: 3:b5b2 -> n6/7/1~(TT)t4/7 b - - 2
legal: 2:b5b3 -> n6/7/2~(TT)4/7 b - - 2

case: A pile that a loose one joins is not loose
rules: bell:columns=7
shows: stack-return=loosen
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . M . ~(TT) . .
    a  . . . . . . .
legal: 2:b5b3 -> n6/7/2(MTT)4/7 b - - 2
legal: 2:b5b3t -> n6/7/2(MT)1T2/7 b - - 2

case: A loose pile that another joins is not loose any more
rules: bell:columns=7
shows: stack-return=loosen
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . ~(TT) . M . .
    a  . . . . . . .
legal: 2:b5b3 -> n6/7/2(TTM)4/7 b - - 2

case: What remains when the top piece has left is loose, a single piece never
rules: bell:columns=7
shows: stack-return=loosen
board: white to move
    d  n . . . . . .
    c  . . . . . . .
    b  . . . . ~(TFT) . .
    a  . . . . . . .
legal: 3:b5b2t -> n6/7/1T2~(TF)2/7 b - - 2
legal: 4:b5b1t,3:b5b2t -> n6/7/TF2T2/7 b - - 2
# A pile that is not loose stays so when its top piece leaves.
position: n6/7/4(TFT)2/7 w - - 1
legal: 1:b5b4t,2:b4b2 -> n6/7/1T2(TF)2/7 b - - 2

case: A top piece from a loose pile comes alone and joins without loosening
rules: bell:columns=7
shows: stack-return=loosen
board: white to move
    d  n . . . . . .
    c  . . . . . . ~(TT)
    b  . . . . . . M
    a  . . . . . . .
plays 1: c7b7 c7b7t c7d7 c7d7t b7b6
legal: 1:c7b7t,2:b7b5 -> n6/6T/4(MT)2/7 b - - 2
legal: 1:c7b7,2:b7b5 -> n6/7/4~(MTT)2/7 b - - 2

case: Only under loosen does a position hold a loose pile
rules: bell:columns=5
valid: n4/5/~(TT)4/5 w - - 1
invalid: n4/5/~(T)4/5 w - - 1
invalid: n4/5/~T4/5 w - - 1
rules: walker:columns=5
invalid: n4/5/~(TT)4/5 w - - 1

case: Black's pile is reduced too
rules: walker:columns=7
board: black to move
    d  . . . . . . .
    c  . . . . . . .
    b  (tf) . . . . . .
    a  . . . N . . .
plays 1: b1c1? b1c1t
plays 2: b1c2?
legal: 2:b1c2 -> 7/1f5/7/3N3 w - - 2
