import pytest

from bakeoff_site.accounts.totp import code_at, matching_step, new_secret, provisioning_uri, step_at
from tests.site.accounts.conftest import SECRET

# RFC 6238, appendix B, the rows of SHA-1: Unix time, code. The shared key is the ASCII text "12345678901234567890".
RFC_6238 = [
    (59, "94287082"),
    (1111111109, "07081804"),
    (1111111111, "14050471"),
    (1234567890, "89005924"),
    (2000000000, "69279037"),
    (20000000000, "65353130"),
]
# RFC 4226, appendix D: the codes of counters 0 to 9 for the same key.
RFC_4226 = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]


@pytest.mark.parametrize(("seconds", "code"), RFC_6238)
def test_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    assert code_at(SECRET, step_at(seconds), digits=8) == code
    assert code_at(SECRET, step_at(seconds)) == code[-6:]


def test_codes_are_those_of_rfc_4226() -> None:
    assert [code_at(SECRET, counter) for counter in range(10)] == RFC_4226


@pytest.mark.parametrize(("steps", "is_accepted"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_the_neighbours_of_the_present_step_are_accepted(steps: int, is_accepted: bool) -> None:
    present = step_at(1111111111)
    expected = present + steps if is_accepted else None
    assert matching_step(SECRET, code_at(SECRET, present + steps), 1111111111) == expected


def test_steps_that_were_used_do_not_count() -> None:
    present = step_at(1111111111)
    code = code_at(SECRET, present)
    assert matching_step(SECRET, code, 1111111111, after=present - 1) == present
    assert matching_step(SECRET, code, 1111111111, after=present) is None


@pytest.mark.parametrize("code", ["", "0", "00000", "0000000", "ünsinn", "１４０５０４７１"])
def test_what_is_no_code_is_not_accepted(code: str) -> None:
    assert matching_step(SECRET, code, 1111111111) is None


def test_keys_are_of_160_random_bits_and_apps_can_read_them() -> None:
    first, second = new_secret(), new_secret()
    assert first != second
    assert len(first) == 32
    assert provisioning_uri(first, account="o@example.org") == (
        f"otpauth://totp/Bakeoff%3Ao%40example.org?secret={first}&issuer=Bakeoff"
    )
