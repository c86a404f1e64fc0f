import { UnstyledButton } from '@mantine/core';
import type { Event } from '../../api/event-search.ts';
import { editorName } from '../../components/editor-name.ts';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import classes from './event-list.module.css';
import { keyOf } from './events.ts';
import { mainValue } from './previous-values.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('events');

/** One line an event; each opens its details. */
export function EventList({ label, events, onOpen }: { label: string; events: readonly Event[]; onOpen(event: Event): void }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {events.map((event) => {
        const value = mainValue(event);
        const { address } = event.payload;
        return (
          <li key={keyOf(event)}>
            <UnstyledButton className={classes.event} onClick={() => onOpen(event)}>
              <span className={classes.what}>
                <b>{event.type.localized.localizedMessage}</b>
                {value !== undefined && (
                  <>
                    {': '}
                    <bdi>{value}</bdi>
                  </>
                )}
              </span>
              <span className={classes.who}>
                <bdi>{editorName(event.editor)}</bdi>
                {typeof address === 'string' && ` · ${t('from', { address })}`}
                {' · '}
                <When at={event.creationDate} />
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
