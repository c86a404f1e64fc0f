// What was done, said once at the edge of the window and to screen readers.
import { useSyncExternalStore } from 'react';
import classes from './announcements.module.css';

const SHOWN_MS = 5_000;

let shown: readonly { id: number; text: string }[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** @param text a whole sentence */
export function announce(text: string): void {
  const id = ++lastId;
  show([...shown, { id, text }]);
  setTimeout(() => show(shown.filter((one) => one.id !== id)), SHOWN_MS);
}

function show(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Announcements() {
  const all = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className={classes.place} role="status">
      {all.map(({ id, text }) => (
        <p key={id} className={classes.announcement}>
          {text}
        </p>
      ))}
    </div>
  );
}
