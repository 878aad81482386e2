#!/bin/sh
# load.sh: bring this folder into HBase, with one Java process for all its tables.
#
#   ./load.sh [FOLDER...]             check everything; then create the missing tables,
#                                     copy the files to HDFS and load them
#   ./load.sh local [FOLDER...]       the same, but HBase reads the files where they are
#   ./load.sh check [local] [FOLDER...]
#                                     only check
#   ./load.sh checksums [FOLDER...]   print the checksums of the tables in HBase, which
#                                     hbase.verify() compares with the manifest
#
# Without FOLDER, it loads its own folder; otherwise these, in their order.  A folder that
# is on HDFS already (hdfs:///tmp/shop) is not copied: HBase moves the files out of it.  It
# stops at the first failure.  Run it again to go on: what is loaded is not loaded again.
#
# From the environment: HBASE, the program.  TARGET, a folder on HDFS or on another file
# system of Hadoop; several tables get folders below it.  OWNER, user:group, changes the
# owner of the copied files, which only a superuser of HDFS can; it is not necessary.
# PREVIOUS, the run that the table must have last, "any" for every one.  ACCEPT,
# differences to accept, for example "rows options": relation (the table was loaded from
# another relation), rows (it is not empty), families, options, splits, permissions,
# codecs, version, loaded (load what is loaded already), or all.
#
# A bulk load bypasses the write-ahead log, and so replication (unless that is set up for
# bulk loads), coprocessors and the indexes of Phoenix.
set -eu

usage() {
	echo "usage: load.sh [check|checksums] [local] [FOLDER...]; its first lines say more" >&2
	exit 2
}

action=load place=copy
case ${1:-} in
check | checksums)
	action=$1
	shift
	;;
esac
if [ "${1:-}" = local ]; then
	place=local
	shift
fi
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- "$here"
folders=
for folder in "$@"; do
	case $folder in
	-*) usage ;;
	[a-z]*:/*)
		if [ ! -d "$folder" ]; then
			folders="$folders${folder%/}
"
			continue
		fi
		;;
	esac
	[ -d "$folder" ] || usage
	[ -f "$folder/manifest.json" ] || {
		echo "load.sh: no manifest.json in $folder: this folder is not whole" >&2
		exit 1
	}
	folders="$folders$(cd "$folder" && pwd)
"
done
case ${PREVIOUS-} in
*[!a-z0-9-]*)
	echo "load.sh: PREVIOUS must be a run, none or any" >&2
	exit 2
	;;
esac

command -v "${HBASE:-hbase}" >/dev/null || {
	echo "load.sh: cannot run \"${HBASE:-hbase}\": install the client of HBase, or set HBASE to its program" >&2
	exit 1
}

scripts=$(mktemp -d)
trap 'rm -rf "$scripts"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
chmod 755 "$scripts"
cat >"$scripts/load.rb" <<'RUBY'
require 'json'

# The HBase shell has functions of its own: a module keeps these apart.
module HBaseSchemaLoad
  extend self

  ACTION = ENV['LOAD_ACTION']
  LOCAL = ENV['LOAD_PLACE'] == 'local'
  ACCEPT = (ENV['ACCEPT'] || '').split(/[\s,]+/)
  RUN = 'hbase_schema.run'
  LOADING = 'hbase_schema.loading'
  RELATION = 'hbase_schema.relation'
  HADOOP = org.apache.hadoop
  HBASE = org.apache.hadoop.hbase
  BYTES = HBASE.util.Bytes
  MASK = 0xffffffffffffffff
  # Options that decide which cells a table shows; others count if they were defined.
  SHOWN_BY = %w[VERSIONS MIN_VERSIONS TTL KEEP_DELETED_CELLS NEW_VERSION_BEHAVIOR]

  def accepts(what)
    ACCEPT.include?(what) || ACCEPT.include?('all')
  end

  def say(text)
    $stdout.puts "load.sh: #{text}"
    $stdout.flush
  end

  def give_up(*lines)
    $stdout.flush
    lines.each { |line| $stderr.puts "load.sh: #{line}" }
    $stderr.flush
    java.lang.System.exit(1)
  end

  # A folder on the local file system, or on another one of Hadoop if its name is a URI.
  class Folder
    attr_reader :path, :location, :fs

    def initialize(path, conf)
      @path = path
      @uri = !path.start_with?('/')
      @location = @uri ? HADOOP.fs.Path.new(path) : HADOOP.fs.Path.new(java.io.File.new(path).toURI)
      @conf = conf
      @fs = @location.getFileSystem(conf)
    end

    def below(name)
      Folder.new("#{@path}/#{name}", @conf)
    end

    # HBase reads the files where they are.
    def in_place?
      LOCAL || @uri
    end

    def local?
      @fs.getUri.getScheme == 'file'
    end

    # The path without a scheme.
    def local_path
      @location.toUri.getPath
    end

    def file(name)
      HADOOP.fs.Path.new(@location, name)
    end

    # The status of a file; nil: it does not exist, or cannot be seen.
    def status(name)
      @fs.getFileStatus(file(name))
    rescue java.io.IOException
      nil
    end

    def readable?(name)
      return java.io.File.new("#{local_path}/#{name}").canRead if local?
      @fs.access(file(name), HADOOP.fs.permission.FsAction::READ)
      true
    rescue java.io.IOException
      false
    end

    def text(name)
      stream = @fs.open(file(name))
      bytes = Java::byte[@fs.getFileStatus(file(name)).getLen].new
      stream.readFully(0, bytes)
      String.from_java_bytes(bytes).force_encoding('UTF-8')
    ensure
      stream.close if stream
    end
  end

  # A folder with the files of one table.
  class Part
    attr_reader :folder, :manifest, :name, :run, :previous

    def initialize(folder, manifest, below)
      @folder = folder
      @manifest = manifest
      @name = manifest['table']
      @run = manifest['run']
      @below = below
      @previous = ENV['PREVIOUS'] || manifest['previous']
    end

    def path
      @folder.path
    end

    def family_folders
      files.map { |f| f['path'].split('/').first }.uniq
    end

    def table_name
      HBASE.TableName.valueOf(@name)
    end

    def files
      @manifest['files']
    end

    # What an empty table must be loaded with.
    def first?
      @previous == 'none' || (@previous == 'any' && !@manifest['delta'])
    end

    def origin
      [@manifest['database'], @manifest['relation']].compact.join('.')
    end

    def target
      target = ENV['TARGET'] || "/tmp/hbase_schema-#{@name.tr(':', '-')}-#{@manifest['stamp']}"
      ENV['TARGET'] && @below ? "#{target}/#{@below}" : target
    end

    # The most files of a region and family.
    def most_files
      files.group_by { |f| [f['region'], f['path'].split('/').first] }.map { |_, list| list.size }.max || 0
    end

    def splits
      @manifest['regions'].map { |r| r['start'] }.reject(&:empty?).map { |s| BYTES.toStringBinary(BYTES.toBytesBinary(s)) }
    end

    # Ranges of keys that the folder has, neighbours as one.
    def ranges
      @manifest['regions'].select { |r| r['written'] }.each_with_object([]) do |r, list|
        if list.empty? || list.last[1] != r['start'] || r['start'].empty?
          list << [r['start'], r['stop']]
        else
          list.last[1] = r['stop']
        end
      end
    end

    def bytes_of(text)
      text.to_java.getBytes('UTF-8')
    end

    def family_names
      @manifest['families'].map { |f| f['name'] }.sort
    end

    def family(entry)
      builder = HBASE.client.ColumnFamilyDescriptorBuilder.newBuilder(bytes_of(entry['name']))
      (entry['options'] || {}).each do |name, value|
        text = name == 'TTL' && value.to_s =~ /\AFOREVER\z/i ? '2147483647' : value.to_s
        builder.setValue(name.to_java(:string), text.to_java(:string)) unless name == 'NAME'
      end
      builder.build
    end

    def descriptor
      builder = HBASE.client.TableDescriptorBuilder.newBuilder(table_name)
      @manifest['families'].each { |entry| builder.setColumnFamily(family(entry)) }
      builder.setValue(RELATION, origin).setValue(LOADING, @run).build
    end

    # Options in which a table differs from the definition.
    def different_options(table)
      @manifest['families'].flat_map do |entry|
        wanted = family(entry)
        there = table.getColumnFamily(bytes_of(entry['name']))
        next [] if there.nil?
        (SHOWN_BY + (entry['options'] || {}).keys - ['NAME']).uniq.map do |name|
          values = [wanted, there].map { |f| f.getValue(name.to_java(:string)).to_s.upcase }
          values[0] == values[1] ? nil : "#{entry['name']}: #{name} is #{values[1]}, not #{values[0]}"
        end.compact
      end
    end

    def codecs
      @manifest['families'].map { |entry| entry['compression'] }.uniq - ['NONE']
    end
  end

  def read_folder(folder, below = nil)
    manifest = JSON.parse(folder.text('manifest.json'))
    return [Part.new(folder, manifest, below)] unless manifest['tables']
    manifest['tables'].flat_map do |table|
      if table['status'] == 'exported'
        read_folder(folder.below(table['folder']), table['folder'])
      else
        @not_exported << "#{table['table']} was not exported: #{table['problem']}"
        []
      end
    end
  rescue java.lang.Exception, SystemCallError, IOError, JSON::ParserError => e
    give_up "#{folder.path}/manifest.json cannot be read: #{e.message}"
  end

  # ---- checks of the client ----------------------------------------------------------

  def check_client(conf)
    HADOOP.security.UserGroupInformation.setConfiguration(conf)
    if HADOOP.security.UserGroupInformation.isSecurityEnabled &&
       !HADOOP.security.UserGroupInformation.getCurrentUser.hasKerberosCredentials
      give_up 'there is no Kerberos ticket: run kinit first'
    end
    version = HBASE.util.VersionInfo.getVersion
    return if version =~ /\A2\.[56]\./ || accepts('version')
    give_up "the HBase client has version #{version}; this script is for 2.5 and 2.6",
            'ACCEPT=version tries it all the same'
  end

  def root(conf)
    HADOOP.fs.Path.new(conf.get('hbase.rootdir'))
  end

  # The user and group of HBase: the owner of its data; nil: not to be seen.
  def hbase_user(conf)
    status = root(conf).getFileSystem(conf).getFileStatus(root(conf))
    [status.getOwner, status.getGroup]
  rescue java.lang.Exception, NativeException
    nil
  end

  def allows(status, user, action)
    permission = status.getPermission
    return permission.getUserAction.implies(action) if status.getOwner == user[0]
    permission.getOtherAction.implies(action) ||
      (status.getGroup == user[1] && permission.getGroupAction.implies(action))
  end

  # Files that HBase reads where they are: it must be able to.
  def check_permissions(part, conf)
    return [] unless part.folder.in_place?
    part.folder.local? ? check_local_permissions(part, conf) : check_shared_permissions(part, conf)
  end

  def current_user
    HADOOP.security.UserGroupInformation.getCurrentUser.getShortUserName
  end

  # Files that the region servers cannot load in the name of this user: they must be
  # writable for it (HStore.assertBulkLoadHFileOk), even if they are only copied.
  def check_writable(part)
    part.files.map { |f| part.folder.status(f['path']) }.compact.each do |status|
      begin
        part.folder.fs.access(status.getPath, HADOOP.fs.permission.FsAction::READ_WRITE)
      rescue HADOOP.security.AccessControlException
        return ["the user #{current_user} cannot read and write #{status.getPath}, which HBase requires: " \
                "run load.sh as the user #{status.getOwner}, change owner or mode, or ACCEPT=permissions"]
      end
    end
    []
  end

  # Paths that HBase's user, or this user, cannot access.
  def check_local_permissions(part, conf)
    problems = check_writable(part)
    user = hbase_user(conf)
    return problems if user.nil?
    actions = HADOOP.fs.permission.FsAction
    fs = HADOOP.fs.FileSystem.getLocal(conf)
    path = part.folder.local_path
    above = path.split('/')
    folders = (2..above.size).map { |n| above.first(n).join('/') }
    folders += part.family_folders.map { |family| "#{path}/#{family}" }
    status = lambda { |f| fs.getFileStatus(HADOOP.fs.Path.new(java.io.File.new(f).toURI)) }
    wrong = folders.find { |f| File.exist?(f) && !allows(status.call(f), user, actions::EXECUTE) } ||
            part.files.map { |f| "#{path}/#{f['path']}" }
                .find { |f| File.exist?(f) && !allows(status.call(f), user, actions::READ) }
    wrong ? problems + ["HBase's user #{user[0]} cannot read #{wrong}: change its mode (chmod), or ACCEPT=permissions"] : problems
  end

  # On the file system of HBase the region servers move the files, with the rights of the
  # user that runs this; from another one they copy them (SecureBulkLoadManager).
  def check_shared_permissions(part, conf)
    fs = part.folder.fs
    actions = HADOOP.fs.permission.FsAction
    service = fs.getCanonicalServiceName
    moves = !service.nil? && service == root(conf).getFileSystem(conf).getCanonicalServiceName
    return check_writable(part) unless moves
    (part.family_folders + part.files.map { |f| f['path'] }).each do |name|
      status = part.folder.status(name)
      next if status.nil?
      begin
        fs.access(status.getPath, status.isFile ? actions::READ_WRITE : actions::ALL)
        # the owner, or a superuser; it changes nothing
        fs.setPermission(status.getPath, status.getPermission) if status.isFile && status.getOwner != current_user
      rescue HADOOP.security.AccessControlException
        return ["the user #{current_user} cannot move #{status.getPath}, as the region servers do in its name: " \
                "run load.sh as the user #{status.getOwner}, change the owner (hdfs dfs -chown), or ACCEPT=permissions"]
      end
    end
    []
  end

  def check_codecs(part)
    part.codecs.map do |codec|
      begin
        HBASE.util.CompressionTest.testCompression(HBASE.io.compress.Compression::Algorithm.valueOf(codec))
        nil
      rescue java.lang.Exception => e
        "the codec #{codec} does not work here: #{e.message}"
      end
    end.compact
  end

  # ---- checks of a table -------------------------------------------------------------

  def check_files(part, begun)
    missing = part.files.find do |f|
      status = part.folder.status(f['path'])
      # an earlier attempt has moved it
      next !(begun && part.folder.in_place?) if status.nil?
      status.getLen != f['bytes'] || !part.folder.readable?(f['path'])
    end
    missing ? ["file #{missing['path']} of #{part.path} is missing, cannot be read or has another size"] : []
  end

  # True if the table has a row in the ranges of the folder.
  def any_row?(connection, part)
    table = connection.getTable(part.table_name)
    part.ranges.any? do |start, stop|
      scan = HBASE.client.Scan.new.setLimit(1)
      scan.withStartRow(BYTES.toBytesBinary(start)) unless start.empty?
      scan.withStopRow(BYTES.toBytesBinary(stop)) unless stop.empty?
      scanner = table.getScanner(scan)
      row = scanner.next
      scanner.close
      !row.nil?
    end
  ensure
    table.close if table
  end

  def start_keys(connection, part)
    locator = connection.getRegionLocator(part.table_name)
    keys = locator.getStartKeys.map { |k| BYTES.toStringBinary(k) }.reject(&:empty?)
    locator.close
    keys
  end

  def check_order(part, last)
    return [] if [last, 'any'].include?(part.previous) || last == part.run
    ["the last run of the table is #{last}, this folder needs #{part.previous}: load the folders in their order " \
     '(PREVIOUS=any does not compare)']
  end

  # The problems of an existing table.
  def check_table(connection, table, part)
    problems = []
    there = table.getColumnFamilyNames.map { |name| BYTES.toString(name) }.sort
    if there != part.family_names && !accepts('families')
      problems << "the table's families are #{there.join(', ')}, those of the files #{part.family_names.join(', ')}: " \
                  'it is another table, or ACCEPT=families'
    end
    options = part.different_options(table)
    problems << "options differ, or ACCEPT=options: #{options.join('; ')}" if options.any? && !accepts('options')
    starts = start_keys(connection, part)
    if starts != part.splits && !accepts('splits')
      problems << "the table's split points are #{starts.inspect}, those of the files #{part.splits.inspect}: " \
                  "export with splits => the table's, or ACCEPT=splits"
    end
    origin = table.getValue(RELATION)
    if origin && origin != part.origin && !accepts('relation')
      problems << "the table was loaded from #{origin}, not #{part.origin}: define another table name, or ACCEPT=relation"
    end
    runs = [table.getValue(RUN), table.getValue(LOADING)]
    if part.first? && !runs.include?(part.run) && !accepts('rows') && any_row?(connection, part)
      problems << 'the table is not empty: drop or truncate it, or ACCEPT=rows'
    end
    problems
  end

  # Check all before anything is changed; the problems of each folder.
  def check(connection, conf, parts)
    admin = connection.getAdmin
    last = {}
    parts.flat_map do |part|
      problems = []
      table = admin.tableExists(part.table_name) ? admin.getDescriptor(part.table_name) : nil
      begun = table && [table.getValue(LOADING), table.getValue(RUN)].include?(part.run)
      last[part.name] ||= (table && table.getValue(RUN)) || 'none'
      problems += check_files(part, begun)
      problems += check_permissions(part, conf) unless accepts('permissions')
      problems += check_codecs(part) unless accepts('codecs')
      problems += check_order(part, last[part.name])
      problems += check_table(connection, table, part) if table
      problems << 'the table is disabled' if table && !admin.isTableEnabled(part.table_name)
      last[part.name] = part.run
      problems.map { |problem| "#{part.name}: #{problem}" }
    end
  end

  # ---- the load ----------------------------------------------------------------------

  # Change attributes of a table. HBase 2.6 can do this without reopening the regions
  # (HBASE-25549).
  def set_values(admin, part, values)
    builder = HBASE.client.TableDescriptorBuilder.newBuilder(admin.getDescriptor(part.table_name))
    values.each do |name, value|
      value ? builder.setValue(name, value) : builder.removeValue(BYTES.toBytes(name))
    end
    begin
      admin.modifyTable(builder.build, false)
    rescue NameError, ArgumentError
      admin.modifyTable(builder.build)
    end
  end

  def create(admin, part)
    namespace = part.name[/\A(.*):/, 1]
    if namespace
      begin
        admin.getNamespaceDescriptor(namespace)
      rescue HBASE.NamespaceNotFoundException
        admin.createNamespace(HBASE.NamespaceDescriptor.create(namespace).build)
      end
    end
    if part.splits.empty?
      admin.createTable(part.descriptor)
    else
      admin.createTable(part.descriptor, part.splits.map { |s| BYTES.toBytesBinary(s) }.to_java(Java::byte[]))
    end
  end

  # The folder to copy to: if not told otherwise, on the file system of HBase, where its
  # servers move the files.
  def target(part, conf)
    path = HADOOP.fs.Path.new(part.target)
    path.toUri.getScheme ? path : root(conf).getFileSystem(conf).makeQualified(path)
  end

  # Copy the folders of the families.
  def copy(part, target, fs, begun)
    if fs.exists(target)
      give_up "#{part.name}: #{target} exists: remove it, or choose another TARGET" unless begun
      fs.delete(target, true)
    end
    fs.mkdirs(target)
    part.family_folders.each do |family|
      fs.copyFromLocalFile(false, true, part.folder.file(family), HADOOP.fs.Path.new(target, family))
    end
    give_away(fs, target, (ENV['OWNER'] || '').split(':'))
  end

  # The region servers use the rights of the user that runs this: nobody else needs any.
  # But a file system that they mount they read as HBase's user.
  def give_away(fs, path, owner)
    status = fs.getFileStatus(path)
    fs.listStatus(path).each { |below| give_away(fs, below.getPath, owner) } if status.isDirectory
    modes = owner.empty? && fs.getUri.getScheme != 'file' ? %w[700 600] : %w[755 644]
    fs.setPermission(path, HADOOP.fs.permission.FsPermission.new(status.isDirectory ? modes[0] : modes[1]))
    fs.setOwner(path, owner[0], owner[1]) unless owner.empty?
  end

  def load(connection, conf, part)
    admin = connection.getAdmin
    table = admin.tableExists(part.table_name) ? admin.getDescriptor(part.table_name) : nil
    begun = table && table.getValue(LOADING) == part.run
    if table.nil?
      say "#{part.name}: creating the table"
      create(admin, part)
    elsif table.getValue(RUN) == part.run && !begun && !accepts('loaded') && any_row?(connection, part)
      say "#{part.name}: #{part.path} is loaded already"
      return
    elsif !begun
      set_values(admin, part, LOADING => part.run)
    end
    if part.files.empty?
      say "#{part.name}: there are no files to load"
    else
      source = part.folder.location
      unless part.folder.in_place?
        source = target(part, conf)
        fs = source.getFileSystem(conf)
        copy(part, source, fs, begun)
      end
      say "#{part.name}: loading #{part.files.size} files, #{part.manifest['rows']} rows"
      loading = HADOOP.conf.Configuration.new(conf)
      loading.set('create.table', 'no')
      loading.setInt('hbase.mapreduce.bulkload.max.hfiles.perRegion.perFamily', [part.most_files, 32].max)
      HBASE.tool.BulkLoadHFiles.create(loading).bulkLoad(part.table_name, source)
      fs.delete(source, true) if fs
    end
    set_values(admin, part, RUN => part.run, LOADING => nil, RELATION => part.origin)
    say "#{part.name}: loaded"
  end

  # ---- checksums ---------------------------------------------------------------------

  # Java 8 does not have the first one.
  CRC32C =
    begin
      java.util.zip.CRC32C
    rescue NameError
      HADOOP.util.PureJavaCrc32C
    end

  # The CRC-32C of a cell's KeyValue bytes without tags, with this timestamp.
  def checksum(cell, timestamp)
    bare = HBASE.KeyValue.new(HBASE.CellUtil.cloneRow(cell), HBASE.CellUtil.cloneFamily(cell), HBASE.CellUtil.cloneQualifier(cell),
                              timestamp, HBASE.KeyValue::Type.codeToType(cell.getTypeByte), HBASE.CellUtil.cloneValue(cell))
    crc = CRC32C.new
    bytes = HBASE.KeyValueUtil.copyToNewByteArray(bare)
    crc.update(bytes, 0, bytes.length)
    crc.getValue
  end

  # A line for each region: number, rows, cells, and sums modulo 2^64 in hex, of the
  # checksums and of those with timestamp 0.
  def print_checksums(connection, part)
    table = connection.getTable(part.table_name)
    $stdout.puts "checksums #{part.name}"
    part.manifest['regions'].each do |region|
      next unless region['written']
      scan = HBASE.client.Scan.new.setCaching(1000)
      scan.withStartRow(BYTES.toBytesBinary(region['start'])) unless region['start'].empty?
      scan.withStopRow(BYTES.toBytesBinary(region['stop'])) unless region['stop'].empty?
      scanner = table.getScanner(scan)
      rows = cells = sum = without = 0
      while (row = scanner.next)
        rows += 1
        row.rawCells.each do |cell|
          cells += 1
          sum += checksum(cell, cell.getTimestamp)
          without += checksum(cell, 0)
        end
      end
      scanner.close
      $stdout.puts format("%d\t%d\t%d\t%016x\t%016x", region['region'], rows, cells, sum & MASK, without & MASK)
    end
    $stdout.flush
  end

  # ---- all folders -------------------------------------------------------------------

  def run
    @not_exported = []
    conf = HBASE.HBaseConfiguration.create
    check_client(conf)
    parts = ENV['LOAD_FOLDERS'].dup.force_encoding('UTF-8').split("\n").flat_map { |path| read_folder(Folder.new(path, conf)) }
    connection = HBASE.client.ConnectionFactory.createConnection(conf)
    if ACTION == 'checksums'
      parts.each { |part| print_checksums(connection, part) }
    else
      problems = check(connection, conf, parts)
      give_up(*problems, 'nothing was changed') if problems.any?
      parts.each { |part| load(connection, conf, part) } if ACTION == 'load'
      say "#{parts.size} folders can be loaded" if ACTION == 'check'
    end
    connection.close
    give_up(*@not_exported) if @not_exported.any?
  rescue java.lang.Exception, StandardError => e
    $stderr.puts e.backtrace.first(5) if e.backtrace
    give_up e.message || e.to_s, 'run it again to go on'
  end
end

HBaseSchemaLoad.run
RUBY
LOAD_ACTION=$action LOAD_PLACE=$place LOAD_FOLDERS=$folders
LOAD_SCRIPT=$scripts/load.rb
export LOAD_ACTION LOAD_PLACE LOAD_FOLDERS LOAD_SCRIPT
# the shell prints each line of the script that it is given
echo "Kernel.load(ENV['LOAD_SCRIPT'])" >"$scripts/start.rb"
chmod 644 "$scripts"/*
"${HBASE:-hbase}" shell -n "$scripts/start.rb" </dev/null
