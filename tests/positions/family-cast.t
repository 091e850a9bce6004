# Section 3: what each cast throws, and after which throws one casts again.

case: Tâb: 1, 2, 3, 4 and 6
rules: ludii:columns=7
shows: cast=tab
board: white to move
    d  m . . . . . .
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
legal: 1:a1a2 -> m6/7/7/1M5 w - - 1
legal: 2:a1a3 -> m6/7/7/2M4 b - - 2
legal: 6:a1a7 -> m6/7/7/6M w - - 1
illegal: 0:pass
illegal: 5:a1a6

case: A long throw on a short board passes the fork once and takes it then
rules: jordan:columns=5,throws=at-once,opening=none,cast=tablan,unlock=two,stacking=none,jump-enemies=yes
shows: cast=tablan, track=tab
board: white to move
    d  n . . . .
    c  . . . . T
    b  . . . . .
    a  . . . . .
legal: 12:c5b4 -> n4/5/3T1/5 w - - 1
legal: 12:c5d4 -> n2F1/5/5/5 w - - 1

case: Kiôz: 1, 2, 4 and 6, again after all but 2
rules: kioz:columns=7
shows: cast=kioz, again, throws=at-once
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
legal: 1:a1a2 -> 6m/7/7/1M5 w - - 1
legal: 2:a1a3 -> 6m/7/7/2M4 b - - 2
legal: 4:a1a5 -> 6m/7/7/4M2 w - - 1
legal: 6:a1a7 -> 6m/7/7/6M w - - 1
illegal: 0:pass
illegal: 3:a1a4
illegal: 5:a1a6
illegal: 1:a1a2,2:a2a4
valid: 6m/7/7/M6 w 4 - 1
invalid: 6m/7/7/M6 w 3 - 1
invalid: 6m/7/7/M6 w 4,2 - 1
invalid: 6m/7/7/M6 w 4+ - 1

case: Kiôz, all throws collected
rules: kioz:columns=7,throws=collect
shows: cast=kioz, throws=collect
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
legal: 1:a1a2,4:a2a6,2:a6b7 -> 6m/7/6M/7 b - - 2
illegal: 1:a1a2
illegal: 2:a1a3,2:a3a5
valid: 6m/7/7/M6 w 4,1,6,2 - 1
valid: 6m/7/7/M6 w 4,1+ - 1
invalid: 6m/7/7/M6 w 2,4 - 1
invalid: 6m/7/7/M6 w 2+ - 1
invalid: 6m/7/7/M6 w 4,1 - 1

case: Six sticks: 0 to 6, never again; 0 is no move
rules: tozeur:columns=7
shows: cast=six, lose
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
plays 0: none
legal: 0:pass -> 6m/7/7/M6 b - - 2
legal: 1:a1a2 -> 6m/7/7/1M5 b - - 2
legal: 2:a1a3 -> 6m/7/7/2M4 b - - 2
legal: 3:a1a4 -> 6m/7/7/3M3 b - - 2
legal: 4:a1a5 -> 6m/7/7/4M2 b - - 2
legal: 5:a1a6 -> 6m/7/7/5M1 b - - 2
legal: 6:a1a7 -> 6m/7/7/6M b - - 2
illegal: 1:pass
illegal: 0:a1a1
illegal: s:a1a6
illegal: 7:a1b7
outcomes 0:
    0:pass

case: Mzab: 0, 1, 2, 4 and 6, never again
rules: mzab:columns=7
shows: cast=mzab
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
legal: 0:pass -> 6m/7/7/M6 b - - 2
legal: 1:a1a2 -> 6m/7/7/1M5 b - - 2
legal: 2:a1a3 -> 6m/7/7/2M4 b - - 2
legal: 4:a1a5 -> 6m/7/7/4M2 b - - 2
legal: 6:a1a7 -> 6m/7/7/6M b - - 2
illegal: 3:a1a4
illegal: 5:a1a6

case: Siryu: 0, 3, 5, 6 and the sir, which goes five cells too; again after both fives
rules: siryu:columns=7
shows: cast=siryu, again
board: white to move
    d  . . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  M . . . . . .
legal: 0:pass -> 6m/7/7/M6 b - - 2
legal: 3:a1a4 -> 6m/7/7/3M3 b - - 2
legal: 5:a1a6 -> 6m/7/7/5M1 w - - 1
legal: 6:a1a7 -> 6m/7/7/6M b - - 2
legal: s:a1a6 -> 6m/7/7/5M1 w - - 1
illegal: 1:a1a2
illegal: 2:a1a3
illegal: 4:a1a5
valid: 6m/7/7/M6 w s - 1
invalid: 6m/7/7/M6 w S - 1

case: Siryu collected: s comes last where throws stand in order
rules: siryu:columns=7,track=once,throws=collect
shows: cast=siryu, throws=collect, lose
board: white to move
    d  M . . . . . m
    c  . . . . . . .
    b  . . . . . . .
    a  . . . . . . .
legal: 3:pass,5:pass,5:pass,s:pass
legal: 6:pass,s:pass,s:pass -> M5m/7/7/7 b - - 2
illegal: s:pass,6:pass
illegal: 3:pass,s:pass,5:pass
illegal: 5:pass,s:pass
valid: M5m/7/7/7 w s,5,3 - 1
valid: M5m/7/7/7 w 0 - 1
valid: M5m/7/7/7 w 5,s+ - 1
invalid: M5m/7/7/7 w s,0,3 - 1

case: Tablan: 0, 2, 8 and 12, again after all but 0
rules: tablan:columns=13,halves=no
shows: cast=tablan, again
board: white to move
    d  . . . . . . . . . . . . m
    c  . . . . . . . . . . . . .
    b  . . . . . . . . . . . . .
    a  M . . . . . . . . . . . .
legal: 0:pass -> 12m/13/13/M12 b - - 2
legal: 2:a1a3 -> 12m/13/13/2M10 w - - 1
legal: 8:a1a9 -> 12m/13/13/8M4 w - - 1
legal: 12:a1a13 -> 12m/13/13/12M w - - 1
illegal: 1:a1a2
illegal: 4:a1a5
illegal: 6:a1a7
valid: 12m/13/13/M12 w 12 - 1
invalid: 12m/13/13/M12 w 1 - 1
invalid: 12m/13/13/M12 w 6 - 1

case: Cowries: 0 to 4, again after 1
rules: bakhri:columns=7
shows: cast=cowries, again
board: white to move
    c  . . . . . . m
    b  . . . . . . .
    a  M . . . . . .
legal: 0:pass -> 6m/7/M6 b - - 2
legal: 1:a1a2 -> 6m/7/1M5 w - - 1
legal: 2:a1a3 -> 6m/7/2M4 b - - 2
legal: 3:a1a4 -> 6m/7/3M3 b - - 2
legal: 4:a1a5 -> 6m/7/4M2 b - - 2
illegal: 6:a1a7
illegal: 5:a1a6

case: Again although nothing could move
rules: bakhri:columns=7,outside=any
shows: cast=cowries, again, lose
board: white to move, turn 8
    c  . . . . . . m
    b  . . . . . . .
    a  N N . . . . .
plays 4: none
legal: 4:pass -> 6m/7/NN5 b - - 9
board: white to move, turn 8
    c  . . . . m . m
    b  . . . . . . .
    a  . . . . . . N
legal: 3:pass -> 4m1m/7/6N b - - 9
legal: 1:a7b7 -> 4m1m/6M/7 w - - 8

case: Two dice give two throws; two ones give another cast
rules: daldosa:columns=7
shows: cast=two-dice, again
board: white to move
    c  . . . . . . m
    b  . . . . . . .
    a  M . . . . . .
legal: 1:a1a2,1:a2a3 -> 6m/7/2M4 w - - 1
legal: 1:a1a2,2:a2a4 -> 6m/7/3M3 b - - 2
legal: 2:a1a3,1:a3a4 -> 6m/7/3M3 b - - 2
legal: 2:a1a3,2:a3a5 -> 6m/7/4M2 b - - 2
legal: 4:a1a5,4:a5b6 -> 6m/5M1/7 b - - 2
illegal: 1:a1a2
illegal: 1:a1a2,2:a2a4,3:a4a7
illegal: 1:a1a2,5:a2a7
illegal: 1:a1a2,2:pass
illegal: again
outcomes 1,3:
    1:a1a2,3:a2a5

case: Two ones give another cast whether anything moved or not
rules: daldosa:columns=5,sleepers=safe
shows: cast=two-dice, again, lose
board: white to move, turn 6
    c  M n . . .
    b  . . . . .
    a  . . . . .
legal: 1:pass,1:pass -> Mn3/5/5 w - - 6
legal: 3:c1c4,1:c4c5 -> 1n2M/5/5 b - - 7
illegal: 3:c1c4,1:pass
illegal: again

case: Two dice: nobody has to find the order that uses both
rules: daldosa:columns=5,sleepers=safe
shows: cast=two-dice, stop, lose
board: white to move
    c  M . . n .
    b  M . . . .
    a  . . . . .
# c2 bars b1 by 2 and is itself barred by c4; after the 2 the 1 brings b1 to c1.
outcomes 1,2:
    1:c1c2,2:pass
    2:c1c3,1:b1c1
illegal: 1:pass,2:pass
illegal: 2:c1c3,1:pass

case: Two dice: what bars one order need not bar the other
rules: daldosa:columns=5,sleepers=safe
shows: cast=two-dice, stop
board: white to move
    c  M n . . n
    b  . . . . .
    a  . . . . .
# The 1 cannot be first, and c5 bars it after the 3.
outcomes 1,3:
    3:c1c4,1:pass
outcomes 1,2:
    2:c1c3,1:c3c4
# c5 bars the 4 first.
outcomes 2,4:
    2:c1c3,4:c3b4

case: Dice stand in rising order
rules: daldosa:columns=7
shows: cast=two-dice
valid: 6m/7/M6 w 1,4 - 1
valid: 6m/7/M6 w 3,3 - 1
invalid: 6m/7/M6 w 4,1 - 1
invalid: 6m/7/M6 w 1 - 1
invalid: 6m/7/M6 w 1,2,3 - 1
invalid: 6m/7/M6 w 1+ - 1
invalid: 6m/7/M6 w 1,1+ - 1
invalid: 6m/7/M6 w 1,5 - 1
invalid: 6m/7/M6 w 0,1 - 1

case: Three dice give three throws
rules: sahkku:columns=7,king=no
shows: cast=three-dice
board: white to move
    c  . . . . . . m
    b  . . . . . . .
    a  M . . . . . .
legal: 1:a1a2,2:a2a4,3:a4a7 -> 6m/7/6M b - - 2
legal: 3:a1a4,1:a4a5,2:a5a7 -> 6m/7/6M b - - 2
legal: 4:a1a5,4:a5b6,4:b6b2 -> 6m/1M5/7 b - - 2
illegal: 1:a1a2,2:a2a4
illegal: 1:a1a2,1:a2a3
valid: 6m/7/M6 w 1,2,2 - 1
invalid: 6m/7/M6 w 2,1,2 - 1
invalid: 6m/7/M6 w 1,2 - 1
invalid: 6m/7/M6 w 1,1,1+ - 1

case: Three ones may be played, or cast anew; played, they give no other cast
rules: sahkku:columns=7,king=no
shows: cast=three-dice, again
board: white to move, turn 4, throws 1,1,1
    c  . . . . . . m
    b  . . . . . . .
    a  M . . . . . .
outcomes 1,1,1:
    1:a1a2,1:a2a3,1:a3a4
    again
legal: again -> 6m/7/M6 w - - 4
legal: 1:a1a2,1:a2a3,1:a3a4 -> 6m/7/3M3 b - - 5
illegal: 1:pass,1:pass,1:pass
illegal: again,1:a1a2
illegal: 1:a1a2,again
illegal: 1:again,1:again,1:again
illegal: Again

case: Only three ones are cast anew
rules: sahkku:columns=7,king=no
shows: again
board: white to move, throws 1,1,2
    c  . . . . . . m
    b  . . . . . . .
    a  M . . . . . .
illegal: again
outcomes 1,1,2:
    1:a1a2,1:a2a3,2:a3a5
outcomes 2,2,2:
    2:a1a3,2:a3a5,2:a5a7

case: Three ones that cannot move are cast anew or lost
rules: sahkku:columns=5,king=no,sleepers=safe
shows: again, lose
board: white to move, turn 3, throws 1,1,1
    c  M n . . .
    b  . . . . .
    a  . . . . .
outcomes 1,1,1:
    1:pass,1:pass,1:pass
    again
legal: 1:pass,1:pass,1:pass -> Mn3/5/5 b - - 4
legal: again -> Mn3/5/5 w - - 3

case: A game that is over is not cast anew
rules: sahkku:columns=5,king=no
shows: again, finish
board: black to move, turn 3
    c  M . . . .
    b  . . . . .
    a  . . . . .
illegal: again
outcomes 1,1,1: none
over: white
