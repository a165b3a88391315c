from .table import Table as Table
from .table import value_table as value_table
