package custody

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"regexp"
	"unicode/utf8"
)

const (
	longest = 1024 * 1024 // characters of a message
	deepest = 16          // levels of a message
)

// A program in JavaScript may change a prototype with them.
var forbidden = map[string]bool{"__proto__": true, "constructor": true, "prototype": true}

var errForm = errors.New("the message does not have the expected form")

type object = map[string]any

func with(one, other object) object {
	both := object{}
	for _, part := range []object{one, other} {
		for name, value := range part {
			both[name] = value
		}
	}
	return both
}

// A JSON object with exactly these members.
func members(text string, names ...string) (object, error) {
	found, err := readObject([]byte(text))
	if err != nil || len(found) != len(names) {
		return nil, errForm
	}
	for _, name := range names {
		if _, known := found[name]; !known {
			return nil, errForm
		}
	}
	return found, nil
}

func readObject(text []byte) (object, error) {
	value, err := readJSON(text)
	found, isObject := value.(object)
	if err != nil || !isObject {
		return nil, errForm
	}
	return found, nil
}

// Reads a JSON object or list, without what parsers read differently, such as duplicate members. Numbers are exact.
func readJSON(text []byte) (any, error) {
	if len(text) > longest || !utf8.Valid(text) || !json.Valid(text) || hasLoneSurrogate(text) {
		return nil, errForm
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value, err := readValue(decoder, 0)
	switch value.(type) {
	case object, []any:
		return value, err
	}
	return nil, errForm
}

var escapes = regexp.MustCompile(`\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD][89a-fA-F]..|\\.`)

// The decoder replaces half of a pair of surrogates, so that two texts become one.
func hasLoneSurrogate(text []byte) bool {
	for _, escape := range escapes.FindAll(text, -1) {
		if len(escape) == len(`\ud800`) {
			return true
		}
	}
	return false
}

func readValue(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	if _, isDeeper := token.(json.Delim); isDeeper && depth == deepest {
		return nil, errForm
	}
	switch token {
	case json.Delim('{'):
		return readMembers(decoder, depth+1)
	case json.Delim('['):
		return readEntries(decoder, depth+1)
	}
	return token, nil
}

func readMembers(decoder *json.Decoder, depth int) (any, error) {
	found := object{}
	for decoder.More() {
		token, err := decoder.Token()
		name, isText := token.(string)
		if _, isKnown := found[name]; err != nil || !isText || isKnown || forbidden[name] {
			return nil, errForm
		}
		if found[name], err = readValue(decoder, depth); err != nil {
			return nil, err
		}
	}
	_, err := decoder.Token()
	return found, err
}

func readEntries(decoder *json.Decoder, depth int) (any, error) {
	found := []any{}
	for decoder.More() {
		entry, err := readValue(decoder, depth)
		if err != nil {
			return nil, err
		}
		found = append(found, entry)
	}
	_, err := decoder.Token()
	return found, err
}

func write(value object) (string, error) {
	text, err := json.Marshal(value)
	return string(text), err
}

// The digits of the member time, which every query has.
func timeOf(content []byte) (string, error) {
	found, err := readObject(content)
	time, isTime := digits(found["time"], times)
	if err != nil || !isTime {
		return "", errForm
	}
	return time, nil
}

var (
	times = regexp.MustCompile(`^(0|[1-9][0-9]{0,15})$`)
	codes = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,14})$`)
)

// The digits of an integer.
func digits(value any, pattern *regexp.Regexp) (string, bool) {
	number, isNumber := value.(json.Number)
	return number.String(), isNumber && pattern.MatchString(number.String())
}

func encode(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// Strict base64url: each byte string has one spelling.
func decode(text string) ([]byte, error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if len(text) > longest || err != nil || encode(data) != text {
		return nil, errForm
	}
	return data, nil
}

func decodeAll(texts []string) ([][]byte, error) {
	all := make([][]byte, len(texts))
	for at, text := range texts {
		data, err := decode(text)
		if err != nil {
			return nil, err
		}
		all[at] = data
	}
	return all, nil
}

// The MD5 that a v1 signature covers, as 32 characters.
func md5Text(content []byte) []byte {
	hash := md5.Sum(content)
	return []byte(hex.EncodeToString(hash[:]))
}

func digest(data []byte) string {
	hash := sha256.Sum256(data)
	return encode(hash[:])
}
