"""Seals, opens and verifies messages of the custody interface, for the caller and for the receiver.

Contents are JSON texts with the members that the wire has. Queries (v2 and MPC) need `time`, `charset` and, in v2,
`version` among them. Needs the package `cryptography`.
"""
import base64
import hashlib
import json
import re
import secrets
from dataclasses import dataclass
from functools import wraps
from math import gcd

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, utils
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, RSAPublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

LONGEST = 1024 * 1024  # characters of a message
DEEPEST = 16  # levels of a message
FORBIDDEN = {"__proto__", "constructor", "prototype"}  # a program in JavaScript may change a prototype with them
SHA256 = hashes.SHA256()
OAEP = padding.OAEP(padding.MGF1(hashes.SHA256()), SHA256, None)
PSS = padding.PSS(padding.MGF1(hashes.SHA256()), 32)
PKCS1 = padding.PKCS1v15()


class Rejected(Exception):
    """The message is not authentic. It has no cause, because the sender of a forgery must not learn one."""


def one_error(open_message):
    """Turns every failure into the same error. It is raised outside of `except`, so it carries no context."""

    @wraps(open_message)
    def opened(*args):
        try:
            return open_message(*args)
        except Exception:
            pass
        raise Rejected("ENVELOPE_REJECTED: do not use the message, and tell its sender nothing else.")

    return opened


@dataclass(frozen=True)
class Key:
    """One half of an RSA pair, and the id that both parties agreed on."""

    kid: str
    rsa: object


def private_key(kid: str, pem: bytes) -> Key:
    return Key(kid, rsa_only(serialization.load_pem_private_key(pem, None), RSAPrivateKey))


def public_key(kid: str, pem: bytes) -> Key:
    return Key(kid, rsa_only(serialization.load_pem_public_key(pem), RSAPublicKey))


@dataclass(frozen=True)
class Keys:
    """Two pairs for each party. In classic, both are the same pair."""

    own_encryption: Key
    own_signature: Key
    peer_encryption: Key
    peer_signature: Key


@dataclass(frozen=True)
class Answer:
    code: int
    msg: str
    content: str  # empty: success without content


@dataclass(frozen=True)
class Codec:
    """What both profiles share: the JSON around the texts of v1. `own` and `peer` are the ids of the parties."""

    app_id: str
    own: str
    peer: str
    keys: Keys
    binds_answers = False  # whether the signature of an answer covers its code

    def seal_request(self, path: str, time: int, content: str) -> str:
        ctx = self.context("request", self.peer, path, str(time))
        sealed = self.seal_envelope(ctx, content.encode())
        return compact({"app_id": self.app_id, "time": time, **sealed})

    @one_error
    def open_request(self, path: str, body: str) -> str:
        frame = self.request_frame(body)
        return checked(self.open_envelope(self.context("request", self.own, path, str(frame["time"])), frame))

    def seal_answer(self, path: str, request: str, answer: Answer) -> str:
        ctx = self.answer_context(self.peer, path, request, answer.code, answer.msg)
        sealed = self.seal_envelope(ctx, answer.content.encode())
        return compact({"code": answer.code, "msg": answer.msg, **sealed})

    @one_error
    def open_answer(self, path: str, request: str, body: str) -> Answer:
        frame = members(body, code=int, msg=str, data=str, sign=str)
        code, msg = frame["code"], frame["msg"]
        require(code == 0 or self.binds_answers and abs(code) < 10**15)
        if frame["data"] == frame["sign"] == "" and not self.binds_answers:
            return Answer(code, msg, "")
        ctx = self.answer_context(self.own, path, request, code, msg)
        return Answer(code, msg, checked(self.open_envelope(ctx, frame), dict, list))

    def request_frame(self, body: str) -> dict:
        frame = members(body, app_id=str, time=int, sign=str, data=str)
        require(frame["app_id"] == self.app_id and 0 <= frame["time"] < 10**16)
        return frame

    def context(self, direction: str, receiver: str, path: str, time: str, **more: str) -> dict:
        return {"v": 1, "d": direction, "aud": receiver, "app": self.app_id, "p": path, "t": time, **more}

    def answer_context(self, receiver: str, path: str, request: str, code: int, msg: str) -> dict:
        asked = self.request_frame(request)
        more = {"c": str(code), "m": sha256(msg.encode()), "rq": sha256(asked["sign"].encode())}
        return self.context("answer", receiver, path, str(asked["time"]), **more)


class Modern(Codec):
    """JWE (RSA-OAEP-256, A256GCM) and JWS (PS256). Answers to queries are plain JSON, so there is nothing to open."""

    binds_answers = True

    def seal_query(self, path: str, content: str) -> str:
        ctx = self.context("request", self.peer, path, str(strict_json(content)["time"]))
        signed = self.sign(ctx, content.encode(), content.encode())
        return self.seal(signed.encode(), {"crit": ["ctx"], "ctx": ctx})

    @one_error
    def open_query(self, path: str, data: str) -> str:
        time = header(data)["ctx"]["t"]
        ctx = self.context("request", self.own, path, time)
        signed = self.unseal(data, {"crit": ["ctx"], "ctx": ctx}).decode()
        content = unbase64(signed.split(".")[1])
        self.verify(signed, ctx, content, content)
        return with_time(checked(content), time)

    def seal_envelope(self, ctx: dict, content: bytes) -> dict:
        return {"sign": self.sign(ctx, content, md5(content)), "data": self.seal(content, {})}

    def open_envelope(self, ctx: dict, frame: dict) -> bytes:
        content = self.unseal(frame["data"], {})
        self.verify(frame["sign"], ctx, content, md5(content))
        return content

    def seal(self, content: bytes, more: dict) -> str:
        to = self.keys.peer_encryption
        secret, iv = secrets.token_bytes(32), secrets.token_bytes(12)
        head = base64url(compact({"alg": "RSA-OAEP-256", "enc": "A256GCM", "kid": to.kid, **more}).encode())
        sealed = AESGCM(secret).encrypt(iv, content, head.encode())
        parts = (to.rsa.encrypt(secret, OAEP), iv, sealed[:-16], sealed[-16:])
        return ".".join([head, *map(base64url, parts)])

    def unseal(self, text: str, more: dict) -> bytes:
        own = self.keys.own_encryption
        head, *rest = parts_of(text, 5)
        same(header(text), {"alg": "RSA-OAEP-256", "enc": "A256GCM", "kid": own.kid, **more})
        wrapped, iv, sealed, tag = map(unbase64, rest)
        require(len(iv) == 12 and len(tag) == 16)
        try:
            secret = own.rsa.decrypt(wrapped, OAEP)
        except ValueError:
            secret = b""
        # A wrong key fails in the cipher, like every other forgery (RFC 7516, section 11.5).
        secret = secret if len(secret) == 32 else secrets.token_bytes(32)
        return AESGCM(secret).decrypt(iv, sealed + tag, head.encode())

    def sign(self, ctx: dict, content: bytes, payload: bytes) -> str:
        by = self.keys.own_signature
        message = base64url(compact(signed_header(by.kid, ctx, content)).encode()) + "." + base64url(payload)
        return message + "." + base64url(by.rsa.sign(message.encode(), PSS, SHA256))

    def verify(self, text: str, ctx: dict, content: bytes, payload: bytes) -> None:
        by = self.keys.peer_signature
        head, body, signature = parts_of(text, 3)
        same(header(text), signed_header(by.kid, ctx, content))
        require(unbase64(body) == payload)
        by.rsa.verify(unbase64(signature), f"{head}.{body}".encode(), PSS, SHA256)


class Classic(Codec):
    """RSA blocks, and SHA256withRSA over an MD5. No signature covers the context: path, time and order of blocks."""

    def seal_query(self, path: str, content: str) -> str:
        sign = self.keys.own_signature.rsa
        return base64url(b"".join(type_one(sign, chunk) for chunk in chunks(content.encode(), 234)))

    @one_error
    def open_query(self, path: str, data: str) -> str:
        return with_time(checked(self.open_type_one(data)), None)

    def seal_query_answer(self, content: str) -> str:
        return compact({"data": self.seal_query("", content)})

    @one_error
    def open_query_answer(self, body: str) -> str:
        return checked(self.open_type_one(members(body, data=str)["data"]), dict, list)

    def open_type_one(self, data: str) -> bytes:
        key = self.keys.peer_signature.rsa
        opened = [key.recover_data_from_signature(block, PKCS1, None) for block in blocks(data, key)]
        return b"".join(opened)

    def seal_envelope(self, ctx: dict, content: bytes) -> dict:
        to, by = self.keys.peer_encryption.rsa, self.keys.own_signature.rsa
        sealed = b"".join(to.encrypt(chunk, PKCS1) for chunk in chunks(content, to.key_size // 8 - 11))
        return {"sign": base64url(by.sign(md5(content), PKCS1, SHA256)), "data": base64url(sealed)}

    def open_envelope(self, ctx: dict, frame: dict) -> bytes:
        own = self.keys.own_encryption.rsa
        content = b"".join(open_type_two(own, block) for block in blocks(frame["data"], own))
        self.keys.peer_signature.rsa.verify(unbase64(frame["sign"]), md5(content), PKCS1, SHA256)
        return content


def type_one(key: RSAPrivateKey, chunk: bytes) -> bytes:
    """A block of type 1: a signature over the chunk itself. Older versions of `cryptography` cannot make one."""
    if hasattr(utils, "NoDigestInfo"):
        return key.sign(chunk, PKCS1, utils.NoDigestInfo())
    private, size = key.private_numbers(), key.key_size // 8
    n, e = private.public_numbers.n, private.public_numbers.e
    block = int.from_bytes(b"\0\1" + b"\xff" * (size - 3 - len(chunk)) + b"\0" + chunk, "big")
    blind = next(r for r in iter(lambda: secrets.randbelow(n), None) if gcd(r, n) == 1)
    # Blinding hides the time that depends on the block; the check finds a faulty result before it leaves.
    result = pow(block * pow(blind, e, n), private.d, n) * pow(blind, -1, n) % n
    require(pow(result, e, n) == block)
    return result.to_bytes(size, "big")


def open_type_two(key: RSAPrivateKey, block: bytes) -> bytes:
    """A bad block becomes random bytes, so that it fails where a wrong signature fails (Bleichenbacher's attack)."""
    substitute = secrets.token_bytes(32)
    try:
        return key.decrypt(block, PKCS1)
    except ValueError:
        return substitute


def chunks(content: bytes, size: int) -> list:
    return [content[at : at + size] for at in range(0, len(content), size)]


def blocks(text: str, key) -> list:
    sealed, size = unbase64(text), key.key_size // 8
    require(sealed and len(sealed) % size == 0)
    return chunks(sealed, size)


def signed_header(kid: str, ctx: dict, content: bytes) -> dict:
    return {"alg": "PS256", "kid": kid, "crit": ["ctx"], "ctx": {**ctx, "h": sha256(content)}}


def parts_of(text: str, count: int) -> list:
    parts = text.split(".", count)
    require(len(parts) == count)
    return parts


def header(text: str) -> dict:
    return strict_json(unbase64(text.split(".", 1)[0]).decode())


def same(found: dict, expected: dict) -> None:
    """A message chooses nothing: its header has exactly the expected members and values."""
    require(json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True))


def checked(content: bytes, *kinds: type) -> str:
    """The text of a verified content, if it is strict JSON: two parsers cannot read two payments in it."""
    text = content.decode()
    strict_json(text, *kinds)
    return text


def with_time(content: str, bound) -> str:
    """A query needs a time. In modern it equals the time that the header binds."""
    time = strict_json(content)["time"]
    require(type(time) is int and 0 <= time < 10**16 and bound in (None, str(time)))
    return content


def members(text: str, **types: type) -> dict:
    """A JSON object with exactly these members and types."""
    found = strict_json(text)
    require({name: type(value) for name, value in found.items()} == types)
    return found


@dataclass(frozen=True)
class Number:
    """A number that is not a short integer. The codec needs none, so it keeps the text: nothing is rounded."""

    text: str


def strict_json(text: str, *kinds: type):
    """Reads a JSON object, or one of these kinds. Rejects what parsers read differently, such as duplicate members."""
    require(len(text) <= LONGEST)

    def whole(digits: str):
        return int(digits) if re.fullmatch("0|-?[1-9][0-9]{0,15}", digits) else Number(digits)

    def unique(pairs: list) -> dict:
        found = dict(pairs)
        require(len(found) == len(pairs) and not FORBIDDEN & found.keys())
        return found

    hooks = {"object_pairs_hook": unique, "parse_int": whole, "parse_float": Number}
    value = json.loads(text, **hooks, parse_constant=lambda _: require(False))
    require(isinstance(value, kinds or dict) and levels(value) <= DEEPEST)
    # A lone surrogate has no bytes.
    json.dumps(value, ensure_ascii=False, default=vars).encode()
    return value


def levels(value) -> int:
    if not isinstance(value, (dict, list)):
        return 0
    return 1 + max(map(levels, value.values() if isinstance(value, dict) else value), default=0)


def require(condition) -> None:
    if not condition:
        raise ValueError("The message does not have the expected form.")


def rsa_only(key, kind: type):
    if not isinstance(key, kind) or key.key_size < 2048:
        raise TypeError(f"The key must be an {kind.__name__} of at least 2048 bits. Check the file that you load.")
    return key


def compact(value: dict) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unbase64(text: str) -> bytes:
    """Strict base64url: each byte string has one spelling."""
    require(len(text) <= LONGEST)
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    require(base64url(data) == text)
    return data


def md5(content: bytes) -> bytes:
    return hashlib.md5(content, usedforsecurity=False).hexdigest().encode()


def sha256(data: bytes) -> str:
    return base64url(hashlib.sha256(data).digest())
