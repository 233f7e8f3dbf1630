// Runs calls of the sample, for the tests. Reads {"parties", "cases"} from stdin; writes the list of results.
package main

import (
	"encoding/json"
	"errors"
	"log"
	"os"

	"custody"
)

type key struct{ KID, PEM string }

type party struct {
	Profile, AppID, Own, Peer string
	Keys                      struct{ OwnEncryption, OwnSignature, PeerEncryption, PeerSignature key }
}

type call struct {
	Party, Call                                         string
	Path, Data, Body, Request, Time, Content, Code, Msg string
}

func main() {
	var given struct {
		Parties map[string]party
		Cases   []call
	}
	check(json.NewDecoder(os.Stdin).Decode(&given))
	codecs := map[string]*custody.Codec{}
	for name, party := range given.Parties {
		codecs[name] = codecOf(party)
	}
	results := make([][]string, len(given.Cases))
	for at, one := range given.Cases {
		found, err := result(codecs[one.Party], one)
		if errors.Is(err, custody.ErrRejected) {
			continue
		}
		check(err)
		results[at] = found
	}
	check(json.NewEncoder(os.Stdout).Encode(results))
}

func result(codec *custody.Codec, one call) ([]string, error) {
	switch one.Call {
	case "sealQuery":
		return list(codec.SealQuery(one.Path, one.Content))
	case "openQuery":
		return list(codec.OpenQuery(one.Path, one.Data))
	case "sealQueryAnswer":
		return list(codec.SealQueryAnswer(one.Content))
	case "openQueryAnswer":
		return list(codec.OpenQueryAnswer(one.Body))
	case "sealRequest":
		return list(codec.SealRequest(one.Path, one.Time, one.Content))
	case "openRequest":
		return list(codec.OpenRequest(one.Path, one.Body))
	case "sealAnswer":
		answer := custody.Answer{Code: one.Code, Msg: one.Msg, Content: one.Content}
		return list(codec.SealAnswer(one.Path, one.Request, answer))
	}
	answer, err := codec.OpenAnswer(one.Path, one.Request, one.Body)
	return []string{answer.Code, answer.Msg, answer.Content}, err
}

func list(text string, err error) ([]string, error) { return []string{text}, err }

func codecOf(given party) *custody.Codec {
	keys := custody.Keys{
		OwnEncryption:  private(given.Keys.OwnEncryption),
		OwnSignature:   private(given.Keys.OwnSignature),
		PeerEncryption: public(given.Keys.PeerEncryption),
		PeerSignature:  public(given.Keys.PeerSignature),
	}
	if given.Profile == "modern" {
		return custody.Modern(given.AppID, given.Own, given.Peer, keys)
	}
	return custody.Classic(given.AppID, given.Own, given.Peer, keys)
}

func private(given key) custody.PrivateKey {
	loaded, err := custody.LoadPrivateKey(given.KID, []byte(given.PEM))
	check(err)
	return loaded
}

func public(given key) custody.PublicKey {
	loaded, err := custody.LoadPublicKey(given.KID, []byte(given.PEM))
	check(err)
	return loaded
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
