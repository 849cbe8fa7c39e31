"""The colours of kinds, measured: against their grounds and against each other.

Sight is simulated after Machado, Oliveira and Fernandes (IEEE TVCG 2009), severity 1; differences
are CIEDE2000 after Sharma, Wu and Dalal (Color Research and Application 2005).
"""

from __future__ import annotations

import re
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from tesserae.model.ontology import Kind
from tesserae.site.theme import theme_dir

GROUNDS = {"light": ("#FFFFFF", "#F6F7F9"), "dark": ("#14171C", "#1D2229")}
CONTRAST = {"light": 3.0, "dark": 4.5}
APART = 15.0

SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def linear(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def luminance(colour):
    return times(TO_XYZ, linear(colour))[1]


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour, sight):
    seen = [min(1.0, max(0.0, part)) for part in times(SIGHTS[sight], linear(colour))]
    white = [sum(row) for row in TO_XYZ]
    x, y, z = (_root(part / w) for part, w in zip(times(TO_XYZ, seen), white, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(t):
    return t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def ciede2000(one, other):
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - sqrt(chroma**7 / (chroma**7 + 25**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = (degrees(atan2(b, a)) % 360 for b, a in ((b1, a1), (b2, a2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if c1 * c2 == 0:
        hue = h1 + h2
    elif abs(h1 - h2) <= 180:
        hue = (h1 + h2) / 2
    else:
        hue = ((h1 + h2 + 360) / 2) % 360
    lightness, mean = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    s_l = 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    s_c = 1 + 0.045 * mean
    s_h = 1 + 0.015 * mean * weight
    rotation = -2 * sqrt(mean**7 / (mean**7 + 25**7))
    rotation *= sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    d_l, d_c = (l2 - l1) / s_l, (c2 - c1) / s_c
    d_h = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / s_h
    return sqrt(d_l**2 + d_c**2 + d_h**2 + rotation * d_c * d_h)


def kind_colours(scheme):
    css = (theme_dir() / "assets/tesserae/tesserae.css").read_text(encoding="utf-8")
    pairs = re.findall(r"--tess-(\w+): light-dark\((#\w{6}), (#\w{6})\);", css)
    kinds = {kind.value for kind in Kind}
    return {
        name: light if scheme == "light" else dark for name, light, dark in pairs if name in kinds
    }


# From the test data of Sharma, Wu and Dalal: pairs that catch the usual mistakes.
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_of_the_published_pairs(one, other, expected):
    assert ciede2000(one, other) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("scheme", GROUNDS)
def test_every_kind_stands_out_from_its_grounds(scheme):
    colours = kind_colours(scheme)
    weakest = min(contrast(c, ground) for c in colours.values() for ground in GROUNDS[scheme])

    assert len(colours) == len(Kind)
    assert weakest >= CONTRAST[scheme]


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("scheme", GROUNDS)
def test_any_two_kinds_differ_for_every_kind_of_sight(scheme, sight):
    labs = {name: lab(colour, sight) for name, colour in kind_colours(scheme).items()}
    nearest = min(
        (ciede2000(labs[one], labs[other]), one, other) for one, other in combinations(labs, 2)
    )

    assert nearest[0] >= APART, nearest


def test_every_kind_has_a_shape_of_its_own():
    css = (theme_dir() / "assets/tesserae/tesserae.css").read_text(encoding="utf-8")
    shapes = dict(re.findall(r"\.tess-k-(\w+) \{[^}]*--tess-shape: ([^;]+);", css))

    assert set(shapes) == {kind.value for kind in Kind}
    assert len(set(shapes.values())) == len(Kind)
