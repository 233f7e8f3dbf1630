"""Runs calls of the sample, for the tests. Reads {"parties", "cases"} from stdin; writes the list of results."""
import json
import sys

from custody import Answer, Classic, Keys, Modern, Rejected, private_key, public_key

PROFILES = {"modern": Modern, "classic": Classic}

CALLS = {
    "sealQuery": lambda codec, path, content: [codec.seal_query(path, content)],
    "openQuery": lambda codec, path, data: [codec.open_query(path, data)],
    "sealQueryAnswer": lambda codec, content: [codec.seal_query_answer(content)],
    "openQueryAnswer": lambda codec, body: [codec.open_query_answer(body)],
    "sealRequest": lambda codec, path, time, content: [codec.seal_request(path, int(time), content)],
    "openRequest": lambda codec, path, body: [codec.open_request(path, body)],
    "sealAnswer": lambda codec, path, request, code, msg, content: [
        codec.seal_answer(path, request, Answer(int(code), msg, content))
    ],
    "openAnswer": lambda codec, path, request, body: texts(codec.open_answer(path, request, body)),
}


def texts(answer: Answer) -> list:
    return [str(answer.code), answer.msg, answer.content]


def codec_of(profile: str, appId: str, own: str, peer: str, keys: dict):
    def key(name: str, load):
        return load(keys[name]["kid"], keys[name]["pem"].encode())

    own_keys = [key(name, private_key) for name in ("ownEncryption", "ownSignature")]
    peer_keys = [key(name, public_key) for name in ("peerEncryption", "peerSignature")]
    return PROFILES[profile](appId, own, peer, Keys(*own_keys, *peer_keys))


def result(codec, call: str, args: dict):
    try:
        return CALLS[call](codec, **args)
    except Rejected:
        return None


given = json.load(sys.stdin)
codecs = {name: codec_of(**party) for name, party in given["parties"].items()}
json.dump([result(codecs[case.pop("party")], case.pop("call"), case) for case in given["cases"]], sys.stdout)
