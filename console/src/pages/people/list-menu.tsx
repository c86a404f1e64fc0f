// Chooses the columns of the list of people, and saves its filters as views.
import { Button, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { OPTIONAL_COLUMNS, withoutView, withView, type ListChoices, type OptionalColumn, type PeopleFilters } from './list-choices.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

/** The title of each column. */
export const COLUMN_TITLES: Record<OptionalColumn, string> = {
  loginName: t('loginName'),
  email: t('email'),
  jobTitle: t('jobTitle'),
  state: t('state'),
  createdAt: t('createdAt'),
  modifiedAt: t('modifiedAt'),
};

interface ListMenuProps {
  choices: ListChoices;
  filters: PeopleFilters;
  onChange(choices: ListChoices): void;
  onOpen(filters: PeopleFilters): void;
}

export function ListMenu({ choices, filters, onChange, onOpen }: ListMenuProps) {
  const [isNaming, setNaming] = useState(false);
  const { columns, views } = choices;
  const toggle = (column: OptionalColumn) =>
    onChange({ ...choices, columns: OPTIONAL_COLUMNS.filter((one) => columns.includes(one) !== (one === column)) });
  const current = views.find((view) => JSON.stringify(view.filters) === JSON.stringify(filters));
  return (
    <>
      <Menu closeOnItemClick={false} position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="sliders" />}>
            {t('view')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('view.columns')}</Menu.Label>
          {OPTIONAL_COLUMNS.map((column) => {
            const isShown = columns.includes(column);
            return (
              <Menu.Item
                key={column}
                role="menuitemcheckbox"
                aria-checked={isShown}
                leftSection={<Icon name={isShown ? 'check' : 'plus'} />}
                onClick={() => toggle(column)}
              >
                {COLUMN_TITLES[column]}
              </Menu.Item>
            );
          })}
          <Menu.Divider />
          <Menu.Label>{t('view.saved')}</Menu.Label>
          {views.map((view) => (
            <Menu.Item key={view.name} closeMenuOnClick leftSection={<Icon name="search" />} onClick={() => onOpen(view.filters)}>
              <bdi>{view.name}</bdi>
            </Menu.Item>
          ))}
          {current ? (
            <Menu.Item leftSection={<Icon name="cross" />} onClick={() => onChange(withoutView(choices, current.name))}>
              {t('view.forget', { name: current.name })}
            </Menu.Item>
          ) : (
            <Menu.Item closeMenuOnClick leftSection={<Icon name="plus" />} onClick={() => setNaming(true)}>
              {t('view.save')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameView
          onClose={() => setNaming(false)}
          onName={(name) => {
            onChange(withView(choices, name, filters));
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

function NameView({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onName(name);
  };
  return (
    <Modal opened onClose={onClose} title={t('view.save')} closeButtonProps={{ 'aria-label': t('view.close') }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            data-autofocus
            label={t('view.name')}
            description={t('view.name.text')}
            maxLength={60}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {t('view.save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
