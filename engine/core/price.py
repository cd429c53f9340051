"""What a reading that is silently wrong costs, beside a question: every bound of asking follows from it."""

PRICE = 100.0
"""A wrong reading that nobody notices is worth so many questions (the product's price): what is to count without asking
must be so many times likelier than all else together."""

ENOUGH = PRICE / (PRICE + 1)
"""How likely a reading must be not to be asked about: as likely, a question and an error cost the same."""
