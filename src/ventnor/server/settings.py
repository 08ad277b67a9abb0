"""How a server is set up."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

DEFAULT_PORT: Final = 8935
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True)
class Settings:
    """What whoever runs a server may choose. Rates are permits a second."""

    database: str = "memory:"
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    workers: int = 1
    base_path: str = ""
    """Where the server is mounted behind a proxy, without a slash at its end."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may open sockets; the server's own always may."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses whose X-Forwarded-For is believed."""
    lan: bool = False
    static: Path | None = None
    """The folder of the browser app; by default the one in the package, if it is there."""
    command_rate: float = 20
    chat_rate: float = 0.7
    request_rate: float = 30
    table_rate: float = 0.2
    """New tables from one address; ten at once."""
    code_rate: float = 0.5
    """Codes of tables tried from one address; ten at once."""
    most_connections: int = 60
    """At one table."""
    lease: float = 6.0
    """Seconds after which another worker takes over a table's bots and clocks."""
    idle: float = 300.0
    """Seconds after which a table that nobody looks at is put out of the memory."""
    shutdown: float = 5.0

    @property
    def is_at_home(self) -> bool:
        """Whether people reach the server itself, on this machine or in the house, and no proxy under another name."""
        return (self.lan or self.host in LOOPBACK) and not self.trusted_proxies and not self.base_path
