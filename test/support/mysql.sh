#!/usr/bin/env bash
# A private MySQL for tests: loopback only, own port and data directory, no system service.
# Debian's stable releases have no MySQL, so the server of its unstable branch is unpacked into a folder of its own and runs with the loader
# and the libraries it came with; nothing is installed.
# Usage: mysql.sh install | start | stop | url
#   install  fetches and unpacks the server, once (about 60 MB)
#   start    creates the data directory when it is missing, starts the server and waits until it answers
#   stop     ends it cleanly
#   url      prints the DATABASE_URL (the tests make their own databases beside it)
# MYSQL_TEST_DIR and MYSQL_TEST_PORT choose another place and port, MYSQL_TEST_HOME another folder for the server.
set -euo pipefail
home=${MYSQL_TEST_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/gatehouse-mysql}
root=$home/root
dir=${MYSQL_TEST_DIR:-${TMPDIR:-/tmp}/gatehouse-mysql}
port=${MYSQL_TEST_PORT:-33307}
socket=$dir/m.sock

unpack_server() {
  [ ! -x "$root/usr/sbin/mysqld" ] || return 0
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || { echo 'MySQL is unpacked from a Debian package: apt-get and dpkg are needed' >&2; exit 1; }
  local apt=$home/apt mirror
  mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
  mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial"
  : >"$apt/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror:-http://deb.debian.org/debian} unstable main" >"$apt/sources.list"
  # An empty list of installed packages, so that all the server needs comes along.
  cat >"$apt/apt.conf" <<CONF
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::Etc::preferences "-";
Dir::Etc::preferencesparts "-";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Debug::NoLocking "true";
CONF
  APT_CONFIG=$apt/apt.conf apt-get update -qq
  APT_CONFIG=$apt/apt.conf apt-get install -qq -y --no-install-recommends -d mysql-server-core >/dev/null
  rm -rf "$root.new"
  mkdir -p "$root.new"
  for package in "$apt"/cache/archives/*.deb; do dpkg -x "$package" "$root.new"; done
  rm -rf "$apt" "$root"
  mv "$root.new" "$root"
}

server() {
  local libraries=$root/usr/lib/x86_64-linux-gnu
  exec "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries" "$root/usr/sbin/mysqld" --defaults-file="$dir/my.cnf" "$@"
}

# A client there is none of: whether the server listens is asked of its port.
answers() {
  node -e 'require("node:net").connect(+process.argv[1], "127.0.0.1").on("connect", () => process.exit(0)).on("error", () => process.exit(1))' "$port"
}

case ${1:-} in
  install)
    unpack_server
    ;;
  start)
    if [ -f "$dir/m.pid" ] && kill -0 "$(cat "$dir/m.pid")" 2>/dev/null; then exit 0; fi
    unpack_server
    user=$(id -un)
    mkdir -p "$dir/tmp"
    cat >"$dir/init.sql" <<SQL
CREATE USER IF NOT EXISTS 'gatehouse'@'127.0.0.1' IDENTIFIED BY 'gatehouse';
GRANT ALL ON *.* TO 'gatehouse'@'127.0.0.1';
CREATE DATABASE IF NOT EXISTS gatehouse CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
SQL
    cat >"$dir/my.cnf" <<CNF
[mysqld]
user=$user
datadir=$dir/data
tmpdir=$dir/tmp
port=$port
bind-address=127.0.0.1
mysqlx=OFF
socket=$socket
pid-file=$dir/m.pid
log-error=$dir/m.err
lc-messages-dir=$root/usr/share/mysql
plugin-dir=$root/usr/lib/mysql/plugin
secure-file-priv=
skip-name-resolve
character-set-server=utf8mb4
innodb_buffer_pool_size=${MYSQL_TEST_POOL:-1G}
innodb_redo_log_capacity=512M
innodb_flush_log_at_trx_commit=1
disable-log-bin
max_connections=300
max_prepared_stmt_count=100000
CNF
    [ -d "$dir/data/mysql" ] || (server --initialize-insecure >"$dir/install.log" 2>&1)
    setsid "$0" serve >"$dir/out.log" 2>&1 &
    for _ in $(seq 1 600); do
      answers && exit 0
      sleep 0.1
    done
    echo "MySQL did not start:" >&2
    tail -n 20 "$dir/m.err" >&2
    exit 1
    ;;
  serve)
    server --init-file="$dir/init.sql"
    ;;
  stop)
    [ -f "$dir/m.pid" ] || exit 0
    pid=$(cat "$dir/m.pid")
    kill "$pid" 2>/dev/null || exit 0
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    ;;
  url)
    echo "mysql://gatehouse:gatehouse@127.0.0.1:$port/gatehouse"
    ;;
  *)
    sed -n '2,10p' "$0" >&2
    exit 2
    ;;
esac
