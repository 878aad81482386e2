import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Measures how tables with the same rows and different row keys answer the same
 * questions.
 *
 * <pre>
 * DesignReads reads FILE ROUNDS OUTPUT : FILE has a line for each question, set of
 *   values and table, tab-separated: question, number, table, way (all, forward,
 *   reversed), number of rows (0: all), key ranges, conditions. Fails if tables
 *   answer differently.
 * DesignReads writes FILE OUTPUT : FILE has lines of table and row key in hex.
 *   Writes the rows and reports the share of the busiest region.
 * </pre>
 *
 * The time of a question is that of its fastest round.
 *
 * A client reads the ranges one after the other, with a filter of all conditions. A
 * table that does not have the newest rows first or last in its ranges reads all
 * rows found, and sorts.
 */
public class DesignReads {
    private static final byte[] FAMILY = Bytes.toBytes("d");
    private static Connection connection;

    private static class Reading {
        final String question;
        final String table;
        final String way;
        final int rows;
        final List<byte[][]> ranges = new ArrayList<>();
        final FilterList filter = new FilterList();

        Reading(String[] fields) {
            question = fields[0] + "\t" + fields[1];
            table = fields[2];
            way = fields[3];
            rows = Integer.parseInt(fields[4]);
            for (String range : fields[5].split(",")) {
                String[] ends = range.split("-", -1);
                ranges.add(new byte[][] {Bytes.fromHex(ends[0]), Bytes.fromHex(ends[1])});
            }
            for (String condition : fields[6].split(",")) {
                int at = condition.replaceAll("[<>]", "=").indexOf('=');
                CompareOperator operator = condition.charAt(at) == '=' ? CompareOperator.EQUAL
                        : condition.charAt(at) == '>' ? CompareOperator.GREATER_OR_EQUAL : CompareOperator.LESS;
                filter.addFilter(new SingleColumnValueFilter(FAMILY, Bytes.toBytes(condition.substring(0, at)), operator,
                        Bytes.fromHex(condition.substring(at + 1))));
            }
        }
    }

    /** What one execution found and cost. */
    private static class Answer {
        long rows;
        long sum;
        double ms;
        final Map<String, Long> work = new TreeMap<>();
    }

    private static boolean isRow(byte[][] range) {
        return range[1].length == range[0].length + 1 && range[1][range[0].length] == 0
                && Bytes.equals(range[1], 0, range[0].length, range[0], 0, range[0].length);
    }

    private static Answer read(Reading reading, boolean cache) throws Exception {
        Answer answer = new Answer();
        List<long[]> found = new ArrayList<>();
        long start = System.nanoTime();
        try (Table table = connection.getTable(TableName.valueOf(reading.table))) {
            for (byte[][] range : reading.ranges) {
                Scan scan = new Scan().setCacheBlocks(cache).setScanMetricsEnabled(true).setFilter(reading.filter);
                if (isRow(range)) {
                    scan.withStartRow(range[0]).withStopRow(range[0], true);
                } else if (reading.way.equals("reversed")) {
                    // a reversed scan goes from its start row down; both bounds stay those of the range
                    scan.setReversed(true).withStopRow(range[0], true);
                    if (range[1].length > 0) {
                        scan.withStartRow(range[1], false);
                    }
                } else {
                    scan.withStartRow(range[0]).withStopRow(range[1]);
                }
                if (reading.rows > 0 && !reading.way.equals("all")) {
                    scan.setLimit(reading.rows);
                }
                try (ResultScanner scanner = table.getScanner(scan)) {
                    for (Result row : scanner) {
                        found.add(new long[] {Bytes.toLong(row.getValue(FAMILY, Bytes.toBytes("at"))),
                                Bytes.toLong(row.getValue(FAMILY, Bytes.toBytes("id")))});
                    }
                    ScanMetrics metrics = scanner.getScanMetrics();
                    for (Map.Entry<String, Long> metric : metrics.getMetricsMap(false).entrySet()) {
                        answer.work.merge(metric.getKey(), metric.getValue(), Long::sum);
                    }
                }
            }
        }
        if (reading.rows > 0) {
            found.sort(Comparator.comparingLong(row -> -row[0]));
            found = found.subList(0, Math.min(reading.rows, found.size()));
        }
        answer.ms = (System.nanoTime() - start) / 1e6;
        answer.rows = found.size();
        for (long[] row : found) {
            answer.sum += row[1];
        }
        return answer;
    }

    private static void reads(String file, int rounds, String output) throws Exception {
        List<Reading> readings = new ArrayList<>();
        Map<String, Answer> first = new HashMap<>();
        Map<String, Double> times = new TreeMap<>();
        Map<String, Double> slowest = new TreeMap<>();
        Map<String, Map<String, Long>> work = new TreeMap<>();
        for (String line : Files.readAllLines(Paths.get(file), StandardCharsets.US_ASCII)) {
            readings.add(new Reading(line.split("\t")));
        }
        // Without the cache first, so that no table has blocks in it. The first round of each is not measured.
        for (boolean cache : new boolean[] {false, true}) {
            for (int round = 0; round <= rounds; round++) {
                Map<String, Double> total = new HashMap<>();
                for (Reading reading : readings) {
                    Answer answer = read(reading, cache);
                    Answer expected = first.putIfAbsent(reading.question, answer);
                    String key = (cache ? "warm" : "cold") + "\t" + reading.question.split("\t")[0] + "\t" + reading.table;
                    if (expected != null && (expected.rows != answer.rows || expected.sum != answer.sum)) {
                        System.err.println(reading.table + " answers \"" + reading.question + "\" with " + answer.rows
                                + " rows, another table with " + expected.rows);
                        System.exit(1);
                    }
                    total.merge(key, answer.ms, Double::sum);
                    if (round == rounds) {
                        Map<String, Long> sums = work.computeIfAbsent(key, k -> new TreeMap<>());
                        sums.merge("rows", answer.rows, Long::sum);
                        sums.merge("n", 1L, Long::sum);
                        answer.work.forEach((name, value) -> sums.merge(name, value, Long::sum));
                    }
                }
                if (round > 0) {
                    total.forEach((key, ms) -> times.merge(key, ms, Math::min));
                    total.forEach((key, ms) -> slowest.merge(key, ms, Math::max));
                }
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add("cache\tquestion\tdesign\tms\tslowest\tfound\tscanned\tcalls\tbytes");
        for (Map.Entry<String, Map<String, Long>> entry : work.entrySet()) {
            Map<String, Long> sums = entry.getValue();
            double n = sums.get("n");
            lines.add(String.format("%s\t%.3f\t%.3f\t%.1f\t%.1f\t%.1f\t%.0f", entry.getKey(), times.get(entry.getKey()) / n,
                    slowest.get(entry.getKey()) / n,
                    sums.get("rows") / n, sums.getOrDefault("ROWS_SCANNED", 0L) / n, sums.getOrDefault("RPC_CALLS", 0L) / n,
                    sums.getOrDefault("BLOCK_BYTES_SCANNED", sums.getOrDefault("BYTES_IN_RESULTS", 0L)) / n));
        }
        Files.write(Paths.get(output), lines);
    }

    private static Map<String, Long> writeCounts(String table) throws Exception {
        Map<String, Long> counts = new TreeMap<>();
        try (Admin admin = connection.getAdmin()) {
            for (ServerName server : admin.getRegionServers()) {
                for (RegionMetrics region : admin.getRegionMetrics(server, TableName.valueOf(table))) {
                    counts.put(region.getNameAsString(), region.getWriteRequestCount());
                }
            }
        }
        return counts;
    }

    private static void writes(String file, String output) throws Exception {
        Map<String, List<byte[]>> keys = new TreeMap<>();
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(Paths.get(file), StandardCharsets.US_ASCII)) {
            String[] fields = line.split("\t");
            keys.computeIfAbsent(fields[0], table -> new ArrayList<>()).add(Bytes.fromHex(fields[1]));
        }
        lines.add("design\tregions\thottest");
        for (Map.Entry<String, List<byte[]>> entry : keys.entrySet()) {
            Map<String, Long> before = writeCounts(entry.getKey());
            try (BufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf(entry.getKey()))) {
                for (byte[] key : entry.getValue()) {
                    mutator.mutate(new Put(key).addColumn(FAMILY, Bytes.toBytes("again"), new byte[0]));
                }
            }
            Map<String, Long> after = writeCounts(entry.getKey());
            long[] written = after.keySet().stream().mapToLong(region -> after.get(region) - before.getOrDefault(region, 0L)).toArray();
            long all = Arrays.stream(written).sum();
            lines.add(String.format("%s\t%d\t%.3f", entry.getKey(), written.length, Arrays.stream(written).max().orElse(0) / (double) all));
        }
        Files.write(Paths.get(output), lines);
    }

    public static void main(String[] args) throws Exception {
        connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
        if (args[0].equals("reads")) {
            reads(args[1], Integer.parseInt(args[2]), args[3]);
        } else {
            writes(args[1], args[2]);
        }
        System.exit(0);
    }
}
