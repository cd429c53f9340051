"""One table being played at: seats, dealing, lights, record."""
