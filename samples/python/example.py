"""Pulls withdrawals and reads an account: python3 example.py FOLDER URL

FOLDER is the folder `modern` below the demo credentials of the mock, and URL the address of the wire mock. `npm start`
prints both.
"""
import json
import sys
import time
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from custody import Keys, Modern, private_key, public_key

folder, url = Path(sys.argv[1]), sys.argv[2]
app_id = (folder / "app_id").read_text()
keys = Keys(
    private_key("test-merchant-enc", (folder / "merchant-enc-private.pem").read_bytes()),
    private_key("test-merchant-sig", (folder / "merchant-sig-private.pem").read_bytes()),
    public_key("test-platform-enc", (folder / "platform-enc-public.pem").read_bytes()),
    public_key("test-platform-sig", (folder / "platform-sig-public.pem").read_bytes()),
)
shop = Modern(app_id, "demo-merchant", "demo-platform", keys)
now = int(time.time() * 1000)

# v1: the answer is sealed too, and tied to the request.
path = "/api/v1/withdraw/consume"
body = shop.seal_request(path, now, json.dumps({"symbol": "BTC"}))
with urlopen(Request(url + path, body.encode(), {"Content-Type": "application/json"})) as response:
    answer = shop.open_answer(path, body, response.read().decode())
print(answer.code, answer.content)

# v2: under modern, the answer is plain JSON, and only TLS protects it.
path = "/api/v2/account/getByUidAndSymbol"
content = {"time": now, "charset": "utf-8", "version": "v2", "uid": 10042, "symbol": "BTC"}
query = urlencode({"app_id": app_id, "data": shop.seal_query(path, json.dumps(content))})
with urlopen(f"{url}{path}?{query}") as response:
    print(response.read().decode())
