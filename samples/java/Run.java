import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Runs calls of the sample, for the tests. Reads {"parties", "cases"} from stdin; writes the list of results. */
final class Run {
    private Run() {}

    public static void main(String[] args) throws Exception {
        var given = objectAt(Json.read(new String(System.in.readAllBytes(), StandardCharsets.UTF_8)));
        Map<String, Custody> codecs = new TreeMap<>();
        for (var party : objectAt(given.get("parties")).entrySet())
            codecs.put(party.getKey(), codecOf(objectAt(party.getValue())));
        List<Object> results = new ArrayList<>();
        for (Object one : (List<?>) given.get("cases")) results.add(result(codecs, objectAt(one)));
        System.out.write(Bytes.utf8(Json.write(results)));
        System.out.flush();
    }

    private static Custody codecOf(Map<String, Object> party) throws Exception {
        var keys = objectAt(party.get("keys"));
        var halves = new Custody.Keys(
                Custody.privateKey(kid(keys, "ownEncryption"), pem(keys, "ownEncryption")),
                Custody.privateKey(kid(keys, "ownSignature"), pem(keys, "ownSignature")),
                Custody.publicKey(kid(keys, "peerEncryption"), pem(keys, "peerEncryption")),
                Custody.publicKey(kid(keys, "peerSignature"), pem(keys, "peerSignature")));
        String[] ids = {text(party, "appId"), text(party, "own"), text(party, "peer")};
        return text(party, "profile").equals("modern")
                ? new Modern(ids[0], ids[1], ids[2], halves)
                : new Classic(ids[0], ids[1], ids[2], halves);
    }

    private static Object result(Map<String, Custody> codecs, Map<String, Object> one) throws Exception {
        try {
            return call(codecs.get(text(one, "party")), one);
        } catch (Custody.Rejected rejected) {
            return Optional.empty();
        }
    }

    private static List<String> call(Custody codec, Map<String, Object> one) throws Exception {
        switch (text(one, "call")) {
            case "sealQuery":
                return List.of(codec.sealQuery(text(one, "path"), text(one, "content")));
            case "openQuery":
                return List.of(codec.openQuery(text(one, "path"), text(one, "data")));
            case "sealQueryAnswer":
                return List.of(((Classic) codec).sealQueryAnswer(text(one, "content")));
            case "openQueryAnswer":
                return List.of(((Classic) codec).openQueryAnswer(text(one, "body")));
            case "sealRequest":
                return List.of(codec.sealRequest(text(one, "path"), text(one, "time"), text(one, "content")));
            case "openRequest":
                return List.of(codec.openRequest(text(one, "path"), text(one, "body")));
            case "sealAnswer":
                var given = new Custody.Answer(text(one, "code"), text(one, "msg"), text(one, "content"));
                return List.of(codec.sealAnswer(text(one, "path"), text(one, "request"), given));
            default:
                var answer = codec.openAnswer(text(one, "path"), text(one, "request"), text(one, "body"));
                return List.of(answer.code(), answer.msg(), answer.content());
        }
    }

    private static String kid(Map<String, Object> keys, String name) {
        return text(objectAt(keys.get(name)), "kid");
    }

    private static String pem(Map<String, Object> keys, String name) {
        return text(objectAt(keys.get(name)), "pem");
    }

    private static String text(Map<String, Object> object, String name) {
        return (String) object.get(name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> objectAt(Object value) {
        return (Map<String, Object>) value;
    }
}
