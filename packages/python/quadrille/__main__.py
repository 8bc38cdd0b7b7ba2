"""python -m quadrille"""

from quadrille.executable import main

main()
