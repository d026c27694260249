"""What to do about a server's certificate that was not accepted."""

import ssl

ADVICE = {
    "hostname mismatch": "set host in [{section}] to the name that the certificate is for",
    "ip address mismatch": "set host in [{section}] to the name that the certificate is for",
    "certificate has expired": "it has expired: the server's keeper has to renew it",
    "certificate is not yet valid": "it is not valid yet: is the clock of this machine right?",
}
UNTRUSTED = (
    "nobody whom this machine trusts has signed it: put the certificate of who did into a file"
    " and name that as ca_file in [{section}]"
)


def advice(error: BaseException | None, section: str) -> str:
    """What is wrong with the certificate that an error, or what led to it, is about; empty: none
    is. `section`: the part of the configuration that names the server."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            said = f"{error.verify_message} {error}".lower()
            known = (what for why, what in ADVICE.items() if why in said)
            return f"the server's certificate: {next(known, UNTRUSTED).format(section=section)}"
        error = error.__cause__ or error.__context__
    return ""
