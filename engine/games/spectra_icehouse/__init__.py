"""Spectra (rules SPA-*): pyramids of six colours, exchanged until somebody has three trees."""
