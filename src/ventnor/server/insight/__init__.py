"""Win chances, reviews and a coach, beside the game itself.

    types       the types on the wire
    work        what the worker processes do: plain functions of texts, called by name
    worker      the loop of a worker process
    pool        worker processes at low priority, a bounded queue, progress, cancellation
    access      who may see the chances of a running game, and when nobody may
    handlers    the HTTP routes

The event loop of the tables does not compute any of this. It passes texts to a worker and the answers on.
"""
