<?php
// Seals, opens and verifies messages of the custody interface, for the caller and for the receiver. Contents are JSON
// texts with the members that the wire has. Queries (v2 and MPC) need `time`, `charset` and, in v2, `version` among
// them. It needs the extension openssl and phpseclib 3: load the autoloader of phpseclib before this file.
declare(strict_types=1);

namespace Custody;

use phpseclib3\Crypt\RSA;

/** Characters of the longest message. */
const LONGEST = 1024 * 1024;

/** Levels of the deepest message. */
const DEEPEST = 16;

/** A program in JavaScript may change a prototype with them. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/** A string of a JSON text. */
const STRING = '"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"';

/** The message is not authentic. It has no cause, because the sender of a forgery must not learn one. */
final class Rejected extends \Exception
{
}

/** One half of an RSA pair, and the id that both parties agreed on. */
final class Key
{
    private function __construct(
        public readonly string $kid,
        public readonly \OpenSSLAsymmetricKey $rsa,
        public readonly RSA $oaep,
        public readonly RSA $pss,
        public readonly int $bytes,
    ) {
    }

    public static function private(string $kid, string $pem): self
    {
        return self::load($kid, openssl_pkey_get_private($pem), RSA::loadPrivateKey($pem));
    }

    public static function public(string $kid, string $pem): self
    {
        return self::load($kid, openssl_pkey_get_public($pem), RSA::loadPublicKey($pem));
    }

    private static function load(string $kid, \OpenSSLAsymmetricKey $rsa, RSA $key): self
    {
        if ($key->getLength() < 2048) {
            throw new \TypeError('The key has less than 2048 bits. Check the file that you load.');
        }
        $sha256 = $key->withHash('sha256')->withMGFHash('sha256');
        $oaep = $sha256->withPadding(RSA::ENCRYPTION_OAEP);
        $pss = $sha256->withPadding(RSA::SIGNATURE_PSS)->withSaltLength(32);
        return new self($kid, $rsa, $oaep, $pss, intdiv($key->getLength() + 7, 8));
    }
}

/** Two pairs for each party. In classic, both are the same pair. */
final class Keys
{
    public function __construct(
        public readonly Key $ownEncryption,
        public readonly Key $ownSignature,
        public readonly Key $peerEncryption,
        public readonly Key $peerSignature,
    ) {
    }
}

/** An answer to a v1 call. An empty content means success without content. */
final class Answer
{
    public function __construct(
        public readonly int $code,
        public readonly string $msg,
        public readonly string $content,
    ) {
    }
}

/** What both profiles share: the JSON around the sealed texts of v1. `own` and `peer` are the ids of the parties. */
abstract class Codec
{
    protected const BINDS_ANSWERS = false;

    final public function __construct(
        protected readonly string $appId,
        protected readonly string $own,
        protected readonly string $peer,
        protected readonly Keys $keys,
    ) {
    }

    abstract public function sealQuery(string $path, string $content): string;

    abstract public function openQuery(string $path, string $data): string;

    /** Returns `data` and `sign`. */
    abstract protected function sealEnvelope(array $ctx, string $content): array;

    abstract protected function openEnvelope(array $ctx, string $data, string $sign): string;

    public function sealRequest(string $path, int $time, string $content): string
    {
        $sealed = $this->sealEnvelope($this->context('request', $this->peer, $path, (string) $time), $content);
        return write(['app_id' => $this->appId, 'time' => $time, ...$sealed]);
    }

    public function openRequest(string $path, string $body): string
    {
        return withOneError(function () use ($path, $body) {
            $frame = $this->requestFrame($body);
            $ctx = $this->context('request', $this->own, $path, (string) $frame['time']);
            return checked($this->openEnvelope($ctx, $frame['data'], $frame['sign']));
        });
    }

    /** `$request` is the body of the request that is answered. */
    public function sealAnswer(string $path, string $request, Answer $answer): string
    {
        $ctx = $this->answerContext($this->peer, $path, $request, $answer);
        $sealed = $this->sealEnvelope($ctx, $answer->content);
        return write(['code' => $answer->code, 'msg' => $answer->msg, ...$sealed]);
    }

    /** `$request` is the body of the request that was sent. */
    public function openAnswer(string $path, string $request, string $body): Answer
    {
        return withOneError(function () use ($path, $request, $body) {
            $frame = members($body, ['code' => 'integer', 'msg' => 'string', 'data' => 'string', 'sign' => 'string']);
            $blank = new Answer($frame['code'], $frame['msg'], '');
            require_that($blank->code === 0 || static::BINDS_ANSWERS && abs($blank->code) < 10 ** 15);
            if ($frame['data'] === '' && $frame['sign'] === '' && !static::BINDS_ANSWERS) {
                return $blank;
            }
            $ctx = $this->answerContext($this->own, $path, $request, $blank);
            $content = checked($this->openEnvelope($ctx, $frame['data'], $frame['sign']), '{[');
            return new Answer($blank->code, $blank->msg, $content);
        });
    }

    private function requestFrame(string $body): array
    {
        $types = ['app_id' => 'string', 'time' => 'integer', 'sign' => 'string', 'data' => 'string'];
        $frame = members($body, $types);
        require_that($frame['app_id'] === $this->appId && isTime($frame['time']));
        return $frame;
    }

    protected function context(string $direction, string $receiver, string $path, string $time): array
    {
        return ['v' => 1, 'd' => $direction, 'aud' => $receiver, 'app' => $this->appId, 'p' => $path, 't' => $time];
    }

    private function answerContext(string $receiver, string $path, string $request, Answer $answer): array
    {
        $asked = $this->requestFrame($request);
        $more = ['c' => (string) $answer->code, 'm' => sha256($answer->msg), 'rq' => sha256($asked['sign'])];
        return [...$this->context('answer', $receiver, $path, (string) $asked['time']), ...$more];
    }
}

/** JWE (RSA-OAEP-256, A256GCM) and JWS (PS256). Answers to queries are plain JSON, so there is nothing to open. */
final class Modern extends Codec
{
    protected const BINDS_ANSWERS = true;

    public function sealQuery(string $path, string $content): string
    {
        $ctx = $this->context('request', $this->peer, $path, (string) timeOf($content));
        return $this->seal($this->sign($ctx, $content, $content), ['crit' => ['ctx'], 'ctx' => $ctx]);
    }

    public function openQuery(string $path, string $data): string
    {
        return withOneError(function () use ($path, $data) {
            $time = header($data)['ctx']['t'] ?? '';
            $ctx = $this->context('request', $this->own, $path, $time);
            $signed = $this->unseal($data, ['crit' => ['ctx'], 'ctx' => $ctx]);
            $content = unbase64(parts($signed, 3)[1]);
            $this->verify($signed, $ctx, $content, $content);
            require_that((string) timeOf($content) === $time);
            return $content;
        });
    }

    protected function sealEnvelope(array $ctx, string $content): array
    {
        return ['data' => $this->seal($content, []), 'sign' => $this->sign($ctx, $content, md5($content))];
    }

    protected function openEnvelope(array $ctx, string $data, string $sign): string
    {
        $content = $this->unseal($data, []);
        $this->verify($sign, $ctx, $content, md5($content));
        return $content;
    }

    private function seal(string $content, array $more): string
    {
        $to = $this->keys->peerEncryption;
        [$secret, $iv] = [random_bytes(32), random_bytes(12)];
        $head = base64url(write(['alg' => 'RSA-OAEP-256', 'enc' => 'A256GCM', 'kid' => $to->kid, ...$more]));
        $sealed = openssl_encrypt($content, 'aes-256-gcm', $secret, OPENSSL_RAW_DATA, $iv, $tag, $head);
        return implode('.', [$head, ...array_map(base64url(...), [$to->oaep->encrypt($secret), $iv, $sealed, $tag])]);
    }

    private function unseal(string $text, array $more): string
    {
        $own = $this->keys->ownEncryption;
        [$head, $wrapped, $iv, $sealed, $tag] = parts($text, 5);
        require_same(header($text), ['alg' => 'RSA-OAEP-256', 'enc' => 'A256GCM', 'kid' => $own->kid, ...$more]);
        [$wrapped, $iv, $sealed, $tag] = array_map(unbase64(...), [$wrapped, $iv, $sealed, $tag]);
        require_that(strlen($iv) === 12 && strlen($tag) === 16);
        $secret = random_bytes(32);
        try {
            $unwrapped = $own->oaep->decrypt($wrapped);
            // A wrong key fails in the cipher, like every other forgery (RFC 7516, section 11.5).
            $secret = is_string($unwrapped) && strlen($unwrapped) === 32 ? $unwrapped : $secret;
        } catch (\Exception) {
        }
        $content = openssl_decrypt($sealed, 'aes-256-gcm', $secret, OPENSSL_RAW_DATA, $iv, $tag, $head);
        require_that($content !== false);
        return $content;
    }

    private function sign(array $ctx, string $content, string $payload): string
    {
        $by = $this->keys->ownSignature;
        $message = base64url(write(self::signedHeader($by, $ctx, $content))) . '.' . base64url($payload);
        return $message . '.' . base64url($by->pss->sign($message));
    }

    private function verify(string $text, array $ctx, string $content, string $payload): void
    {
        $by = $this->keys->peerSignature;
        [$head, $body, $signature] = parts($text, 3);
        require_same(header($text), self::signedHeader($by, $ctx, $content));
        require_that(unbase64($body) === $payload);
        require_that($by->pss->verify("$head.$body", unbase64($signature)) === true);
    }

    private static function signedHeader(Key $by, array $ctx, string $content): array
    {
        $claims = [...$ctx, 'h' => sha256($content)];
        return ['alg' => 'PS256', 'kid' => $by->kid, 'crit' => ['ctx'], 'ctx' => $claims];
    }
}

/** RSA blocks, and SHA256withRSA over an MD5. No signature covers the context: path, time and order of blocks. */
final class Classic extends Codec
{
    public function sealQuery(string $path, string $content): string
    {
        // Blocks of type 1 prove the sender and hide nothing.
        return base64url(each(str_split($content, 234), function (string $chunk) {
            require_that(openssl_private_encrypt($chunk, $block, $this->keys->ownSignature->rsa));
            return $block;
        }));
    }

    public function openQuery(string $path, string $data): string
    {
        return withOneError(function () use ($data) {
            $content = $this->openTypeOne($data);
            timeOf($content);
            return $content;
        });
    }

    public function sealQueryAnswer(string $content): string
    {
        return write(['data' => $this->sealQuery('', $content)]);
    }

    public function openQueryAnswer(string $body): string
    {
        return withOneError(fn () => checked($this->openTypeOne(members($body, ['data' => 'string'])['data']), '{['));
    }

    private function openTypeOne(string $data): string
    {
        $by = $this->keys->peerSignature;
        return each(blocks($data, $by), function (string $block) use ($by) {
            require_that(openssl_public_decrypt($block, $chunk, $by->rsa));
            return $chunk;
        });
    }

    protected function sealEnvelope(array $ctx, string $content): array
    {
        $to = $this->keys->peerEncryption;
        $data = each(str_split($content, $to->bytes - 11), function (string $chunk) use ($to) {
            require_that(openssl_public_encrypt($chunk, $block, $to->rsa));
            return $block;
        });
        require_that(openssl_sign(md5($content), $sign, $this->keys->ownSignature->rsa, OPENSSL_ALGO_SHA256));
        return ['data' => base64url($data), 'sign' => base64url($sign)];
    }

    protected function openEnvelope(array $ctx, string $data, string $sign): string
    {
        $own = $this->keys->ownEncryption;
        $content = each(blocks($data, $own), function (string $block) use ($own) {
            $substitute = random_bytes(32);
            // A bad block fails where a wrong signature fails (Bleichenbacher's attack).
            return openssl_private_decrypt($block, $chunk, $own->rsa) ? $chunk : $substitute;
        });
        $by = $this->keys->peerSignature->rsa;
        require_that(openssl_verify(md5($content), unbase64($sign), $by, OPENSSL_ALGO_SHA256) === 1);
        return $content;
    }
}

/** Turns every failure into the same error. */
function withOneError(callable $open): mixed
{
    try {
        return $open();
    } catch (\Throwable) {
    }
    throw new Rejected('ENVELOPE_REJECTED: do not use the message, and tell its sender nothing else.');
}

function require_that(bool $condition): void
{
    if (!$condition) {
        throw new \UnexpectedValueException('The message does not have the expected form.');
    }
}

/** A message chooses nothing: its header has exactly the expected members and values. */
function require_same(array $found, array $expected): void
{
    require_that(sorted($found) === sorted($expected));
}

function sorted(array $value): array
{
    ksort($value);
    return array_map(fn ($member) => is_array($member) ? sorted($member) : $member, $value);
}

function parts(string $text, int $count): array
{
    $parts = explode('.', $text, $count + 1);
    require_that(count($parts) === $count);
    return $parts;
}

function header(string $text): array
{
    return read(unbase64(explode('.', $text, 2)[0]));
}

function each(array $chunks, callable $change): string
{
    return implode('', array_map($change, $chunks));
}

function blocks(string $data, Key $key): array
{
    $sealed = unbase64($data);
    require_that($sealed !== '' && strlen($sealed) % $key->bytes === 0);
    return str_split($sealed, $key->bytes);
}

/** The content, if it is strict JSON: two parsers cannot read two payments in it. It begins with one of the marks. */
function checked(string $content, string $marks = '{'): string
{
    read($content, $marks);
    return $content;
}

/** The member `time`, which every query has. */
function timeOf(string $content): int
{
    $time = read($content)['time'] ?? null;
    require_that(isTime($time));
    return $time;
}

function isTime(mixed $value): bool
{
    return is_int($value) && $value >= 0 && $value < 10 ** 16;
}

/** A JSON object with exactly these members and types. */
function members(string $text, array $types): array
{
    $found = read($text);
    require_that(sorted(array_map(gettype(...), $found)) === sorted($types));
    // `json_decode` reads -0 as 0.
    require_that(!str_contains(preg_replace('/' . STRING . '/', '', $text), '-0'));
    return $found;
}

/** Reads an object, or what begins with another mark. Rejects what parsers read differently. */
function read(string $text, string $marks = '{'): array
{
    require_that(strlen($text) <= LONGEST);
    $value = json_decode($text, true, DEEPEST + 1, JSON_THROW_ON_ERROR);
    require_that(str_contains($marks, ltrim($text)[0]));
    require_unique($text);
    return $value;
}

/** Rejects an object in which a name occurs twice: `json_decode` keeps the last one, other parsers the first. */
function require_unique(string $text): void
{
    require_that(preg_match_all('/[{}]|(' . STRING . ')(\s*+:)?/', $text, $marks, PREG_SET_ORDER) !== false);
    $objects = [];
    foreach ($marks as $mark) {
        match (true) {
            $mark[0] === '{' => array_push($objects, []),
            $mark[0] === '}' => array_pop($objects),
            isset($mark[2]) => require_that(add($objects[array_key_last($objects)], json_decode($mark[1]))),
            default => null,
        };
    }
}

/** Adds a name, and returns whether it is new and allowed. */
function add(array &$names, string $name): bool
{
    $isNew = !isset($names["=$name"]);
    $names["=$name"] = true;
    return $isNew && !in_array($name, FORBIDDEN, true);
}

function write(array $value): string
{
    return json_encode($value, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

function base64url(string $data): string
{
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

/** Strict base64url: each byte string has one spelling. */
function unbase64(string $text): string
{
    require_that(strlen($text) <= LONGEST);
    $data = base64_decode(strtr($text, '-_', '+/'), true);
    require_that($data !== false && base64url($data) === $text);
    return $data;
}

function sha256(string $data): string
{
    return base64url(hash('sha256', $data, true));
}
