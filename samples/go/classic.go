package custody

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"math/big"
)

const (
	queryChunk     = 234
	paddingSize    = 11
	substituteSize = 32
)

// Classic seals with RSA blocks and signs an MD5 with SHA256withRSA. No signature covers the context: path, time and
// order of blocks. Own and peer are the ids of the parties.
func Classic(appID, own, peer string, keys Keys) *Codec {
	return &Codec{appID, own, peer, keys, classic{}}
}

type classic struct{}

func (classic) bindsAnswers() bool { return false }

// SealQueryAnswer returns the body of an answer to a query. Only classic seals such answers.
func (c *Codec) SealQueryAnswer(content string) (string, error) {
	data, err := sealTypeOne(c.keys.OwnSignature.RSA, []byte(content))
	if err != nil {
		return "", err
	}
	return write(object{"data": data})
}

// OpenQueryAnswer returns the content of an answer to a query. Only classic seals such answers.
func (c *Codec) OpenQueryAnswer(body string) (string, error) {
	frame, err := members(body, "data")
	if err != nil {
		return "", ErrRejected
	}
	return verified(openTypeOne(c.keys.PeerSignature.RSA, sealedIn(frame).data))
}

func (classic) sealQuery(c *Codec, _ string, content []byte) (string, error) {
	return sealTypeOne(c.keys.OwnSignature.RSA, content)
}

func (classic) openQuery(c *Codec, _, data string) ([]byte, error) {
	content, err := openTypeOne(c.keys.PeerSignature.RSA, data)
	if err != nil {
		return nil, err
	}
	_, err = timeOf(content)
	return content, err
}

func (classic) sealEnvelope(keys Keys, _ object, content []byte) (sealed, error) {
	to := keys.PeerEncryption.RSA
	data, err := eachChunk(content, to.Size()-paddingSize, func(chunk []byte) ([]byte, error) {
		return rsa.EncryptPKCS1v15(rand.Reader, to, chunk)
	})
	if err != nil {
		return sealed{}, err
	}
	hash := sha256.Sum256(md5Text(content))
	signature, err := rsa.SignPKCS1v15(rand.Reader, keys.OwnSignature.RSA, crypto.SHA256, hash[:])
	return sealed{encode(data), encode(signature)}, err
}

func (classic) openEnvelope(keys Keys, _ object, message sealed) ([]byte, error) {
	content, err := eachBlock(message.data, keys.OwnEncryption.RSA.Size(), func(block []byte) ([]byte, error) {
		return openTypeTwo(keys.OwnEncryption.RSA, block)
	})
	if err != nil {
		return nil, err
	}
	signature, err := decode(message.sign)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(md5Text(content))
	return content, rsa.VerifyPKCS1v15(keys.PeerSignature.RSA, crypto.SHA256, hash[:], signature)
}

// A bad block becomes random bytes, so that it fails where a wrong signature fails (Bleichenbacher's attack).
func openTypeTwo(own *rsa.PrivateKey, block []byte) ([]byte, error) {
	substitute := make([]byte, substituteSize)
	if _, err := rand.Read(substitute); err != nil {
		return nil, err
	}
	if content, err := rsa.DecryptPKCS1v15(rand.Reader, own, block); err == nil {
		return content, nil
	}
	return substitute, nil
}

// A signature without a hash is a block of type 1: it proves the sender and hides nothing.
func sealTypeOne(own *rsa.PrivateKey, content []byte) (string, error) {
	blocks, err := eachChunk(content, queryChunk, func(chunk []byte) ([]byte, error) {
		return rsa.SignPKCS1v15(rand.Reader, own, crypto.Hash(0), chunk)
	})
	return encode(blocks), err
}

func openTypeOne(peer *rsa.PublicKey, data string) ([]byte, error) {
	return eachBlock(data, peer.Size(), func(block []byte) ([]byte, error) {
		signature := new(big.Int).SetBytes(block)
		if signature.Cmp(peer.N) >= 0 {
			return nil, errForm
		}
		padded := make([]byte, peer.Size())
		signature.Exp(signature, big.NewInt(int64(peer.E)), peer.N).FillBytes(padded)
		end := bytes.IndexByte(padded[1:], 0) + 2
		// This only finds the chunk. The library checks the whole padding strictly.
		return padded[end:], rsa.VerifyPKCS1v15(peer, crypto.Hash(0), padded[end:], block)
	})
}

func eachBlock(data string, size int, open func([]byte) ([]byte, error)) ([]byte, error) {
	blocks, err := decode(data)
	if err != nil || len(blocks) == 0 || len(blocks)%size != 0 {
		return nil, errForm
	}
	return eachChunk(blocks, size, open)
}

func eachChunk(content []byte, size int, change func([]byte) ([]byte, error)) ([]byte, error) {
	var whole []byte
	for at := 0; at < len(content); at += size {
		end := at + size
		if end > len(content) {
			end = len(content)
		}
		part, err := change(content[at:end])
		if err != nil {
			return nil, err
		}
		whole = append(whole, part...)
	}
	return whole, nil
}
