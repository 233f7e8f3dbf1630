import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;

/** RSA blocks, and SHA256withRSA over an MD5. No signature covers the context: path, time and order of blocks. */
public final class Classic extends Custody {
    private static final int QUERY_CHUNK = 234;
    private static final int PADDING = 11;

    public Classic(String appId, String own, String peer, Keys keys) {
        super(appId, own, peer, keys);
    }

    @Override
    boolean bindsAnswers() {
        return false;
    }

    @Override
    public String sealQuery(String path, String content) throws GeneralSecurityException {
        // With a private key, the cipher makes blocks of type 1: they prove the sender and hide nothing.
        Cipher cipher = cipher(Cipher.ENCRYPT_MODE, keys.ownSignature().rsa());
        return Bytes.base64url(eachChunk(cipher, Bytes.utf8(content), QUERY_CHUNK));
    }

    @Override
    public String openQuery(String path, String data) throws Rejected {
        return withOneError(() -> {
            String content = openTypeOne(data);
            Json.timeOf(content);
            return content;
        });
    }

    public String sealQueryAnswer(String content) throws GeneralSecurityException {
        return Json.write(Json.object("data", sealQuery("", content)));
    }

    public String openQueryAnswer(String body) throws Rejected {
        return withOneError(() -> {
            String content = openTypeOne((String) Json.members(body, "data").get("data"));
            return Json.checked(content, Map.class, List.class);
        });
    }

    private String openTypeOne(String data) throws Exception {
        RSAKey key = keys.peerSignature().rsa();
        return Bytes.text(eachChunk(cipher(Cipher.DECRYPT_MODE, key), blocks(data, key), size(key)));
    }

    @Override
    Sealed sealEnvelope(Map<String, Object> ctx, byte[] content) throws GeneralSecurityException {
        RSAKey to = keys.peerEncryption().rsa();
        byte[] sealed = eachChunk(cipher(Cipher.ENCRYPT_MODE, to), content, size(to) - PADDING);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign((PrivateKey) keys.ownSignature().rsa());
        signature.update(Bytes.md5(content));
        return new Sealed(Bytes.base64url(sealed), Bytes.base64url(signature.sign()));
    }

    @Override
    String openEnvelope(Map<String, Object> ctx, Sealed sealed) throws Exception {
        byte[] content = openTypeTwo(sealed.data());
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify((PublicKey) keys.peerSignature().rsa());
        signature.update(Bytes.md5(content));
        require(signature.verify(Bytes.unbase64(sealed.sign())));
        return Bytes.text(content);
    }

    /** A bad block becomes random bytes, so that it fails where a wrong signature fails (Bleichenbacher's attack). */
    private byte[] openTypeTwo(String data) throws GeneralSecurityException {
        RSAKey own = keys.ownEncryption().rsa();
        Cipher cipher = cipher(Cipher.DECRYPT_MODE, own);
        List<byte[]> contents = new ArrayList<>();
        for (byte[] block : chunks(blocks(data, own), size(own))) {
            byte[] substitute = Bytes.random(32);
            try {
                contents.add(cipher.doFinal(block));
            } catch (GeneralSecurityException failure) {
                contents.add(substitute);
            }
        }
        return Bytes.joined(contents);
    }

    private static Cipher cipher(int mode, RSAKey key) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("RSA/ECB/PKCS1Padding");
        cipher.init(mode, (Key) key);
        return cipher;
    }

    private static byte[] eachChunk(Cipher cipher, byte[] bytes, int size) throws GeneralSecurityException {
        List<byte[]> done = new ArrayList<>();
        for (byte[] chunk : chunks(bytes, size)) done.add(cipher.doFinal(chunk));
        return Bytes.joined(done);
    }

    private static byte[] blocks(String data, RSAKey key) {
        byte[] sealed = Bytes.unbase64(data);
        require(sealed.length > 0 && sealed.length % size(key) == 0);
        return sealed;
    }

    private static List<byte[]> chunks(byte[] bytes, int size) {
        List<byte[]> chunks = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += size)
            chunks.add(Arrays.copyOfRange(bytes, at, Math.min(at + size, bytes.length)));
        return chunks;
    }

    private static int size(RSAKey key) {
        return (key.getModulus().bitLength() + 7) / 8;
    }
}
