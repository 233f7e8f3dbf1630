<?php
// Runs calls of the sample, for the tests. Reads {"parties", "cases"} from stdin; writes the list of results.
declare(strict_types=1);

require_once 'phpseclib3/autoload.php';
require_once __DIR__ . '/custody.php';

use Custody\{Answer, Classic, Codec, Key, Keys, Modern, Rejected};

function codecOf(array $party): Codec
{
    $own = fn (string $name) => Key::private($party['keys'][$name]['kid'], $party['keys'][$name]['pem']);
    $peer = fn (string $name) => Key::public($party['keys'][$name]['kid'], $party['keys'][$name]['pem']);
    $keys = new Keys($own('ownEncryption'), $own('ownSignature'), $peer('peerEncryption'), $peer('peerSignature'));
    $profile = ['modern' => Modern::class, 'classic' => Classic::class][$party['profile']];
    return new $profile($party['appId'], $party['own'], $party['peer'], $keys);
}

function result(Codec $codec, string $call, array $given): ?array
{
    try {
        return match ($call) {
            'sealRequest' => [$codec->sealRequest($given['path'], (int) $given['time'], $given['content'])],
            'sealAnswer' => [$codec->sealAnswer($given['path'], $given['request'], answerOf($given))],
            'openAnswer' => texts($codec->openAnswer(...$given)),
            default => [$codec->$call(...$given)],
        };
    } catch (Rejected) {
        return null;
    }
}

function answerOf(array $given): Answer
{
    return new Answer((int) $given['code'], $given['msg'], $given['content']);
}

function texts(Answer $answer): array
{
    return [(string) $answer->code, $answer->msg, $answer->content];
}

['parties' => $parties, 'cases' => $cases] = json_decode(stream_get_contents(STDIN), true);
$codecs = array_map(codecOf(...), $parties);
$results = [];
foreach ($cases as $case) {
    $given = array_diff_key($case, ['party' => 0, 'call' => 0]);
    $results[] = result($codecs[$case['party']], $case['call'], $given);
}
echo json_encode($results);
