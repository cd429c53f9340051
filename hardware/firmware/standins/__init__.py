"""What a Pico is made of, as far as the firmware can tell, for CPython and MicroPython's Unix port."""
