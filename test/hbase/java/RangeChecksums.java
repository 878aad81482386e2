import java.util.zip.CRC32C;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The checksums of an export's manifest, computed over a live table: for each
 * range the rows, the cells, and the sum of the cells' checksums, all of what a
 * scan of one version shows.
 *
 * <pre>
 * java -cp "$(hbase classpath)" RangeChecksums.java TABLE [SPLIT...]
 * </pre>
 *
 * SPLIT in the notation of Bytes.toStringBinary, as the manifest has it. Prints
 * a line a range: number, rows, cells, sum in hex, sum with timestamp 0,
 * tab-separated.
 *
 * A cell's checksum is the CRC-32C of its KeyValue bytes without tags; the sum
 * is modulo 2^64.
 */
public class RangeChecksums {
    private static long checksum(Cell cell, long timestamp) {
        KeyValue bare = new KeyValue(CellUtil.cloneRow(cell), CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell),
                timestamp, KeyValue.Type.codeToType(cell.getTypeByte()), CellUtil.cloneValue(cell));
        CRC32C crc = new CRC32C();
        crc.update(KeyValueUtil.copyToNewByteArray(bare));
        return crc.getValue();
    }

    public static void main(String[] args) throws Exception {
        try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
                Table table = connection.getTable(TableName.valueOf(args[0]))) {
            for (int range = 0; range < args.length; range++) {
                Scan scan = new Scan().setCaching(1000);
                if (range > 0) {
                    scan.withStartRow(Bytes.toBytesBinary(args[range]));
                }
                if (range + 1 < args.length) {
                    scan.withStopRow(Bytes.toBytesBinary(args[range + 1]));
                }
                long rows = 0;
                long cells = 0;
                long sum = 0;
                long without = 0;
                try (ResultScanner scanner = table.getScanner(scan)) {
                    for (Result row : scanner) {
                        rows++;
                        for (Cell cell : row.rawCells()) {
                            cells++;
                            sum += checksum(cell, cell.getTimestamp());
                            without += checksum(cell, 0);
                        }
                    }
                }
                System.out.printf("%d\t%d\t%d\t%016x\t%016x%n", range, rows, cells, sum, without);
            }
        }
        System.exit(0);
    }
}
