import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Phoenix reads tables that were loaded: by the DDL we wrote, each row.
 *
 * <pre>
 * PhoenixCheck FOLDER NAME... : for each
 *   FOLDER/NAME.ddl    the statement that tells Phoenix of the table "NAME"
 *   FOLDER/NAME.rows   a line a row, the key's columns first, tab-separated
 * </pre>
 *
 * COUNT(*) is the number of lines, and a scan gives the lines in any order.  When
 * Phoenix writes these rows to a table of its own, keys and cells are the same
 * bytes.  Each row is found by its full key (IS NULL where a part is NULL; Phoenix
 * does not find all of those among its own rows either).  Conditions on ranges of
 * the key's first column find what they should.
 *
 * As text: NULL is \N, numbers have no zeros at their end, floats and bytes are in
 * hex, times are microseconds since 1970.
 */
public class PhoenixCheck {
    /** Put behind a table's name: what Phoenix writes itself. */
    private static final String TWIN = "_twin";
    private static Configuration conf = HBaseConfiguration.create();
    private static int failures = 0;

    private static void fail(String table, String message) {
        System.err.println(table + ": " + message);
        failures++;
    }

    private static String text(Object value) {
        if (value == null) {
            return "\\N";
        } else if (value instanceof byte[]) {
            return Bytes.toHex((byte[]) value);
        } else if (value instanceof Float) {
            return String.format("%08x", Float.floatToIntBits((Float) value));
        } else if (value instanceof Double) {
            return String.format("%016x", Double.doubleToLongBits((Double) value));
        } else if (value instanceof BigDecimal) {
            BigDecimal number = ((BigDecimal) value).stripTrailingZeros();
            return number.signum() == 0 ? "0" : number.toPlainString();
        } else if (value instanceof java.sql.Timestamp) {
            java.sql.Timestamp time = (java.sql.Timestamp) value;
            return String.valueOf(Math.floorDiv(time.getTime(), 1000L) * 1000000 + time.getNanos() / 1000);
        } else if (value instanceof java.util.Date) {
            return String.valueOf(((java.util.Date) value).getTime() * 1000);
        }
        return value.toString();
    }

    private static List<Object> row(ResultSet result) throws SQLException {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            row.add(result.getObject(i));
        }
        return row;
    }

    private static String line(List<Object> row) {
        List<String> texts = new ArrayList<>();
        for (Object value : row) {
            texts.add(text(value));
        }
        return String.join("\t", texts);
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /** Whether the row is found by its full key, alone. */
    private static boolean found(Connection connection, String table, List<String> keys, List<Object> row)
            throws SQLException {
        List<String> conditions = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            conditions.add(quoted(keys.get(i)) + (row.get(i) == null ? " IS NULL" : " = ?"));
        }
        String query = "SELECT * FROM " + quoted(table) + " WHERE " + String.join(" AND ", conditions);
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            int n = 0;
            for (int i = 0; i < keys.size(); i++) {
                if (row.get(i) != null) {
                    statement.setObject(++n, row.get(i));
                }
            }
            try (ResultSet result = statement.executeQuery()) {
                return result.next() && line(row(result)).equals(line(row)) && !result.next();
            }
        }
    }

    private static void lookups(Connection connection, String table, List<String> keys, List<List<Object>> rows)
            throws SQLException {
        int found = 0;
        int lost = 0;
        for (List<Object> row : rows) {
            if (found(connection, table, keys, row)) {
                found++;
            } else if (found(connection, table + TWIN, keys, row)) {
                fail(table, "not found by its key: " + line(row));
            } else {
                lost++;
            }
        }
        System.out.println(table + ": " + found + " of " + rows.size() + " rows found by key"
                + (lost > 0 ? ", " + lost + " that Phoenix does not find either when it has written them" : ""));
        if (lost > 0 && !table.startsWith("missing")) {
            fail(table, "the test has rows that Phoenix itself does not find");
        }
    }

    /** Phoenix writes what it has read to a table of its own: the same keys and cells. */
    private static void twin(Connection connection, String table, String ddl) throws Exception {
        String twin = quoted(table + TWIN);
        String own = ddl.replaceFirst("CREATE (VIEW|TABLE) " + quoted(table), "CREATE TABLE " + twin);
        try (Statement statement = connection.createStatement()) {
            statement.execute(own.contains("COLUMN_ENCODED_BYTES") ? own : own + " COLUMN_ENCODED_BYTES = 0, DEFAULT_COLUMN_FAMILY = 'd'");
            statement.execute("UPSERT INTO " + twin + " SELECT * FROM " + quoted(table));
        }
        connection.commit();
        List<String> ours = cells(table);
        List<String> theirs = cells(table + TWIN);
        for (int i = 0; i < Math.max(ours.size(), theirs.size()); i++) {
            String have = i < ours.size() ? ours.get(i) : "(no more)";
            String want = i < theirs.size() ? theirs.get(i) : "(no more)";
            if (!have.equals(want)) {
                fail(table, "cell " + (i + 1) + " is\n" + have + "\nand Phoenix writes\n" + want);
                break;
            }
        }
        System.out.println(table + ": " + ours.size() + " cells, " + theirs.size() + " as Phoenix writes them");
    }

    private static List<String> cells(String table) throws Exception {
        List<String> cells = new ArrayList<>();
        try (org.apache.hadoop.hbase.client.Connection connection = ConnectionFactory.createConnection(conf);
                Table source = connection.getTable(TableName.valueOf(table));
                ResultScanner rows = source.getScanner(new Scan().setCaching(1000))) {
            for (Result row : rows) {
                for (Cell cell : row.rawCells()) {
                    cells.add(Bytes.toStringBinary(CellUtil.cloneRow(cell)) + " "
                            + Bytes.toStringBinary(CellUtil.cloneFamily(cell)) + ":"
                            + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)) + " "
                            + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
                }
            }
        }
        return cells;
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        if (a instanceof byte[]) {
            return Bytes.compareTo((byte[]) a, (byte[]) b);
        } else if (a instanceof String) {
            return Bytes.compareTo(Bytes.toBytes((String) a), Bytes.toBytes((String) b));
        }
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** From the first key of some rows on there are as many as there should be. */
    private static void ranges(Connection connection, String table, String key, List<List<Object>> rows) throws SQLException {
        String query = "SELECT COUNT(*) FROM " + quoted(table) + " WHERE " + quoted(key) + " >= ?";
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < rows.size(); i += 1 + rows.size() / 5) {
                Object from = rows.get(i).get(0);
                long wanted = 0;
                if (from == null || from instanceof Boolean) {
                    continue;
                }
                for (List<Object> row : rows) {
                    wanted += row.get(0) != null && compare(row.get(0), from) >= 0 ? 1 : 0;
                }
                statement.setObject(1, from);
                try (ResultSet result = statement.executeQuery()) {
                    result.next();
                    if (result.getLong(1) != wanted) {
                        fail(table, result.getLong(1) + " rows from " + text(from) + " on instead of " + wanted);
                    }
                }
            }
        }
    }

    private static void check(Connection connection, Path folder, String table) throws Exception {
        String ddl = Files.readString(folder.resolve(table + ".ddl"), StandardCharsets.UTF_8).trim().replaceAll(";$", "");
        List<String> wanted = Files.readAllLines(folder.resolve(table + ".rows"), StandardCharsets.UTF_8);
        List<List<Object>> rows = new ArrayList<>();
        List<String> got = new ArrayList<>();
        TreeMap<Integer, String> keys = new TreeMap<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute(ddl);
            try (ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM " + quoted(table))) {
                result.next();
                if (result.getLong(1) != wanted.size()) {
                    fail(table, "COUNT(*) is " + result.getLong(1) + " instead of " + wanted.size());
                }
            }
            try (ResultSet result = statement.executeQuery("SELECT * FROM " + quoted(table))) {
                while (result.next()) {
                    rows.add(row(result));
                    got.add(line(rows.get(rows.size() - 1)));
                }
            }
        }
        wanted.sort(null);
        got.sort(null);
        for (int i = 0; i < Math.max(got.size(), wanted.size()); i++) {
            String have = i < got.size() ? got.get(i) : "(no more)";
            String want = i < wanted.size() ? wanted.get(i) : "(no more)";
            if (!have.equals(want)) {
                fail(table, "row " + (i + 1) + " is\n" + have + "\nand should be\n" + want);
                break;
            }
        }
        System.out.println(table + ": " + got.size() + " rows of " + wanted.size());
        twin(connection, table, ddl);
        try (ResultSet result = connection.getMetaData().getPrimaryKeys(null, null, table)) {
            while (result.next()) {
                keys.put(result.getInt("KEY_SEQ"), result.getString("COLUMN_NAME"));
            }
        }
        lookups(connection, table, new ArrayList<>(keys.values()), rows);
        ranges(connection, table, keys.firstEntry().getValue(), rows);
    }

    public static void main(String[] args) throws Exception {
        String url = "jdbc:phoenix:" + conf.get("hbase.zookeeper.quorum") + ":"
                + conf.get("hbase.zookeeper.property.clientPort") + ":/hbase";
        try (Connection connection = DriverManager.getConnection(url)) {
            for (int i = 1; i < args.length; i++) {
                try {
                    check(connection, Paths.get(args[0]), args[i]);
                } catch (SQLException e) {
                    fail(args[i], e.toString());
                }
            }
        }
        System.exit(failures > 0 ? 1 : 0);
    }
}
