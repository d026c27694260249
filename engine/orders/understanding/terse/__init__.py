"""Terse mails: lines that are written like a form, and shorthand."""
