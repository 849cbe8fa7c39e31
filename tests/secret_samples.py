"""What secrets of many kinds look like; none of them opens anything."""

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


def parts(kind):
    """Return an example, and the part of it that must not survive."""
    before, marked, rest = SECRETS[kind].rpartition("«")
    secret, _, after = rest.partition("»")
    return before + secret + after, secret if marked else SECRETS[kind]
