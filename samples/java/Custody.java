import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Seals, opens and verifies messages of the custody interface, for the caller and for the receiver. Contents are JSON
 * texts with the members that the wire has. Queries (v2 and MPC) need `time`, `charset` and, in v2, `version` among
 * them. This class has what both profiles share: the JSON around the sealed texts of v1.
 */
public abstract class Custody {
    /** The message is not authentic. It has no cause, because the sender of a forgery must not learn one. */
    public static final class Rejected extends Exception {
        private static final long serialVersionUID = 1;

        private Rejected() {
            super("ENVELOPE_REJECTED: do not use the message, and tell its sender nothing else.");
        }
    }

    /** One half of an RSA pair, and the id that both parties agreed on. */
    public record NamedKey<K extends RSAKey>(String kid, K rsa) {
        public NamedKey {
            if (rsa.getModulus().bitLength() < 2048)
                throw new IllegalArgumentException("The key has less than 2048 bits. Use a longer one.");
        }
    }

    /** Reads a PEM file with a private key (PKCS#8). */
    public static NamedKey<RSAPrivateKey> privateKey(String kid, String pem) throws GeneralSecurityException {
        var der = new PKCS8EncodedKeySpec(derOf(pem));
        return new NamedKey<>(kid, (RSAPrivateKey) KeyFactory.getInstance("RSA").generatePrivate(der));
    }

    /** Reads a PEM file with a public key (SPKI). */
    public static NamedKey<RSAPublicKey> publicKey(String kid, String pem) throws GeneralSecurityException {
        var der = new X509EncodedKeySpec(derOf(pem));
        return new NamedKey<>(kid, (RSAPublicKey) KeyFactory.getInstance("RSA").generatePublic(der));
    }

    private static byte[] derOf(String pem) {
        return Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
    }

    /** Two pairs for each party. In classic, both are the same pair. */
    public record Keys(
            NamedKey<RSAPrivateKey> ownEncryption,
            NamedKey<RSAPrivateKey> ownSignature,
            NamedKey<RSAPublicKey> peerEncryption,
            NamedKey<RSAPublicKey> peerSignature) {}

    /** An answer to a v1 call. An empty content means success without content. */
    public record Answer(String code, String msg, String content) {}

    /** The sealed texts of a v1 message. */
    record Sealed(String data, String sign) {}

    final Keys keys;
    private final String appId;
    private final String own;
    private final String peer;

    /** `own` and `peer` are the ids of the parties. */
    Custody(String appId, String own, String peer, Keys keys) {
        this.appId = appId;
        this.own = own;
        this.peer = peer;
        this.keys = keys;
    }

    public abstract String sealQuery(String path, String content) throws GeneralSecurityException;

    public abstract String openQuery(String path, String data) throws Rejected;

    abstract Sealed sealEnvelope(Map<String, Object> ctx, byte[] content) throws GeneralSecurityException;

    abstract String openEnvelope(Map<String, Object> ctx, Sealed sealed) throws Exception;

    /** Whether the signature of an answer covers its code. */
    abstract boolean bindsAnswers();

    public final String sealRequest(String path, String time, String content) throws GeneralSecurityException {
        Sealed sealed = sealEnvelope(requestContext(peer, path, time), Bytes.utf8(content));
        var clock = new Json.Number(time);
        return Json.write(Json.object("app_id", appId, "time", clock, "sign", sealed.sign, "data", sealed.data));
    }

    public final String openRequest(String path, String body) throws Rejected {
        return withOneError(() -> {
            var frame = requestFrame(body);
            var ctx = requestContext(own, path, Json.digits(frame.get("time"), Json.TIME));
            return Json.checked(openEnvelope(ctx, sealedIn(frame)), Map.class);
        });
    }

    /** `request` is the body of the request that is answered. */
    public final String sealAnswer(String path, String request, Answer answer) throws GeneralSecurityException {
        Sealed sealed = sealEnvelope(answerContext(peer, path, request, answer), Bytes.utf8(answer.content));
        var code = new Json.Number(answer.code);
        return Json.write(Json.object("code", code, "msg", answer.msg, "data", sealed.data, "sign", sealed.sign));
    }

    /** `request` is the body of the request that was sent. */
    public final Answer openAnswer(String path, String request, String body) throws Rejected {
        return withOneError(() -> {
            var frame = Json.members(body, "code", "msg", "data", "sign");
            var blank = new Answer(Json.digits(frame.get("code"), Json.CODE), (String) frame.get("msg"), "");
            Sealed sealed = sealedIn(frame);
            require(bindsAnswers() || blank.code.equals("0"));
            if (!bindsAnswers() && sealed.data.isEmpty() && sealed.sign.isEmpty()) return blank;
            String content = openEnvelope(answerContext(own, path, request, blank), sealed);
            return new Answer(blank.code, blank.msg, Json.checked(content, Map.class, List.class));
        });
    }

    final Map<String, Object> queryContext(boolean sealing, String path, String time) {
        return requestContext(sealing ? peer : own, path, time);
    }

    private Map<String, Object> requestContext(String receiver, String path, String time) {
        return context("request", receiver, path, time);
    }

    private Map<String, Object> answerContext(String receiver, String path, String request, Answer answer)
            throws GeneralSecurityException {
        var asked = requestFrame(request);
        var ctx = context("answer", receiver, path, Json.digits(asked.get("time"), Json.TIME));
        ctx.put("c", answer.code);
        ctx.put("m", Bytes.sha256(Bytes.utf8(answer.msg)));
        ctx.put("rq", Bytes.sha256(Bytes.utf8((String) asked.get("sign"))));
        return ctx;
    }

    private Map<String, Object> context(String direction, String receiver, String path, String time) {
        var version = new Json.Number("1");
        return Json.object("v", version, "d", direction, "aud", receiver, "app", appId, "p", path, "t", time);
    }

    private Map<String, Object> requestFrame(String body) {
        var frame = Json.members(body, "app_id", "time", "sign", "data");
        require(appId.equals(frame.get("app_id")));
        return frame;
    }

    private static Sealed sealedIn(Map<String, Object> frame) {
        return new Sealed((String) frame.get("data"), (String) frame.get("sign"));
    }

    interface Opening<T> {
        T open() throws Exception;
    }

    /** Turns every failure into the same error. */
    static <T> T withOneError(Opening<T> opening) throws Rejected {
        try {
            return opening.open();
        } catch (Exception failure) {
            throw new Rejected();
        }
    }

    static void require(boolean condition) {
        if (!condition) throw new IllegalArgumentException("The message does not have the expected form.");
    }
}
