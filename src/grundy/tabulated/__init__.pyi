from .game_table import GameTable as GameTable
from .game_table import open_table as open_table
from .tabulate import tabulate as tabulate
