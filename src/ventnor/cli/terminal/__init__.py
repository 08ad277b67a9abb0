"""A game in the terminal, for `ventnor play` and `ventnor replay`.

| module | what it does |
|---|---|
| `game_loop` | sets up or resumes a game, plays it to its end and saves it |
| `setup`, `seating`, `hour` | which game is played, by whom, and until when |
| `table` | plays the game: bots answer at once, people are asked |
| `prompt` | asks people and carries out what they type |
| `parser`, `choices` | reads typed actions; lists the actions to choose from |
| `pages`, `board`, `ledger` | shows the position: deeds, offers, rules, the drawn board |
| `story` | tells what happened |
| `screen`, `colours` | prints and reads lines |
| `save_file` | reads and writes saved games |
"""
