"""What is seen in values: closed and recursive forms, known games, conjectures."""
