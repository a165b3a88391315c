"""The explorer: the same calls as JSON, and the page that uses them.

A request goes through the guard and a route of app.py to a worker process, which answers by one of
the functions of the ``*_tasks`` files.
"""
