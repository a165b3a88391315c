"""The explorer: the same calls as JSON, and the page that uses them.

A request goes through guard.py to a route of app.py, and from there to a worker process, which
answers by one of the functions of the ``*_tasks`` files.
"""
