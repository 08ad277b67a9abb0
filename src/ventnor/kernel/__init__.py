"""The rules as code: undecorated functions over fixed records, one file for each noun of the game.

The kernel knows no rulebook and no text. What an edition does differently it reads from the table record `t`;
what happened it writes into the event sink `e`. The caller throws the dice.
"""
