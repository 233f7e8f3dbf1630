import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Strict JSON: rejects duplicate members, which parsers read differently. Numbers keep their text; null is empty. */
final class Json {
    /** A number as it is written: nothing is rounded. */
    record Number(String text) {}

    static final String TIME = "0|[1-9][0-9]{0,15}";
    static final String CODE = "0|-?[1-9][0-9]{0,14}";

    /** Characters of the longest message. */
    static final int LONGEST = 1024 * 1024;

    /** Levels of the deepest message. */
    private static final int DEEPEST = 16;

    /** A program in JavaScript may change a prototype with them. */
    private static final Set<String> FORBIDDEN = Set.of("__proto__", "constructor", "prototype");

    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";
    private static final Pattern WORD =
            Pattern.compile("true|false|null|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Custody.require(text.length() <= LONGEST);
        Json json = new Json(text);
        Object value = json.value(0);
        json.skipSpace();
        Custody.require(json.at == text.length());
        return value;
    }

    /** The text, if it is strict JSON of one of these kinds: two parsers cannot read two payments in it. */
    static String checked(String text, Class<?>... kinds) {
        Object value = read(text);
        Custody.require(Stream.of(kinds).anyMatch(kind -> kind.isInstance(value)));
        return text;
    }

    /** Members of an object that has exactly these. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> members(String text, String... names) {
        var found = (Map<String, Object>) read(text);
        Custody.require(found.keySet().equals(Set.of(names)));
        return found;
    }

    /** Digits of the member `time`, which every query has. */
    static String timeOf(String content) {
        return digits(((Map<?, ?>) read(content)).get("time"), TIME);
    }

    /** The digits of an integer. */
    static String digits(Object value, String pattern) {
        String text = ((Number) value).text;
        Custody.require(text.matches(pattern));
        return text;
    }

    /** An object of names and values, in this order. */
    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int at = 0; at < namesAndValues.length; at += 2)
            object.put((String) namesAndValues[at], namesAndValues[at + 1]);
        return object;
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> map)
            return map.entrySet().stream()
                    .map(member -> write(member.getKey()) + ":" + write(member.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        if (value instanceof List<?> list)
            return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        if (value instanceof Number number) return number.text;
        return value instanceof String text ? quoted(text) : "null";
    }

    private static String quoted(String text) {
        return text.chars().mapToObj(Json::escaped).collect(Collectors.joining("", "\"", "\""));
    }

    private static String escaped(int character) {
        if (character < ' ') return String.format("\\u%04x", character);
        return (character == '"' || character == '\\' ? "\\" : "") + (char) character;
    }

    private Object value(int depth) {
        skipSpace();
        if (skip('{')) return members(depth);
        if (skip('[')) return entries(depth);
        return skip('"') ? string() : word();
    }

    private Map<String, Object> members(int depth) {
        Custody.require(depth < DEEPEST);
        Map<String, Object> found = new LinkedHashMap<>();
        if (skip('}')) return found;
        do {
            expect('"');
            String name = string();
            expect(':');
            Custody.require(!found.containsKey(name) && !FORBIDDEN.contains(name));
            found.put(name, value(depth + 1));
        } while (skip(','));
        expect('}');
        return found;
    }

    private List<Object> entries(int depth) {
        Custody.require(depth < DEEPEST);
        List<Object> found = new ArrayList<>();
        if (skip(']')) return found;
        do found.add(value(depth + 1));
        while (skip(','));
        expect(']');
        return found;
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        for (char next = text.charAt(at++); next != '"'; next = text.charAt(at++)) {
            Custody.require(next >= ' ');
            found.append(next == '\\' ? escape(text.charAt(at++)) : next);
        }
        Bytes.utf8(found.toString()); // rejects a lone surrogate
        return found.toString();
    }

    private char escape(char mark) {
        if (mark != 'u') return ESCAPED.charAt(ESCAPES.indexOf(mark));
        String hex = text.substring(at, at += 4);
        Custody.require(hex.matches("[0-9A-Fa-f]{4}"));
        return (char) Integer.parseInt(hex, 16);
    }

    private Object word() {
        Matcher found = WORD.matcher(text).region(at, text.length());
        Custody.require(found.lookingAt());
        at = found.end();
        return switch (found.group()) {
            case "null" -> Optional.empty();
            case "true", "false" -> Boolean.valueOf(found.group());
            default -> new Number(found.group());
        };
    }

    private void skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at++;
    }

    /** Skips white space, and the mark if it comes next. */
    private boolean skip(char mark) {
        skipSpace();
        if (at == text.length() || text.charAt(at) != mark) return false;
        at++;
        return true;
    }

    private void expect(char mark) {
        Custody.require(skip(mark));
    }
}
