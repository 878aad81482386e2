package org.apache.hadoop.hbase.regionserver;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Gets through the bloom filters of store files, as a region server has them: what
 * is there is found, what is not costs no data block.
 *
 * <pre>
 * BloomReads FOLDER=TYPE... : the folder of a family, the type its filters must
 *   have (ROW, ROWCOL)
 * </pre>
 *
 * In the package of the classes that answer for a region server.
 */
public class BloomReads {
    private static boolean failed = false;

    /**
     * One get of a row, or of a column of it; whether it found something. A region
     * server asks the filter in the same words (StoreFileScanner.shouldUseScanner).
     */
    private static boolean found(StoreFileReader reader, byte[] family, byte[] row, byte[] qualifier) throws Exception {
        Get get = qualifier == null ? new Get(row).addFamily(family) : new Get(row).addColumn(family, qualifier);
        TreeSet<byte[]> columns = null;
        KeyValue from = KeyValueUtil.createFirstOnRow(row);
        if (qualifier != null) {
            columns = new TreeSet<>(Bytes.BYTES_COMPARATOR);
            columns.add(qualifier);
            from = KeyValueUtil.createFirstOnRow(row, family, qualifier);
        }
        if (!reader.passesBloomFilter(new Scan(get), columns)) {
            return false;
        }
        try (StoreFileScanner scanner = reader.getStoreFileScanner(false, true, false, 0, 0, false)) {
            Cell cell = scanner.seek(from) ? scanner.peek() : null;
            return cell != null && CellUtil.matchingRows(cell, row)
                    && (qualifier == null || CellUtil.matchingQualifier(cell, qualifier));
        }
    }

    private static void check(FileSystem fs, Path path, BloomType type, Configuration conf) throws Exception {
        HStoreFile file = new HStoreFile(fs, path, conf, new CacheConfig(conf), type, true);
        file.initReader();
        StoreFileReader reader = file.getReader();
        TreeMap<byte[], byte[]> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);
        byte[] family = null;
        try (StoreFileScanner scanner = reader.getStoreFileScanner(false, true, false, 0, 0, false)) {
            scanner.seek(KeyValue.LOWESTKEY);
            for (Cell cell = scanner.next(); cell != null; cell = scanner.next()) {
                family = CellUtil.cloneFamily(cell);
                rows.put(CellUtil.cloneRow(cell), CellUtil.cloneQualifier(cell));
            }
        }
        boolean columns = type == BloomType.ROWCOL;
        int lost = 0;
        for (Map.Entry<byte[], byte[]> row : rows.entrySet()) {
            lost += found(reader, family, row.getKey(), columns ? row.getValue() : null) ? 0 : 1;
        }

        // rows between those that are there, or columns that these rows have not
        byte[] absent = Bytes.toBytes("absent");
        int asked = 0;
        long before = HFile.DATABLOCK_READ_COUNT.sum();
        for (byte[] row : rows.headMap(rows.lastKey()).keySet()) {
            if (!columns && row.length + absent.length > HConstants.MAX_ROW_LENGTH) {
                continue;
            }
            asked++;
            if (found(reader, family, columns ? row : Bytes.add(row, absent), columns ? absent : null)) {
                throw new IllegalStateException("a row that is not there");
            }
        }
        long blocks = HFile.DATABLOCK_READ_COUNT.sum() - before;
        System.out.println(path.getParent().getName() + "/" + path.getName() + " " + reader.getBloomFilterType() + ": "
                + rows.size() + " rows, " + lost + " not found; " + asked + " gets of nothing read " + blocks + " blocks");
        failed |= lost > 0 || blocks * 20 > asked || reader.getBloomFilterType() != type || asked == 0;
        file.closeStoreFile(true);
    }

    public static void main(String[] args) throws Exception {
        Configuration conf = HBaseConfiguration.create();
        conf.setFloat("hfile.block.cache.size", 0);
        FileSystem fs = FileSystem.getLocal(conf);
        for (String arg : args) {
            String[] words = arg.split("=");
            for (FileStatus file : fs.listStatus(new Path("file://" + words[0]))) {
                check(fs, file.getPath(), BloomType.valueOf(words[1]), conf);
            }
        }
        System.exit(failed ? 1 : 0);
    }
}
