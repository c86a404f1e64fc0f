-- What deploy/haproxy/haproxy.cfg asks each node of a Galera cluster. Run it on one node as an administrator: it reaches the others.
-- Each node needs `plugin_load_add = disks` in its configuration, which brings information_schema.DISKS.
-- The account has no password, because the check can't encrypt one: limit its host to the machines of HAProxy.
CREATE DATABASE haproxy_check;

-- wsrep_local_state 2 is a donor, which works on unless wsrep_sst_method blocks it, as rsync does; 4 is a node that is up to date.
-- A node whose disk has less than 64 MiB left would reject writes soon, without being read_only.
CREATE FUNCTION haproxy_check.state() RETURNS VARCHAR(20) CHARACTER SET ascii READS SQL DATA SQL SECURITY DEFINER
RETURN IF(
  @@GLOBAL.read_only = 0 AND @@GLOBAL.wsrep_reject_queries = 'NONE'
  AND 2 = (
    SELECT COUNT(*) FROM information_schema.GLOBAL_STATUS
    WHERE (VARIABLE_NAME, VARIABLE_VALUE) IN (('WSREP_READY', 'ON'), ('WSREP_LOCAL_STATE', '2'), ('WSREP_LOCAL_STATE', '4'))
  )
  AND 65536 < (
    SELECT Available FROM information_schema.DISKS
    WHERE LOCATE(CONCAT(TRIM(TRAILING '/' FROM Path), '/'), @@datadir) = 1 ORDER BY LENGTH(Path) DESC LIMIT 1
  ),
  'takes-writes',
  'takes-none'
);

CREATE USER haproxy_check@'10.0.0.%' WITH MAX_USER_CONNECTIONS 20;
GRANT EXECUTE ON FUNCTION haproxy_check.state TO haproxy_check@'10.0.0.%';
