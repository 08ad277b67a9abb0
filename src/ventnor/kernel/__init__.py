"""How the rules run: undecorated functions over fixed records, one file a noun of the game.

The kernel knows no rulebook and no text. What an edition does differently it reads from the table record `t`;
what happened it writes into the event sink `e`; who throws the dice is the caller's business.
"""
