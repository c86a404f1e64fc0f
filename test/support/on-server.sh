#!/bin/sh
# Runs a command with TEST_DATABASE_URL set to a private test server, starting it when it is not running.
# Usage: on-server.sh mariadb|mysql COMMAND…
set -eu
server=$(dirname "$0")/$1.sh
shift
if [ -z "${TEST_DATABASE_URL:-}" ]; then
  "$server" start
  TEST_DATABASE_URL=$("$server" url)
fi
export TEST_DATABASE_URL
exec "$@"
