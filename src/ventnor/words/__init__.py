"""The words of the game and what they stand for: the ground that actions, events and positions are told on.

Seats by number, spaces by slug, whole dollars. Nothing here knows which actions or events there are, or decides a rule.
"""
