// Which member of a person each column of a file is, and what the column of passwords has.
import { NativeSelect, Stack, Text } from '@mantine/core';
import list from '../../components/data-table.module.css';
import { textsOf } from '../../texts/texts.ts';
import classes from './rows.module.css';
import type { SampleColumn } from './file-sample.ts';
import { HASH_KINDS, type HashKind } from './imports.ts';
import MEMBERS from './members.json';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');

export interface Mapping {
  /** Header → member. */
  columns: Readonly<Record<string, string>>;
  hash: HashKind;
}

interface ColumnMappingProps {
  columns: readonly SampleColumn[];
  mapping: Mapping;
  onChange(mapping: Mapping): void;
}

/** The last part of a member's name is a key of its words. */
type LastPart = 'orgId' | 'userId' | 'userName' | 'firstName' | 'lastName';
const nameOf = (member: string) => t(`member.${member.slice(member.lastIndexOf('.') + 1) as LastPart}`);

export function ColumnMapping({ columns, mapping, onChange }: ColumnMappingProps) {
  const taken = new Set(Object.values(mapping.columns));
  const choose = (header: string, member: string) => {
    const { [header]: _, ...others } = mapping.columns;
    onChange({ ...mapping, columns: member === '' ? others : { ...others, [header]: member } });
  };
  return (
    <Stack gap="sm">
      <table className={`${list.table} ${classes.rows}`}>
        <caption className="read-aloud">{t('mapping')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('mapping.column')}</th>
            <th scope="col" className={list.wide}>
              {t('mapping.examples')}
            </th>
            <th scope="col">{t('mapping.member')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ header, examples }) => (
            <tr key={header}>
              <td>
                <bdi>{header}</bdi>
              </td>
              <td className={list.wide}>
                <Text size="sm" c="dimmed" truncate>
                  <bdi>{mapping.columns[header] === PASSWORD ? '…' : examples.join(' · ')}</bdi>
                </Text>
              </td>
              <td>
                <NativeSelect
                  aria-label={t('mapping.of', { column: header })}
                  value={mapping.columns[header] ?? ''}
                  onChange={({ currentTarget }) => choose(header, currentTarget.value)}
                  data={[
                    { value: '', label: t('mapping.none') },
                    ...Object.keys(MEMBERS).map((member) => ({
                      value: member,
                      label: nameOf(member),
                      disabled: taken.has(member) && mapping.columns[header] !== member,
                    })),
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {taken.has(PASSWORD) && (
        <NativeSelect
          label={t('hash')}
          description={t('hash.text')}
          value={mapping.hash}
          onChange={({ currentTarget }) => onChange({ ...mapping, hash: currentTarget.value as HashKind })}
          data={HASH_KINDS.map((kind) => ({ value: kind, label: hashName(kind) }))}
        />
      )}
    </Stack>
  );
}

const PASSWORD = 'user.hashedPassword.value';

function hashName(kind: HashKind): string {
  if (kind === 'recognized' || kind === 'plain') return t(`hash.${kind}`);
  const [algorithm, place] = kind.split('-') as [string, 'prefix' | 'suffix'];
  return t(`hash.${place}`, { algorithm: algorithm.toUpperCase() });
}
