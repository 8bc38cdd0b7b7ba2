"""python -m quadrille"""

from quadrille import main

main()
