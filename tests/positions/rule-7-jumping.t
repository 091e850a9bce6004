# Rule 7: enemies in between.

case: Jumping is allowed
rules: walker:columns=7
shows: rule 7, jump-enemies=yes
board: white to move
    d  . . . . . . n
    c  . . . . . . .
    b  . . t . M . .
    a  . . . . . . .
plays 1: b5b4
plays 2: b5b3
plays 3: b5b2
plays 6: b5c2

case: Not over an enemy, but onto it
rules: jordan
shows: rule 7, jump-enemies=no
board: white to move
    d  . . . . . . . n
    c  . . . . . . . .
    b  . . t . M . . .
    a  . . . . . . . .
plays 1: b5b4
plays 2: b5b3
plays 3: none
plays 6: none

case: Friends do not stand in the way
rules: jordan
shows: jump-enemies=no
board: white to move
    d  . . . . . . . n
    c  . . . . . . . .
    b  . . . M M . . .
    a  . . . . . . . .
plays 3: b4b1 b5b2

case: Each branch of the fork for itself: an enemy on row 2
rules: jordan
shows: jump-enemies=no, rule 4
board: white to move
    d  . . . . . . . .
    c  . . . . . . T .
    b  . . . . . . . t
    a  . . . . . . . .
plays 1: c7c8
plays 2: c7b8 c7d8
plays 3: c7d7
plays 4: c7d6

case: Each branch of the fork for itself: an enemy on row 4
rules: jordan
shows: jump-enemies=no
board: white to move
    d  . . . . . . . n
    c  . . . . . . T .
    b  . . . . . . . .
    a  . . . . . . . .
plays 2: c7b8 c7d8
plays 3: c7b7
plays 6: c7b4

case: An enemy before the fork stops both
rules: jordan
shows: jump-enemies=no
board: white to move
    d  . . . . . . . .
    c  . . . . . T . m
    b  . . . . . . . .
    a  . . . . . . . .
plays 1: c6c7
plays 2: c6c8
plays 3: none
plays 4: none

case: The way is free once the enemy has been taken
rules: jordan
shows: jump-enemies=no
board: white to move
    d  . . . . . . . n
    c  . . . . . . . .
    b  . . . t M . . M
    a  . . . . . . . .
plays 6: none
legal: 1:b5b4,6:b8b2,2:b4b2 -> 7n/8/1(MM)6/8 b - - 2
illegal: 6:b8b2,1:b5b4,2:b4b2

case: Black is stopped alike
rules: jordan
board: black to move
    d  . . . . . . . .
    c  . m T . . . . .
    b  . t . . . . . .
    a  N . . . . . . .
plays 1: c2c3 b2b1
plays 2: b2a1 b2c1
plays 3: b2c2
plays 6: none
