import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ChecksumType;

/**
 * Reads each NAME.hfile of a folder with HBase's reader, writes its cells with
 * HBase's store-file writer, and compares the bytes.  The file "cases" has a
 * line for each: name, TAB, settings of the twin ("against=OTHER": the twin must
 * equal OTHER.hfile instead).  Then writes the cells of "none" in other forms,
 * as NAME.read, for our reader.
 */
public class HFileTwin {
  private static final long TIME = 1700000000000L;

  private static Map<String, String> settings(String text) {
    Map<String, String> map = new HashMap<>();
    for (String setting : text.split(" ")) {
      int i = setting.indexOf('=');
      if (i > 0) {
        map.put(setting.substring(0, i), setting.substring(i + 1));
      }
    }
    return map;
  }

  private static Path local(String file) {
    return new Path("file://" + file);
  }

  /** The number of cells copied from one file to the other. */
  private static long copy(String from, String to, Map<String, String> s) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set("fs.defaultFS", "file:///");
    conf.setInt("hfile.index.block.max.size", Integer.parseInt(s.getOrDefault("index", "131072")));
    conf.setInt("io.storefile.bloom.block.size", Integer.parseInt(s.getOrDefault("bloomchunk", "131072")));
    FileSystem fs = FileSystem.getLocal(conf);
    HFileContext context = new HFileContextBuilder()
        .withBlockSize(Integer.parseInt(s.getOrDefault("block", "65536")))
        .withCompression(Compression.Algorithm.valueOf(s.getOrDefault("comp", "NONE")))
        .withDataBlockEncoding(DataBlockEncoding.valueOf(s.getOrDefault("enc", "NONE")))
        .withChecksumType(ChecksumType.valueOf(s.getOrDefault("cksum", "CRC32C")))
        .withBytesPerCheckSum(Integer.parseInt(s.getOrDefault("bpc", "16384")))
        .withIncludesMvcc(true).withIncludesTags(false).withCreateTime(TIME).build();
    StoreFileWriter writer = new StoreFileWriter.Builder(conf, new CacheConfig(conf), fs)
        .withFilePath(local(to)).withFileContext(context)
        .withBloomType(BloomType.valueOf(s.getOrDefault("bloom", "ROW"))).withMaxKeyCount(1000).build();
    long cells = 0;
    try (HFile.Reader reader = HFile.createReader(fs, local(from), new CacheConfig(conf), true, conf)) {
      HFileScanner scanner = reader.getScanner(conf, false, true);
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        writer.append(scanner.getCell());
        cells++;
      }
      if (cells != reader.getEntries()) {
        throw new IllegalStateException(cells + " cells instead of " + reader.getEntries());
      }
    }
    writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(TIME));
    writer.appendFileInfo(HStoreFile.BULKLOAD_TASK_KEY, Bytes.toBytes("twin"));
    writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
    writer.appendFileInfo(HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY, Bytes.toBytes(false));
    writer.appendTrackedTimestampsToMetadata();
    writer.close();
    return cells;
  }

  public static void main(String[] args) throws Exception {
    String dir = args[0];
    boolean failed = false;
    for (String line : Files.readAllLines(Paths.get(dir, "cases"))) {
      String name = line.substring(0, line.indexOf('\t'));
      Map<String, String> s = settings(line.substring(line.indexOf('\t') + 1));
      try {
        long cells = copy(dir + "/" + name + ".hfile", dir + "/" + name + ".twin", s);
        byte[] theirs = Files.readAllBytes(Paths.get(dir, name + ".twin"));
        byte[] ours = Files.readAllBytes(Paths.get(dir, s.getOrDefault("against", name) + ".hfile"));
        int at = Arrays.mismatch(ours, theirs);
        System.out.println(name + ": " + cells + " cells, "
            + (at < 0 ? "the same bytes" : "differs at byte " + at + " of " + ours.length));
        failed |= at >= 0 || cells == 0;
      } catch (Exception e) {
        System.out.println(name + ": " + e);
        e.printStackTrace();
        failed = true;
      }
    }
    String[] forms = {"enc=FAST_DIFF", "enc=FAST_DIFF block=3000 bloom=ROWCOL", "enc=FAST_DIFF comp=LZ4",
        "comp=SNAPPY", "comp=LZ4", "comp=ZSTD", "comp=GZ cksum=NULL"};
    for (int i = 0; i < forms.length; i++) {
      copy(dir + "/none.hfile", dir + "/" + i + ".read", settings(forms[i]));
    }
    System.exit(failed ? 1 : 0);
  }
}
