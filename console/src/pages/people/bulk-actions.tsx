// What can be done with the people who are chosen in the list.
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { textsOf } from '../../texts/texts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import classes from './bulk-actions.module.css';
import { peopleAsCsv } from './people-csv.ts';
import { PERSON, type Person } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');
const ACTIONS = { invite: `${PERSON}/_invite`, deactivate: `${PERSON}/_deactivate`, reactivate: `${PERSON}/_reactivate` } as const;
type ActionName = keyof typeof ACTIONS;
const NAMES = Object.keys(ACTIONS) as ActionName[];

export function BulkActions({ people, canChange, onDone }: { people: readonly Person[]; canChange: boolean; onDone: () => void }) {
  const [chosen, setChosen] = useState<ActionName>();
  if (people.length === 0) return null;
  return (
    <Group className={classes.bar} gap="xs">
      <Text fw={600}>{t('bulk.chosen', { count: people.length })}</Text>
      {canChange &&
        NAMES.map((name) => (
          <Button key={name} variant="default" size="xs" onClick={() => setChosen(name)}>
            {t(`action.${name}`)}
          </Button>
        ))}
      <Button variant="default" size="xs" onClick={() => download(peopleAsCsv(people))}>
        {t('bulk.csv')}
      </Button>
      <Button variant="subtle" size="xs" onClick={onDone}>
        {t('bulk.none')}
      </Button>
      {chosen && (
        <BulkDialog
          title={t(`action.${chosen}`)}
          text={t('bulk.text', { count: people.length })}
          people={people}
          requestFor={({ orgId, userId }) => apiRequest('post', ACTIONS[chosen], { path: { orgId, userId } })}
          onClose={() => {
            setChosen(undefined);
            onDone();
          }}
        />
      )}
    </Group>
  );
}

function download(csv: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  link.download = 'people.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}
