"""`python -m grundy` is the command line."""

from grundy.cli.start import main

if __name__ == "__main__":
    main()
