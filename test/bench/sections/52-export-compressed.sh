# @title Compressing, and the compressor alone
# @kind command
# @measure wall
# @data export
# @needs command -v zstd
# @base export, NONE
# @item export, NONE
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/none')" && rm -rf "$SERVER_DIR/none"
# @item export, NONE; then zlib level 6 of blocks of 64 KB
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/none')" && python3 -c "
import glob, zlib
with open(glob.glob('$SERVER_DIR/none/f/*')[0], 'rb') as file:
    while block := file.read(65536):
        zlib.compress(block, 6)" && rm -rf "$SERVER_DIR/none"
# @item export, GZ
# @against export, NONE; then zlib level 6 of blocks of 64 KB <= 1.2
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/gz', options => '{\"compression\": \"GZ\"}')" && rm -rf "$SERVER_DIR/gz"
# @item export, NONE; then zstd -3 of the file
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/none')" && zstd -q -3 -c --single-thread "$SERVER_DIR"/none/f/* >/dev/null && rm -rf "$SERVER_DIR/none"
# @item export, ZSTD
# @against export, NONE; then zstd -3 of the file <= 1.2
psql -Xqc "SELECT * FROM hbase.export_hfiles('export_wide', '$SERVER_DIR/zstd', options => '{\"compression\": \"ZSTD\"}')" && rm -rf "$SERVER_DIR/zstd"
