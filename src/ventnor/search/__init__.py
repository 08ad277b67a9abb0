"""Search: the options of a seat, the positions they lead to, and their values by the network and by rollouts."""
