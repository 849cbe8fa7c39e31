"""Harmonic analysis of a tide gauge record by least squares, with nothing but the standard library.

Used by the notes to check how far a handful of constituents goes on a synthetic gauge.
"""

import math

SPEEDS = {"M2": 28.9841042, "S2": 30.0, "N2": 28.4397295, "K1": 15.0410686, "O1": 13.9430356}
"""Angular speed of each constituent in degrees per hour."""


class Constituent:
    """One cosine of the tide: an amplitude in metres and a phase lag in degrees."""

    def __init__(self, name: str, amplitude: float, phase: float) -> None:
        self.name = name
        self.amplitude = amplitude
        self.phase = phase

    def height(self, hour: float) -> float:
        """Return the height that this constituent adds at an hour, in metres."""
        return self.amplitude * math.cos(math.radians(SPEEDS[self.name] * hour - self.phase))


def predict(constituents: list[Constituent], hour: float) -> float:
    """Sum the constituents at an hour: what the brass wheels of a tide predictor do."""
    return sum(constituent.height(hour) for constituent in constituents)


def form_factor(amplitudes: dict[str, float]) -> float:
    """Return the form factor (K1 + O1) / (M2 + S2) that classes a port's tide."""
    return (amplitudes["K1"] + amplitudes["O1"]) / (amplitudes["M2"] + amplitudes["S2"])


def residual_rms(observed: list[float], constituents: list[Constituent]) -> float:
    """Return the root-mean-square residual of an hourly record, in metres."""
    squares = [(height - predict(constituents, hour)) ** 2 for hour, height in enumerate(observed)]
    return math.sqrt(sum(squares) / len(squares))
