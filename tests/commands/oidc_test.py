#!/usr/bin/env python3
"""Tokens of an identity provider (OpenID Connect), made by PyPI's authlib; skipped (77) without it."""

import base64
import hashlib
import hmac
import sys
import time
import unittest

try:
    from oidc import ISSUER, Provider, JsonWebKey
except ImportError:
    sys.exit(77)

import sample_data
from program import Case, build, run, serving
from sparql_client import request

ACCOUNTS = f"""
[[role]]
name = "editors"
grants = ["write"]
[[user]]
name = "ann"
roles = ["admin"]
[[jwt]]
issuer = "{ISSUER}"
audience = "quadrille"
algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]
keys = "keys.json"
roles-claim = "groups"
roles = ["read"]
"""
UPDATE = "INSERT DATA { <urn:a> <urn:p> 1 }"
TYPE = {"Content-Type": "application/sparql-update"}


def unsigned(token):
    """The same claims, with the algorithm none."""
    header = base64.urlsafe_b64encode(b'{"alg":"none","kid":"rsa"}').rstrip(b"=").decode()
    return f"{header}.{token.split('.')[1]}."


def with_secret(token, secret):
    """The same claims, with HMAC."""
    header = base64.urlsafe_b64encode(b'{"alg":"HS256","kid":"rsa"}').rstrip(b"=").decode()
    signed = f"{header}.{token.split('.')[1]}"
    signature = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
    return signed + "." + base64.urlsafe_b64encode(signature).rstrip(b"=").decode()


class Oidc(Case):
    @classmethod
    def prepare(cls):
        file = cls.folder / "data.nq"
        file.write_text(sample_data.PEOPLE)
        build(cls.folder / "db", file)
        cls.provider = Provider(cls.folder)
        cls.provider.write_keys()
        cls.accounts = cls.folder / "access.toml"
        cls.accounts.write_text(ACCOUNTS)
        cls.accounts.chmod(0o600)

    def served(self):
        return serving(self.folder / "db", options=("--access", self.accounts))

    def ask(self, server, token, method="GET", path="/sparql?query=ASK%7B%7D", body=None):
        return request(server, method, path, body, TYPE | {"Authorization": f"Bearer {token}"})

    def test_all_algorithms_of_the_configuration_are_accepted(self):
        with self.served() as server:
            self.assertIn("1 issuers of tokens", server.errors)
            for algorithm in ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"):
                answer = self.ask(server, self.provider.token(algorithm))
                self.assertEqual(answer.status, 200, f"{algorithm}: {answer.text}")

    def test_roles_are_the_issuers_and_those_of_the_claim(self):
        with self.served() as server:
            update = lambda token: self.ask(server, token, "POST", "/update", UPDATE)
            refused = update(self.provider.token())
            self.assertEqual(refused.status, 403)
            self.assertIn("user 'ann'", refused.text)
            self.assertEqual(update(self.provider.token(groups=["others", "editors"])).status, 200)
            # Names of rights in a claim give nothing, and neither does the account with the same name.
            self.assertEqual(update(self.provider.token(groups=["write", "admin"])).status, 403)
            self.assertEqual(self.ask(server, self.provider.token(groups="editors"), "POST", "/admin/compact", "").status, 403)

    def test_attacks_are_refused(self):
        now, provider = int(time.time()), self.provider
        stranger = JsonWebKey.generate_key("RSA", 2048, {"kid": "rsa"}, is_private=True)
        attacks = {
            "none": unsigned(provider.token()),
            "a secret that is the public key": with_secret(provider.token(), provider.rsa.as_pem(is_private=False)),
            "another key with the same id": provider.token(key=stranger),
            "a key in the header": provider.token(key=stranger, header={"jwk": stranger.as_dict(is_private=False)}),
            "the address of keys": provider.token(key=stranger, header={"jku": "http://127.0.0.1:1/keys"}),
            "an unknown key": provider.token(header={"kid": "../../etc/passwd"}),
            "a key of another kind": provider.token(header={"kid": "P-256"}),
            "no signature": provider.token()[:-20],
            "expired": provider.token(exp=now - 61),
            "not yet valid": provider.token(nbf=now + 120),
            "issued in the future": provider.token(iat=now + 120),
            "without an end": provider.token(exp=None),
            "for others": provider.token(aud="other"),
            "for nobody": provider.token(aud=None),
            "of another issuer": provider.token(iss="https://evil.example.org/"),
            "without a user": provider.token(sub=None),
        }
        with self.served() as server:
            for attack, token in attacks.items():
                answer = self.ask(server, token)
                self.assertEqual(answer.status, 401, f"{attack}: {answer.text}")
                self.assertNotIn(token, answer.text + server.errors)
            self.assertEqual(self.ask(server, provider.token(exp=now - 30)).status, 200)

    def test_new_keys_count_without_a_restart(self):
        with self.served() as server:
            old = self.provider.token()
            self.assertEqual(self.ask(server, old).status, 200)
            before = self.provider
            try:
                type(self).provider = Provider(self.folder)
                self.provider.write_keys()
                until = time.monotonic() + 2
                while self.ask(server, self.provider.token()).status != 200 and time.monotonic() < until:
                    time.sleep(0.05)
                answer = self.ask(server, self.provider.token())
                self.assertEqual(answer.status, 200, answer.text + server.errors)
                self.assertEqual(self.ask(server, old).status, 401)
            finally:
                type(self).provider = before
                before.write_keys()

    def test_secret_algorithms_and_bad_keys_end_the_start(self):
        for line, message in (('algorithms = ["HS256"]', "'HS256'"), ('algorithms = ["none"]', "'none'"), ('keys = "none.json"', "none.json")):
            file = self.folder / "bad.toml"
            lines = [line if one.startswith(line.split()[0]) else one for one in ACCOUNTS.splitlines()]
            file.write_text("\n".join(lines))
            file.chmod(0o600)
            refused = run("serve", "--db", self.folder / "db", "--port", "0", "--access", file)
            self.assertSays(refused, 1, message, "bad.toml: line ")


if __name__ == "__main__":
    unittest.main()
