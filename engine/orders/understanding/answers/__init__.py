"""Answers that are no orders by themselves: yes and no, amounts, names on sides."""
