"""The game server: tables for people and bots. It drives games of the library and decides no rule.

A message passes from top to bottom, and the answer comes back up:

    app, serving, settings      the ASGI application; running it with uvicorn (uvicorn_config)
    routes, handlers, openapi   the HTTP routes, what each does, and their OpenAPI document
    websocket, frames           the WebSocket of a table; sending one encoded frame to many sockets
    security, rate_limit        origins, addresses, headers; token buckets
    protocol, schema            every type on the wire, and its JSON Schema
    registry                    all tables of one process: creation, tokens, which process a table belongs to
    handover                    passing a connection on to the process that has its table
    room, connection            one open table: a lock, its connections, commit before broadcast
    role, command               who may send a command; what each command does
    session, timers, bot        the table itself: seats, game, clocks, bots; changes become entries
    runner                      what happens at a table without a command
    visible                     what each reader may see
    update, shown               what clients are sent: entries, and what has changed for them since the last message
    view_text, hand_text        the parts of views and hands as JSON
    snapshot, export, store     what is stored of a table; replay files; memory, SQLite, PostgreSQL

`clock` tells the time, `secret` makes tokens and ids, `errors` has `Denied`, `entry_points` calls the compiled kernel,
`logs` and `metrics` report, `failpoints` lets tests kill the process, `admin` serves the `ventnor admin` command.
"""
