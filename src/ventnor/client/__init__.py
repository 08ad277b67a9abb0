"""Your bot at a table of a Ventnor server.

    site        finds a table by its link or code and takes a seat (HTTP)
    connection  the socket: hello, entries, commands and their answers; connects again when it is lost
    follower    plays the table's entries again in a game of its own, so that a bot has everything it has in `vt.play`
    player      asks the bot when the game asks its seat, and sends its answers

The client needs the package `websockets` (the extra `server`), and no other part of the server.
"""
