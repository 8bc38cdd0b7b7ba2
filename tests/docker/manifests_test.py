#!/usr/bin/env python3
"""docker/kubernetes/ and the files for Compose: they are valid, their parts fit, and the program has the settings in them.

kubernetes-validate has the schemas of Kubernetes. It has none of the MPI operator's MPIJob, whose pods are checked alone, as
templates. Compose has a schema of its own, which is not checked here.
"""

import os
import pathlib
import re
import subprocess
import sys
import unittest

try:
    import kubernetes_validate
    import yaml
except ImportError as error:
    message = f"{error}: tests/requirements.txt; ./test installs it in build/venv"
    if os.environ.get("QUADRILLE_REQUIRE_SHARED") == "1":
        sys.exit(message)
    print(f"skipped: {message}")
    sys.exit(77)

import container

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["QUADRILLE"]
VERSIONS = ("1.28", "1.34")
OWN_KINDS = ("MPIJob",)


def documents(name):
    return [document for document in yaml.safe_load_all((ROOT / "docker" / name).read_text()) if document]


def everything():
    return [*documents("kubernetes/quadrille.yaml"), *documents("kubernetes/cluster.yaml")]


def pod_templates():
    """(name, template) of all pods."""
    for document in everything():
        spec = document.get("spec", {})
        if "template" in spec:
            yield document["kind"], spec["template"]
        for role, replicas in spec.get("mpiReplicaSpecs", {}).items():
            yield role, replicas["template"]


def containers(template):
    return [*template["spec"].get("initContainers", []), *template["spec"]["containers"]]


def options_of_serve():
    text = subprocess.run([PROGRAM, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"--[a-z][a-z-]+", text))


class Manifests(unittest.TestCase):
    def assertIsValid(self, document):
        for version in VERSIONS:
            kubernetes_validate.validate(document, version, strict=True)

    def test_they_are_valid(self):
        for document in everything():
            if document["kind"] not in OWN_KINDS:
                with self.subTest(document["kind"], name=document["metadata"]["name"]):
                    self.assertIsValid(document)

    def test_the_pods_are_valid(self):
        found = 0
        for name, template in pod_templates():
            with self.subTest(name):
                self.assertIsValid({"apiVersion": "v1", "kind": "PodTemplate", "metadata": {"name": "pod"}, "template": template})
                found += 1
        self.assertEqual(found, 3)

    def test_a_mistake_is_found(self):
        wrong = documents("kubernetes/quadrille.yaml")[-1]
        wrong["spec"]["template"]["spec"]["containers"][0]["readynessProbe"] = {}
        self.assertEqual(wrong["kind"], "StatefulSet")
        with self.assertRaises(kubernetes_validate.ValidationError):
            self.assertIsValid(wrong)

    def test_pods_are_confined(self):
        user, group = map(int, container.configuration(ROOT / "docker/Dockerfile")["user"].split(":"))
        for name, template in pod_templates():
            spec = template["spec"]
            with self.subTest(name):
                self.assertFalse(spec["enableServiceLinks"])  # QUADRILLE_PORT=tcp://...
                self.assertFalse(spec["automountServiceAccountToken"])
                context = spec["securityContext"]
                self.assertEqual((context["runAsUser"], context["runAsGroup"], context["fsGroup"]), (user, group, group))
                self.assertTrue(context["runAsNonRoot"])
                for each in containers(template):
                    own = each["securityContext"]
                    self.assertTrue(own["readOnlyRootFilesystem"])
                    self.assertFalse(own["allowPrivilegeEscalation"])
                    self.assertEqual(own["capabilities"], {"drop": ["ALL"]})

    def test_names_within_a_pod_are_defined(self):
        claims = {claim["metadata"]["name"] for document in everything()
                  for claim in document.get("spec", {}).get("volumeClaimTemplates", [])}
        names = {(document["kind"], document["metadata"]["name"]) for document in everything()}
        for name, template in pod_templates():
            with self.subTest(name):
                volumes = template["spec"].get("volumes", [])
                defined = {volume["name"] for volume in volumes} | claims
                for volume in volumes:
                    if "secret" in volume:
                        self.assertIn(("Secret", volume["secret"]["secretName"]), names)
                    if "persistentVolumeClaim" in volume:
                        self.assertIn(("PersistentVolumeClaim", volume["persistentVolumeClaim"]["claimName"]), names)
                for each in containers(template):
                    self.assertLessEqual({mount["name"] for mount in each["volumeMounts"]}, defined)
                    ports = {port["name"] for port in each.get("ports", [])}
                    probed = {next(iter(each[probe].values()))["port"] for probe in each if probe.endswith("Probe")}
                    self.assertLessEqual(probed, ports)
                    for source in each.get("envFrom", []):
                        self.assertIn(("ConfigMap", source["configMapRef"]["name"]), names)

    def test_services_select_pods_with_their_ports(self):
        for document in everything():
            if document["kind"] != "Service":
                continue
            selected = [template for _, template in pod_templates()
                        if document["spec"]["selector"].items() <= template["metadata"]["labels"].items()]
            with self.subTest(document["metadata"]["name"]):
                self.assertEqual(len(selected), 1)
                ports = {port["name"]: port["containerPort"] for port in selected[0]["spec"]["containers"][0]["ports"]}
                for port in document["spec"]["ports"]:
                    self.assertEqual(ports[port["targetPort"]], port["port"])


class Settings(unittest.TestCase):
    def variables(self):
        for document in everything():
            if document["kind"] == "ConfigMap":
                yield from document["data"]
        for _, template in pod_templates():
            for each in containers(template):
                yield from (variable["name"] for variable in each.get("env", []))
        for name in ("compose.yaml", "compose.cluster.yaml"):
            for service in documents(name)[0]["services"].values():
                yield from service.get("environment", {})

    def arguments(self):
        for _, template in pod_templates():
            for each in containers(template):
                yield each.get("args", [])
        for name in ("compose.yaml", "compose.cluster.yaml"):
            for service in documents(name)[0]["services"].values():
                yield service.get("command", [])

    def test_variables_are_settings_of_serve(self):
        found = set(self.variables())
        self.assertIn("QUADRILLE_ANONYMOUS", found)
        known = options_of_serve()
        for variable in found - {"CLUSTER_KEY"}:
            option = "--" + variable.removeprefix("QUADRILLE_").lower().replace("_", "-")
            self.assertIn(option, known, variable)

    def test_options_are_those_of_serve(self):
        known = options_of_serve()
        served = [words for words in self.arguments() if words[:1] == ["serve"]]
        self.assertEqual(len(served), 2)
        for words in served:
            for word in words:
                if word.startswith("--"):
                    self.assertIn(word, known)


class Compose(unittest.TestCase):
    def test_services_are_confined_and_their_parts_are_there(self):
        for name in ("compose.yaml", "compose.cluster.yaml"):
            file = documents(name)[0]
            for service, spec in file["services"].items():
                with self.subTest(name, service=service):
                    self.assertTrue(spec["read_only"])
                    self.assertEqual(spec["cap_drop"], ["ALL"])
                    self.assertEqual(spec["security_opt"], ["no-new-privileges:true"])
                    self.assertEqual(spec["volumes"], ["data:/data"])
                    self.assertIn("data", file["volumes"])
                    self.assertLessEqual(set(spec.get("secrets", [])), set(file.get("secrets", {})))
                    context = ROOT / "docker" / spec["build"]["context"]
                    stage = spec["build"].get("target", "runtime")
                    self.assertTrue(container.instructions(context / spec["build"]["dockerfile"], stage))
                    for port in spec.get("ports", []):
                        self.assertTrue(port.startswith("127.0.0.1:"), "only this machine reaches it")


if __name__ == "__main__":
    unittest.main()
