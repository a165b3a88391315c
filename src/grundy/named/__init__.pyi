from .catalogue import Catalogue as Catalogue
from .description import Description as Description
from .description import describe as describe
from .entry import Entry as Entry
from .notation import read as read
from .notation import read_game as read_game
