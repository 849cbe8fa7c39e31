import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesserae.sessions.redact import Redactor, redact

# Put together here, so that no file of this repository holds what looks like a secret. « and »
# stand around what is secret in an example.
A1 = "a1B2c3D4e5F6"
HEX = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
KEY_BODY = "MIIEpAIBAAKCAQEA7bq" + "Zx9Yw8Vu7Ts6Rq5Po4" * 3
SECRETS = {
    "AWS access key": "AKIA" + "IOSFODNN7QWERTYU",
    "GitHub token": "ghp_" + A1 * 3,
    "GitHub fine-grained token": "github_pat_" + A1 * 5,
    "GitLab token": "glpat-" + A1 * 2,
    "Slack token": "xoxb-" + "123456789012-" + A1 * 2,
    "Slack app token": "xapp-1-" + A1 * 3,
    "Stripe key": "sk_live_" + A1 * 2,
    "Stripe webhook secret": "whsec_" + A1 * 3,
    "OpenAI key": "sk-proj-" + A1 * 4,
    "Anthropic key": "sk-ant-api03-" + A1 * 4,
    "Google key": "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "Google OAuth secret": "GOCSPX-" + A1 * 2,
    "Google access token": "ya29." + A1 * 4,
    "JSON web token": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NSJ9." + A1 * 2,
    "npm token": "npm_" + A1 * 3,
    "PyPI token": "pypi-" + "AgEIcHlwaS5vcmc" + A1 * 5,
    "Hugging Face token": "hf_" + A1 * 3,
    "SendGrid key": "SG." + A1 * 2 + "." + A1 * 3 + "x1Y2z3W",
    "Twilio key": "SK" + HEX,
    "Mailgun key": "key-" + HEX,
    "Mailchimp key": HEX + "-us14",
    "Telegram token": "110201543:AA" + "HdqTcvCH1vGWJxfSeofSAs0K5PALDsawx"[:33],
    "DigitalOcean token": "dop_v1_" + HEX * 2,
    "Databricks token": "dapi" + HEX,
    "Shopify token": "shpat_" + HEX,
    "Linear key": "lin_api_" + A1 * 3,
    "Sentry token": "sntrys_" + A1 * 4,
    "Grafana token": "glsa_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6" + "_" + HEX[:8],
    "Vault token": "hvs." + A1 * 3,
    "Docker token": "dckr_pat_" + A1 * 2,
    "Groq key": "gsk_" + A1 * 4,
    "age key": "AGE-SECRET-KEY-1" + "QWERTYUIOPASDFGHJKLZXCVBNM23456789QWERTYUIOPASDFGHJKLZXCVB",
    "Slack webhook": "https://hooks.slack.com/services/«" + "T00000000/B00000000/" + A1 * 2 + "»",
    "bcrypt hash": "$2b$12$" + "a1B2c3D4e5F6g7H8i9J0k1" + "L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a",
    "private key": f"-----BEGIN RSA PRIVATE KEY-----\n«{KEY_BODY}»\n-----END RSA PRIVATE KEY-----",
    "cut private key": f"-----BEGIN OPENSSH PRIVATE KEY-----\n«{KEY_BODY}»",
    "password in a URL": "postgres://gauge:«tr0ub4dor»@db.example.org/tides",
    "password setting": "DB_PASSWORD=«tr0ub4dor&3»",
    "password in quotes": 'password = "«correct-horse»"',
    "password in JSON": '{"passwd": "«tr0ub4dor&3»"}',
    "password in JSON in JSON": '{\\"password\\": \\"«tr0ub4dor&3»\\"}',
    "password in YAML": "passphrase: «tr0ub4dor&3»",
    "simple password in YAML": "password: «hunter22»",
    "password behind an option": "mysqldump -u gauge -p«tr0ub4dor» tides",
    "password in XML": "<password>«tr0ub4dor&3»</password>",
    "password option": "mysql --password «tr0ub4dor&3» tides",
    "password for curl": "curl -u gauge:«tr0ub4dor3» https://example.org",
    "password in .netrc": "machine example.org login gauge password «tr0ub4dor»",
    "AWS secret": "aws_secret_access_key = «wJalrXUtnFEMI/K7MDENG/bPxRfiCYQWERTYUIOP»",
    "Azure account key": "AccountKey=«" + A1 * 7 + "==»;",
    "API key": 'apiKey: "«' + HEX + '»"',
    "bearer token": "Authorization: Bearer «" + A1 * 2 + "»",
    "basic credentials": "Authorization: Basic «Z2F1Z2U6dHIwdWI0ZG9y»",
    "session cookie": "Set-Cookie: session=«" + A1 * 2 + "»; Path=/",
    "client secret": "client_secret=«" + A1 * 3 + "»",
    "signed URL": "https://x.blob.core.windows.net/a?sig=«" + A1 * 4 + "%3D»",
}
HARMLESS = [
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 (HEAD -> main)",
    "sha256:" + HEX * 2,
    "550e8400-e29b-41d4-a716-446655440000",
    "password = get_password(user)",
    "def login(self, password: str, token: str | None = None) -> Token:",
    "self.token = token",
    "token = tokenizer.tokens[12]",
    'api_key = os.environ["API_KEY"]',
    "max_tokens=4096, input_tokens: 42772",
    '"usage":{"input_tokens":3,"cache_read_input_tokens":42772}',
    'password = "<your password>"',
    "DB_PASSWORD=${DB_PASSWORD}",
    "PWD=/var/lib/tides OLDPWD=/var/lib",
    "password: string;",
    "connect(user=name, password=given1)",
    "export TOKEN=$(cat token.txt)",
    'FORCE_CHANGE_PASSWORD = "FORCE_CHANGE_PASSWORD"',
    "token_expires_at: 2026-03-02T10:00:00Z",
    "secret_name: tides-database-v2",
    "integrity sha512-" + "A" * 20 + "b" * 20 + "C" * 46 + "==",
    "class sk-estimator-doc-link sk-toggleable__content",
    "https://example.org/home/about/users/list",
    "see https://user@example.org/path and git@github.com:owner/name.git",
    "the secretary asked whether the passenger authorised it: yes, certainly",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA",
    "toolu_01A09q90qw90lq917835lq9 msg_01XFDUDYJgAACzvnptvVoYEL",
    "AuthorizationError: token is required",
]
CONTEXTS = {
    "alone": "{}",
    "in a sentence": "I used {} yesterday, and it worked.",
    "on a line of its own": "first\n{}\nlast",
    "in a tool's output": "$ env\nHOME=/x\nVALUE={}\nPATH=/bin",
}


def parts(kind):
    """Return an example, and the part of it that must not survive."""
    before, marked, rest = SECRETS[kind].rpartition("«")
    secret, _, after = rest.partition("»")
    return before + secret + after, secret if marked else SECRETS[kind]


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_is_taken_out(kind, context):
    text, secret = parts(kind)
    redacted = redact(CONTEXTS[context].format(text))
    assert secret not in redacted
    assert "[redacted:" in redacted


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_in_a_line_of_json_is_taken_out_and_the_line_stays_json(kind):
    text, secret = parts(kind)
    redacted = redact(json.dumps({"text": f"before\n{text}\nafter"}))
    assert secret not in redacted
    assert json.loads(redacted)["text"].startswith("before\n")


@pytest.mark.parametrize("text", HARMLESS)
def test_code_hashes_and_placeholders_stay(text):
    assert redact(text) == text


def test_what_stands_around_a_secret_stays():
    assert redact("git clone https://u:" + "tr0ub4dor@x.org/a.git") == (
        "git clone https://u:[redacted:url-password]@x.org/a.git"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cd /home/ada/tides", "cd ~/tides"),
        ('"/Users/ada/tides/a.md"', '"~/tides/a.md"'),
        (r"C:\Users\ada\tides", r"~\tides"),
        (r'{"path": "C:\\Users\\ada\\tides"}', r'{"path": "~\\tides"}'),
        ("/Users/Shared/tides", "/Users/Shared/tides"),
        ("https://example.org/home/ada", "https://example.org/home/ada"),
    ],
)
def test_home_folders_lose_their_owner(text, expected):
    assert redact(text) == expected


def test_an_unusual_home_is_found_also_where_it_became_a_name(tmp_path):
    home = tmp_path / "srv" / "ada"
    redactor = Redactor(home=home)
    name = "".join(c if c.isalnum() else "-" for c in home.as_posix())
    assert redactor.redact(f"{home}/tides {name}-tides") == "~/tides ~-tides"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("before <private>my own</private> after", "before [private] after"),
        ("before <PRIVATE>never closed", "before [private]"),
        ("<private>a\nb</private><private>c</private>", "[private][private]"),
    ],
)
def test_private_passages_are_taken_out(text, expected):
    assert redact(text) == expected


def test_addresses_stay_unless_they_are_to_be_taken_out():
    text = "ask ada@example.org, not @ada or a@b"
    assert redact(text) == text
    assert Redactor(emails=True).redact(text) == "ask [redacted:email], not @ada or a@b"


def test_texts_that_are_redacted_together_do_not_meet():
    texts = ["<private>open", "password =", '"hunter22"', "", "plain"]
    assert Redactor().redact_all(texts) == ["[private]", "password =", '"hunter22"', "", "plain"]


def test_a_field_gives_its_value_its_meaning():
    value = {
        "password": "tr0ub4dor",
        "headers": {"Authorization": "Bearer " + A1},
        "argv": ["mysql", "--password", "tr0ub4dor", "tides"],
        "plain": ["tr0ub4dor", 1, None, True],
    }
    redacted = Redactor().redact_json(value)
    assert "tr0ub4dor" not in json.dumps({**redacted, "plain": []})
    assert A1 not in json.dumps(redacted)
    assert redacted["plain"] == value["plain"]


pieces = st.sampled_from(
    [
        *SECRETS.values(),
        *HARMLESS,
        "password=",
        "<private>",
        "</private>",
        "token: ",
        '"',
        "\\",
        " ",
    ]
)
texts = st.lists(st.one_of(pieces, st.text(max_size=6)), max_size=8).map("".join)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(texts)
def test_redaction_is_idempotent(text):
    once = redact(text)
    assert redact(once) == once


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(texts, max_size=6))
def test_many_texts_at_once_are_redacted_as_one_by_one(many):
    assert Redactor().redact_all(many) == [redact(text) for text in many]


@settings(max_examples=60, derandomize=True, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | texts,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
        ),
        max_leaves=8,
    )
)
def test_json_keeps_its_shape(value):
    redactor = Redactor()
    once = redactor.redact_json(value)
    assert type(once) is type(value)
    assert redactor.redact_json(once) == once
