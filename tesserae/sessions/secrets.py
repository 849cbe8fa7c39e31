"""What secrets look like, as patterns over bytes.

Three families: tokens that carry their issuer's prefix, values that stand behind a telling name
(`password=`, `Authorization:`), and blocks with a header. A prefix is certain; behind a name a
value must look like a secret and not like code, a placeholder or a word. Hashes and UUIDs carry
neither, so they stay.

Source for prefixes and lengths: the issuers' own documentation.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Check: TypeAlias = Callable[[bytes, bytes, int], bool]
"""Whether a value is a secret: the value, the whole text, the place where the value starts."""

_ALNUM = b"abcdefghijklmnopqrstuvwxyz0123456789"
MAX_KEY_BYTES = 32 << 10
"""What a private key may be long at the most."""


@dataclass(frozen=True, slots=True)
class Detector:
    """One kind of secret."""

    kind: str
    anchors: tuple[bytes, ...]
    """Four bytes in lower case that stand where the pattern starts, `back` bytes before."""
    pattern: re.Pattern[bytes]
    """Its group `secret` is what is taken out, else all of it."""
    check: Check
    back: int = 0
    """How many bytes before the anchor a match may start."""
    is_token: bool = True
    """Whether a letter or digit right before it means that it is something else."""


def always(value: bytes, text: bytes, start: int) -> bool:
    """Take every match."""
    return True


def looks_random(value: bytes, text: bytes = b"", start: int = 0) -> bool:
    """Take values that mix letters and digits and repeat little."""
    if len(value) < 8 or is_placeholder(value):
        return False
    has_digit = any(48 <= byte <= 57 for byte in value)
    has_letter = any(65 <= byte <= 90 or 97 <= byte <= 122 for byte in value)
    return has_digit and has_letter and entropy(value) >= 2.6


def entropy(value: bytes) -> float:
    """Return Shannon's entropy in bits per byte."""
    total = len(value)
    return -sum(n / total * math.log2(n / total) for n in Counter(value).values()) if total else 0.0


_PLACEHOLDER = re.compile(
    rb"(?i)[$%{<\[]|\*{3}|x{4}|\.{3}|"
    rb"^(?:your|my|the|some|any|test|fake|dummy|sample|example|change|insert|enter|replace)[-_ ]|"
    rb"^(?:pass|password|passwd|secret|token|changeme|change-me|example|none|null|nil|true|false|"
    rb"undefined|required|optional|string|redacted|hidden|masked|n/a|todo|tbd)$"
)
_IDENTIFIER = re.compile(rb"(?:[A-Za-z_][A-Za-z_]*\d{0,2}(?:\.|::|->))*[A-Za-z_][A-Za-z_]*\d{0,2}")
_WORDS = re.compile(rb"[A-Za-z]+(?:[-_./ ][A-Za-z]+)*\d{0,2}")
_NUMBER = re.compile(rb"[\d.,:_+-]+(?:[a-z]{1,3})?")
_NOT_PASSWORD = re.compile(
    rb"[\d.,:_+-]+(?:[a-z]{1,3})?|(?:~|\.{1,2}|[A-Za-z]:)?[/\\].*", re.DOTALL
)
_WORD_ENDS = frozenset((b"", b" ", b"\n", b"\r", b"\t", b"\\", b"\0"))
_BRACKETS = frozenset((b"(", b"[", b"{"))
_NO_URL_PASSWORD = re.compile(rb"(?i)\$\{|[{<*]|^(?:pass|password|passwd|pwd|pw|secret|\.\.\.)$")


def is_placeholder(value: bytes) -> bool:
    """Say whether a value only shows where a secret would stand."""
    return _PLACEHOLDER.search(value) is not None


def _is_password(value: bytes, text: bytes, start: int) -> bool:
    """Take what stands behind a name for a password: in quotes nearly everything."""
    if len(value) < 4 or is_placeholder(value):
        return False
    if _WORDS.fullmatch(value) and b"pass" in value.lower():
        # It speaks of passwords: `NO_PASSWORD = "no-password"`.
        return False
    if text[start - 1 : start] in {b'"', b"'", b"`"}:
        return b" " not in value or looks_random(value)
    if len(value) < 6 or _is_called(value, text, start) or _NOT_PASSWORD.fullmatch(value):
        return False
    if _IDENTIFIER.fullmatch(value) is None:
        return True
    # Without quotes a name may be code, unless a shell sets it or it stands alone in settings.
    is_assigned = text[start - 1 : start] == b"=" and text[start - 2 : start - 1].isupper()
    stands_alone = text[start + len(value) : start + len(value) + 1] in _WORD_ENDS
    return is_assigned or (stands_alone and value[-1:].isdigit())


def _is_given(value: bytes, text: bytes, start: int) -> bool:
    """Take what a command line gives for a password."""
    # "the --password option" gives none.
    is_prose = text[start - 1 : start] == b" " and value.isalpha() and value.islower()
    return not is_placeholder(value) and not is_prose


def _is_value(value: bytes, text: bytes, start: int) -> bool:
    """Take what stands behind a name for a token or a key: it must look random."""
    if len(value) < 10 or _is_called(value, text, start) or _NUMBER.fullmatch(value):
        return False
    is_code = _IDENTIFIER.fullmatch(value) is not None or _WORDS.fullmatch(value) is not None
    return not is_code and looks_random(value)


def _is_bearer(value: bytes, text: bytes, start: int) -> bool:
    return looks_random(value) and not _is_called(value, text, start)


def _is_called(value: bytes, text: bytes, start: int) -> bool:
    """Say whether a bracket follows: then it is code that makes the value."""
    after = start + len(value)
    return text[after : after + 1] in _BRACKETS


def _is_url_password(value: bytes, text: bytes, start: int) -> bool:
    return _NO_URL_PASSWORD.search(value) is None


def _is_curl(value: bytes, text: bytes, start: int) -> bool:
    before = text[max(0, start - 300) : start]
    return (b"curl" in before or b"http" in before) and not value.isdigit()


def _is_cookie(value: bytes, text: bytes, start: int) -> bool:
    parts = re.findall(rb"=\s*([^;\s]{12,})", value)
    return any(looks_random(part) for part in parts)


def _is_mixed(value: bytes, text: bytes, start: int) -> bool:
    """Take tokens with capitals and digits: `sk-` also starts names of style classes."""
    digits = sum(48 <= byte <= 57 for byte in value)
    return digits >= 2 and (any(65 <= byte <= 90 for byte in value) or digits >= 6)


def _bytes(text: bytes) -> list[bytes]:
    return [text[i : i + 1] for i in range(len(text))]


def _spread(prefix: bytes, following: bytes = _ALNUM) -> list[bytes]:
    """Make anchors of a prefix that is one byte too short."""
    return [prefix + byte for byte in _bytes(following)]


def _token(
    kind: str,
    anchors: Iterable[bytes],
    pattern: bytes,
    *,
    check: Check = always,
    back: int = 0,
) -> Detector:
    return Detector(kind, tuple(anchors), re.compile(pattern), check, back)


def _named(kind: str, anchors: Iterable[bytes], pattern: bytes, check: Check) -> Detector:
    return Detector(kind, tuple(anchors), re.compile(pattern), check, is_token=False)


# Between a name and its value: quotes (in JSON within JSON behind backslashes), and the sign.
_SIGN = rb"[\"'`\\\]]{0,6}+\s{0,4}+(?:=>|:=|={1,2}+|:)\s{0,4}+"
_QUOTED = rb"\\{0,3}(?P<quote>[\"'`])(?P<secret>[^\"'`\\\r\n\0]{4,512})"
_BARE = rb"(?P<bare>[^\s\"'`\\,;(){}\[\]<>|\0]{6,512})"
# With one of these words in it, a name says something about a secret and does not hold it.
_ABOUT = frozenset(
    b"name id ids file path dir url uri type len length size count counts limit field label arn "
    b"ref expiry expires expiration ttl header prefix suffix regex pattern policy hint usage "
    b"last used at enabled disabled required reset prompt min max valid validator validators "
    b"strength budget class error format algorithm version index env".split()
)
_NAME_WORD = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def names_something_else(name: bytes, rest: bytes) -> bool:
    """Say whether what follows a name makes it another one.

    `token` goes on in `tokenizer`, while `token_expires_at` and `tokenCount` are about one.
    """
    if (
        rest[:1].isalpha()
        and rest[:1].islower() == name[-1:].islower()
        and rest not in {b"s", b"S"}
    ):
        return True
    return any(word.lower() in _ABOUT for word in _NAME_WORD.findall(rest))


def _assigned(kind: str, names: Mapping[bytes, bytes], check: Check) -> list[Detector]:
    """Make detectors for values behind names.

    Args:
        kind: Of secret.
        names: For each anchor the names that start with it.
        check: Tells a secret from code and placeholders.
    """
    return [
        Detector(
            kind,
            (anchor,),
            re.compile(
                rb"(?P<name>(?i:%s))(?P<rest>[A-Za-z0-9_\-]{0,24}+)%s(?:%s|%s)"
                % (name, _SIGN, _QUOTED, _BARE)
            ),
            check,
            is_token=False,
        )
        for anchor, name in names.items()
    ]


_PASSWORD_NAMES = {
    b"pass": rb"pass(?:w(?:or)?d|phrase|wort)",
    **dict.fromkeys((b"pwd=", b"pwd:", b'pwd"', b"pwd'", b"pwd ", b"pwd\\", b"pwd_"), rb"pwd"),
}
_VALUE_NAMES = {
    b"secr": rb"secret",
    b"toke": rb"token",
    b"api_": rb"api_(?:key|secret|token)",
    b"api-": rb"api-(?:key|secret|token)",
    b"api ": rb"api (?:key|secret|token)",
    b"apik": rb"apikey",
    b"apit": rb"apitoken",
    b"apis": rb"apisecret",
    b"acce": rb"access[_\-]?key",
    b"auth": rb"auth(?:[_\-]?(?:key|token))?",
    b"cred": rb"credentials?",
    b"encr": rb"encryption[_\-]?key",
    b"sign": rb"signing[_\-]?key",
    b"priv": rb"private[_\-]?key",
    b"mast": rb"master[_\-]?key",
    b"acco": rb"account[_\-]?key",
    b"shar": rb"shared[_\-]?(?:access[_\-]?)?(?:key|signature)",
    b"depl": rb"deploy[_\-]?key",
    b"webh": rb"webhook[_\-]?(?:key|secret)",
}

DETECTORS: tuple[Detector, ...] = (
    _token(
        "aws-access-key",
        (b"akia", b"asia", b"abia", b"acca"),
        rb"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    ),
    _token(
        "github-token",
        (b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_"),
        rb"gh[pousr]_[A-Za-z0-9]{36,255}",
    ),
    _token("github-token", (b"gith",), rb"github_pat_[A-Za-z0-9_]{22,255}"),
    _token(
        "gitlab-token",
        (b"glpa", b"glrt", b"gldt", b"glcb", b"glpt", b"glft", b"glim", b"glag", b"glso", b"gloa"),
        rb"gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-[A-Za-z0-9_\-.]{20,}",
    ),
    _token(
        "slack-token",
        (*_spread(b"xox", b"abcdeprs"), b"xapp"),
        rb"(?:xox[abcdeprs](?:\.xox[bp])?-[A-Za-z0-9\-]{10,}|xapp-\d-[A-Za-z0-9\-]{10,})",
    ),
    _token(
        "webhook",
        (b"hook", b"disc"),
        rb"(?:hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9/_\-]{20,})"
        rb"|discord(?:app)?\.com/api/webhooks/\d{5,}/[\w\-]{20,})",
    ),
    _token(
        "stripe-key",
        (b"sk_l", b"sk_t", b"rk_l", b"rk_t", b"whse"),
        rb"(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,})",
    ),
    _token(
        "model-key",
        _spread(b"sk-"),
        rb"sk-[A-Za-z0-9][A-Za-z0-9_\-]{18,}",
        check=_is_mixed,
    ),
    _token(
        "model-key",
        (b"gsk_", b"xai-", b"pplx", *_spread(b"hf_"), *_spread(b"r8_")),
        rb"(?:gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{40,}"
        rb"|hf_[A-Za-z0-9]{30,}|r8_[A-Za-z0-9]{37,})",
    ),
    _token(
        "google-key",
        (b"aiza", b"gocs", b"ya29", b"1//0"),
        rb"(?:AIza[A-Za-z0-9_\-]{35}(?![A-Za-z0-9_\-])|GOCSPX-[A-Za-z0-9_\-]{20,}"
        rb"|ya29\.[A-Za-z0-9_\-.]{20,}|1//0[A-Za-z0-9_\-]{30,})",
    ),
    _token(
        "jwt",
        _spread(b"eyj"),
        rb"eyJ[A-Za-z0-9_\-]{8,}\.eyJ[A-Za-z0-9_\-]{4,}(?:\.[A-Za-z0-9_\-]*)*",
    ),
    _token("npm-token", (b"npm_",), rb"npm_[A-Za-z0-9]{36}"),
    _token("pypi-token", (b"pypi",), rb"pypi-[A-Za-z0-9_\-]{50,}"),
    _token(
        "package-token",
        (b"ruby", *_spread(b"oy2"), b"cloj", b"dckr"),
        rb"(?:rubygems_[a-f0-9]{48}|oy2[a-z0-9]{43}(?![a-z0-9])|CLOJARS_[a-z0-9]{60}"
        rb"|dckr_[po]at_[A-Za-z0-9_\-]{20,})",
    ),
    _token("sendgrid-key", _spread(b"sg."), rb"SG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{30,}"),
    _token(
        "twilio-key",
        [b"sk" + a + b for a in _bytes(b"0123456789abcdef") for b in _bytes(b"0123456789abcdef")],
        rb"SK[0-9a-f]{32}(?![0-9a-zA-Z])",
    ),
    _token("mailgun-key", (b"key-",), rb"key-[0-9a-f]{32}(?![0-9a-zA-Z])"),
    _token(
        "mailchimp-key",
        _spread(b"-us", b"0123456789"),
        rb"[0-9a-f]{32}-us\d{1,2}(?![0-9a-zA-Z])",
        back=32,
    ),
    _token(
        "telegram-token",
        _spread(b":aa", _ALNUM + b"_-"),
        rb"\d{8,10}:AA[A-Za-z0-9_\-]{32,35}(?![A-Za-z0-9_\-])",
        back=10,
    ),
    _token(
        "cloud-token",
        (b"dop_", b"doo_", b"dor_", b"dapi", b"hrku", b"sbp_", b"sb_s", b"fo1_", b"nfp_", b"ltai"),
        rb"(?:do[opr]_v1_[a-f0-9]{64}|dapi[0-9a-f]{32}(?:-\d)?|HRKU-[A-Za-z0-9_\-]{30,}"
        rb"|sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_\-]{20,}|fo1_[A-Za-z0-9_\-]{40,}"
        rb"|nfp_[A-Za-z0-9]{36,}|LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9]))",
    ),
    _token(
        "cloud-token",
        (b"akid", b"hvs.", b"hvb.", b"hvr.", b"dp.p", b"dp.s", b"dp.c", b"pul-", b"psca", b"atla"),
        rb"(?:AKID[A-Za-z0-9]{32}|hv[sbr]\.[A-Za-z0-9_\-]{20,}"
        rb"|dp\.(?:pt|st|ct|sa|scim)\.[A-Za-z0-9._\-]{30,}|pul-[a-f0-9]{40}"
        rb"|pscale_(?:tkn|pw|oauth)_[A-Za-z0-9._=\-]{30,}|atlasv1\.[A-Za-z0-9\-_=]{60,})",
    ),
    _token(
        "service-token",
        (b"lin_", b"ntn_", b"figd", b"sntr", b"glsa", b"glc_", b"nrak", b"pmak", b"bkua", b"shpa"),
        rb"(?:lin_(?:api|oauth)_[A-Za-z0-9]{32,}|ntn_[A-Za-z0-9]{40,}|figd_[A-Za-z0-9_\-]{30,}"
        rb"|sntry[su]_[A-Za-z0-9_=+/\-]{30,}|glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}"
        rb"|glc_[A-Za-z0-9+/=]{32,}|NRAK-[A-Z0-9]{27}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}"
        rb"|bkua_[a-f0-9]{40}|shpat_[a-fA-F0-9]{32})",
    ),
    _token(
        "service-token",
        (b"shpc", b"shpp", b"shps", b"sq0a", b"sq0c", b"eaaa", b"atat", b"atct", b"atbb", b"secr"),
        rb"(?:shp(?:ca|pa|ss)_[a-fA-F0-9]{32}|sq0(?:atp|csp)-[A-Za-z0-9_\-]{22,}"
        rb"|EAAA[A-Za-z0-9_\-]{60}|AT(?:ATT3|CTT3|BB)[A-Za-z0-9_\-=+/]{20,}"
        rb"|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9]))",
    ),
    _token("age-key", (b"age-",), rb"AGE-SECRET-KEY-1[0-9A-Z]{40,58}"),
    _token(
        "password-hash",
        (b"$2a$", b"$2b$", b"$2y$", b"$arg", *_spread(b"$6$", _ALNUM + b"./")),
        rb"(?:\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$6\$[^\s:$\0]{1,40}\$[./A-Za-z0-9]{60,}"
        rb"|\$argon2(?:id?|d)\$[A-Za-z0-9$=,+/]{30,})",
    ),
    _token(
        "private-key",
        (b"begi",),
        rb"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        rb"(?:[^\0]{0,32768}?-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
        rb"|(?:[A-Za-z0-9+/=\s:,\-]|\\[nr])*)",
        back=5,
    ),
    _named(
        "private-key",
        (b"priv",),
        rb"Private-Lines: \d+(?:\s|\\[nr])+(?P<secret>(?:[A-Za-z0-9+/=]{16,}(?:\s|\\[nr])*)+)",
        always,
    ),
    _named(
        "private-key",
        (b"clie",),
        rb"client-key-data[\"']?:\s*[\"']?(?P<secret>[A-Za-z0-9+/=]{40,})",
        always,
    ),
    _named(
        "url-password",
        _spread(b"://", _ALNUM + b"_:%.-"),
        rb"://[^\s/\"'<>@:\\\0]{0,128}:(?P<secret>[^\s/\"'<>@\\\0]{1,256})@(?=[A-Za-z0-9\[])",
        _is_url_password,
    ),
    *_assigned("password", _PASSWORD_NAMES, _is_password),
    _named(
        "password",
        (b"pass", b"secr", b"toke", b"apik"),
        rb"(?i:password|passwd|passphrase|secret|token|apikey)>\s*(?P<secret>[^<>\s\0]{4,512})</",
        _is_password,
    ),
    _named(
        "password",
        (b"--pa",),
        rb"--pass(?:word|wd|phrase)[= ]\s*[\"']?(?P<secret>[^\s\"'\\\0\-][^\s\"'\\\0]{3,256})",
        _is_given,
    ),
    _named(
        "password",
        (b"mach",),
        rb"machine\s+[^\s\0]{1,200}\s+login\s+[^\s\0]{1,200}\s+password\s+(?P<secret>[^\s\\\0]{4,256})",
        _is_given,
    ),
    _named(
        "password",
        (b" -u ", b"--us"),
        rb"(?: -u|--user)[= ]\s*[\"']?[\w.@+\-]{1,64}:(?P<secret>[^\s\"'\\\0:]{4,256})",
        _is_curl,
    ),
    _named(
        "password",
        (b"sshp", b"mysq"),
        rb"(?:sshpass\s+-p\s*|mysql(?:dump|admin)?\b[^\n\0]{0,200}?\s-p)[\"']?"
        rb"(?P<secret>[^\s\"'\\\0]{4,256})",
        _is_given,
    ),
    *_assigned("credential", _VALUE_NAMES, _is_value),
    _named(
        "credential",
        (b"--to", b"--ap", b"--se"),
        rb"--(?:token|api-key|apikey|secret|secret-key)[= ]\s*[\"']?"
        rb"(?P<secret>[^\s\"'\\\0\-][^\s\"'\\\0]{7,512})",
        _is_value,
    ),
    _token(
        "authorization",
        (b"auth",),
        rb"(?i:authorization)[\"'`\\]{0,4}\s{0,3}[:=,]\s{0,3}[\"'`\\]{0,4}"
        rb"(?:(?i:bearer|basic|token|digest|apikey|negotiate)\s+)?"
        rb"(?P<secret>[A-Za-z0-9_\-.=+/~:]{8,1900})",
        check=_is_bearer,
    ),
    _token(
        "authorization",
        (b"bear",),
        rb"(?i:bearer)\s+(?P<secret>[A-Za-z0-9_\-.=+/~]{16,1900})",
        check=_is_bearer,
    ),
    _token(
        "authorization",
        (b"cook",),
        rb"(?i:cookie)[\"']?\s{0,2}:\s{0,3}[\"']?(?P<secret>[^\r\n\"'\\\0]{12,1900})",
        check=_is_cookie,
    ),
    _named(
        "signature",
        (b"sig=",),
        rb"sig=(?P<secret>[A-Za-z0-9%+/=_\-]{30,})",
        always,
    ),
)
