"""Measurements that `tablelight bench` prints."""
