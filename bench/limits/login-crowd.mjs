// Sends requests on and on, each on a connection of its own, until the process is ended: the crowd beside which something else is measured.
import { Connection, requestBytes } from '../harness/connection.mjs';
import { answer } from '../harness/processes.mjs';

answer({ start });

/** @param {{ url: string, people: import('../harness/connection.mjs').Request[], status: number }} job */
async function start({ url, people, status }) {
  const { hostname, port, host } = new URL(url);
  for (const request of people) {
    const [connection, bytes] = [new Connection(hostname, Number(port)), requestBytes(request, host)];
    const send = () =>
      connection.exchange(bytes, (error, reply) => {
        // A crowd that is turned away is no load, and whoever measures beside it must not be told otherwise.
        if (reply?.status !== status) throw error ?? new Error(`A login was answered ${reply?.status}.`);
        send();
      });
    send();
  }
}
