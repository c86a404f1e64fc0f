#!/usr/bin/env bash
# A private MariaDB for tests, the benchmark and developers: loopback only, own port and data directory, no system service.
# Usage: mariadb.sh start | stop | url
#   start  creates the data directory when it is missing, starts the server and waits until it answers
#   stop   ends it cleanly
#   url    prints the DATABASE_URL (the tests make their own databases beside it)
# MARIADB_TEST_DIR and MARIADB_TEST_PORT choose another place and port; MARIADB_TEST_SETTINGS are more lines of its configuration.
set -euo pipefail
name=MariaDB
scheme=mariadb
dir=${MARIADB_TEST_DIR:-${TMPDIR:-/tmp}/gatehouse-mariadb}
port=${MARIADB_TEST_PORT:-33306}
pool=${MARIADB_TEST_POOL:-1G}
# A server that runs as root must give up its rights; anybody else runs it as himself.
account=$(id -un)
[ "$account" != root ] || account=mysql
settings="innodb_log_file_size=256M
${MARIADB_TEST_SETTINGS:-}"

provide() {
  command -v mariadbd >/dev/null || { echo 'MariaDB is missing: apt-get install mariadb-server' >&2; return 1; }
}

create_data() {
  mariadb-install-db --defaults-file="$dir/my.cnf" --auth-root-authentication-method=normal --skip-test-db >"$dir/install.log" 2>&1
}

server() {
  exec mariadbd "$@"
}

. "$(dirname "$0")/database-server.sh"
