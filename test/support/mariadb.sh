#!/usr/bin/env bash
# A private MariaDB for tests, the benchmark and developers: loopback only, own port and data directory, no system service.
# Usage: mariadb.sh start | stop | url
#   start  creates the data directory when it is missing, starts the server and waits until it answers
#   stop   ends it cleanly
#   url    prints the DATABASE_URL (the tests make their own databases beside it)
# MARIADB_TEST_DIR and MARIADB_TEST_PORT choose another place and port.
set -euo pipefail
dir=${MARIADB_TEST_DIR:-${TMPDIR:-/tmp}/gatehouse-mariadb}
port=${MARIADB_TEST_PORT:-33306}
socket=$dir/m.sock

case ${1:-} in
  start)
    if [ -S "$socket" ] && mariadb-admin -S "$socket" -uroot --silent ping >/dev/null 2>&1; then exit 0; fi
    command -v mariadbd >/dev/null || { echo "MariaDB is missing: apt-get install mariadb-server" >&2; exit 1; }
    # A server that runs as root must give up its rights; anybody else runs it as himself.
    user=$(id -un)
    [ "$user" = root ] && user=mysql
    mkdir -p "$dir/data" "$dir/tmp"
    cat > "$dir/my.cnf" <<CNF
[mariadbd]
user=$user
datadir=$dir/data
tmpdir=$dir/tmp
port=$port
bind-address=127.0.0.1
socket=$socket
pid-file=$dir/m.pid
log-error=$dir/m.err
skip-name-resolve
character-set-server=utf8mb4
innodb_buffer_pool_size=${MARIADB_TEST_POOL:-1G}
innodb_log_file_size=256M
innodb_flush_log_at_trx_commit=1
max_connections=300
max_prepared_stmt_count=100000
CNF
    [ "$(id -un)" = root ] && chown -R mysql:mysql "$dir"
    if [ ! -d "$dir/data/mysql" ]; then
      mariadb-install-db --defaults-file="$dir/my.cnf" --auth-root-authentication-method=normal --skip-test-db >"$dir/install.log" 2>&1
    fi
    setsid mariadbd --defaults-file="$dir/my.cnf" >/dev/null 2>&1 &
    for _ in $(seq 1 300); do
      mariadb-admin -S "$socket" -uroot --silent ping >/dev/null 2>&1 && break
      sleep 0.1
    done
    mariadb -S "$socket" -uroot -e "
      CREATE USER IF NOT EXISTS 'gatehouse'@'127.0.0.1' IDENTIFIED BY 'gatehouse';
      GRANT ALL ON *.* TO 'gatehouse'@'127.0.0.1';
      CREATE DATABASE IF NOT EXISTS gatehouse CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
    ;;
  stop)
    [ -f "$dir/m.pid" ] || exit 0
    pid=$(cat "$dir/m.pid")
    kill "$pid" 2>/dev/null || exit 0
    while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
    ;;
  url)
    echo "mariadb://gatehouse:gatehouse@127.0.0.1:$port/gatehouse"
    ;;
  *)
    sed -n '2,7p' "$0" >&2
    exit 2
    ;;
esac
