"""A seat changes hands: invitations, offers, resignations, the handover."""
