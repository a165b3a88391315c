"""`python -m grundy` is the command line."""

from grundy.cli.main import main

if __name__ == "__main__":
    main()
