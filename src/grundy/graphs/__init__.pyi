from .formats import read_graph as read_graph
from .formats import read_labelling as read_labelling
from .graph import GameGraph as GameGraph
from .labelling import Labelling as Labelling
from .labelling import label as label
from .random import random_graph as random_graph
