"""A certificate authority of its own, by openssl: certificates that are good, expired, for another name, of clients.

authority = Authority(folder)
certificate, key = authority.issue("server", names=("localhost", "127.0.0.1"))
"""

import subprocess


def openssl(*words, given=None):
    return subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, input=given).stdout


class Authority:
    def __init__(self, folder, name="authority"):
        self.folder = folder
        self.certificate, self.key = folder / f"{name}.pem", folder / f"{name}.key"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
                "-subj", f"/CN={name}", "-addext", "keyUsage=critical,keyCertSign,cRLSign",  # which Python 3.13 requires
                "-keyout", self.key, "-out", self.certificate)

    def issue(self, name, names=("localhost", "127.0.0.1"), days=10, use="serverAuth"):
        """(certificate, key); `days` may be negative: it has expired."""
        certificate, key = self.folder / f"{name}.pem", self.folder / f"{name}.key"
        request, extensions = self.folder / f"{name}.csr", self.folder / f"{name}.ext"
        is_address = lambda one: one.replace(".", "").isdigit()
        alternatives = ",".join(("IP:" if is_address(one) else "DNS:") + one for one in names)
        extensions.write_text(f"subjectAltName={alternatives}\nextendedKeyUsage={use}\n")
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={name}",
                "-keyout", key, "-out", request)
        key.chmod(0o600)
        openssl("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self.key, "-CAcreateserial",
                "-days", days, "-extfile", extensions, "-out", certificate)
        return certificate, key
