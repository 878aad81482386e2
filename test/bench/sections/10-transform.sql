-- @title Parts of keys
-- @data source
-- @base plain scan
-- @per rows
-- @init
CREATE FUNCTION plpgsql_reverse_ts(t int8) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT AS
$$ BEGIN RETURN int8send(9223372036854775807 - t); END $$;
CREATE FUNCTION plpgsql_key(cust text, ts int8, ord int8) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT AS
$$ BEGIN RETURN set_byte('\x00'::bytea, 0, abs(hashtext(cust)) % 16) || decode(md5(cust), 'hex') || int8send(9223372036854775807 - ts) || int8send(ord); END $$;
SELECT count(*) FROM source \g /dev/null
-- @check twins give the same bytes, the salt's algorithm aside
SELECT bool_and(rowkey_reverse_ts(ts)::bytea = int8send(9223372036854775807 - ts)
    AND rowkey_reverse_ts(tz)::bytea = int8send(9223372036854775807 - (extract(epoch FROM tz) * 1000)::int8)
    AND rowkey_hash(cust, 'md5')::bytea = decode(md5(cust), 'hex')
    AND rowkey_hash(cust, 'md5', 8)::bytea = substr(decode(md5(cust), 'hex'), 1, 8)
    AND rowkey_hash(cust, 'sha256')::bytea = sha256(convert_to(cust, 'UTF8'))
    AND rowkey_reverse(phone)::bytea = convert_to(reverse(phone), 'UTF8')
    AND rowkey_reverse(name)::bytea = convert_to(reverse(name), 'UTF8')
    AND substr(rowkey_salt(rowkey_hash(cust, 'md5') || rowkey_reverse_ts(ts) || int8send(ord), 16)::bytea, 2) =
        substr(plpgsql_key(cust, ts, ord), 2))
FROM source WHERE id <= 10000;
-- @item plain scan
SELECT count(*) FROM source;
-- @item a column: count(id)
SELECT count(id) FROM source;
-- @item reverse ts: int8send(MAX - ts)
SELECT count(int8send(9223372036854775807 - ts)) FROM source;
-- @item reverse ts: PL/pgSQL
SELECT count(plpgsql_reverse_ts(ts)) FROM source;
-- @item reverse ts: rowkey_reverse_ts(bigint)
-- @against reverse ts: int8send(MAX - ts) <= 1.0
-- @against reverse ts: PL/pgSQL
SELECT count(rowkey_reverse_ts(ts)) FROM source;
-- @item timestamptz: int8send(MAX - extract(epoch))
SELECT count(int8send(9223372036854775807 - (extract(epoch FROM tz) * 1000)::int8)) FROM source;
-- @item timestamptz: rowkey_reverse_ts(timestamptz)
-- @against timestamptz: int8send(MAX - extract(epoch)) <= 0.25
SELECT count(rowkey_reverse_ts(tz)) FROM source;
-- @item MD5: decode(md5(), 'hex')
SELECT count(decode(md5(cust), 'hex')) FROM source;
-- @item MD5: rowkey_hash('md5')
-- @against MD5: decode(md5(), 'hex') <= 0.33
SELECT count(rowkey_hash(cust, 'md5')) FROM source;
-- @item MD5, 8 bytes: substr(decode(md5(), 'hex'))
SELECT count(substr(decode(md5(cust), 'hex'), 1, 8)) FROM source;
-- @item MD5, 8 bytes: rowkey_hash('md5', 8)
-- @against MD5, 8 bytes: substr(decode(md5(), 'hex')) <= 0.33
SELECT count(rowkey_hash(cust, 'md5', 8)) FROM source;
-- @item SHA-256: sha256(convert_to())
SELECT count(sha256(convert_to(cust, 'UTF8'))) FROM source;
-- @item SHA-256: rowkey_hash('sha256')
-- @against SHA-256: sha256(convert_to()) <= 0.27
SELECT count(rowkey_hash(cust, 'sha256')) FROM source;
-- @item salt: set_byte(hashtext())
SELECT count(set_byte('\x00'::bytea, 0, abs(hashtext(cust)) % 16) || int8send(ord)) FROM source;
-- @item salt: rowkey_salt(int8send(), 16)
-- @against salt: set_byte(hashtext())
SELECT count(rowkey_salt(int8send(ord), 16)) FROM source;
-- @item reversal, digits: convert_to(reverse())
SELECT count(convert_to(reverse(phone), 'UTF8')) FROM source;
-- @item reversal, digits: rowkey_reverse()
-- @against reversal, digits: convert_to(reverse()) <= 0.40
SELECT count(rowkey_reverse(phone)) FROM source;
-- @item reversal, not all ASCII: convert_to(reverse())
SELECT count(convert_to(reverse(name), 'UTF8')) FROM source;
-- @item reversal, not all ASCII: rowkey_reverse()
-- @against reversal, not all ASCII: convert_to(reverse()) <= 0.40
SELECT count(rowkey_reverse(name)) FROM source;
-- @item whole key: SQL expression
SELECT count(set_byte('\x00'::bytea, 0, abs(hashtext(cust)) % 16) || decode(md5(cust), 'hex') || int8send(9223372036854775807 - ts) || int8send(ord)) FROM source;
-- @item whole key: PL/pgSQL function
SELECT count(plpgsql_key(cust, ts, ord)) FROM source;
-- @item whole key: rowkey_salt(rowkey_hash() || rowkey_reverse_ts() || int8send())
-- @against whole key: SQL expression <= 0.30
-- @against whole key: PL/pgSQL function <= 0.20
SELECT count(rowkey_salt(rowkey_hash(cust, 'md5') || rowkey_reverse_ts(ts) || int8send(ord), 16)) FROM source;
