"""Provisioning (19)."""
