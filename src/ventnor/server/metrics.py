"""Counters, in the text format that Prometheus reads."""

from bisect import bisect_left
from dataclasses import dataclass, field, fields

BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


@dataclass
class Metrics:
    """The counters of one worker since its start."""

    requests: int = 0
    errors: int = 0
    commands: int = 0
    refused: int = 0
    entries: int = 0
    deliveries: int = 0
    dropped: int = 0
    sockets: int = field(default=0, metadata={"gauge": True})
    rooms: int = field(default=0, metadata={"gauge": True})
    seconds: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1), metadata={"histogram": True})
    total: float = field(default=0.0, metadata={"histogram": True})

    def observe(self, seconds: float) -> None:
        """Count a command and its duration."""
        self.seconds[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def text(self) -> str:
        """Return the counters in Prometheus text format."""
        lines: list[str] = []
        for each in fields(self):
            if "histogram" in each.metadata:
                continue
            kind = "gauge" if "gauge" in each.metadata else "counter"
            name = f"ventnor_{each.name}" + ("" if kind == "gauge" else "_total")
            lines += [f"# TYPE {name} {kind}", f"{name} {getattr(self, each.name)}"]
        name = "ventnor_command_seconds"
        lines.append(f"# TYPE {name} histogram")
        count = 0
        for bound, number in zip((*map(str, BOUNDS), "+Inf"), self.seconds, strict=True):
            count += number
            lines.append(f'{name}_bucket{{le="{bound}"}} {count}')
        lines += [f"{name}_sum {self.total:.6f}", f"{name}_count {count}"]
        return "\n".join(lines) + "\n"
