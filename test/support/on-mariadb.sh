#!/bin/sh
# Runs a command with TEST_DATABASE_URL set to the private test server, starting it when it is not running.
set -eu
here=$(dirname "$0")
if [ -z "${TEST_DATABASE_URL:-}" ]; then
  "$here/mariadb.sh" start
  TEST_DATABASE_URL=$("$here/mariadb.sh" url)
fi
export TEST_DATABASE_URL
exec "$@"
