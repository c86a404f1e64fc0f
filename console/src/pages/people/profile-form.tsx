// The profile of a person, as far as administrators change it by hand; the API has the rest.
import { Group, TextInput } from '@mantine/core';
import { apiRequest, type Versioned } from '../../api/client.ts';
import { ChangeForm } from '../../components/change-form.tsx';
import { useEdited } from '../../components/edited.ts';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { PERSON, PEOPLE, type PersonDetails } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');
/** In rows of two. Those that a person must have can't be emptied. */
const FIELDS = [
  'givenName',
  'familyName',
  'displayName',
  'nickName',
  'userName',
  'title',
  'department',
  'employeeNumber',
  'preferredLanguage',
  'timezone',
  'website',
  'birthdate',
  'gender',
] as const;
const REQUIRED: readonly string[] = ['givenName', 'familyName', 'userName'];
type Field = (typeof FIELDS)[number];
type Values = Record<Field, string>;

const valuesOf = (person: PersonDetails) => Object.fromEntries(FIELDS.map((name) => [name, person[name] ?? ''])) as Values;

export function ProfileForm({ current }: { current: Versioned<PersonDetails> }) {
  const edited = useEdited(current, valuesOf);
  const { base, values, changed, change } = edited;
  const { orgId, userId } = base.data;
  const body = Object.fromEntries(changed.map((name) => [name, values[name] === '' && !REQUIRED.includes(name) ? null : values[name]]));
  return (
    <Section title={t('tab.profile')}>
      <ChangeForm
        request={apiRequest('patch', PERSON, { path: { orgId, userId }, body: body as object })}
        edited={edited}
        stale={[PEOPLE]}
        done={t('profile.saved')}
      >
        {(fault) =>
          pairs(FIELDS).map((pair) => (
            <Group key={pair.join()} grow align="start" preventGrowOverflow={false}>
              {pair.map((name) => (
                <TextInput
                  key={name}
                  label={t(name === 'title' ? 'jobTitle' : name)}
                  value={values[name]}
                  required={REQUIRED.includes(name)}
                  autoComplete="off"
                  error={fault?.detailFor(name)}
                  onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
                />
              ))}
            </Group>
          ))
        }
      </ChangeForm>
    </Section>
  );
}

function pairs<T>(items: readonly T[]): T[][] {
  return items.flatMap((_, at) => (at % 2 === 0 ? [items.slice(at, at + 2)] : []));
}
