package custody

import (
	"bytes"
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"reflect"
	"strings"
)

const (
	secretSize = 32
	ivSize     = 12
	tagSize    = 16
)

var pss = &rsa.PSSOptions{SaltLength: sha256.Size, Hash: crypto.SHA256}

// Modern seals with JWE (RSA-OAEP-256, A256GCM) and signs with JWS (PS256). Answers to queries are plain JSON, so
// there is nothing to open. Own and peer are the ids of the parties.
func Modern(appID, own, peer string, keys Keys) *Codec {
	return &Codec{appID, own, peer, keys, modern{}}
}

type modern struct{}

func (modern) bindsAnswers() bool { return true }

func (modern) sealQuery(c *Codec, path string, content []byte) (string, error) {
	time, err := timeOf(content)
	if err != nil {
		return "", err
	}
	ctx := c.context("request", c.peer, path, time)
	signed, err := signJWS(c.keys.OwnSignature, ctx, content, content)
	if err != nil {
		return "", err
	}
	return sealJWE(c.keys.PeerEncryption, bound(ctx), []byte(signed))
}

func (modern) openQuery(c *Codec, path, data string) ([]byte, error) {
	head, err := headerOf(data)
	if err != nil {
		return nil, err
	}
	claims, _ := head["ctx"].(object)
	time, _ := claims["t"].(string)
	ctx := c.context("request", c.own, path, time)
	signed, err := openJWE(c.keys.OwnEncryption, bound(ctx), data)
	if err != nil {
		return nil, err
	}
	content, err := payloadOf(string(signed))
	if err != nil {
		return nil, err
	}
	if err := verifyJWS(c.keys.PeerSignature, ctx, content, content, string(signed)); err != nil {
		return nil, err
	}
	if filled, err := timeOf(content); err != nil || filled != time {
		return nil, errForm
	}
	return content, nil
}

func (modern) sealEnvelope(keys Keys, ctx object, content []byte) (message sealed, err error) {
	if message.sign, err = signJWS(keys.OwnSignature, ctx, content, md5Text(content)); err != nil {
		return sealed{}, err
	}
	message.data, err = sealJWE(keys.PeerEncryption, object{}, content)
	return message, err
}

func (modern) openEnvelope(keys Keys, ctx object, message sealed) ([]byte, error) {
	content, err := openJWE(keys.OwnEncryption, object{}, message.data)
	if err != nil {
		return nil, err
	}
	return content, verifyJWS(keys.PeerSignature, ctx, content, md5Text(content), message.sign)
}

func sealJWE(to PublicKey, more object, content []byte) (string, error) {
	drawn := make([]byte, secretSize+ivSize)
	if _, err := rand.Read(drawn); err != nil {
		return "", err
	}
	secret, iv := drawn[:secretSize], drawn[secretSize:]
	wrapped, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, to.RSA, secret, nil)
	if err != nil {
		return "", err
	}
	head, err := write(sealedHeader(to.KID, more))
	if err != nil {
		return "", err
	}
	gcm, err := gcmOf(secret)
	if err != nil {
		return "", err
	}
	head = encode([]byte(head))
	sealed := gcm.Seal(nil, iv, content, []byte(head))
	end := len(sealed) - tagSize
	parts := []string{head, encode(wrapped), encode(iv), encode(sealed[:end]), encode(sealed[end:])}
	return strings.Join(parts, "."), nil
}

func openJWE(own PrivateKey, more object, text string) ([]byte, error) {
	parts := strings.Split(text, ".")
	head, err := headerOf(text)
	if err != nil || len(parts) != 5 || !reflect.DeepEqual(head, sealedHeader(own.KID, more)) {
		return nil, errForm
	}
	decoded, err := decodeAll(parts[1:])
	if err != nil || len(decoded[1]) != ivSize || len(decoded[3]) != tagSize {
		return nil, errForm
	}
	secret, err := unwrap(own, decoded[0])
	if err != nil {
		return nil, err
	}
	gcm, err := gcmOf(secret)
	if err != nil {
		return nil, err
	}
	return gcm.Open(nil, decoded[1], append(decoded[2], decoded[3]...), []byte(parts[0]))
}

// A wrong key becomes a random one, so that it fails in the cipher like every other forgery (RFC 7516, section 11.5).
func unwrap(own PrivateKey, wrapped []byte) ([]byte, error) {
	substitute := make([]byte, secretSize)
	if _, err := rand.Read(substitute); err != nil {
		return nil, err
	}
	secret, err := rsa.DecryptOAEP(sha256.New(), rand.Reader, own.RSA, wrapped, nil)
	if err != nil || len(secret) != secretSize {
		return substitute, nil
	}
	return secret, nil
}

func signJWS(own PrivateKey, ctx object, content, payload []byte) (string, error) {
	head, err := write(signedHeader(own.KID, ctx, content))
	if err != nil {
		return "", err
	}
	message := encode([]byte(head)) + "." + encode(payload)
	hash := sha256.Sum256([]byte(message))
	signature, err := rsa.SignPSS(rand.Reader, own.RSA, crypto.SHA256, hash[:], pss)
	return message + "." + encode(signature), err
}

func verifyJWS(peer PublicKey, ctx object, content, payload []byte, text string) error {
	head, err := headerOf(text)
	if err != nil || !reflect.DeepEqual(head, signedHeader(peer.KID, ctx, content)) {
		return errForm
	}
	if found, err := payloadOf(text); err != nil || !bytes.Equal(found, payload) {
		return errForm
	}
	end := strings.LastIndexByte(text, '.')
	signature, err := decode(text[end+1:])
	if err != nil {
		return err
	}
	hash := sha256.Sum256([]byte(text[:end]))
	return rsa.VerifyPSS(peer.RSA, crypto.SHA256, hash[:], signature, pss)
}

// A message chooses nothing: its header must equal the expected one.
func sealedHeader(kid string, more object) object {
	return with(object{"alg": "RSA-OAEP-256", "enc": "A256GCM", "kid": kid}, more)
}

func signedHeader(kid string, ctx object, content []byte) object {
	claims := with(ctx, object{"h": digest(content)})
	return with(object{"alg": "PS256", "kid": kid}, bound(claims))
}

func bound(ctx object) object {
	return object{"crit": []any{"ctx"}, "ctx": ctx}
}

func headerOf(text string) (object, error) {
	head, _, _ := strings.Cut(text, ".")
	decoded, err := decode(head)
	if err != nil {
		return nil, err
	}
	return readObject(decoded)
}

func payloadOf(text string) ([]byte, error) {
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		return nil, errForm
	}
	return decode(parts[1])
}

func gcmOf(secret []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
