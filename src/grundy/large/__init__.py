"""Digraphs larger than memory: three tiers behind one call, which give the same labels.

memory   the whole graph in memory, as `grundy.label`
disk     the vertices in memory, the arcs in files that are mapped
tables   relations in a database: DuckDB on this machine, Spark on a cluster
"""
