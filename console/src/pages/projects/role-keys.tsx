import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reading.ts';
import { textsOf } from '../../texts/texts.ts';
import { MOST, PROJECT_ROLES, type ProjectPlace } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');

interface RoleKeysProps extends ProjectPlace {
  value: string[];
  onChange(keys: string[]): void;
  error?: string | undefined;
}

/** Chooses roles of a project. */
export function RoleKeys({ orgId, projectId, value, onChange, error }: RoleKeysProps) {
  const { data } = useQuery(reading(PROJECT_ROLES, { path: { orgId, projectId }, query: { limit: MOST, sort: 'key' } }));
  const known = (data?.data.roles ?? []).map(({ key, name }) => ({ value: key, label: name === key ? key : `${name} (${key})` }));
  // A role beyond those that are read stays chosen.
  const others = value.filter((key) => !known.some((one) => one.value === key)).map((key) => ({ value: key, label: key }));
  return (
    <MultiSelect
      label={t('roles')}
      searchable
      data={[...known, ...others]}
      value={value}
      onChange={onChange}
      error={error}
      nothingFoundMessage={t('roles.none')}
    />
  );
}
