// What was done, said once at the edge of the window and to screen readers. What can be undone stays until it is dismissed or followed by something else.
import { ActionIcon, Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Icon } from '../look/icon.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import classes from './announcements.module.css';

const t = textsOf<typeof en>(SHELL);
const SHOWN_MS = 5_000;

interface Announcement {
  id: number;
  text: string;
  isFault: boolean;
  undo?: () => void;
}

interface Options {
  /** Undoes it; undefined if that can't be done. */
  undo?: Promise<(() => void) | undefined>;
  isFault?: boolean;
}

let shown: readonly Announcement[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** @param text a whole sentence */
export function announce(text: string, { undo, isFault = false }: Options = {}): void {
  const id = ++lastId;
  show([...shown.filter((one) => one.undo === undefined), { id, text, isFault }]);
  setTimeout(() => show(shown.filter((one) => one.id !== id || one.undo !== undefined)), SHOWN_MS);
  void undo?.then((act) => act && id === lastId && show([...shown.filter((one) => one.id !== id), { id, text, isFault, undo: act }]));
}

function show(next: typeof shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes one away; the focus was on its button, and goes on to the page. */
function dismiss(id: number): void {
  show(shown.filter((one) => one.id !== id));
  document.getElementById('page')?.focus();
}

export function Announcements() {
  const all = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className={classes.place} role="status">
      {all.map(({ id, text, isFault, undo }) => (
        <div key={id} className={classes.announcement} data-fault={isFault}>
          <p>{text}</p>
          {undo && (
            <>
              <Button
                variant="default"
                size="xs"
                onClick={() => {
                  dismiss(id);
                  undo();
                }}
              >
                {t('undo')}
              </Button>
              <ActionIcon variant="subtle" aria-label={t('dismiss')} onClick={() => dismiss(id)}>
                <Icon name="cross" />
              </ActionIcon>
            </>
          )}
        </div>
      ))}
    </div>
  );
}
