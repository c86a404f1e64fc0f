// Chooses the columns of the list of people, and saves its filters as views.
import { Button, Checkbox, Divider, Popover, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { OPTIONAL_COLUMNS, sameFilters, withoutView, withView, type ListChoices, type PeopleFilters } from './list-choices.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

interface ListMenuProps {
  choices: ListChoices;
  filters: PeopleFilters;
  onChange(choices: ListChoices): void;
  onOpen(filters: PeopleFilters): void;
}

export function ListMenu({ choices, filters, onChange, onOpen }: ListMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const { columns, views } = choices;
  const show = (shown: readonly string[]) => onChange({ ...choices, columns: OPTIONAL_COLUMNS.filter((one) => shown.includes(one)) });
  const current = views.find((view) => sameFilters(view.filters, filters));
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<Icon name="sliders" />} onClick={() => setOpen(!isOpen)}>
            {t('view')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('view')}>
          <Stack gap="sm" maw="20rem">
            <Checkbox.Group label={t('view.columns')} value={[...columns]} onChange={show}>
              <Stack gap="xs" mt="xs">
                {OPTIONAL_COLUMNS.map((column) => (
                  <Checkbox key={column} value={column} label={t(column)} />
                ))}
              </Stack>
            </Checkbox.Group>
            <Divider />
            <Text size="sm" fw={600}>
              {t('view.saved')}
            </Text>
            {views.map((view) => (
              <Button
                key={view.name}
                variant={view === current ? 'light' : 'subtle'}
                justify="start"
                leftSection={<Icon name="search" />}
                {...(view === current && { 'aria-current': 'true' as const })}
                onClick={() => {
                  setOpen(false);
                  onOpen(view.filters);
                }}
              >
                <bdi>{view.name}</bdi>
              </Button>
            ))}
            {current ? (
              <Button variant="default" leftSection={<Icon name="cross" />} onClick={() => onChange(withoutView(choices, current.name))}>
                {t('view.forget', { name: current.name })}
              </Button>
            ) : (
              <Button
                variant="default"
                leftSection={<Icon name="plus" />}
                onClick={() => {
                  setOpen(false);
                  setNaming(true);
                }}
              >
                {t('view.save')}
              </Button>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
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
    <Dialog opened onClose={onClose} title={t('view.save')} closeButtonProps={{ 'aria-label': t('view.close') }}>
      <form onSubmit={submit}>
        <Stack>
          <FirstField label={t('view.name')} description={t('view.name.text')} maxLength={60} value={name} onType={setName} />
          <Button type="submit" disabled={name.trim() === ''}>
            {t('view.save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
