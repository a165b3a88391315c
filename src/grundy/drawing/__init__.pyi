from .board import draw_board as draw_board
from .graph import draw as draw
from .graph import draw_states as draw_states
from .table import draw_table as draw_table
