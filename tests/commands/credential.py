"""The credential that a server keeps for commands of its own machine (server/engine/run_credential.hpp).

credential_of(folder, port)                   -> the secret of the server on this port of the database in `folder`
authorization(folder, port)                   -> {"Authorization": "Bearer ..."}
"""

import json
import pathlib


def credential_of(folder, port):
    folder = pathlib.Path(folder)
    for holder in json.loads((folder / "lock").read_text()):
        if holder["port"] == port:
            return (folder / f"credential.{holder['machine']}.{holder['pid']}").read_text().strip()
    raise AssertionError(f"no server of {folder} is on port {port}")


def authorization(folder, port):
    return {"Authorization": f"Bearer {credential_of(folder, port)}"}
