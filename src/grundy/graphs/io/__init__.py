"""Readers of digraphs, one file a format."""

from __future__ import annotations
