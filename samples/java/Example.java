import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Pulls withdrawals and reads an account: java Example FOLDER URL. FOLDER is the folder `modern` below the demo
 * credentials of the mock, and URL the address of the wire mock. `npm start` prints both.
 */
final class Example {
    private Example() {}

    public static void main(String[] args) throws Exception {
        String folder = args[0];
        String url = args[1];
        String appId = file(folder, "app_id");
        var keys = new Custody.Keys(
                Custody.privateKey("test-merchant-enc", file(folder, "merchant-enc-private.pem")),
                Custody.privateKey("test-merchant-sig", file(folder, "merchant-sig-private.pem")),
                Custody.publicKey("test-platform-enc", file(folder, "platform-enc-public.pem")),
                Custody.publicKey("test-platform-sig", file(folder, "platform-sig-public.pem")));
        Custody shop = new Modern(appId, "demo-merchant", "demo-platform", keys);
        String now = String.valueOf(System.currentTimeMillis());

        // v1: the answer is sealed too, and tied to the request.
        String path = "/api/v1/withdraw/consume";
        String body = shop.sealRequest(path, now, "{\"symbol\":\"BTC\"}");
        var post = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        Custody.Answer answer = shop.openAnswer(path, body, send(post));
        System.out.println(answer.code() + " " + answer.content());

        // v2: under modern, the answer is plain JSON, and only TLS protects it.
        String account = "/api/v2/account/getByUidAndSymbol";
        String content = "{\"time\":%s,\"charset\":\"utf-8\",\"version\":\"v2\",\"uid\":10042,\"symbol\":\"BTC\"}";
        String data = shop.sealQuery(account, content.formatted(now));
        String query = "?app_id=" + appId + "&data=" + data; // both have only characters that a URL allows
        System.out.println(send(HttpRequest.newBuilder(URI.create(url + account + query))));
    }

    private static String file(String folder, String name) throws IOException {
        return Files.readString(Path.of(folder, name));
    }

    private static String send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
    }
}
