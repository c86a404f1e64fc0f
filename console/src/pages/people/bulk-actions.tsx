// What can be done with the people who are chosen in the list.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { nameOf } from '../../components/name-of.ts';
import { saveFile } from '../../components/save-file.ts';
import { textsOf } from '../../texts/texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { peopleAsCsv } from './people-csv.ts';
import { PEOPLE, PERSON, type Person } from './person.ts';
import { SelectionBar } from './selection-bar.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');
const ACTIONS = { invite: `${PERSON}/_invite`, deactivate: `${PERSON}/_deactivate`, reactivate: `${PERSON}/_reactivate` } as const;
type ActionName = keyof typeof ACTIONS;
const NAMES = Object.keys(ACTIONS) as ActionName[];

export function BulkActions({ people, canChange, onDone }: { people: readonly Person[]; canChange: boolean; onDone: () => void }) {
  // With the people it was opened for: a change may take them out of a filtered list while it is open.
  const [open, setOpen] = useState<{ name: ActionName; people: readonly Person[] }>();
  return (
    <>
      <SelectionBar count={people.length} onClear={onDone}>
        {canChange &&
          NAMES.map((name) => (
            <Button key={name} variant="default" size="xs" onClick={() => setOpen({ name, people })}>
              {t(`action.${name}`)}
            </Button>
          ))}
        <Button variant="default" size="xs" onClick={() => saveFile('people.csv', [peopleAsCsv(people)], 'text/csv;charset=utf-8')}>
          {t('bulk.csv')}
        </Button>
      </SelectionBar>
      {open && (
        <BulkDialog
          title={t(`action.${open.name}`)}
          text={t('bulk.text', { count: open.people.length })}
          people={open.people}
          nameOf={(person) => nameOf(person)}
          stale={[PEOPLE]}
          requestFor={({ orgId, userId }) => apiRequest('post', ACTIONS[open.name], { path: { orgId, userId } })}
          onClose={() => {
            setOpen(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}
