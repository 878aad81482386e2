import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Waits until each region of a table can be read: the client tries again by itself. */
public class TableAvailable {
	public static void main(String[] args) throws Exception {
		TableName name = TableName.valueOf(args[0]);
		try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
				Table table = connection.getTable(name);
				RegionLocator locator = connection.getRegionLocator(name)) {
			for (byte[] start : locator.getStartKeys()) {
				try (ResultScanner scanner = table.getScanner(new Scan().withStartRow(start).setLimit(1))) {
					scanner.next();
				}
			}
		}
	}
}
