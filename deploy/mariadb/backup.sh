#!/bin/sh
# Backs up the MariaDB of the service while it serves, with mariadb-backup: a consistent copy, and the place in the binary log where it ends.
# Usage: backup.sh FOLDER [OPTION…]     FOLDER is new or empty; options go to mariadb-backup, for example --defaults-file=… first
# docs/backup.md says how it is restored and which rights the user needs.
set -eu
folder=${1:?usage: backup.sh FOLDER [OPTION…]}
shift
[ ! -e "$folder" ] || [ -z "$(ls -A "$folder")" ] || { echo "$folder is not empty" >&2; exit 2; }
umask 077
mkdir -p "$folder"
mariadb-backup "$@" --backup --target-dir="$folder" 2>"$folder.log" || { tail -5 "$folder.log" >&2; exit 1; }
# Applies what was written while it was copied, so that the folder is a data directory.
mariadb-backup --prepare --target-dir="$folder" 2>>"$folder.log" || { tail -5 "$folder.log" >&2; exit 1; }
echo "$folder"
