// Opens the browser of the person at the terminal.
import { spawn } from 'node:child_process';

/** Without a browser on this machine, the person opens the address elsewhere. */
export function openBrowser(address: string): void {
  const [program = '', ...args] = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }[process.platform as string] ?? [
    'xdg-open',
  ];
  spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
