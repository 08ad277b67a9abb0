"""The game server: tables that people and bots sit at, kept so that no move is ever lost.

It drives games of the library and decides no rule. Nothing below this package knows of it.
"""
