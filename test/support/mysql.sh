#!/usr/bin/env bash
# A private MySQL for tests: loopback only, own port and data directory, no system service.
# Debian's stable releases have no MySQL, so the server of its unstable branch is unpacked into a folder of its own and runs with the loader
# and the libraries it came with; nothing is installed.
# Usage: mysql.sh install | start | stop | url
#   install  fetches and unpacks the server, once (about 60 MB)
#   start    does that too, creates the data directory when it is missing, starts the server and waits until it answers
#   stop     ends it cleanly
#   url      prints the DATABASE_URL (the tests make their own databases beside it)
# MYSQL_TEST_DIR and MYSQL_TEST_PORT choose another place and port, MYSQL_TEST_HOME another folder for the server.
set -euo pipefail
name=MySQL
scheme=mysql
home=${MYSQL_TEST_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/gatehouse-mysql}
root=$home/root
libraries=$root/usr/lib/x86_64-linux-gnu
dir=${MYSQL_TEST_DIR:-${TMPDIR:-/tmp}/gatehouse-mysql}
port=${MYSQL_TEST_PORT:-33307}
pool=${MYSQL_TEST_POOL:-1G}
account=$(id -un)
settings="mysqlx=OFF
lc-messages-dir=$root/usr/share/mysql
plugin-dir=$root/usr/lib/mysql/plugin
secure-file-priv=
innodb_redo_log_capacity=512M
disable-log-bin"

provide() {
  [ ! -x "$root/usr/sbin/mysqld" ] || return 0
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || { echo 'MySQL is unpacked from a Debian package: apt-get and dpkg are needed' >&2; return 1; }
  local mirror
  mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
  mirror=${mirror:-http://deb.debian.org/debian}
  unpack_server "$mirror" || { echo "MySQL could not be fetched from $mirror" >&2; return 1; }
}

# The steps are joined by &&, because within a condition a failure ends nothing.
unpack_server() {
  local apt=$home/apt
  rm -rf "$apt" "$root.new" &&
    mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$root.new" &&
    : >"$apt/status" &&
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $1 unstable main" >"$apt/sources.list" &&
    cat >"$apt/apt.conf" <<CONF &&
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::Etc::preferences "-";
Dir::Etc::preferencesparts "-";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Retries "3";
Debug::NoLocking "true";
CONF
    # The list of installed packages is empty, so that all the server needs comes along.
    APT_CONFIG=$apt/apt.conf apt-get update -qq &&
    APT_CONFIG=$apt/apt.conf apt-get install -qq -y --no-install-recommends -d mysql-server-core >/dev/null &&
    find "$apt/cache/archives" -name '*.deb' -print0 | xargs -0 -n 1 sh -c 'dpkg -x "$1" "$0"' "$root.new" &&
    rm -rf "$apt" "$root" &&
    mv "$root.new" "$root"
}

create_data() {
  (server --defaults-file="$dir/my.cnf" --initialize-insecure >"$dir/install.log" 2>&1)
}

server() {
  exec "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries" "$root/usr/sbin/mysqld" "$@"
}

. "$(dirname "$0")/database-server.sh"
