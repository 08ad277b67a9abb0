"""What batches of games show: lengths, luck, colours and strength, each with an interval."""
