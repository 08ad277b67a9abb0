"""The settings of a server."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

DEFAULT_PORT: Final = 8935
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a server. Rates are permits a second."""

    database: str = "memory:"
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    workers: int = 1
    base_path: str = ""
    """The path under which a proxy mounts the server, without a slash at its end."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may open sockets. The server's own pages always may."""
    trusted_proxies: tuple[str, ...] = ()
    """Proxies whose X-Forwarded-For is trusted."""
    lan: bool = False
    text_log: bool = False
    """Whether the log is text for a person instead of JSON."""
    static: Path | None = None
    """The folder of the browser app; by default the one in the package, if it exists."""
    command_rate: float = 20
    chat_rate: float = 0.7
    request_rate: float = 30
    http_rate: float = 200
    """HTTP requests and connections of an address, for files too; ten times as many at once."""
    table_rate: float = 0.2
    """New tables for an address; ten at once."""
    code_rate: float = 0.5
    """Codes that an address may try; ten at once."""
    replay_rate: float = 5
    """Replays for an address; twenty at once."""
    record_rate: float = 3000
    """Entries of records that an address may read; ten times as many at once. The latest entries cost nothing."""
    review_rate: float = 0.1
    """Points of cost a second that an address may spend on reviews: a review costs two, chances alone one."""
    insight_rate: float = 5
    """Points of cost a second that an address may spend on running games: advice costs four, chances one."""
    longest_review: int = 300
    """Most seconds of CPU time of one review."""
    most_connections: int = 60
    """Sockets and streams at one table. Players are never refused."""
    most_of_seat: int = 8
    """Sockets and streams of one seat."""
    most_of_address: int = 100
    """Sockets of one address, and HTTP connections of one address."""
    most_bot_plies: int = 20_000
    """A table where only bots play is paused after so many plies."""
    unwatched: bool = False
    """Whether bots continue while no person plays and nobody is connected."""
    hello_time: float = 10.0
    """Seconds that a client has to send hello."""
    ping_time: float = 15.0
    """Seconds between pings to a socket, and seconds that it has to answer one."""
    reveal_time: float = 5.0
    """Seconds that a game waits for its players' nonces after the host started it."""
    lease: float = 15.0
    """Seconds after which another process takes over the tables of one that has said nothing. The end of a process of
    the same machine is noticed after a sixth of that."""
    idle: float = 300.0
    """Seconds after which a table without connections is unloaded from memory."""
    shutdown: float = 5.0

    @property
    def is_at_home(self) -> bool:
        """Return whether people reach the server directly, on this machine or in the home network, without a proxy."""
        return (self.lan or self.host in LOOPBACK) and not self.trusted_proxies and not self.base_path
