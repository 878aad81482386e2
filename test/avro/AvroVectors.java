import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Values and their bytes by Java's Avro: chosen ones, random values of random
 * schemas, and schemas that Java takes or refuses.
 */
public class AvroVectors {
  static final Random random = new Random(20261122);
  static final Map<Object, String> decimals = new java.util.IdentityHashMap<>();

  // ---- output -------------------------------------------------------------------

  static String field(String text) {
    StringBuilder b = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c == '\\') b.append("\\\\");
      else if (c >= ' ' && c < 0x7f) b.append(c);
      else b.append(String.format("\\u%04x", (int) c));
    }
    return b.toString();
  }

  static String hex(byte[] bytes) {
    StringBuilder b = new StringBuilder();
    for (byte x : bytes) b.append(String.format("%02x", x));
    return b.toString();
  }

  static void row(String way, String schema, String json, String hex) {
    System.out.println(way + "\t" + field(schema) + "\t" + (json == null ? "\\N" : field(json)) + "\t" + hex);
  }

  static String quoted(String s) {
    StringBuilder b = new StringBuilder("\"");
    for (char c : s.toCharArray()) {
      if (c == '"' || c == '\\') b.append('\\').append(c);
      else if (c < ' ') b.append(String.format("\\u%04x", (int) c));
      else b.append(c);
    }
    return b.append('"').toString();
  }

  static String hexString(byte[] bytes) {
    return quoted("\\x" + hex(bytes));
  }

  static byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** The value as avro_decode shows it; without the fields that are left out. */
  static String json(Object v, Set<String> without) {
    if (v == null || v == JsonProperties.NULL_VALUE) return "null";
    if (decimals.containsKey(v)) return decimals.get(v);
    if (v instanceof Float || v instanceof Double) {
      double d = ((Number) v).doubleValue();
      if (Double.isNaN(d) || Double.isInfinite(d)) return quoted(String.valueOf(d));
      return v.toString();
    }
    if (v instanceof Number || v instanceof Boolean) return v.toString();
    if (v instanceof ByteBuffer) return hexString(bytesOf((ByteBuffer) v));
    if (v instanceof GenericData.Fixed) return hexString(((GenericData.Fixed) v).bytes());
    if (v instanceof GenericRecord) {
      GenericRecord r = (GenericRecord) v;
      List<String> members = new ArrayList<>();
      for (Schema.Field f : r.getSchema().getFields())
        if (!without.contains(f.name())) members.add(quoted(f.name()) + ":" + json(r.get(f.pos()), Set.of()));
      return "{" + String.join(",", members) + "}";
    }
    if (v instanceof Map) {
      List<String> members = new ArrayList<>();
      for (Map.Entry<?, ?> e : ((Map<?, ?>) v).entrySet())
        members.add(quoted(e.getKey().toString()) + ":" + json(e.getValue(), Set.of()));
      return "{" + String.join(",", members) + "}";
    }
    if (v instanceof List) {
      List<String> items = new ArrayList<>();
      for (Object o : (List<?>) v) items.add(json(o, Set.of()));
      return "[" + String.join(",", items) + "]";
    }
    return quoted(v.toString());
  }

  static byte[] encode(Schema schema, Object value, boolean blocks) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = blocks ? new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(out, null)
        : EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<Object>(schema, new GenericData()).write(value, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  // ---- random schemas ---------------------------------------------------------------

  /** One random schema; the types it has defined so far may be used again. */
  static class Maker {
    final List<Schema> named = new ArrayList<>();
    int names = 0;

    String name() {
      return "t" + names++;
    }

    String space() {
      return new String[] {null, null, "", "a", "a.b", "org.x_1"}[random.nextInt(6)];
    }

    Schema primitive() {
      Schema.Type[] types = {Schema.Type.NULL, Schema.Type.BOOLEAN, Schema.Type.INT, Schema.Type.LONG, Schema.Type.FLOAT,
        Schema.Type.DOUBLE, Schema.Type.BYTES, Schema.Type.STRING};
      Schema s = Schema.create(types[random.nextInt(types.length)]);
      LogicalType logical = null;
      if (random.nextInt(4) == 0)
        switch (s.getType()) {
          case INT: logical = random.nextBoolean() ? LogicalTypes.date() : LogicalTypes.timeMillis(); break;
          case LONG: logical = random.nextBoolean() ? LogicalTypes.timestampMicros() : LogicalTypes.localTimestampMillis(); break;
          case BYTES: logical = LogicalTypes.decimal(20, 2); break;
          case STRING: logical = LogicalTypes.uuid(); break;
          default:
        }
      return logical == null ? s : logical.addToSchema(s);
    }

    Schema enumeration() {
      List<String> symbols = new ArrayList<>();
      for (int i = 1 + random.nextInt(5); i > 0; i--) symbols.add("S_" + i);
      Schema s = Schema.createEnum(name(), null, space(), symbols, random.nextInt(3) == 0 ? "S_1" : null);
      named.add(s);
      return s;
    }

    Schema fixed() {
      Schema s = Schema.createFixed(name(), null, space(), random.nextInt(6) * random.nextInt(4));
      if (s.getFixedSize() > 3 && random.nextInt(3) == 0) LogicalTypes.decimal(7, 2).addToSchema(s);
      named.add(s);
      return s;
    }

    /** Of at most one branch for each kind of JSON: there the branch is plain. */
    Schema union(int depth) {
      List<Schema> branches = new ArrayList<>();
      if (random.nextInt(4) > 0) branches.add(Schema.create(Schema.Type.NULL));
      if (random.nextInt(4) == 0) branches.add(Schema.create(Schema.Type.BOOLEAN));
      if (random.nextInt(2) == 0)
        branches.add(Schema.create(new Schema.Type[] {Schema.Type.INT, Schema.Type.LONG, Schema.Type.FLOAT, Schema.Type.DOUBLE}[random.nextInt(4)]));
      switch (random.nextInt(5)) {
        case 0: branches.add(Schema.create(Schema.Type.STRING)); break;
        case 1: branches.add(Schema.create(Schema.Type.BYTES)); break;
        case 2: branches.add(fixed()); break;
        case 3: branches.add(enumeration()); break;
        default:
      }
      if (depth > 0 && random.nextInt(3) == 0) branches.add(Schema.createArray(type(depth - 1)));
      if (depth > 0 && random.nextInt(3) == 0)
        branches.add(random.nextBoolean() ? Schema.createMap(type(depth - 1)) : record(depth - 1));
      if (branches.isEmpty()) branches.add(Schema.create(Schema.Type.STRING));
      Collections.shuffle(branches, random);
      return Schema.createUnion(branches);
    }

    Schema record(int depth) {
      Schema s = Schema.createRecord(name(), null, space(), false);
      List<Schema.Field> fields = new ArrayList<>();
      boolean again = false;
      for (int i = random.nextInt(6); i >= 0; i--) {
        Schema type;
        Object preset = null;
        switch (random.nextInt(8)) {
          case 0:
            type = new Schema[] {Schema.createUnion(Schema.create(Schema.Type.NULL), s), Schema.createArray(s), Schema.createMap(s)}[random.nextInt(3)];
            again = true;
            break;
          default:
            type = type(depth - 1);
            // a default is a value of the first branch of each union in it
            if (random.nextInt(3) == 0) preset = preset(type, value(type, 2, true));
        }
        fields.add(preset == null ? new Schema.Field("f" + i, type) : new Schema.Field("f" + i, type, null, preset));
      }
      s.setFields(fields);
      named.add(s);
      return s;
    }

    Schema type(int depth) {
      if (!named.isEmpty() && random.nextInt(5) == 0) return named.get(random.nextInt(named.size()));
      switch (random.nextInt(depth > 0 ? 12 : 8)) {
        case 6: return enumeration();
        case 7: return fixed();
        case 8: return Schema.createArray(type(depth - 1));
        case 9: return Schema.createMap(type(depth - 1));
        case 10: return union(depth - 1);
        case 11: return record(depth - 1);
        default: return primitive();
      }
    }
  }

  // ---- random values --------------------------------------------------------------------

  static String text() {
    String[] characters = {"a", "Z", "7", " ", "\"", "\\", "/", "\n", "\u00e9", "\u6f22", "\ud83d\ude00", ".", "\u007f"};
    StringBuilder b = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) b.append(characters[random.nextInt(characters.length)]);
    return b.toString();
  }

  /** In a default no byte is 0: jsonb does not have U+0000. */
  static byte[] bytes(int n, boolean preset) {
    byte[] bytes = new byte[n];
    for (int i = 0; i < n; i++) bytes[i] = (byte) (preset ? 1 + random.nextInt(255) : random.nextInt(256));
    return bytes;
  }

  /** Of so few digits that its float or double has no other decimal as short. */
  static BigDecimal decimal(int digits, int scale) {
    long bound = BigInteger.TEN.pow(1 + random.nextInt(digits)).longValue();
    return BigDecimal.valueOf(random.nextLong() % bound, random.nextInt(scale));
  }

  static Object value(Schema s, int depth, boolean preset) {
    switch (s.getType()) {
      case NULL: return null;
      case BOOLEAN: return random.nextBoolean();
      case INT: return random.nextInt() >> random.nextInt(32);
      case LONG: return random.nextLong() >> random.nextInt(64);
      case FLOAT: {
        BigDecimal d = decimal(6, 12);
        Float f = new Float(d.floatValue());
        decimals.put(f, d.signum() == 0 ? "0" : d.toString());
        return f;
      }
      case DOUBLE: {
        BigDecimal d = decimal(15, 40);
        Double f = new Double(d.doubleValue());
        decimals.put(f, d.signum() == 0 ? "0" : d.toString());
        return f;
      }
      case BYTES: return ByteBuffer.wrap(bytes(random.nextInt(6), preset));
      case STRING: return text();
      case FIXED: return new GenericData.Fixed(s, bytes(s.getFixedSize(), preset));
      case ENUM: return new GenericData.EnumSymbol(s, s.getEnumSymbols().get(random.nextInt(s.getEnumSymbols().size())));
      case UNION:
        if (preset) return value(s.getTypes().get(0), depth - 1, true);
        if (depth <= 0)
          for (Schema t : s.getTypes()) if (t.getType() == Schema.Type.NULL) return null;
        return value(s.getTypes().get(random.nextInt(s.getTypes().size())), depth - 1, false);
      case ARRAY: {
        List<Object> list = new ArrayList<>();
        for (int i = depth > 0 ? random.nextInt(4) : 0; i > 0; i--) list.add(value(s.getElementType(), depth - 1, preset));
        return list;
      }
      case MAP: {
        // in jsonb's order
        TreeSet<String> keys = new TreeSet<>(Comparator.<String>comparingInt(k -> k.getBytes(StandardCharsets.UTF_8).length)
            .thenComparing(k -> k.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned));
        // of a default one: Java has its own order
        for (int i = depth > 0 ? random.nextInt(preset ? 2 : 4) : 0; i > 0; i--) keys.add(text());
        Map<String, Object> map = new LinkedHashMap<>();
        for (String k : keys) map.put(k, value(s.getValueType(), depth - 1, preset));
        return map;
      }
      default: {
        GenericData.Record r = new GenericData.Record(s);
        for (Schema.Field f : s.getFields()) r.put(f.pos(), value(f.schema(), depth - 1, preset));
        return r;
      }
    }
  }

  /** A value as Schema.Field takes a default. */
  static Object preset(Schema s, Object v) {
    switch (s.getType()) {
      case NULL: return JsonProperties.NULL_VALUE;
      case BYTES: return new String(bytesOf((ByteBuffer) v), StandardCharsets.ISO_8859_1);
      case FIXED: return new String(((GenericData.Fixed) v).bytes(), StandardCharsets.ISO_8859_1);
      case ENUM: return v.toString();
      case UNION: return preset(s.getTypes().get(0), v);
      case ARRAY: {
        List<Object> list = new ArrayList<>();
        for (Object o : (List<?>) v) list.add(preset(s.getElementType(), o));
        return list;
      }
      case MAP: {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Map.Entry<?, ?> e : ((Map<?, ?>) v).entrySet()) map.put((String) e.getKey(), preset(s.getValueType(), e.getValue()));
        return map;
      }
      case RECORD: {
        Map<String, Object> map = new LinkedHashMap<>();
        for (Schema.Field f : s.getFields()) map.put(f.name(), preset(f.schema(), ((GenericRecord) v).get(f.pos())));
        return map;
      }
      default: return v;
    }
  }

  static void randoms() throws Exception {
    int rows = 0;
    while (rows < 3000) {
      Schema schema = new Maker().type(4);
      String text = schema.toString();
      // Java writes some schemas in a way that it does not read: a name without a namespace within one.
      try {
        if (!new Schema.Parser().parse(text).equals(schema)) continue;
      } catch (RuntimeException e) {
        continue;
      }
      if (text.length() > 600) continue;
      Set<String> seen = new HashSet<>();
      for (int i = 0; i < 6; i++) {
        Object v = value(schema, 6, false);
        String hex = hex(encode(schema, v, false));
        if (hex.length() > 300 || !seen.add(hex)) continue;
        row("both", text, json(v, Set.of()), hex);
        rows++;
        String blocks = hex(encode(schema, v, true));
        if (!blocks.equals(hex) && i == 0) {
          row("decode", text, json(v, Set.of()), blocks);
          rows++;
        }
        // without the fields that have defaults
        if (i != 0 || schema.getType() != Schema.Type.RECORD) continue;
        Set<String> without = new HashSet<>();
        for (Schema.Field f : schema.getFields())
          if (f.hasDefaultValue()) {
            ((GenericRecord) v).put(f.pos(), GenericData.get().getDefaultValue(f));
            without.add(f.name());
          }
        if (without.isEmpty()) continue;
        row("encode", text, json(v, without), hex(encode(schema, v, false)));
        rows++;
      }
    }
  }

  // ---- chosen values ----------------------------------------------------------------------

  static void chosen(String way, String schema, Object v, String json) throws Exception {
    row(way, schema, json == null ? json(v, Set.of()) : json, hex(encode(new Schema.Parser().parse(schema), v, false)));
  }

  static void chosen() throws Exception {
    for (int shift = 0; shift < 64; shift++)
      for (long d = -1; d <= 1; d++) {
        long l = (1L << shift) + d;
        chosen("both", "\"long\"", l, null);
        chosen("both", "\"long\"", -l, null);
        if (l == (int) l) chosen("both", "\"int\"", (int) l, null);
        if (-l == (int) -l) chosen("both", "\"int\"", (int) -l, null);
      }
    for (double d : new double[] {0, 1, -1.5, Math.PI, 1e100, 1e-100, Double.MAX_VALUE, Double.MIN_NORMAL, Double.NaN,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 9007199254740993.0, 123456789012345680.0}) {
      chosen("both", "\"double\"", d, null);
    }
    for (float f : new float[] {0, 1, -1.5f, 3.1415927f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e30f, 1e-30f})
      chosen("both", "\"float\"", f, null);
    chosen("both", "\"double\"", Double.MIN_VALUE, "5e-324");
    chosen("both", "\"float\"", Float.MIN_VALUE, "1e-45");
    chosen("both", "\"float\"", Float.MAX_VALUE, "3.4028235e38");
    chosen("encode", "\"float\"", 0.1f, "0.100000001490116119384765625");
    chosen("encode", "\"float\"", 16777216f, "16777217");
    chosen("encode", "\"double\"", 0.1, "0.1000000000000000055511151231257827021181583404541015625");
    chosen("decode", "\"double\"", -0.0, "0");
    chosen("decode", "\"float\"", -0.0f, "0");
    for (String s : new String[] {"", "foo", "\u00e9\u6f22\ud83d\ude00", "\\x00", "\\", "\"", "\u0001\u001f\u007f"}) chosen("both", "\"string\"", s, null);
    byte[] all = new byte[256];
    for (int i = 0; i < 256; i++) all[i] = (byte) i;
    chosen("both", "\"bytes\"", ByteBuffer.wrap(all), null);
    chosen("both", "\"bytes\"", ByteBuffer.wrap(new byte[0]), null);
    chosen("encode", "\"bytes\"", ByteBuffer.wrap(new byte[] {(byte) 0xab, (byte) 0xcd}), "\"\\\\xABcd\"");

    // Where several branches take the JSON: the first that holds it as it is.
    chosen("both", "[\"int\",\"long\"]", 5, null);
    chosen("decode", "[\"int\",\"long\"]", 5L, null);
    chosen("both", "[\"int\",\"long\"]", 1L << 40, null);
    chosen("both", "[\"long\",\"double\"]", 2.5, null);
    chosen("both", "[\"double\",\"long\"]", 9007199254740993L, null);
    chosen("both", "[\"double\",\"long\"]", 3.0, "3");
    chosen("both", "[\"float\",\"double\"]", 0.5f, "0.5");
    chosen("both", "[\"float\",\"double\"]", 0.1, "0.1");
    chosen("both", "[\"float\",\"double\"]", 1e300, "1e300");
    chosen("both", "[\"null\",\"float\"]", 0.1f, "0.1");
    chosen("both", "[\"double\",\"string\"]", "NaN", null);
    chosen("decode", "[\"double\",\"string\"]", Double.NaN, null);
    chosen("both", "[\"double\",\"null\"]", Double.NaN, null);
    chosen("both", "[\"bytes\",\"string\"]", "text", null);
    chosen("both", "[\"bytes\",\"string\"]", "\\x0", null);
    chosen("both", "[\"bytes\",\"string\"]", ByteBuffer.wrap(new byte[] {1}), null);
    chosen("decode", "[\"string\",\"bytes\"]", ByteBuffer.wrap(new byte[] {1}), null);

    String records = "[{\"type\":\"record\",\"name\":\"A\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"}]},"
        + "{\"type\":\"record\",\"name\":\"B\",\"fields\":[{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"int\"}]},"
        + "{\"type\":\"map\",\"values\":\"int\"}]";
    Schema union = new Schema.Parser().parse(records);
    GenericData.Record a = new GenericData.Record(union.getTypes().get(0));
    a.put(0, 1);
    GenericData.Record b = new GenericData.Record(union.getTypes().get(1));
    b.put(0, 1);
    b.put(1, 2);
    chosen("both", records, a, null);
    chosen("both", records, b, null);
    chosen("both", records, Map.of("c", 3), null);
    chosen("decode", records, Map.of("a", 3), null);

    String list = "{\"type\":\"record\",\"name\":\"node\",\"namespace\":\"x.y\",\"fields\":[{\"name\":\"v\",\"type\":\"long\"},"
        + "{\"name\":\"next\",\"type\":[\"null\",\"node\"]},{\"name\":\"all\",\"type\":{\"type\":\"array\",\"items\":\"x.y.node\"}}]}";
    Schema node = new Schema.Parser().parse(list);
    GenericData.Record next = null;
    for (int i = 0; i < 5; i++) {
      GenericData.Record r = new GenericData.Record(node);
      r.put(0, (long) i);
      r.put(1, next);
      r.put(2, next == null ? List.of() : List.of(next, next));
      next = r;
      chosen("both", list, r, null);
    }
    chosen("both", "{\"type\":\"array\",\"items\":\"null\"}", Arrays.asList(null, null, null), null);
    chosen("both", "{\"type\":\"fixed\",\"name\":\"none\",\"size\":0}",
        new GenericData.Fixed(new Schema.Parser().parse("{\"type\":\"fixed\",\"name\":\"none\",\"size\":0}"), new byte[0]), null);
  }

  // ---- schemas that Java takes or refuses -----------------------------------------------------
  // Without names before their definition, which 1.12 takes against the specification.

  static void schemas() {
    String record = "{\"type\":\"record\",\"name\":\"r\",\"fields\":[%s]}";
    List<String> texts = new ArrayList<>(List.of("\"int\"", "\"integer\"", "\"\"", "{}", "1", "null", "true", "{\"type\":\"int\"}",
        "{\"type\":1}", "{\"type\":\"array\"}", "{\"type\":\"map\"}", "{\"type\":\"record\"}", "\"record\"", "\"array\"",
        "{\"type\":\"array\",\"items\":\"x\"}", "{\"type\":\"array\",\"items\":{}}", "{\"type\":\"map\",\"values\":[\"null\",\"int\"]}",
        "[\"null\",\"null\"]", "[\"int\",\"long\"]", "[\"null\",[\"int\"]]", "[{\"type\":\"array\",\"items\":\"int\"},{\"type\":\"array\",\"items\":\"string\"}]",
        "[{\"type\":\"map\",\"values\":\"int\"},{\"type\":\"array\",\"items\":\"string\"}]",
        "[{\"type\":\"fixed\",\"name\":\"a\",\"size\":1},{\"type\":\"fixed\",\"name\":\"b\",\"size\":1}]",
        "[{\"type\":\"fixed\",\"name\":\"a\",\"size\":1},\"a\"]", "[{\"type\":\"fixed\",\"name\":\"a\",\"size\":1},{\"type\":\"fixed\",\"name\":\"a\",\"size\":1}]",
        "[{\"type\":\"fixed\",\"name\":\"a\",\"size\":1},{\"type\":\"fixed\",\"name\":\"a\",\"namespace\":\"n\",\"size\":1}]",
        "{\"type\":\"fixed\",\"name\":\"f\"}", "{\"type\":\"fixed\",\"name\":\"f\",\"size\":-1}", "{\"type\":\"fixed\",\"name\":\"f\",\"size\":\"1\"}",
        "{\"type\":\"fixed\",\"name\":\"f\",\"size\":4294967297}", "{\"type\":\"fixed\",\"size\":1}", "{\"type\":\"fixed\",\"name\":\"int\",\"size\":1}",
        "{\"type\":\"fixed\",\"name\":\"n.int\",\"size\":1}", "{\"type\":\"fixed\",\"name\":\"1a\",\"size\":1}", "{\"type\":\"fixed\",\"name\":\"a-b\",\"size\":1}",
        "{\"type\":\"fixed\",\"name\":\"a.b.c\",\"size\":1}", "{\"type\":\"fixed\",\"name\":\"a\",\"namespace\":\"\",\"size\":1}", "{\"type\":\"fixed\",\"name\":\"\",\"size\":1}",
        "{\"type\":\"fixed\",\"name\":\"record\",\"size\":1}",
        "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[\"a\",\"b\"]}", "{\"type\":\"enum\",\"name\":\"e\"}", "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[]}",
        "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[\"a\",\"a\"]}", "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[\"a-b\"]}",
        "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[\"1\"]}", "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":\"a\"}",
        "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[\"a\"],\"default\":\"a\"}", "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[\"a\"],\"default\":\"b\"}",
        "{\"type\":\"error\",\"name\":\"e\",\"fields\":[]}", "{\"type\":\"record\",\"name\":\"r\"}", "{\"type\":\"record\",\"name\":\"r\",\"fields\":{}}",
        "{\"type\":\"record\",\"fields\":[]}", "{\"type\":\"int\",\"logicalType\":\"date\"}", "{\"type\":\"string\",\"logicalType\":\"decimal\"}",
        "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":-1}", "{\"type\":\"long\",\"logicalType\":\"no-such\"}"));
    for (String fields : new String[] {"", "{\"name\":\"a\",\"type\":\"int\"}", "{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"a\",\"type\":\"int\"}",
        "{\"name\":\"1\",\"type\":\"int\"}", "{\"name\":\"a.b\",\"type\":\"int\"}", "{\"name\":\"a\"}", "{\"type\":\"int\"}", "\"a\"",
        "{\"name\":\"a\",\"type\":\"x\"}", "{\"name\":\"a\",\"type\":[\"null\",\"r\"]}", "{\"name\":\"a\",\"type\":{\"type\":\"array\",\"items\":\"r\"}}",
        "{\"name\":\"a\",\"type\":{\"type\":\"fixed\",\"name\":\"r\",\"size\":1}}",
        "{\"name\":\"a\",\"type\":{\"type\":\"fixed\",\"name\":\"f\",\"size\":1}},{\"name\":\"b\",\"type\":\"f\"}",
        "{\"name\":\"a\",\"type\":{\"type\":\"fixed\",\"name\":\"n.f\",\"size\":1}},{\"name\":\"b\",\"type\":\"f\"}",
        "{\"name\":\"a\",\"type\":{\"type\":\"fixed\",\"name\":\"n.f\",\"size\":1}},{\"name\":\"b\",\"type\":\"n.f\"}",
        "{\"name\":\"a\",\"type\":{\"type\":\"record\",\"name\":\"q\",\"namespace\":\"n\",\"fields\":[{\"name\":\"a\",\"type\":{\"type\":\"fixed\",\"name\":\"f\",\"size\":1}},{\"name\":\"b\",\"type\":\"f\"}]}},{\"name\":\"b\",\"type\":\"n.f\"}",
        "{\"name\":\"a\",\"type\":\"int\",\"default\":1}", "{\"name\":\"a\",\"type\":\"int\",\"default\":\"1\"}", "{\"name\":\"a\",\"type\":\"int\",\"default\":null}",
        "{\"name\":\"a\",\"type\":\"int\",\"default\":2147483648}", "{\"name\":\"a\",\"type\":\"long\",\"default\":1.5}", "{\"name\":\"a\",\"type\":\"double\",\"default\":1}",
        "{\"name\":\"a\",\"type\":\"string\",\"default\":\"x\"}", "{\"name\":\"a\",\"type\":\"bytes\",\"default\":\"\u00ff\"}",
        "{\"name\":\"a\",\"type\":[\"null\",\"int\"],\"default\":null}", "{\"name\":\"a\",\"type\":[\"int\",\"null\"],\"default\":1}",
        "{\"name\":\"a\",\"type\":[\"int\",\"null\"],\"default\":\"x\"}", "{\"name\":\"a\",\"type\":{\"type\":\"array\",\"items\":\"int\"},\"default\":[]}",
        "{\"name\":\"a\",\"type\":{\"type\":\"array\",\"items\":\"int\"},\"default\":[\"x\"]}", "{\"name\":\"a\",\"type\":{\"type\":\"map\",\"values\":\"int\"},\"default\":{\"k\":1}}",
        "{\"name\":\"a\",\"type\":{\"type\":\"record\",\"name\":\"q\",\"fields\":[{\"name\":\"i\",\"type\":\"int\"}]},\"default\":{\"i\":1}}",
        "{\"name\":\"a\",\"type\":{\"type\":\"record\",\"name\":\"q\",\"fields\":[{\"name\":\"i\",\"type\":\"int\",\"default\":3}]},\"default\":{}}",
        "{\"name\":\"a\",\"type\":{\"type\":\"record\",\"name\":\"q\",\"fields\":[{\"name\":\"i\",\"type\":\"int\"}]},\"default\":{}}"})
      texts.add(String.format(record, fields));
    for (String text : texts) {
      String outcome = "";
      try {
        new Schema.Parser().parse(text);
      } catch (Exception e) {
        outcome = "!" + e.getClass().getSimpleName();
      }
      row("schema", text, null, outcome);
    }
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println("way\tschema\tjson\thex");
    schemas();
    chosen();
    randoms();
  }
}
