"""An identity provider of OpenID Connect, as far as a server sees it: keys, and signed tokens. Needs PyPI's authlib.

provider = Provider(folder)
provider.write_keys()                       the JSON Web Key Set, without private keys
provider.token("RS256", sub="ann")          a good token; claims=None leaves one out
"""

import json
import time

from authlib.jose import JsonWebKey, JsonWebSignature

ISSUER = "https://id.example.org/"
SIGNATURES = JsonWebSignature(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "HS256", "none"])
CURVES = {"ES256": "P-256", "ES384": "P-384", "ES512": "P-521"}


class Provider:
    def __init__(self, folder):
        self.file = folder / "keys.json"
        self.rsa = JsonWebKey.generate_key("RSA", 2048, {"kid": "rsa"}, is_private=True)
        self.curves = {curve: JsonWebKey.generate_key("EC", curve, {"kid": curve}, is_private=True) for curve in CURVES.values()}

    def write_keys(self):
        keys = [self.rsa, *self.curves.values()]
        self.file.write_text(json.dumps({"keys": [key.as_dict(is_private=False) for key in keys]}))

    def key_for(self, algorithm):
        return self.curves[CURVES[algorithm]] if algorithm in CURVES else self.rsa

    def token(self, algorithm="RS256", key=None, header=None, **changes):
        now = int(time.time())
        claims = {"iss": ISSUER, "aud": "quadrille", "sub": "ann", "iat": now, "nbf": now, "exp": now + 300} | changes
        claims = {name: value for name, value in claims.items() if value is not None}
        its = self.key_for(algorithm)
        protected = {"alg": algorithm, "kid": its.as_dict().get("kid"), "typ": "JWT"} | (header or {})
        return SIGNATURES.serialize_compact(protected, json.dumps(claims), key or its).decode()
