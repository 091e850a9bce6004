# Section 8: which positions are accepted.

case: Three rows, the middle one longer by the prow
rules: daldos:columns=5
shows: rows=3, prow=yes
valid: nnnnn/6/NNNNN w - - 1
valid: 5/M5/N4 b - - 3
invalid: nnnnn/5/NNNNN w - - 1
invalid: nnnnn/6/6/NNNNN w - - 1
invalid: nnnnnn/5/NNNNN w - - 1
invalid: nnnnn/7/NNNNN w - - 1
invalid: nnnnn/5X/NNNNN w - - 1

case: Three rows of one length
rules: daldosa:columns=5
shows: rows=3, prow=no
valid: nnnnn/5/NNNNN w - - 1
invalid: nnnnn/6/NNNNN w - - 1
invalid: nnnnn/5/5/NNNNN w - - 1
invalid: nnnnn/NNNNN w - - 1

case: N on the own home row only
rules: daldosa:columns=5
shows: track=circle
valid: 4n/5/N4 w - - 1
invalid: 4n/N4/5 w - - 1
invalid: N3n/5/5 w - - 1
invalid: 5/4n/N4 w - - 1
invalid: 5/5/N3n w - - 1

case: A circle of three rows: M anywhere, T and F nowhere
rules: daldosa:columns=5
shows: track=circle
valid: M3m/5/N4 w - - 1
valid: m4/M3m/4M w - - 1
valid: 5/5/M3m w - - 1
invalid: 5/T4/m4 w - - 1
invalid: T4/5/m4 w - - 1
invalid: M4/4t/5 w - - 1
invalid: F4/5/m4 w - - 1
invalid: M4/5/f4 w - - 1

case: A circle of four rows: none on the enemy's home row
rules: kioz:columns=5
shows: track=circle, rows=4
valid: m4/4M/m4/4M w - - 1
invalid: M4/5/m4/5 w - - 1
invalid: m4/5/5/m3M w - - 1
invalid: n4/4T/5/5 w - - 1
invalid: n4/5/T4/5 w - - 1
invalid: 5/t4/5/N4 w - - 1

case: Once: M on all four rows, T and F nowhere
rules: tozeur:columns=5
shows: track=once
valid: M3m/Mm3/Mm3/M3m w - - 1
invalid: n4/T4/5/5 w - - 1
invalid: n4/5/T4/5 w - - 1
invalid: n4/t4/5/M4 w - - 1
invalid: F3n/5/5/5 w - - 1
invalid: T3n/5/5/5 w - - 1
invalid: M4/5/5/f4 w - - 1

case: Eight: T on b only
rules: bakhri:columns=5
shows: track=eight
valid: M3m/TMtm1/M3m w - - 1
invalid: T3m/5/5 w - - 1
invalid: 4m/5/T4 w - - 1
invalid: t4/5/M4 w - - 1
invalid: 5/5/M3t w - - 1
invalid: 4m/F4/5 w - - 1

case: Snake: T on the two rows between
rules: deleb:columns=5
shows: track=snake
valid: M3m/MTmt1/T3t/M3m w - - 1
valid: 5/5/Mm3/5 w - - 1
invalid: T3m/5/5/5 w - - 1
invalid: 4m/5/5/T4 w - - 1
invalid: t4/5/5/M4 w - - 1
invalid: M4/5/5/t4 w - - 1
invalid: 4m/F4/5/5 w - - 1

case: Foremost: locked pieces stand behind every other own piece of the home row
rules: sahkku:columns=5,king=no
shows: unlock-order=foremost
valid: 4n/5/NN1MM w - - 1
valid: mm2n/5/N4 w - - 1
invalid: 4n/5/MN3 w - - 1
invalid: 4n/5/N1M1N w - - 1
invalid: 1nm2/5/N4 w - - 1
# Elsewhere than on the home row it may stand anywhere.
valid: M3n/M4/4N w - - 1

case: Any: they may stand before others
rules: daldosa:columns=5
shows: unlock-order=any
valid: 4n/5/MN3 w - - 1
valid: 4n/5/N1M1N w - - 1
valid: m3n/5/N4 w - - 1

case: Who comes home may stand behind locked pieces
rules: bakhri:columns=5,unlock-order=foremost
shows: unlock-order=foremost, track=eight
valid: 4n/5/MN3 w - - 1
valid: 3nm/5/N4 w - - 1

case: On the snake too
rules: deleb:columns=5,unlock-order=foremost
shows: unlock-order=foremost, track=snake
valid: 4n/5/5/MN3 w - - 1
valid: 3nm/5/5/N4 w - - 1

case: Under eight the foremost locked piece is still the one to go
rules: bakhri:columns=5,unlock-order=foremost
shows: unlock-order=foremost, track=eight
board: white to move
    c  n . . . .
    b  . . . . .
    a  N M N . .
plays 1: a3a4

case: No piles, and nothing loose
rules: daldosa:columns=5
shows: stacking=none
invalid: 4n/(MM)4/5 w - - 1
invalid: 4n/~(MM)4/5 w - - 1
invalid: 4n/5/(NN)4 w - - 1
invalid: (mm)4/5/N4 w - - 1
invalid: 4n/(M)4/5 w - - 1

case: Tâb without piles: the ranks of Tâb
rules: walker:columns=7,stacking=none
shows: stacking=none, track=tab
valid: n5F/m5T/F1T1M1t/N5f w - - 1
invalid: n6/7/(MT)6/7 w - - 1
invalid: n6/7/~(MT)6/7 w - - 1
invalid: n6/6M/7/7 w - - 1
invalid: n5T/7/7/7 w - - 1

case: With piles there are piles
rules: walker:columns=7
shows: stacking=pile
valid: n6/7/(MT)6/7 w - - 1

case: One king where there is one
rules: sahkku:columns=5
shows: king=yes
valid: nnnnn/2X2/NNNNN w - - 1
valid: K3n/5/N4 w - - 1
valid: k3n/5/N4 w - - 1
valid: 4n/2K2/N4 w - - 1
valid: 4n/4k/N4 w - - 1
valid: 4n/5/NK3 w - - 1
valid: 4n/5/N3k b - - 1
# A side of a king alone has lost.
valid: 4n/2K2/5 w - - 2
valid: 5/2K2/N4 b - - 2
invalid: nnnnn/5/NNNNN w - - 1
invalid: 4n/1X3/N4 w - - 1
invalid: X3n/5/N4 w - - 1
invalid: 4n/5/N1X2 w - - 1
invalid: 4n/1KX2/N4 w - - 1
invalid: 4n/1Kk2/N4 w - - 1
invalid: 4n/KK3/N4 w - - 1
invalid: 4n/2x2/N4 w - - 1
invalid: 4n/(KM)4/N4 w - - 1
invalid: 5/2K2/5 w - - 1
invalid: 5/2X2/5 w - - 1

case: The king does not count among the pieces
rules: sahkku:columns=5,pieces=2
shows: king=yes
valid: 3nn/2X2/NN3 w - - 1
valid: 3nn/2K2/NN3 w - - 1
invalid: 3nn/2X2/NN2M w - - 1
invalid: 3nn/2XM1/NN3 w - - 1

case: No king where there is none
rules: daldosa:columns=5
shows: king=no
invalid: nnnnn/2X2/NNNNN w - - 1
invalid: nnnnn/2K2/NNNNN w - - 1
invalid: nnnnn/2k2/NNNNN w - - 1

case: Dice stand in rising order, all of them or none
rules: sahkku:columns=5
shows: cast=three-dice
valid: nnnnn/2X2/NNNNN w - - 1
valid: nnnnn/2X2/NNNNN w 1,1,4 - 1
valid: nnnnn/2X2/NNNNN b 1,2,3 - 1
invalid: nnnnn/2X2/NNNNN w 1,4,1 - 1
invalid: nnnnn/2X2/NNNNN w 4,1,1 - 1
invalid: nnnnn/2X2/NNNNN w 1 - 1
invalid: nnnnn/2X2/NNNNN w 1,1 - 1
invalid: nnnnn/2X2/NNNNN w 1,1,1,1 - 1
invalid: nnnnn/2X2/NNNNN w 1,1+ - 1
invalid: nnnnn/2X2/NNNNN w 6,6,6 - 1
invalid: nnnnn/2X2/NNNNN w again - 1

case: Throws of the cast only, and no halves
rules: tablan:columns=5
shows: cast=tablan, halves=yes
valid: nnnnn/5/5/NNNNN w 12 - 1
valid: nnnnn/5/5/NNNNN w 0 - 1
invalid: nnnnn/5/5/NNNNN w 6 - 1
invalid: nnnnn/5/5/NNNNN w 4 - 1
invalid: nnnnn/5/5/NNNNN w 1 - 1
invalid: nnnnn/5/5/NNNNN w 2,0 - 1
invalid: nnnnn/5/5/NNNNN w 1,2 - 1
invalid: nnnnn/5/5/NNNNN w 012 - 1
invalid: nnnnn/5/5/NNNNN w s - 1

case: Nothing is saved
rules: deleb:columns=5
shows: save-tab=no
invalid: nnnnn/5/5/NNNNN w - 1/0 1
invalid: nnnnn/5/5/NNNNN w - 0/1 1
