import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { PERSON, type PersonPlace } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

/** Browsers in which the person is signed in. */
export function PersonSessions({ orgId, userId, canChange }: PersonPlace & { canChange: boolean }) {
  const [isEnding, setEnding] = useState(false);
  const { data, error } = useQuery(reading('/admin/v1/organizations/{orgId}/people/{userId}/sessions', { path: { orgId, userId } }));
  const sessions = data?.data.sessions;
  return (
    <Section
      title={t('sessions')}
      actions={
        canChange &&
        sessions !== undefined &&
        sessions.length > 0 && (
          <Button variant="default" size="xs" onClick={() => setEnding(true)}>
            {t('sessions.end')}
          </Button>
        )
      }
    >
      {error && <Fault error={error} />}
      <ItemList
        empty={t('sessions.none')}
        items={sessions?.map(({ sessionId, browser, lastUsedAt }) => ({
          key: sessionId,
          title: <bdi>{browser ?? t('sessions.unknown')}</bdi>,
          text: (
            <>
              {t('sessions.used')} <When at={lastUsedAt} />
            </>
          ),
        }))}
      />
      {isEnding && (
        <ChangeDialog
          title={t('sessions.end')}
          confirm={t('sessions.end.confirm')}
          request={apiRequest('delete', '/admin/v1/organizations/{orgId}/people/{userId}/sessions', { path: { orgId, userId } })}
          stale={[PERSON]}
          done={t('sessions.ended')}
          onClose={() => setEnding(false)}
        >
          {t('sessions.end.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}
