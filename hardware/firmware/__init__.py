"""The microcontroller's program (MicroPython). Copy the other files of this folder to the Pico; not this one."""
