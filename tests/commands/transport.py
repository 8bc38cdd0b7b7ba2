"""Connections to the servers of tests: plain, or over TLS with QUADRILLE_TEST_TLS=1.

serve_options()                      -> the options of `serve` for it
http_connection(server, timeout)     -> an http.client connection
connected(server, timeout)           -> a socket
"""

import atexit
import functools
import http.client
import os
import pathlib
import shutil
import socket
import ssl
import tempfile

from certificates import Authority

IS_TLS = bool(os.environ.get("QUADRILLE_TEST_TLS"))
SCHEME = "https" if IS_TLS else "http"


@functools.cache
def files():
    """(authority's certificate, server's certificate, its key), made once for a run."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="quadrille-tls-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    authority = Authority(folder)
    return (authority.certificate, *authority.issue("server"))


def serve_options():
    if not IS_TLS:
        return []
    _, certificate, key = files()
    return ["--tls-cert", str(certificate), "--tls-key", str(key)]


def tls_context():
    """None for plain HTTP. An answer that is cut off is an error (Python's default would hide it)."""
    return ssl.create_default_context(cafile=files()[0]) if IS_TLS else None


def host_of(server):
    return getattr(server, "host", "127.0.0.1")


def connected(server, timeout=60):
    plain = socket.create_connection((host_of(server), server.port), timeout=timeout)
    if not IS_TLS:
        return plain
    return tls_context().wrap_socket(plain, server_hostname=host_of(server), suppress_ragged_eofs=False)


def http_connection(server, timeout=60):
    if not IS_TLS:
        return http.client.HTTPConnection(host_of(server), server.port, timeout=timeout)
    return http.client.HTTPSConnection(host_of(server), server.port, timeout=timeout, context=tls_context())
