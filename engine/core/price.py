"""What a reading that is silently wrong costs, beside a question: every bound of asking follows from it."""

PRICE = 100.0
"""A wrong reading that nobody notices is worth so many questions (the product's price): what is to count without asking
must be so many times likelier than all else together."""
