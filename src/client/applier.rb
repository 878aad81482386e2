# applier.rb: apply the change stream to HBase, by HBase's own client.
#
# pg2hbase sync runs this in the HBase shell. Frames come on stdin; answers go, as lines, into the
# FIFO of SYNC_ANSWERS, because the shell and its log write on stdout. doc/streaming.md describes
# both.

# The HBase shell has functions of its own: a module keeps these apart.
module HBaseSchemaStream
  extend self

  HADOOP = org.apache.hadoop
  HBASE = org.apache.hadoop.hbase
  CLIENT = HBASE.client
  BYTES = HBASE.util.Bytes
  VERSION = 1
  STATE_TABLE = 'pg2hbase_stream'
  FAMILY = BYTES.toBytes('s')
  GENERATION = BYTES.toBytes('generation')
  SLOT = ENV['SYNC_SLOT']
  SKIP = ENV['SYNC_REJECTS'] == 'skip'
  # A batch is applied by one call for each table; a larger transaction by several batches.
  BATCH_BYTES = 4 << 20
  BATCH_MUTATIONS = 5000
  # What may wait for the writer.
  QUEUE_BYTES = 32 << 20
  MAX_FRAME = 1 << 30
  RETRY_SECONDS = [0.2, 1, 2, 5, 10].freeze
  # Codes of KeyValue.Type
  PUT, DELETE, DELETE_COLUMN, DELETE_FAMILY = 4, 8, 12, 14
  # A row that HBase rejects; other errors of this kind concern the table or the role.
  ROW_ERRORS = %w[org.apache.hadoop.hbase.DoNotRetryIOException
                  org.apache.hadoop.hbase.exceptions.FailedSanityCheckException].freeze

  # The stream cannot go on without a person.
  class Stop < StandardError
    attr_reader :row, :kind

    def initialize(kind, message, row = nil)
      super(message)
      @kind = kind
      @row = row
    end
  end

  # ---- answers -----------------------------------------------------------------------

  # One line each; the writer and the reader have answers.
  def answer(*words)
    line = words.join(' ').gsub(/[\r\n]+/, ' ') + "\n"
    @answering.synchronize do
      @answers.write(line)
      @answers.flush
    end
  end

  # A row in HBase's notation, as one word.
  def shown(row)
    row ? BYTES.toStringBinary(row).gsub(' ', '\\x20') : '-'
  end

  # A Java exception tells little without its cause.
  def text_of(error)
    text = error.respond_to?(:getMessage) ? error.getMessage : error.message
    (text || error.to_s).lines.first(3).map(&:strip).join(' ')[0, 1000]
  end

  def kind_of(error)
    error.respond_to?(:java_class) ? error.java_class.name.split('.').last : error.class.name.split('::').last
  end

  # ---- the state row -----------------------------------------------------------------

  def row_key
    BYTES.toBytes(SLOT)
  end

  def read_state
    return {} unless @admin.tableExists(HBASE.TableName.valueOf(STATE_TABLE))
    @state = @connection.getTable(HBASE.TableName.valueOf(STATE_TABLE))
    result = @state.get(CLIENT.Get.new(row_key))
    return {} if result.isEmpty
    result.getFamilyMap(FAMILY).map { |name, value| [BYTES.toString(name), BYTES.toString(value)] }.to_h
  end

  def make_state_table
    name = HBASE.TableName.valueOf(STATE_TABLE)
    begin
      family = CLIENT.ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).build
      @admin.createTable(CLIENT.TableDescriptorBuilder.newBuilder(name).setColumnFamily(family).build)
    rescue HBASE.TableExistsException
      # another stream was faster
    end
    @state = @connection.getTable(name)
  end

  def state_put(fields)
    put = CLIENT.Put.new(row_key)
    fields.each { |name, value| put.addColumn(FAMILY, BYTES.toBytes(name), value.to_s.to_java.getBytes('UTF-8')) }
    put
  end

  # Write the state row if it is ours, or if there is none (generation nil).
  def write_state(fields, generation)
    builder = CLIENT.CheckAndMutate.newBuilder(row_key)
    builder = generation ? builder.ifEquals(FAMILY, GENERATION, BYTES.toBytes(generation)) : builder.ifNotExists(FAMILY, GENERATION)
    @state.checkAndMutate(builder.build(state_put(fields))).isSuccess
  end

  # A client that has taken over has another generation.
  def stop_if_taken(ours)
    raise Stop.new('Taken', 'another client has taken over the stream: its generation is not ours') unless ours
    @checked = now
  end

  def check_generation
    return if @checked && now - @checked < 1
    get = CLIENT.Get.new(row_key).addColumn(FAMILY, GENERATION)
    value = @state.get(get).getValue(FAMILY, GENERATION)
    stop_if_taken(value && BYTES.toString(value) == @generation)
  end

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end

  def lsn_text(lsn)
    format('%X/%X', lsn >> 32, lsn & 0xffffffff)
  end

  def advance(lsn, stamp)
    fields = { 'lsn' => lsn_text(lsn), 'stamp' => stamp, 'written' => (Time.now.to_f * 1000).to_i }
    retrying { stop_if_taken(write_state(fields, @generation)) }
    @lsn = lsn
    answer('ACK', lsn, stamp)
  end

  # ---- retries -----------------------------------------------------------------------

  # Try again until HBase answers; errors that stay end the stream.
  def retrying
    attempt = 0
    begin
      yield
    rescue HBASE.DoNotRetryIOException => e
      raise Stop.new(kind_of(e), text_of(e))
    rescue java.io.IOException => e
      answer('WAIT', kind_of(e), text_of(e))
      sleep RETRY_SECONDS[[attempt, RETRY_SECONDS.size - 1].min]
      attempt += 1
      retry
    end
  end

  # ---- tables ------------------------------------------------------------------------

  # Read the start frame: names of tables and their families.
  def read_start(body)
    bytes = java.nio.ByteBuffer.wrap(body)
    magic = take(bytes, 8)
    unless BYTES.toStringBinary(magic) == 'HBSTRM\x00\x01'
      raise Stop.new('Version', 'the stream has a format that this program does not know')
    end
    take(bytes, bytes.getShort & 0xffff)
    @tables = Array.new(bytes.getShort & 0xffff) do
      name = BYTES.toString(take(bytes, bytes.getShort & 0xffff))
      families = Array.new(bytes.get & 0xff) { BYTES.toString(take(bytes, bytes.get & 0xff)) }
      open_table(name, families)
    end
  end

  def open_table(name, families)
    table_name = HBASE.TableName.valueOf(name)
    retrying do
      raise Stop.new('Table', "the table #{name} does not exist in HBase: load it first") unless @admin.tableExists(table_name)
      raise Stop.new('Table', "the table #{name} is disabled") unless @admin.isTableEnabled(table_name)
      descriptor = @admin.getDescriptor(table_name)
      if %w[SKIP_WAL ASYNC_WAL].include?(descriptor.getDurability.name)
        raise Stop.new('Table', "the table #{name} has the durability #{descriptor.getDurability.name}: " \
                                'HBase would acknowledge what it can lose; alter it to USE_DEFAULT')
      end
      missing = families.reject { |family| descriptor.hasColumnFamily(BYTES.toBytes(family)) }
      raise Stop.new('Table', "the table #{name} has no column family #{missing.join(', ')}: alter it") if missing.any?
    end
    @connection.getTable(table_name)
  end

  # ---- reading frames ----------------------------------------------------------------

  def take(bytes, n)
    array = Java::byte[n].new
    bytes.get(array)
    array
  end

  # The cells of a frame as a Put, a Delete or both.
  def read_mutation(body)
    bytes = java.nio.ByteBuffer.wrap(body)
    table = bytes.getShort
    row = take(bytes, bytes.getInt)
    put = delete = nil
    cells = bytes.getInt
    while cells > 0
      cells -= 1
      type = bytes.get
      family = take(bytes, bytes.get & 0xff)
      qualifier = take(bytes, bytes.getInt)
      stamp = bytes.getLong
      value = take(bytes, bytes.getInt)
      case type
      when PUT
        too_large(row) if value.length > @max_value
        put ||= CLIENT.Put.new(row)
        put.addColumn(family, qualifier, stamp, value)
      when DELETE_COLUMN then (delete ||= CLIENT.Delete.new(row)).addColumns(family, qualifier, stamp)
      when DELETE_FAMILY then (delete ||= CLIENT.Delete.new(row)).addFamily(family, stamp)
      when DELETE then (delete ||= CLIENT.Delete.new(row)).addColumn(family, qualifier, stamp)
      else raise Stop.new('Frame', "a cell has the unknown type #{type}", row)
      end
    end
    [table, row, put, delete]
  rescue java.lang.IllegalArgumentException => e
    raise Stop.new('Row', text_of(e), row)
  end

  def too_large(row)
    raise Stop.new('Row', "a value is larger than hbase.client.keyvalue.maxsize, #{@max_value} bytes", row)
  end

  # The same, or nil for a row that is rejected and left out.
  def accept_mutation(body)
    read_mutation(body)
  rescue Stop => e
    raise unless SKIP && e.kind == 'Row'
    reject_row(@begun, @tables[BYTES.toShort(body)], e.row, e.message)
    nil
  end

  def read_fields(body)
    BYTES.toString(body).split("\n").map { |line| unescape(line).split('=', 2) }.to_h
  end

  def escape(text)
    text.gsub('\\', '\\\\\\\\').gsub("\n", '\\n')
  end

  def unescape(text)
    text.gsub(/\\(.)/) { $1 == 'n' ? "\n" : $1 }
  end

  # Read frames until the end of the input; whole commits go to the writer, and parts of large ones.
  def read_frames
    input = java.io.DataInputStream.new(java.io.BufferedInputStream.new(java.lang.System.in, 1 << 20))
    mutations = []
    count = size = 0
    loop do
      type = input.read
      return if type < 0
      length = input.readInt
      raise Stop.new('Frame', "a frame has #{length} bytes") if length < 0 || length > MAX_FRAME
      body = Java::byte[length].new
      input.readFully(body)
      case type
      when 0x4d # M
        mutation = accept_mutation(body)
        mutations << mutation if mutation
        count += 1
        size += length
        if size >= BATCH_BYTES || mutations.size >= BATCH_MUTATIONS
          hand_over([:part, mutations, size])
          mutations = []
          size = 0
        end
      when 0x42 # B
        @begun = BYTES.toLong(body)
        mutations = []
        count = size = 0
      when 0x43 # C
        lsn = BYTES.toLong(body)
        expected = BYTES.toInt(body, 16)
        raise Stop.new('Frame', "a commit has #{count} mutations, not #{expected}") if count != expected
        hand_over([:commit, mutations, size + 1000, lsn, BYTES.toLong(body, 8)])
        mutations = []
      when 0x53 then read_start(body) # S
      when 0x46 then hand_over([:flush, [], 1000, BYTES.toLong(body)]) # F
      when 0x52 # R
        mutations = []
        count = size = 0
      when 0x49 then init(read_fields(body)) # I
      when 0x54 then take_over(read_fields(body)) # T
      when 0x44 then drop # D
      else raise Stop.new('Frame', "unknown frame #{type}")
      end
    end
  rescue java.io.EOFException
    nil
  end

  # ---- the queue between the reader and the writer ---------------------------------------

  def hand_over(item)
    @lock.synchronize do
      @has_room.wait(@lock) while @queued_bytes >= QUEUE_BYTES
      @queue << item
      @queued_bytes += item[2]
      @has_items.signal
    end
  end

  # What one batch takes: at least one item.
  def take_items
    @lock.synchronize do
      @has_items.wait(@lock) while @queue.empty?
      items = []
      size = count = 0
      until @queue.empty?
        size += @queue[0][2]
        count += @queue[0][1].size
        break if items.any? && (size > BATCH_BYTES || count > BATCH_MUTATIONS)
        items << @queue.shift
      end
      items
    end
  end

  def release(items)
    @lock.synchronize do
      items.each { |item| @queued_bytes -= item[2] }
      @has_room.signal
    end
  end

  # ---- the writer --------------------------------------------------------------------

  # Add a mutation to the actions of its table. All mutations of a row are one action, in their
  # order: it is atomic, and the server does not change their order.
  def add_action(batches, table, row, put, delete)
    batch = (batches[table] ||= [java.util.ArrayList.new, java.util.HashMap.new])
    actions, places = batch
    key = java.nio.ByteBuffer.wrap(row)
    place = places.putIfAbsent(key, actions.size)
    if place.nil?
      actions.add(put && delete ? CLIENT.RowMutations.new(row).add([delete, put]) : put || delete)
      return
    end
    action = actions.get(place)
    unless action.is_a?(CLIENT.RowMutations)
      action = CLIENT.RowMutations.new(row).add([action])
      actions.set(place, action)
    end
    action.add([delete, put].compact)
  end

  # The first error of a row that stays, by the results of a call.
  def lasting_error(actions, results)
    results.each_with_index do |result, i|
      return [actions.get(i), result] if result.is_a?(HBASE.DoNotRetryIOException)
    end
    nil
  end

  # One call for all actions of a table, until each is acknowledged.
  def apply(table, actions, lsn)
    attempt = 0
    until actions.isEmpty
      results = java.lang.Object[actions.size].new
      begin
        @tables[table].batch(actions, results)
        return unless java.util.Arrays.asList(results).contains(nil)
        raise java.io.IOException.new('HBase did not acknowledge each row')
      rescue java.io.IOException => e
        action, error = lasting_error(actions, results)
        if error
          reject(table, action, error, lsn)
          actions.remove(action)
          next
        end
        raise Stop.new(kind_of(e), text_of(e)) if e.is_a?(HBASE.DoNotRetryIOException)
        answer('WAIT', kind_of(e), text_of(e))
        sleep RETRY_SECONDS[[attempt, RETRY_SECONDS.size - 1].min]
        attempt += 1
      end
    end
  end

  def reject(table, action, error, lsn)
    unless SKIP && ROW_ERRORS.include?(error.java_class.name)
      name = @tables[table].getName.getNameAsString
      raise Stop.new(kind_of(error), "table #{name}: #{text_of(error)}", action.getRow)
    end
    reject_row(lsn, @tables[table], action.getRow, text_of(error))
  end

  def reject_row(lsn, table, row, message)
    answer('REJECT', lsn_text(lsn), table.getName.getNameAsString, "#{shown(row)}:", message)
  end

  def write_items(items)
    last = items.reverse.find { |item| item[0] != :part }
    lsn = last ? last[3] : 0
    batches = {}
    items.each do |item|
      item[1].each { |table, row, put, delete| add_action(batches, table, row, put, delete) if put || delete }
    end
    retrying { check_generation }
    batches.each { |table, batch| apply(table, batch[0], lsn) }
    commit = items.reverse.find { |item| item[0] == :commit }
    @stamp = commit[4] if commit
    advance(lsn, @stamp) if last
  end

  def write
    loop do
      items = take_items
      write_items(items)
      release(items)
    end
  rescue Stop => e
    give_up(e)
  rescue java.lang.Throwable, StandardError => e
    give_up(Stop.new(kind_of(e), text_of(e)))
  end

  # End after an error that needs a person, with an answer that names it.
  def give_up(error)
    answer('NAK', @begun || 0, shown(error.row), error.kind, error.message)
    java.lang.System.exit(1)
  end

  # ---- calls of the client -----------------------------------------------------------

  # The state row of a new stream.
  def init(fields)
    make_state_table unless @state
    fields['generation'] = '1'
    unless retrying { write_state(fields, nil) }
      raise Stop.new('Exists', "HBase has a state row of the slot #{SLOT} already")
    end
    own(fields)
  end

  # Go on with a stream: from now on other clients fail.
  def take_over(fields)
    before = @fields['generation']
    fields['generation'] = (before.to_i + 1).to_s
    stop_if_taken(retrying { write_state(fields, before) })
    own(@fields.merge(fields))
  end

  def own(fields)
    @fields = fields
    @generation = fields['generation']
    unless @writer
      high, low = fields['lsn'].split('/').map { |half| half.to_i(16) }
      @lsn = high << 32 | low
      @stamp = fields['stamp'].to_i
      @writer = Thread.new { write }
    end
    answer('ACK', @lsn, @stamp)
  end

  # Forget the stream; its tables stay.
  def drop
    if @state
      retrying { @state.delete(CLIENT.Delete.new(row_key)) }
    end
    answer('ACK', 0, 0)
  end

  # ---- all ---------------------------------------------------------------------------

  def connect
    conf = HBASE.HBaseConfiguration.create
    HADOOP.security.UserGroupInformation.setConfiguration(conf)
    if HADOOP.security.UserGroupInformation.isSecurityEnabled &&
       !HADOOP.security.UserGroupInformation.getCurrentUser.hasKerberosCredentials
      raise Stop.new('Kerberos', 'there is no Kerberos ticket: run kinit first')
    end
    # a call that fails is shown, and tried again
    conf.setInt('hbase.client.operation.timeout', 60_000)
    conf.setInt('hbase.client.meta.operation.timeout', 60_000)
    conf.setInt('hbase.rpc.timeout', 20_000)
    @max_value = conf.getInt('hbase.client.keyvalue.maxsize', 10_485_760)
    @max_value = MAX_FRAME if @max_value <= 0
    @connection = CLIENT.ConnectionFactory.createConnection(conf)
    @admin = @connection.getAdmin
  end

  def run
    @answers = File.open(ENV['SYNC_ANSWERS'], 'w')
    @answering = Mutex.new
    @lock = Mutex.new
    @has_items = ConditionVariable.new
    @has_room = ConditionVariable.new
    @queue = []
    @queued_bytes = 0
    begin
      connect
      @fields = retrying { read_state }
      @fields.each { |name, value| answer('STATE', name, escape(value)) }
      answer('READY', VERSION)
      read_frames
    rescue Stop => e
      give_up(e)
    rescue java.lang.Throwable, StandardError => e
      $stderr.puts e.backtrace.first(5) if e.backtrace
      give_up(Stop.new(kind_of(e), text_of(e)))
    end
    # the client is gone, or ends: what it did not confirm comes again
    java.lang.System.exit(0)
  end
end

HBaseSchemaStream.run
