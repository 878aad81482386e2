import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** An empty HDFS of a NameNode and a DataNode, and ZooKeeper: FOLDER ZOOKEEPER_PORT. */
public class HdfsServices {
	public static void main(String[] args) {
		try {
			start(new File(args[0], "data/zk"), Integer.parseInt(args[1]));
		} catch (Exception e) {
			e.printStackTrace();
			System.exit(1); // threads of the services would go on
		}
	}

	private static void start(File folder, int port) throws Exception {
		DefaultMetricsSystem.setMiniClusterMode(true); // formatting and the NameNode in one process
		Configuration conf = new Configuration();
		NameNode.format(conf);
		NameNode.createNameNode(new String[0], conf);
		DataNode.createDataNode(new String[0], conf);
		MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(conf);
		zooKeeper.addClientPort(port);
		if (zooKeeper.startup(folder) != port) {
			throw new IOException("Could not start ZK at requested port");
		}

		// the folders that an administrator makes
		FileSystem fs = FileSystem.get(conf);
		Path hbase = new Path("/hbase"), tmp = new Path("/tmp");
		fs.mkdirs(hbase);
		fs.setOwner(hbase, "hbase", "hbase");
		fs.mkdirs(tmp);
		fs.setPermission(tmp, new FsPermission("1777"));
		// writable as soon as the DataNode is known
		for (Path probe = new Path("/tmp/.probe");; Thread.sleep(50)) {
			try {
				fs.create(probe, true).close();
				fs.delete(probe, false);
				break;
			} catch (IOException e) {
				// not yet
			}
		}
		System.err.println("HDFS and ZooKeeper are ready");
	}
}
