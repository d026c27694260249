"""Provisioning (19)."""

from engine.seven_years_world_war.provisioning.feeding import feed, provision

__all__ = ["feed", "provision"]
