"""What many games are made of: hues, cards, hands, lights."""
