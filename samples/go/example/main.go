// Pulls withdrawals and reads an account: go run ./example FOLDER URL
//
// FOLDER is the folder "modern" below the demo credentials of the mock, and URL the address of the wire mock. "npm start"
// prints both.
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"custody"
)

func main() {
	folder, service := os.Args[1], os.Args[2]
	appID := string(read(folder, "app_id"))
	shop := custody.Modern(appID, "demo-merchant", "demo-platform", custody.Keys{
		OwnEncryption:  must(custody.LoadPrivateKey("test-merchant-enc", read(folder, "merchant-enc-private.pem"))),
		OwnSignature:   must(custody.LoadPrivateKey("test-merchant-sig", read(folder, "merchant-sig-private.pem"))),
		PeerEncryption: must(custody.LoadPublicKey("test-platform-enc", read(folder, "platform-enc-public.pem"))),
		PeerSignature:  must(custody.LoadPublicKey("test-platform-sig", read(folder, "platform-sig-public.pem"))),
	})
	now := fmt.Sprint(time.Now().UnixMilli())

	// v1: the answer is sealed too, and tied to the request.
	path := "/api/v1/withdraw/consume"
	body := must(shop.SealRequest(path, now, `{"symbol":"BTC"}`))
	response := must(http.Post(service+path, "application/json", strings.NewReader(body)))
	answer := must(shop.OpenAnswer(path, body, text(response)))
	fmt.Println(answer.Code, answer.Content)

	// v2: under modern, the answer is plain JSON, and only TLS protects it.
	path = "/api/v2/account/getByUidAndSymbol"
	content := fmt.Sprintf(`{"time":%s,"charset":"utf-8","version":"v2","uid":10042,"symbol":"BTC"}`, now)
	query := url.Values{"app_id": {appID}, "data": {must(shop.SealQuery(path, content))}}
	fmt.Println(text(must(http.Get(service + path + "?" + query.Encode()))))
}

func read(folder, name string) []byte { return must(os.ReadFile(filepath.Join(folder, name))) }

func text(response *http.Response) string {
	defer response.Body.Close()
	return string(must(io.ReadAll(response.Body)))
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
