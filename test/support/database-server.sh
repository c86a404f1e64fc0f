# Starts and stops a private database server: loopback only, own port and data directory, no system service.
# Sourced by mariadb.sh and mysql.sh, each of which sets
#   name, scheme  what people and a DATABASE_URL call the server
#   dir, port     where it keeps its data and listens
#   account       who runs it
#   pool          the size of its buffer pool
#   settings      lines of the configuration that only this server has
# and defines
#   provide       makes sure that its programs are there, or says what is missing and fails
#   create_data   fills the empty data directory
#   server        becomes the server, with the arguments given

is_running() {
  [ -f "$dir/m.pid" ] && kill -0 "$(cat "$dir/m.pid")" 2>/dev/null
}

# Needs no client program: a server that listens is ready, because it has done init.sql before.
listens() {
  node -e 'require("node:net").connect(+process.argv[1], "127.0.0.1").on("connect", () => process.exit(0)).on("error", () => process.exit(1))' "$port"
}

configure() {
  mkdir -p "$dir/data" "$dir/tmp"
  cat >"$dir/init.sql" <<SQL
CREATE USER IF NOT EXISTS 'gatehouse'@'127.0.0.1' IDENTIFIED BY 'gatehouse';
GRANT ALL ON *.* TO 'gatehouse'@'127.0.0.1';
CREATE DATABASE IF NOT EXISTS gatehouse CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
SQL
  cat >"$dir/my.cnf" <<CNF
[mysqld]
user=$account
datadir=$dir/data
tmpdir=$dir/tmp
port=$port
bind-address=127.0.0.1
socket=$dir/m.sock
pid-file=$dir/m.pid
log-error=$dir/m.err
skip-name-resolve
character-set-server=utf8mb4
innodb_buffer_pool_size=$pool
innodb_flush_log_at_trx_commit=1
max_connections=300
max_prepared_stmt_count=100000
$settings
CNF
  [ "$(id -un)" = "$account" ] || chown -R "$account" "$dir"
}

start_server() {
  if is_running && listens; then return 0; fi
  provide
  configure
  [ -d "$dir/data/mysql" ] || create_data
  setsid "$0" serve >"$dir/out.log" 2>&1 &
  local started=$!
  for _ in $(seq 1 600); do
    if listens; then return 0; fi
    kill -0 "$started" 2>/dev/null || break
    sleep 0.1
  done
  echo "$name did not start:" >&2
  tail -n 20 "$dir/out.log" "$dir/m.err" >&2
  return 1
}

stop_server() {
  is_running || return 0
  local pid
  pid=$(cat "$dir/m.pid")
  kill "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
}

case ${1:-} in
  install) provide ;;
  start) start_server ;;
  serve) server --defaults-file="$dir/my.cnf" --init-file="$dir/init.sql" ;;
  stop) stop_server ;;
  url) echo "$scheme://gatehouse:gatehouse@127.0.0.1:$port/gatehouse" ;;
  *)
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
