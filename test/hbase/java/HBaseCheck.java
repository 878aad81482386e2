import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Compares a live table with the cells it should hold.
 *
 * <pre>
 * HBaseCheck COMMAND... : one after the other, each a word with arguments
 *   load TABLE FOLDER  a bulk load of the folder's files
 *   cells TABLE FILE   a raw scan of all versions gives exactly the cells of FILE
 *   visible TABLE FILE a scan of one version gives exactly the cells of FILE
 *   values TABLE FILE  the same but for the timestamps
 *   gets TABLE FILE    a get of every row of FILE gives its cells
 *   compact TABLE      a major compaction, to its end
 *   keep-markers TABLE compactions leave delete markers of the last day
 *   files TABLE N      the table has N store files
 *   drop TABLE
 * FILE: a line a cell in HBase's order, tab-separated: row, family, qualifier in
 * hex, timestamp, type, value in hex.
 * </pre>
 */
public class HBaseCheck {
    private static Connection connection;

    private static String line(Cell cell) {
        return Bytes.toHex(CellUtil.cloneRow(cell)) + "\t" + Bytes.toHex(CellUtil.cloneFamily(cell)) + "\t"
                + Bytes.toHex(CellUtil.cloneQualifier(cell)) + "\t" + cell.getTimestamp() + "\t"
                + KeyValue.Type.codeToType(cell.getTypeByte()) + "\t" + Bytes.toHex(CellUtil.cloneValue(cell));
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(1);
    }

    private static String shorten(String line) {
        return line == null ? "(no more)" : line.length() <= 400 ? line : line.substring(0, 400) + "...";
    }

    private static String withoutTimestamp(String line) {
        return line == null ? null : line.replaceFirst("^([^\t]*\t[^\t]*\t[^\t]*\t)[^\t]*\t", "$1");
    }

    private static void compare(String table, String file, boolean raw, boolean timestamps) throws Exception {
        Scan scan = new Scan().setRaw(raw).setCaching(1000);
        if (raw) {
            scan.readAllVersions();
        }
        long cells = 0;
        try (BufferedReader expected = Files.newBufferedReader(Paths.get(file), StandardCharsets.US_ASCII);
                Table t = connection.getTable(TableName.valueOf(table));
                ResultScanner rows = t.getScanner(scan)) {
            for (Result row : rows) {
                for (Cell cell : row.rawCells()) {
                    String want = expected.readLine();
                    String got = line(cell);
                    cells++;
                    if (!timestamps) {
                        want = withoutTimestamp(want);
                        got = withoutTimestamp(got);
                    }
                    if (!got.equals(want)) {
                        fail(table + ": cell " + cells + " is\n" + shorten(got) + "\nand should be\n" + shorten(want));
                    }
                }
            }
            String more = expected.readLine();
            if (more != null) {
                fail(table + ": after " + cells + " cells this one is missing:\n" + shorten(more));
            }
        }
        System.out.println(table + ": " + cells + " cells as they should be" + (raw ? " (raw)" : ""));
    }

    private static void gets(String table, String file) throws Exception {
        List<List<String>> rows = new ArrayList<>();
        String last = null;
        for (String line : Files.readAllLines(Paths.get(file), StandardCharsets.US_ASCII)) {
            String row = line.substring(0, line.indexOf('\t'));
            if (!row.equals(last)) {
                rows.add(new ArrayList<>());
                last = row;
            }
            rows.get(rows.size() - 1).add(line);
        }
        try (Table t = connection.getTable(TableName.valueOf(table))) {
            for (int from = 0; from < rows.size(); from += 500) {
                List<List<String>> part = rows.subList(from, Math.min(from + 500, rows.size()));
                List<Get> batch = new ArrayList<>();
                for (List<String> row : part) {
                    batch.add(new Get(Bytes.fromHex(row.get(0).substring(0, row.get(0).indexOf('\t')))));
                }
                Result[] results = t.get(batch);
                for (int i = 0; i < results.length; i++) {
                    List<String> got = new ArrayList<>();
                    if (!results[i].isEmpty()) {
                        for (Cell cell : results[i].rawCells()) {
                            got.add(line(cell));
                        }
                    }
                    if (!got.equals(part.get(i))) {
                        fail(table + ": a get of " + shorten(part.get(i).get(0)) + " gives " + shorten(got.toString()));
                    }
                }
            }
        }
        System.out.println(table + ": " + rows.size() + " gets as they should be");
    }

    private static void compact(String table) throws Exception {
        TableName name = TableName.valueOf(table);
        try (Admin admin = connection.getAdmin()) {
            admin.flush(name);
            long before = System.currentTimeMillis();
            admin.majorCompact(name);
            // the request is queued: quiet for a second means that it is done
            for (int quiet = 0; quiet < 5; quiet++) {
                Thread.sleep(200);
                if (admin.getCompactionState(name) != CompactionState.NONE) {
                    quiet = 0;
                }
                if (System.currentTimeMillis() - before > 120_000) {
                    fail(table + ": the compaction does not end");
                }
            }
        }
        System.out.println(table + ": compacted");
    }

    private static void keepMarkers(String table) throws Exception {
        TableName name = TableName.valueOf(table);
        try (Admin admin = connection.getAdmin()) {
            admin.modifyTable(TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
                    .setValue("hbase.hstore.time.to.purge.deletes", "86400000").build());
        }
    }

    private static void files(String table, int n) throws Exception {
        int files = 0;
        try (Admin admin = connection.getAdmin()) {
            for (org.apache.hadoop.hbase.ServerName server : admin.getRegionServers()) {
                for (org.apache.hadoop.hbase.RegionMetrics region : admin.getRegionMetrics(server, TableName.valueOf(table))) {
                    files += region.getStoreFileCount();
                }
            }
        }
        if (files != n) {
            fail(table + ": " + files + " store files, should be " + n);
        }
        System.out.println(table + ": " + files + " store files");
    }

    private static void load(String table, String folder) throws Exception {
        BulkLoadHFiles.create(connection.getConfiguration()).bulkLoad(TableName.valueOf(table), new Path("file://" + folder));
        System.out.println(table + ": loaded");
    }

    private static void drop(String table) throws Exception {
        try (Admin admin = connection.getAdmin()) {
            admin.disableTable(TableName.valueOf(table));
            admin.deleteTable(TableName.valueOf(table));
        }
    }

    public static void main(String[] args) throws Exception {
        Configuration conf = HBaseConfiguration.create();
        connection = ConnectionFactory.createConnection(conf);
        for (int i = 0; i < args.length;) {
            String command = args[i++];
            String table = args[i++];
            switch (command) {
                case "load": load(table, args[i++]); break;
                case "cells": compare(table, args[i++], true, true); break;
                case "visible": compare(table, args[i++], false, true); break;
                case "values": compare(table, args[i++], false, false); break;
                case "gets": gets(table, args[i++]); break;
                case "compact": compact(table); break;
                case "keep-markers": keepMarkers(table); break;
                case "files": files(table, Integer.parseInt(args[i++])); break;
                case "drop": drop(table); break;
                default: fail("no command " + command);
            }
        }
        connection.close();
        System.exit(0);
    }
}
