"""What a trial over TLS trusts."""

from pathlib import Path

import certifi
from cryptography import x509

from bench.harness.serve import make_certificates


def test_a_client_is_to_trust_certifis_authorities_and_then_the_one_that_signed(tmp_path: Path) -> None:
    files = make_certificates(tmp_path)
    trusted, signed = (Path(files[name]).read_text() for name in ("ca_file", "cert_file"))
    assert trusted.startswith(certifi.contents())
    (ours,) = x509.load_pem_x509_certificates(trusted.removeprefix(certifi.contents()).encode())
    (server,) = x509.load_pem_x509_certificates(signed.encode())
    server.verify_directly_issued_by(ours)
