import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ChecksumType;

/**
 * What one writes in Java today: rows from PostgreSQL, sorted by the server,
 * through JDBC into HBase's own store-file writer, as its bulk output does.
 *
 * JdbcExport URL FOLDER
 */
public class JdbcExport {
    private static final byte[] FAMILY = Bytes.toBytes("f");
    private static final long STAMP = 1700000000000L;
    private static final int COLUMNS = 5;

    public static void main(String[] args) throws Exception {
        Configuration conf = HBaseConfiguration.create();
        FileSystem files = FileSystem.getLocal(conf);
        Path folder = new Path(args[1], "f");
        files.mkdirs(folder);
        HFileContext context = new HFileContextBuilder()
            .withChecksumType(ChecksumType.CRC32C).withBytesPerCheckSum(16384)
            .withBlockSize(65536).withColumnFamily(FAMILY)
            .withCreateTime(System.currentTimeMillis()).build();
        StoreFileWriter writer = new StoreFileWriter.Builder(conf, CacheConfig.DISABLED, files)
            .withOutputDir(folder).withBloomType(BloomType.ROW).withFileContext(context)
            .withCellComparator(CellComparatorImpl.COMPARATOR).build();
        byte[][] qualifiers = new byte[COLUMNS][];
        for (int i = 0; i < COLUMNS; i++) {
            qualifiers[i] = Bytes.toBytes("c" + (i + 1));
        }

        try (Connection connection = DriverManager.getConnection(args[0])) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET work_mem = '512MB'");
                statement.setFetchSize(10000);
                try (ResultSet rows = statement.executeQuery(
                        "SELECT key::bytea, c1, c2, c3, c4, c5 FROM export_columns ORDER BY key")) {
                    while (rows.next()) {
                        byte[] key = rows.getBytes(1);
                        for (int i = 0; i < COLUMNS; i++) {
                            byte[] value = rows.getString(i + 2).getBytes(StandardCharsets.UTF_8);
                            writer.append(new KeyValue(key, FAMILY, qualifiers[i], STAMP, value));
                        }
                    }
                }
            }
        }
        writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(System.currentTimeMillis()));
        writer.appendFileInfo(HStoreFile.BULKLOAD_TASK_KEY, Bytes.toBytes("bench"));
        writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
        writer.appendFileInfo(HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY, Bytes.toBytes(false));
        writer.appendTrackedTimestampsToMetadata();
        writer.close();
    }
}
