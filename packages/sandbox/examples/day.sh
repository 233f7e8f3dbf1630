#!/bin/sh
# A day of a merchant: calls of the merchant on the plain port, and everything else on the control port.
#
#   TOKEN=... sh day.sh
#
# TOKEN is the token of the control port. PLAIN and CONTROL are the addresses of the ports. Every run has its own user,
# addresses and transactions, so it can be repeated. It needs curl 7.82 and Node.
set -eu
: "${TOKEN:?Set TOKEN to the token of the control port.}"
plain=${PLAIN:-http://127.0.0.1:4020}
control=${CONTROL:-http://127.0.0.1:4022}
run=${RUN:-$(date +%s)}

# merchant PATH?QUERY, merchant PATH JSON, operator PATH?QUERY, operator PATH JSON: show a call and its response.
merchant() { send '' "$plain$1" "${2-}"; }
operator() { send ' -H "Authorization: Bearer $TOKEN"' "$control$1" "${2-}" -H "Authorization: Bearer $TOKEN"; }
send() {
  shown=$1 url=$2 body=$3
  shift 3
  if [ -n "$body" ]; then
    shown="$shown --json '$body'"
    set -- --json "$body" "$@"
  fi
  printf '$ curl%s %s\n' "$shown" "'$url'"
  response=$(curl -sS --fail-with-body "$@" "$url") || fail "The call failed: $response"
  printf '%s\n\n' "$response"
}
fail() {
  echo "$1" >&2
  exit 1
}

# A value of the last response, such as data.deposit_address.
value() {
  printf '%s' "$response" | node -p "JSON.parse(require('node:fs').readFileSync(0, 'utf8')).$1"
}

# Stops unless a value of the last response is the expected one.
expect() {
  found=$(value "$1")
  [ "$found" = "$2" ] || fail "$1 is $found, not $2."
}

step() { printf '# %s\n' "$1"; }

account="/api/v2/account/getByUidAndSymbol?symbol=BTC&uid"

step 'Register addresses, and assign one to a new user.'
merchant /api/v1/address/register '{"symbol":"BTC","addresses":["day-'"$run"'-1","day-'"$run"'-2"],"memo":false}'
expect code 0
operator /users/create '{"email":"day-'"$run"'@shop.example"}'
uid=$(value uid)
merchant "$account=$uid"
expect data.normal_balance 0
address=$(value data.deposit_address)

step 'The user pays, and three blocks confirm the payment.'
operator /chain/pay '{"symbol":"BTC","to":"'"$address"'","amount":"0.5"}'
deposit=$(value txid)
operator /chain/mine '{"blocks":3,"network":"Bitcoin"}'

step 'The merchant notifies the same deposit. It is credited once.'
merchant /api/v1/deposit/notify '{"request_id":"deposit-'"$run"'","address_to":"'"$address"'","txid":"'"$deposit"'","amount":"0.5","confirm":3,"symbol":"BTC","balance":"0.5","status":1}'
expect code 0
merchant "$account=$uid"
expect data.normal_balance 0.5

step 'The user withdraws twice. Amounts and fees wait.'
operator /withdrawals/request '{"uid":'"$uid"',"symbol":"BTC","amount":"0.1","to":"outside-1","requestId":"first-'"$run"'"}'
first=$(value id)
operator /withdrawals/request '{"uid":'"$uid"',"symbol":"BTC","amount":"0.2","to":"outside-2","requestId":"second-'"$run"'"}'
second=$(value id)
merchant "$account=$uid"
expect data.normal_balance 0.1996
expect data.lock_balance 0.3004

step 'Both sides approve both of them.'
for id in "$first" "$second"; do
  for by in platform merchant; do
    operator /withdrawals/audit '{"id":'"$id"',"by":"'"$by"'","decision":"approve"}'
  done
done
expect values.status 1

step 'The merchant pulls them, cancels the second one, and pays the first one.'
merchant /api/v1/withdraw/consume '{"symbol":"BTC"}'
expect "data.filter(({ trans_id }) => [$first, $second].includes(trans_id)).length" 2
merchant /api/v1/withdraw/cancel '{"symbol":"BTC","trans_id":'"$second"',"msg":"the user asked"}'
expect code 0
operator /withdrawals/pay '{"id":'"$first"'}'
operator /chain/mine '{"blocks":3,"network":"Bitcoin"}'
merchant "/api/v2/billing/withdrawList?ids=first-$run,second-$run"
expect 'data.map(({ status }) => status).join()' 5,6

step 'The merchant moves coins to its cold wallet. The miner fee comes out of its collection account.'
operator /merchants/list
collection=$(value "find(({ appId }) => appId === 'demo-modern').collectionUid")
merchant "$account=$collection"
operator /chain/pay '{"symbol":"BTC","to":"'"$(value data.deposit_address)"'","amount":"0.01"}'
operator /chain/mine '{"blocks":3,"network":"Bitcoin"}'
merchant /api/v1/internal/notify '{"address_from":"hot-1","address_to":"cold-1","txid":"sweep-'"$run"'","amount":"0.3","fee":"0.0001","confirm":3,"symbol":"BTC","balance":"0.1"}'
expect code 0

step 'The books agree: one deposit, one payment with its fee, one miner fee, and a balance that its transfers explain.'
merchant '/api/v2/billing/syncDepositList?max_id=0'
expect "data.filter(({ request_id }) => request_id === 'deposit-$run').map(({ amount, status }) => amount + ' ' + status).join()" '0.5 1'
merchant '/api/v2/billing/syncMinerFeeList?max_id=0'
expect "data.filter(({ txid }) => txid === 'sweep-$run').map(({ fee, status }) => fee + ' ' + status).join()" '0.0001 1'
merchant "$account=$uid"
expect data.normal_balance 0.3998
expect data.lock_balance 0
operator "/balances/explain?symbol=BTC&uid=$uid"
expect available 0.3998
expect locked 0
echo 'The day ends with books that agree.'
