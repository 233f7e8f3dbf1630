<?php
// Pulls withdrawals and reads an account: php example.php FOLDER URL
//
// FOLDER is the folder `modern` below the demo credentials of the mock, and URL the address of the wire mock. `npm start`
// prints both.
declare(strict_types=1);

require_once 'phpseclib3/autoload.php'; // with Composer: vendor/autoload.php
require_once __DIR__ . '/custody.php';

use Custody\{Key, Keys, Modern};

[, $folder, $url] = $argv;
$file = fn (string $name) => file_get_contents("$folder/$name");
$appId = $file('app_id');
$keys = new Keys(
    Key::private('test-merchant-enc', $file('merchant-enc-private.pem')),
    Key::private('test-merchant-sig', $file('merchant-sig-private.pem')),
    Key::public('test-platform-enc', $file('platform-enc-public.pem')),
    Key::public('test-platform-sig', $file('platform-sig-public.pem')),
);
$shop = new Modern($appId, 'demo-merchant', 'demo-platform', $keys);
$now = (int) (microtime(true) * 1000);

// v1: the answer is sealed too, and tied to the request.
$path = '/api/v1/withdraw/consume';
$body = $shop->sealRequest($path, $now, json_encode(['symbol' => 'BTC']));
$post = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => $body];
$response = file_get_contents($url . $path, false, stream_context_create(['http' => $post]));
$answer = $shop->openAnswer($path, $body, $response);
echo $answer->code, ' ', $answer->content, "\n";

// v2: under modern, the answer is plain JSON, and only TLS protects it.
$path = '/api/v2/account/getByUidAndSymbol';
$content = ['time' => $now, 'charset' => 'utf-8', 'version' => 'v2', 'uid' => 10042, 'symbol' => 'BTC'];
$data = $shop->sealQuery($path, json_encode($content));
echo file_get_contents("$url$path?" . http_build_query(['app_id' => $appId, 'data' => $data])), "\n";
