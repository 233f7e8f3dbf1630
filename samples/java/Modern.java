import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;

/** JWE (RSA-OAEP-256, A256GCM) and JWS (PS256). Answers to queries are plain JSON, so there is nothing to open. */
public final class Modern extends Custody {
    private static final int SECRET = 32;
    private static final int IV = 12;
    private static final int TAG = 16;
    private static final OAEPParameterSpec OAEP =
            new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT);
    private static final PSSParameterSpec PSS =
            new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, PSSParameterSpec.TRAILER_FIELD_BC);

    public Modern(String appId, String own, String peer, Keys keys) {
        super(appId, own, peer, keys);
    }

    @Override
    boolean bindsAnswers() {
        return true;
    }

    @Override
    public String sealQuery(String path, String content) throws GeneralSecurityException {
        var ctx = queryContext(true, path, Json.timeOf(content));
        String signed = sign(ctx, Bytes.utf8(content), Bytes.utf8(content));
        return seal(Bytes.utf8(signed), Json.object("crit", List.of("ctx"), "ctx", ctx));
    }

    @Override
    public String openQuery(String path, String data) throws Rejected {
        return withOneError(() -> {
            String time = (String) ((Map<?, ?>) header(data).get("ctx")).get("t");
            var ctx = queryContext(false, path, time);
            String signed = Bytes.text(unseal(data, Json.object("crit", List.of("ctx"), "ctx", ctx)));
            byte[] content = Bytes.unbase64(parts(signed, 3)[1]);
            verify(signed, ctx, content, content);
            require(Json.timeOf(Bytes.text(content)).equals(time));
            return Bytes.text(content);
        });
    }

    @Override
    Sealed sealEnvelope(Map<String, Object> ctx, byte[] content) throws GeneralSecurityException {
        return new Sealed(seal(content, Map.of()), sign(ctx, content, Bytes.md5(content)));
    }

    @Override
    String openEnvelope(Map<String, Object> ctx, Sealed sealed) throws Exception {
        byte[] content = unseal(sealed.data(), Map.of());
        verify(sealed.sign(), ctx, content, Bytes.md5(content));
        return Bytes.text(content);
    }

    private String seal(byte[] content, Map<String, Object> more) throws GeneralSecurityException {
        byte[] secret = Bytes.random(SECRET);
        byte[] iv = Bytes.random(IV);
        String head = Bytes.base64url(Bytes.utf8(Json.write(sealedHeader(keys.peerEncryption().kid(), more))));
        byte[] wrapped = oaep(Cipher.ENCRYPT_MODE, keys.peerEncryption().rsa()).doFinal(secret);
        byte[] sealed = gcm(Cipher.ENCRYPT_MODE, secret, iv, head).doFinal(content);
        int end = sealed.length - TAG;
        byte[][] parts = {wrapped, iv, Arrays.copyOf(sealed, end), Arrays.copyOfRange(sealed, end, sealed.length)};
        return head + "." + Arrays.stream(parts).map(Bytes::base64url).collect(Collectors.joining("."));
    }

    private byte[] unseal(String text, Map<String, Object> more) throws Exception {
        String[] parts = parts(text, 5);
        require(header(text).equals(sealedHeader(keys.ownEncryption().kid(), more)));
        byte[] iv = Bytes.unbase64(parts[2]);
        byte[] tag = Bytes.unbase64(parts[4]);
        require(iv.length == IV && tag.length == TAG);
        byte[] sealed = Bytes.joined(List.of(Bytes.unbase64(parts[3]), tag));
        return gcm(Cipher.DECRYPT_MODE, unwrap(Bytes.unbase64(parts[1])), iv, parts[0]).doFinal(sealed);
    }

    /** A wrong key becomes a random one, so that it fails in the cipher like every other forgery (RFC 7516, 11.5). */
    private byte[] unwrap(byte[] wrapped) throws GeneralSecurityException {
        byte[] substitute = Bytes.random(SECRET);
        try {
            byte[] secret = oaep(Cipher.DECRYPT_MODE, keys.ownEncryption().rsa()).doFinal(wrapped);
            return secret.length == SECRET ? secret : substitute;
        } catch (GeneralSecurityException failure) {
            return substitute;
        }
    }

    private String sign(Map<String, Object> ctx, byte[] content, byte[] payload) throws GeneralSecurityException {
        String head = Json.write(signedHeader(keys.ownSignature().kid(), ctx, content));
        String message = Bytes.base64url(Bytes.utf8(head)) + "." + Bytes.base64url(payload);
        Signature signature = pss();
        signature.initSign((PrivateKey) keys.ownSignature().rsa());
        signature.update(Bytes.utf8(message));
        return message + "." + Bytes.base64url(signature.sign());
    }

    private void verify(String text, Map<String, Object> ctx, byte[] content, byte[] payload) throws Exception {
        String[] parts = parts(text, 3);
        require(header(text).equals(signedHeader(keys.peerSignature().kid(), ctx, content)));
        require(Arrays.equals(Bytes.unbase64(parts[1]), payload));
        Signature signature = pss();
        signature.initVerify((PublicKey) keys.peerSignature().rsa());
        signature.update(Bytes.utf8(parts[0] + "." + parts[1]));
        require(signature.verify(Bytes.unbase64(parts[2])));
    }

    private static String[] parts(String text, int count) {
        String[] parts = text.split("\\.", count + 1);
        require(parts.length == count);
        return parts;
    }

    /** A message chooses nothing: its header must equal the expected one. */
    private static Map<?, ?> header(String text) throws Exception {
        return (Map<?, ?>) Json.read(Bytes.text(Bytes.unbase64(text.split("\\.", 2)[0])));
    }

    private static Map<String, Object> sealedHeader(String kid, Map<String, Object> more) {
        var header = Json.object("alg", "RSA-OAEP-256", "enc", "A256GCM", "kid", kid);
        header.putAll(more);
        return header;
    }

    private static Map<String, Object> signedHeader(String kid, Map<String, Object> ctx, byte[] content)
            throws GeneralSecurityException {
        var claims = new LinkedHashMap<>(ctx);
        claims.put("h", Bytes.sha256(content));
        return Json.object("alg", "PS256", "kid", kid, "crit", List.of("ctx"), "ctx", claims);
    }

    private static Cipher gcm(int mode, byte[] secret, byte[] iv, String head) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(secret, "AES"), new GCMParameterSpec(TAG * 8, iv));
        cipher.updateAAD(Bytes.utf8(head));
        return cipher;
    }

    private static Cipher oaep(int mode, RSAKey key) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
        cipher.init(mode, (Key) key, OAEP);
        return cipher;
    }

    private static Signature pss() throws GeneralSecurityException {
        Signature signature = Signature.getInstance("RSASSA-PSS");
        signature.setParameter(PSS);
        return signature;
    }
}
