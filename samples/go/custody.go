// Package custody seals, opens and verifies messages of the custody interface, for the caller and for the receiver.
// Contents are JSON texts with the members that the wire has. Queries (v2 and MPC) need time, charset and, in v2,
// version among them.
package custody

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
)

// ErrRejected says that a message is not authentic. It has no cause: the sender of a forgery must not learn one.
var ErrRejected = errors.New("ENVELOPE_REJECTED: do not use the message, and tell its sender nothing else")

// PrivateKey is the own half of an RSA pair, under the id that both parties agreed on.
type PrivateKey struct {
	KID string
	RSA *rsa.PrivateKey
}

// PublicKey is the half of the other party.
type PublicKey struct {
	KID string
	RSA *rsa.PublicKey
}

// Keys has two pairs for each party. In classic, both are the same pair.
type Keys struct {
	OwnEncryption, OwnSignature   PrivateKey
	PeerEncryption, PeerSignature PublicKey
}

// Answer is the answer to a v1 call. An empty content means success without content.
type Answer struct{ Code, Msg, Content string }

// Codec has what both profiles share: the JSON around the sealed texts of v1. Modern and Classic make one.
type Codec struct {
	appID, own, peer string
	keys             Keys
	suite            suite
}

// A suite seals and opens. Only one that binds answers signs their code.
type suite interface {
	bindsAnswers() bool
	sealQuery(c *Codec, path string, content []byte) (string, error)
	openQuery(c *Codec, path, data string) ([]byte, error)
	sealEnvelope(keys Keys, ctx object, content []byte) (sealed, error)
	openEnvelope(keys Keys, ctx object, message sealed) ([]byte, error)
}

type sealed struct{ data, sign string }

// SealQuery returns the data of a query.
func (c *Codec) SealQuery(path, content string) (string, error) {
	return c.suite.sealQuery(c, path, []byte(content))
}

// OpenQuery returns the verified content of a query.
func (c *Codec) OpenQuery(path, data string) (string, error) {
	return verified(c.suite.openQuery(c, path, data))
}

// SealRequest returns the body of a v1 request.
func (c *Codec) SealRequest(path, time, content string) (string, error) {
	message, err := c.suite.sealEnvelope(c.keys, c.context("request", c.peer, path, time), []byte(content))
	if err != nil {
		return "", err
	}
	return write(object{"app_id": c.appID, "time": json.Number(time), "sign": message.sign, "data": message.data})
}

// OpenRequest returns the verified content of a v1 request.
func (c *Codec) OpenRequest(path, body string) (string, error) {
	frame, time, err := c.requestFrame(body)
	if err != nil {
		return "", ErrRejected
	}
	return verifiedMembers(c.suite.openEnvelope(c.keys, c.context("request", c.own, path, time), sealedIn(frame)))
}

// SealAnswer returns the body of an answer. The request is the body that is answered.
func (c *Codec) SealAnswer(path, request string, answer Answer) (string, error) {
	ctx, err := c.answerContext(c.peer, path, request, answer)
	if err != nil {
		return "", err
	}
	message, err := c.suite.sealEnvelope(c.keys, ctx, []byte(answer.Content))
	if err != nil {
		return "", err
	}
	code := json.Number(answer.Code)
	return write(object{"code": code, "msg": answer.Msg, "data": message.data, "sign": message.sign})
}

// OpenAnswer returns the verified answer to a v1 request. The request is the body that was sent.
func (c *Codec) OpenAnswer(path, request, body string) (Answer, error) {
	frame, err := members(body, "code", "msg", "data", "sign")
	code, isCode := digits(frame["code"], codes)
	msg, isText := frame["msg"].(string)
	if err != nil || !isCode || !isText || (code != "0" && !c.suite.bindsAnswers()) {
		return Answer{}, ErrRejected
	}
	answer := Answer{Code: code, Msg: msg}
	if frame["data"] == "" && frame["sign"] == "" && !c.suite.bindsAnswers() {
		return answer, nil
	}
	ctx, err := c.answerContext(c.own, path, request, answer)
	if err != nil {
		return Answer{}, ErrRejected
	}
	if answer.Content, err = verified(c.suite.openEnvelope(c.keys, ctx, sealedIn(frame))); err != nil {
		return Answer{}, ErrRejected
	}
	return answer, nil
}

func (c *Codec) requestFrame(body string) (frame object, time string, err error) {
	frame, err = members(body, "app_id", "time", "sign", "data")
	time, isTime := digits(frame["time"], times)
	if err != nil || !isTime || frame["app_id"] != c.appID {
		return nil, "", errForm
	}
	return frame, time, nil
}

func (c *Codec) context(direction, receiver, path, time string) object {
	version := json.Number("1")
	return object{"v": version, "d": direction, "aud": receiver, "app": c.appID, "p": path, "t": time}
}

func (c *Codec) answerContext(receiver, path, request string, answer Answer) (object, error) {
	frame, time, err := c.requestFrame(request)
	if err != nil {
		return nil, err
	}
	more := object{"c": answer.Code, "m": digest([]byte(answer.Msg)), "rq": digest([]byte(sealedIn(frame).sign))}
	return with(c.context("answer", receiver, path, time), more), nil
}

// A member of another type becomes an empty text, which no suite opens.
func sealedIn(frame object) sealed {
	data, _ := frame["data"].(string)
	sign, _ := frame["sign"].(string)
	return sealed{data, sign}
}

// The content as text, if it is strict JSON: two parsers cannot read two payments in it. Every failure is the same.
func verified(content []byte, err error) (string, error) {
	if _, unfit := readJSON(content); unfit != nil || err != nil {
		return "", ErrRejected
	}
	return string(content), nil
}

// A request has members; an answer may be a list.
func verifiedMembers(content []byte, err error) (string, error) {
	if _, unfit := readObject(content); unfit != nil {
		return "", ErrRejected
	}
	return verified(content, err)
}

var errKey = errors.New("the file has no RSA key in PEM of at least 2048 bits: check the file that you load")

// LoadPrivateKey reads a PEM file with a private key (PKCS#8).
func LoadPrivateKey(kid string, file []byte) (PrivateKey, error) {
	block, _ := pem.Decode(file)
	if block == nil {
		return PrivateKey{}, errKey
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	private, isRSA := key.(*rsa.PrivateKey)
	if err != nil || !isRSA || private.N.BitLen() < 2048 {
		return PrivateKey{}, errKey
	}
	return PrivateKey{kid, private}, nil
}

// LoadPublicKey reads a PEM file with a public key (SPKI).
func LoadPublicKey(kid string, file []byte) (PublicKey, error) {
	block, _ := pem.Decode(file)
	if block == nil {
		return PublicKey{}, errKey
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	public, isRSA := key.(*rsa.PublicKey)
	if err != nil || !isRSA || public.N.BitLen() < 2048 {
		return PublicKey{}, errKey
	}
	return PublicKey{kid, public}, nil
}
