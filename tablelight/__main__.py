from tablelight.cli.main import main

main()
