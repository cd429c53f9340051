from tablelight.cli import main

main()
