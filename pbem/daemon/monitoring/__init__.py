"""Monitoring for hosts: the moderator's log, health and failures."""
