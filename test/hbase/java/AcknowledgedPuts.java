import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Puts rows one after the other, while a server is ended: TABLE ROWS. It prints "half" when half of the rows are
 * acknowledged, and a failed put is tried again. At the end it reads all rows.
 */
public class AcknowledgedPuts {
	private static final byte[] FAMILY = Bytes.toBytes("d");

	public static void main(String[] args) throws Exception {
		TableName name = TableName.valueOf(args[0]);
		int rows = Integer.parseInt(args[1]), next = 0;

		try (Connection connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
				Admin admin = connection.getAdmin(); Table table = connection.getTable(name)) {
			admin.createTable(TableDescriptorBuilder.newBuilder(name)
					.setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY)).build());
			for (int row = 0; row < rows; row++) {
				table.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, null, 1, Bytes.toBytes(~row)));
				if (row == rows / 2) {
					System.out.println("half");
				}
			}
			try (ResultScanner scanner = table.getScanner(new Scan())) {
				for (Result result : scanner) {
					if (Bytes.toInt(result.getRow()) != next || Bytes.toInt(result.value()) != ~next) {
						throw new IllegalStateException("row " + next + " is lost");
					}
					next++;
				}
			}
			if (next != rows) {
				throw new IllegalStateException("row " + next + " is lost");
			}
			System.out.println(rows + " acknowledged puts are there");
		}
	}
}
