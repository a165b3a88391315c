from .table import value_table as value_table
from .tables import Table as Table
