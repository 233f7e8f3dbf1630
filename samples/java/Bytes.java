import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** Texts as bytes and back, read strictly: each byte string has one spelling. */
final class Bytes {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Bytes() {}

    /** Rejects a lone surrogate: it has no bytes, and Java would write a question mark. */
    static byte[] utf8(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Custody.require(new String(bytes, StandardCharsets.UTF_8).equals(text));
        return bytes;
    }

    static String text(byte[] utf8) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    }

    static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static byte[] unbase64(String text) {
        Custody.require(text.length() <= Json.LONGEST);
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        Custody.require(base64url(bytes).equals(text));
        return bytes;
    }

    /** The MD5 that a v1 signature covers, as 32 characters. */
    static byte[] md5(byte[] content) throws GeneralSecurityException {
        return utf8(HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(content)));
    }

    static String sha256(byte[] bytes) throws GeneralSecurityException {
        return base64url(MessageDigest.getInstance("SHA-256").digest(bytes));
    }

    static byte[] random(int size) {
        byte[] bytes = new byte[size];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    static byte[] joined(List<byte[]> parts) {
        ByteBuffer whole = ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
        parts.forEach(whole::put);
        return whole.array();
    }
}
