from .run import label_file as label_file
