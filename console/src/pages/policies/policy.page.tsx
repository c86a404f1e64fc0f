// One kind of policy as a form: what was decided here, what is inherited, what applies, and why.
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import type { Versioned } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { ChangeForm } from '../../components/change-form.tsx';
import { useEdited } from '../../components/edited.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { textsOf } from '../../texts/texts.ts';
import {
  fieldsOf,
  hasEffects,
  isKind,
  noteOf,
  PERMISSIONS,
  policyChange,
  policyReset,
  readingPolicy,
  staleRoutes,
  type Kind,
  type Policy,
  type Scope,
  type Value,
} from './policies.ts';
import { PolicyEffects } from './policy-effects.tsx';
import { PolicyInput } from './policy-input.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('policies');

export default function PolicyPage() {
  const { orgId, kind = '' } = useParams({ strict: false }) as { orgId?: string; kind?: string };
  if (!isKind(kind)) return <EmptyState title={t('unknown')} />;
  return <KindPage scope={{ orgId }} kind={kind} />;
}

function KindPage({ scope, kind }: { scope: Scope; kind: Kind }) {
  const { orgId } = scope;
  const place = orgId === undefined ? 'service' : 'organization';
  const canChange = useMay(scope)(PERMISSIONS[place]);
  const [isResetting, setResetting] = useState(false);
  const { data, error, refetch } = useQuery(readingPolicy(scope, kind));
  const back = orgId === undefined ? '/service/policies' : `/orgs/${encodeURIComponent(orgId)}/policies`;
  const policy = data?.data as unknown as Policy | undefined;
  return (
    <Stack>
      <PageHeader title={t(`kind.${kind}`)} back={{ to: back, name: t(`title.${place}`) }}>
        {canChange && policy && Object.keys(policy.own).length > 0 && (
          <Button variant="default" onClick={() => setResetting(true)}>
            {t('reset')}
          </Button>
        )}
      </PageHeader>
      <Text c="dimmed">{t(`kind.${kind}.text`)}</Text>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {policy ? (
        <PolicyForm scope={scope} kind={kind} current={{ data: policy, etag: data?.etag }} canChange={canChange} />
      ) : (
        !error && <Loading />
      )}
      {isResetting && (
        <ChangeDialog
          title={t('reset')}
          confirm={t('reset.confirm')}
          request={policyReset(scope, kind)}
          stale={staleRoutes}
          done={t('reset.done')}
          isDanger
          onClose={() => setResetting(false)}
        >
          {t(`reset.text.${place}`)}
        </ChangeDialog>
      )}
    </Stack>
  );
}

interface PolicyFormProps {
  scope: Scope;
  kind: Kind;
  current: Versioned<Policy>;
  canChange: boolean;
}

/** What is undefined is inherited. */
const ownValues = ({ own }: Policy): Readonly<Record<string, Value | undefined>> => own;

function PolicyForm({ scope, kind, current, canChange }: PolicyFormProps) {
  const edited = useEdited(current, ownValues);
  const { base, values, changed, change } = edited;
  const fields = fieldsOf(kind);
  const inputs = (detailFor?: (name: string) => string | undefined) => (
    <Stack gap="lg">
      {fields.map(([name, field]) => (
        <PolicyInput
          key={name}
          kind={kind}
          name={name}
          field={field}
          policy={base.data}
          scope={scope}
          value={values[name]}
          error={detailFor?.(name)}
          onChange={canChange ? (value) => change({ [name]: value }) : undefined}
        />
      ))}
    </Stack>
  );
  if (!canChange) return inputs();
  const note = noteOf(scope, kind);
  const request = policyChange(scope, kind, Object.fromEntries(changed.map((name) => [name, values[name] ?? null])));
  return (
    <ChangeForm request={request} edited={edited} stale={staleRoutes} done={t('saved')}>
      {(fault) => (
        <>
          {inputs((name) => fault?.detailFor(name))}
          {note && <Text c="dimmed">{t(`note.${note}`)}</Text>}
          {changed.length > 0 && hasEffects(scope, kind) && <PolicyEffects request={request} />}
        </>
      )}
    </ChangeForm>
  );
}
