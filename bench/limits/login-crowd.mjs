// Sends requests on and on over some connections until the process is ended: the crowd beside which something else is measured.
import { Connection, requestBytes } from '../harness/connection.mjs';
import { answer } from '../harness/processes.mjs';

answer({ start });

const CONNECTIONS = 8;

/** @param {{ url: string, people: import('../harness/connection.mjs').Request[], status: number }} job */
async function start({ url, people, status }) {
  const { hostname, port, host } = new URL(url);
  const requests = people.map((request) => requestBytes(request, host));
  let sent = 0;
  for (let i = 0; i < CONNECTIONS; i++) {
    const connection = new Connection(hostname, Number(port));
    const send = () =>
      connection.exchange(requests[sent++ % requests.length] ?? Buffer.alloc(0), (error, reply) => {
        // A crowd that is turned away is no load: the measurement beside it fails.
        if (reply?.status !== status) throw error ?? new Error(`A login was answered ${reply?.status}.`);
        send();
      });
    send();
  }
}
