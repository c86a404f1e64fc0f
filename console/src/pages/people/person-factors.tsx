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

/** What the person signs in with besides a password. */
export function PersonFactors({ orgId, userId, canChange }: PersonPlace & { canChange: boolean }) {
  const [removed, setRemoved] = useState<{ factorId: string; label: string }>();
  const { data, error } = useQuery(reading('/admin/v1/organizations/{orgId}/people/{userId}/factors', { path: { orgId, userId } }));
  return (
    <Section title={t('factors')}>
      {error && <Fault error={error} />}
      <ItemList
        empty={t('factors.none')}
        items={data?.data.factors.map(({ factorId, kind, name, lastUsedAt, left }) => {
          const label = name ?? t(`factor.${kind}`);
          return {
            key: factorId,
            title: (
              <>
                {t(`factor.${kind}`)} {name !== undefined && <bdi>{name}</bdi>}
              </>
            ),
            text: (
              <>
                {left !== undefined && t('factor.left', { count: left })} {lastUsedAt && <When at={lastUsedAt} />}
              </>
            ),
            action: canChange && (
              <Button
                variant="subtle"
                size="xs"
                onClick={() => setRemoved({ factorId, label })}
                aria-label={t('factor.remove.named', { name: label })}
              >
                {t('factor.remove')}
              </Button>
            ),
          };
        })}
      />
      {removed && (
        <ChangeDialog
          title={t('factor.remove.named', { name: removed.label })}
          confirm={t('factor.remove')}
          request={apiRequest('delete', '/admin/v1/organizations/{orgId}/people/{userId}/factors/{factorId}', {
            path: { orgId, userId, factorId: removed.factorId },
          })}
          stale={[PERSON]}
          done={t('factor.removed')}
          isDanger
          onClose={() => setRemoved(undefined)}
        >
          {t('factor.remove.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}
