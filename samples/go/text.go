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
	"strings"
	"unicode/utf8"
)

// Characters of the longest message.
const longest = 1024 * 1024

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

// Reads strict JSON: no duplicate members, which parsers read differently, and exact numbers. Go matches the names of
// members without regard to case, so names that differ only in case are duplicates too.
func readJSON(text []byte) (any, error) {
	if len(text) > longest || !utf8.Valid(text) || !json.Valid(text) {
		return nil, errForm
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return readValue(decoder)
}

func readValue(decoder *json.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		return readMembers(decoder)
	case json.Delim('['):
		return readEntries(decoder)
	}
	return token, nil
}

func readMembers(decoder *json.Decoder) (any, error) {
	found, seen := object{}, map[string]bool{}
	for decoder.More() {
		token, err := decoder.Token()
		name, isText := token.(string)
		if err != nil || !isText || seen[strings.ToLower(name)] {
			return nil, errForm
		}
		seen[strings.ToLower(name)] = true
		if found[name], err = readValue(decoder); err != nil {
			return nil, err
		}
	}
	_, err := decoder.Token()
	return found, err
}

func readEntries(decoder *json.Decoder) (any, error) {
	found := []any{}
	for decoder.More() {
		entry, err := readValue(decoder)
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
	time, isNumber := digits(found["time"])
	if err != nil || !isNumber {
		return "", errForm
	}
	return time, nil
}

var whole = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)

// The digits of a whole number.
func digits(value any) (string, bool) {
	number, isNumber := value.(json.Number)
	return number.String(), isNumber && whole.MatchString(number.String())
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
