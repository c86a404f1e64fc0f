#!/usr/bin/env bash
# A private Galera cluster of three MariaDB nodes, whose nodes can be made to fail. As root each node has a network namespace and a small
# disk of its own, so that it can be cut off and run full, and two clients have a namespace as well; as anybody else all are on the loopback
# address.
# Usage: galera.sh start | stop | COMMAND N, with N of 1, 2, 3 or, where a list is printed, none; a client C is 4 or 5
#   start      creates an empty cluster, starts it and waits until all nodes work
#   stop       ends it, and removes its data
#   url [N]    prints a DATABASE_URL of one node, or of all
#   state N    prints what the node says of itself, "Synced Primary" when it works, or "down"
#   kill N     ends it at once (SIGKILL)         end N   ends it cleanly (SIGTERM)
#   run N      starts it again and waits until it works
#   pause N    stops it without ending it        resume N
#   cut N      from the other two nodes, not from its clients
#   unplug N   from everybody; needs a namespace  mend N   undoes them all
#   part N C   from one client, which needs a namespace
#   seat C     prints the address of a client, and the words that run a program there
#   fill N     its disk; needs a disk of its own drain N
#   sql N TEXT prints what the node answers, without headings
#   can        prints which of cut, unplug, part and fill can be done here as they happen to a machine: without a namespace the node's own
#              switch cuts it off, and nothing unplugs it or parts it from a client
# GALERA_TEST_DIR and GALERA_TEST_PORT choose another place and the first of 40 ports; GALERA_TEST_OPTIONS are more options of the
# provider, GALERA_TEST_SYNC_WAIT is wsrep_sync_wait.
set -euo pipefail
dir=${GALERA_TEST_DIR:-${TMPDIR:-/tmp}/gatehouse-galera}
port=${GALERA_TEST_PORT:-33400}
nodes=(1 2 3)
clients=(4 5)
# Enough for an hour of the tests, in which their database grows by up to 1 GB; a full disk is one whose last byte is used.
disk=${GALERA_TEST_DISK:-2g}
bridge=gh$port
provider=/usr/lib/galera/libgalera_smm.so
account=$(id -un)
[ "$account" != root ] || account=mysql

space() { echo "$bridge-$1"; }
sql_port() { echo $((port + $1)); }
group_port() { echo $((port + 10 * $1)); }
running() { [ -f "$dir/n$1/pid" ] && kill -0 "$(cat "$dir/n$1/pid")" 2>/dev/null; }
has_space() { [ -e "/run/netns/$(space "$1")" ]; }
has_disk() { mountpoint -q "$dir/n$1/data"; }

# An address of the block that is set apart for tests of networks (RFC 2544), the same for the same port.
address() {
  if has_space "$1"; then echo "198.18.$((port / 40 % 256)).$1"; else echo 127.0.0.1; fi
}

# query N SQL: prints what the node answers, without headings. A node that hangs is not waited for.
query() { timeout 5 mariadb --no-defaults -N -B -S "$dir/n$1/m.sock" -uroot -e "$2" 2>/dev/null; }

# A node without a majority answers SHOW and nothing else.
state() {
  running "$1" || { echo down; return; }
  local said
  said=$(query "$1" "SHOW STATUS WHERE Variable_name IN ('wsrep_local_state_comment', 'wsrep_cluster_status')") || { echo silent; return; }
  cut -f 2 <<<"$said" | sort -r | paste -s -d ' '
}

# Namespaces on a bridge, or none at all: nobody but root may make them, and some containers do not let root.
make_network() {
  connect_spaces 2>"$dir/network.log" && return 0
  echo "No network namespaces: $(tail -n 1 "$dir/network.log")" >&2
  remove_network 2>/dev/null || true
}

connect_spaces() {
  ip link add "$bridge" type bridge && ip address add "198.18.$((port / 40 % 256)).254/24" dev "$bridge" && ip link set "$bridge" up || return 1
  for n in "${nodes[@]}" "${clients[@]}"; do
    ip netns add "$(space "$n")" &&
      ip link add "$bridge.$n" type veth peer name eth0 netns "$(space "$n")" &&
      ip link set "$bridge.$n" master "$bridge" up &&
      ip -n "$(space "$n")" address add "$(address "$n")/24" dev eth0 &&
      ip -n "$(space "$n")" link set lo up &&
      ip -n "$(space "$n")" link set eth0 up || return 1
  done
}

remove_network() {
  for n in "${nodes[@]}" "${clients[@]}"; do ! has_space "$n" || ip netns delete "$(space "$n")"; done
  ! ip link show "$bridge" >/dev/null 2>&1 || ip link delete "$bridge"
}

configure() {
  local n=$1 group members
  group=$(group_port "$n")
  members=$(for m in "${nodes[@]}"; do printf '%s:%s,' "$(address "$m")" "$(group_port "$m")"; done)
  cat >"$dir/n$n/my.cnf" <<CNF
[mysqld]
user=$account
datadir=$dir/n$n/data
port=$(sql_port "$n")
bind-address=$(address "$n")
socket=$dir/n$n/m.sock
pid-file=$dir/n$n/m.pid
log-error=$dir/n$n/m.err
skip-name-resolve
character-set-server=utf8mb4
innodb_buffer_pool_size=128M
innodb_log_file_size=32M
innodb_flush_log_at_trx_commit=1
innodb_autoinc_lock_mode=2
max_connections=300
max_prepared_stmt_count=100000
binlog_format=ROW
wsrep_on=ON
wsrep_provider=$provider
wsrep_cluster_name=gatehouse
wsrep_cluster_address=gcomm://${members%,}
wsrep_node_name=n$n
wsrep_node_address=$(address "$n"):$group
wsrep_provider_options="base_host=$(address "$n");base_port=$group;gmcast.listen_addr=tcp://$(address "$n"):$group;ist.recv_addr=$(address "$n"):$((group + 1));gcache.size=64M${GALERA_TEST_OPTIONS:+;$GALERA_TEST_OPTIONS}"
wsrep_sst_method=rsync
wsrep_sst_receive_address=$(address "$n"):$((group + 4))
wsrep_slave_threads=2
plugin_load_add=disks
wsrep_sync_wait=${GALERA_TEST_SYNC_WAIT:-0}
CNF
}

# serve N [OPTION…]: the node in the background, in its namespace.
serve() {
  local n=$1
  shift
  local -a within=()
  ! has_space "$n" || within=(ip netns exec "$(space "$n")")
  setsid "${within[@]}" mariadbd --defaults-file="$dir/n$n/my.cnf" "$@" >"$dir/n$n/out.log" 2>&1 </dev/null &
  echo $! >"$dir/n$n/pid"
  for _ in $(seq 1 600); do
    [ "$(state "$n")" != 'Synced Primary' ] || return 0
    running "$n" || break
    sleep 0.2
  done
  echo "Node $n did not start:" >&2
  tail -n 20 "$dir/n$n/out.log" "$dir/n$n/m.err" >&2
  return 1
}

# A node that was killed finds how far it had come in its own log, and gets only what it has missed; without that it would get everything.
# One that the others voted out, because it could not apply what they did, has zeros for a state: it does get everything.
start_again() {
  local n=$1 position
  if grep -q '^uuid: *00000000-0000' "$dir/n$n/data/grastate.dat" 2>/dev/null; then
    serve "$n"
    return
  fi
  rm -f "$dir/n$n/recover.err"
  mariadbd --defaults-file="$dir/n$n/my.cnf" --log-error="$dir/n$n/recover.err" --wsrep-recover >/dev/null 2>&1 || true
  position=$(sed -n 's/.*Recovered position: *//p' "$dir/n$n/recover.err" | tail -n 1)
  serve "$n" ${position:+--wsrep_start_position="$position"}
}

# One whose transfer of state breaks off ends itself, and its process manager starts it again.
run_again() {
  for _ in 1 2 3; do
    ! running "$1" || return 0
    ! start_again "$1" || return 0
  done
  return 1
}

ended() {
  for _ in $(seq 1 300); do
    running "$1" || return 0
    sleep 0.1
  done
  signal "$1" KILL
}

signal() { ! running "$1" || kill -"$2" "$(cat "$dir/n$1/pid")"; }

start() {
  command -v mariadbd >/dev/null && [ -e "$provider" ] || { echo 'MariaDB with Galera is missing: apt-get install mariadb-server' >&2; return 1; }
  stop
  mkdir -p "$dir"
  make_network
  for n in "${nodes[@]}"; do
    mkdir -p "$dir/n$n/data"
    mount -t tmpfs -o "size=$disk" gatehouse "$dir/n$n/data" 2>/dev/null || true
  done
  for n in "${nodes[@]}"; do configure "$n"; done
  [ "$(id -un)" = "$account" ] || chown -R "$account" "$dir"
  mariadb-install-db --defaults-file="$dir/n1/my.cnf" --auth-root-authentication-method=normal --skip-test-db >"$dir/install.log" 2>&1
  serve 1 --wsrep-new-cluster
  query 1 "CREATE USER gatehouse IDENTIFIED BY 'gatehouse'; GRANT ALL ON *.* TO gatehouse;
    CREATE DATABASE gatehouse CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"
  # A copy of a node that ended cleanly needs no state transfer, which takes seconds.
  signal 1 TERM
  ended 1
  for n in 2 3; do cp -a "$dir/n1/data/." "$dir/n$n/data"; done
  serve 1 --wsrep-new-cluster
  serve 2 &
  local second=$!
  serve 3
  wait "$second"
}

stop() {
  for n in "${nodes[@]}"; do signal "$n" CONT; signal "$n" KILL; done
  for n in "${nodes[@]}"; do ended "$n"; done
  remove_network
  for n in "${nodes[@]}"; do ! has_disk "$n" || umount "$dir/n$n/data"; done
  rm -rf "$dir"
}

url() {
  local list
  list=$(for n in ${1:-"${nodes[@]}"}; do printf '%s:%s,' "$(address "$n")" "$(sql_port "$n")"; done)
  echo "mariadb://gatehouse:gatehouse@${list%,}/gatehouse"
}

# Both sides, or what the others send would still arrive.
cut_off() {
  local n=$1
  if ! has_space "$n"; then
    query "$n" "SET GLOBAL wsrep_provider_options='gmcast.isolate=1'"
    return
  fi
  for other in "${nodes[@]}"; do
    [ "$other" != "$n" ] || continue
    ip -n "$(space "$n")" route replace blackhole "$(address "$other")/32"
    ip -n "$(space "$other")" route replace blackhole "$(address "$n")/32"
  done
}

# What the one sends to the other goes to hardware that is not there: lost without a word, as in a network.
miss() { ip -n "$(space "$1")" neighbour replace "$(address "$2")" lladdr 02:00:00:00:00:99 nud permanent dev eth0; }
hear() { ip -n "$(space "$1")" neighbour delete "$(address "$2")" dev eth0 2>/dev/null || true; }
part() { has_space "$1" && miss "$1" "$2" && miss "$2" "$1"; }

seat() {
  address "$1"
  ! has_space "$1" || printf '%s\n' ip netns exec "$(space "$1")"
}

mend() {
  local n=$1
  if ! has_space "$n"; then
    query "$n" "SET GLOBAL wsrep_provider_options='gmcast.isolate=0'"
    return
  fi
  ip link set "$bridge.$n" up
  for other in "${clients[@]}"; do
    hear "$n" "$other"
    hear "$other" "$n"
  done
  for other in "${nodes[@]}"; do
    [ "$other" != "$n" ] || continue
    ip -n "$(space "$n")" route delete blackhole "$(address "$other")/32" 2>/dev/null || true
    ip -n "$(space "$other")" route delete blackhole "$(address "$n")/32" 2>/dev/null || true
  done
}

unplug() { has_space "$1" && ip link set "$bridge.$1" down; }
fill() { has_disk "$1" && { cat /dev/zero >"$dir/n$1/data/filler" 2>/dev/null || true; }; }
drain() { rm -f "$dir/n$1/data/filler"; }

can() {
  ! has_space 1 || printf '%s\n' cut unplug part
  ! has_disk 1 || echo fill
}

case "${1:-} ${2:-}" in
  'start ' | 'stop ' | 'can ' | 'url ' | 'url '[123] | 'state '[123] | 'mend '[123] | 'unplug '[123] | 'fill '[123] | 'drain '[123]) "$@" ;;
  'part '[123]) part "$2" "$3" ;;
  'seat '[45]) seat "$2" ;;
  'sql '[123]) query "$2" "$3" ;;
  'cut '[123]) cut_off "$2" ;;
  'run '[123]) run_again "$2" ;;
  'kill '[123]) signal "$2" KILL; ended "$2" ;;
  'end '[123]) signal "$2" TERM; ended "$2" ;;
  'pause '[123]) signal "$2" STOP ;;
  'resume '[123]) signal "$2" CONT ;;
  *)
    sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
