# What must be used, and what an unlocking throw is for.

case: Must: a throw that can be used is used
rules: tozeur:columns=7
shows: duty=must, stop
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N . . . . . .
outcomes 2:
    2:b5b3
outcomes 1:
    1:b5b4
    1:a1a2
illegal: 2:pass
illegal: 1:pass

case: May: any throw may be declined
rules: deleb:columns=7
shows: duty=may, stop
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  . . . . . . .
outcomes 2:
    2:b5b3
    2:pass
outcomes 4,2:
    2:pass,4:pass
    2:b5b3,4:pass
    4:b5b1,2:pass
    4:b5b1,2:b1c2
legal: 2:pass,4:pass -> 6n/7/4M2/7 b - - 2
illegal: 4:pass,2:pass
illegal: 2:pass,4:b5b1

case: May, one throw at a time
rules: tozeur:columns=7,duty=may
shows: duty=may
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N . . . . . .
outcomes 1:
    1:pass
    1:b5b4
    1:a1a2

case: May: the half of a throw may be left too
rules: tablan:columns=7,duty=may
shows: duty=may, halves=yes
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
outcomes 2:
    2:pass
    2:a1a3
    1:a1a2,1:pass
legal: 1:a1a2,1:pass -> 6m/7/7/1M5 w - - 1
illegal: 1:pass,1:pass

case: Free: an unlocking throw is for any move
rules: kioz:columns=7,tab-duty=free
shows: tab-duty=free
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N . . N . . .
plays 1: a1a2 a4a5 b5b4

case: First: as long as it can unlock it does nothing else
rules: kioz:columns=7
shows: tab-duty=first
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N . . N . . .
plays 1: a1a2 a4a5
plays 2: b5b3
plays 4: b5b1
legal: 1:a4a5 -> 6n/7/4M2/N3M2 w - - 1
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N M . . . . .
# None can be unlocked: free.
plays 1: a2a3 b5b4

case: First and foremost: only the foremost is asked
rules: kioz:columns=7,unlock-order=foremost
shows: tab-duty=first, unlock-order=foremost
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N . N M . . .
plays 1: a4a5
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . . . .
    a  N . N . M . .
plays 1: a3a4

case: First: the board as it then stands
rules: daldosa:columns=5,tab-duty=first
shows: tab-duty=first, cast=two-dice
board: white to move
    c  n . . . .
    b  . . . . M
    a  N . . . .
outcomes 1,2:
    1:a1a2,2:a2a4
    1:a1a2,2:b5b3
illegal: 1:b5b4,2:b4b2
# The first 1 unlocks the last, the second is free.
outcomes 1,1:
    1:a1a2,1:a2a3
    1:a1a2,1:b5b4
board: white to move
    c  n . . . .
    b  . . . . M
    a  N M . . .
# The 1 is free at first; the 2 makes room, and then it unlocks.
outcomes 1,2:
    1:a2a3,2:a3a5
    1:a2a3,2:b5b3
    1:b5b4,2:a2a4
    1:b5b4,2:b4b2
    2:a2a4,1:a1a2
legal: 2:b5b3,1:a2a3
legal: 2:b5b3,1:b3b2
illegal: 2:a2a4,1:a4a5

case: First, and any throw may be declined
rules: deleb:columns=7
shows: tab-duty=first, duty=may
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N . . . . . .
outcomes 1,2:
    1:pass,2:pass
    1:a1a2,2:pass
    1:a1a2,2:a2a4
    1:a1a2,2:b5b3
    2:b5b3,1:pass
illegal: 1:b5b4,2:pass
illegal: 2:b5b3,1:b3b2

case: Convert: for nothing else, ever, while a locked piece stands
rules: kioz:columns=7,tab-duty=convert
shows: tab-duty=convert
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N M . . . . .
plays 1: none
plays 2: a2a4 b5b3
legal: 1:pass -> 6n/7/4M2/NM5 w - - 1
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  . M . . . . .
plays 1: a2a3 b5b4

case: Every throw that unlocks is bound
rules: mzab:columns=7,tab-duty=convert
shows: tab-duty=convert, unlock=one-six
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N . . . . . .
plays 1: a1a2
plays 6: a1a2
plays 2: b5b3
plays 4: b5b1

case: And only those: siryu's other five is free
rules: siryu:columns=7,tab-duty=first
shows: tab-duty=first, unlock=sir
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . . . M . .
    a  N . . . . . .
plays s: a1a6
plays 5: b5c1
