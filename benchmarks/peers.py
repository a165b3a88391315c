"""The same labels by other libraries, written as their users would write them."""

from __future__ import annotations

import igraph
import networkx as nx
import numpy as np
import rustworkx as rx


def by_networkx(sources: np.ndarray, targets: np.ndarray, vertices: int) -> list[int]:
    """Grundy values of an acyclic digraph with networkx and a mex loop."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from(zip(sources.tolist(), targets.tolist(), strict=True))
    values = [0] * vertices
    for vertex in reversed(list(nx.topological_sort(graph))):
        values[vertex] = _mex({values[follower] for follower in graph.successors(vertex)})
    return values


def by_rustworkx(sources: np.ndarray, targets: np.ndarray, vertices: int) -> list[int]:
    """Grundy values of an acyclic digraph with rustworkx and a mex loop."""
    graph = rx.PyDiGraph()
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from_no_data(list(zip(sources.tolist(), targets.tolist(), strict=True)))
    values = [0] * vertices
    for vertex in reversed(rx.topological_sort(graph)):
        values[vertex] = _mex({values[follower] for follower in graph.successor_indices(vertex)})
    return values


def by_igraph(sources: np.ndarray, targets: np.ndarray, vertices: int) -> list[int]:
    """Grundy values of an acyclic digraph with igraph and a mex loop."""
    edges = list(zip(sources.tolist(), targets.tolist(), strict=True))
    graph = igraph.Graph(n=vertices, edges=edges, directed=True)
    followers = graph.get_adjlist(mode="out")
    values = [0] * vertices
    for vertex in graph.topological_sorting(mode="in"):
        values[vertex] = _mex({values[follower] for follower in followers[vertex]})
    return values


def _mex(values: set[int]) -> int:
    number = 0
    while number in values:
        number += 1
    return number
