// Search from everywhere (Ctrl or Cmd and K): pages, people and applications.
import { Button, Kbd, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useMay } from '../api/access.ts';
import { reading } from '../api/reading.ts';
import { Dialog } from '../components/dialog.tsx';
import { nameOf } from '../components/name-of.ts';
import { Icon, type IconName } from '../look/icon.tsx';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import { useOfferedPages, useOrgId } from './pages.ts';
import classes from './palette.module.css';

const t = textsOf<typeof en>(SHELL);
const TYPING_MS = 120;
const MOST = 8;

interface Found {
  to: string;
  icon: IconName;
  label: string;
  hint: string;
}

export function Palette({ isOpen, open, close }: { isOpen: boolean; open: () => void; close: () => void }) {
  return (
    <>
      <Button
        className={classes.opener}
        variant="default"
        onClick={open}
        leftSection={<Icon name="search" />}
        rightSection={<Kbd>{t('palette.keys')}</Kbd>}
      >
        {t('palette.open')}
      </Button>
      <UnstyledButton className={classes.small} onClick={open} aria-label={t('palette.open')}>
        <Icon name="search" />
      </UnstyledButton>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={t('palette.open')}
        classNames={{ header: 'read-aloud' }}
        withCloseButton={false}
        padding={0}
        size="lg"
        // A dialog of the page comes later in the document, and would cover the search.
        zIndex={350}
      >
        <Search onDone={close} />
      </Dialog>
    </>
  );
}

function Search({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  // Gets the focus back afterwards: Mantine records it too late, when the field below has it already.
  const [before] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => before?.focus(), [before]);
  const list = useId();
  const found = useFound(typed.trim());
  const go = (entry: Found | undefined) => {
    if (entry === undefined) return;
    onDone();
    void navigate({ to: entry.to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((before) => (before + step + found.length) % found.length);
    }
    if (event.key === 'Enter') go(found[chosen]);
  };
  return (
    <>
      <TextInput
        autoFocus
        variant="unstyled"
        className={classes.field}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-label={t('palette.label')}
        aria-activedescendant={found[chosen] && `${list}-${chosen}`}
        placeholder={t('palette.label')}
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul className={classes.found} id={list} role="listbox" aria-label={t('palette.found')}>
        {found.map((entry, at) => (
          <li
            key={entry.to}
            id={`${list}-${at}`}
            role="option"
            aria-selected={at === chosen}
            className={classes.entry}
            onClick={() => go(entry)}
            onMouseMove={() => setChosen(at)}
          >
            <Icon name={entry.icon} />
            <span className={classes.label}>{entry.label}</span>
            <small>{entry.hint}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={classes.nothing} role="status">
          {t('nothingFound')}
        </p>
      )}
    </>
  );
}

/** What the typed text finds: pages by their names, people and applications by what the service finds. */
function useFound(typed: string): Found[] {
  const pages = useOfferedPages();
  const orgId = useOrgId() ?? '';
  const may = useMay({ orgId });
  const [q] = useDebouncedValue(typed, TYPING_MS);
  const { data } = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/people', { path: { orgId }, query: { q, limit: MOST } }),
    placeholderData: keepPreviousData,
    enabled: q !== '' && may('user.read'),
  });
  const ofOrganization = useQuery({
    ...reading('/admin/v1/organizations/{orgId}/applications', { path: { orgId }, query: { q, limit: MOST } }),
    placeholderData: keepPreviousData,
    enabled: q !== '' && may('project.read'),
  });
  const wanted = typed.toLowerCase();
  const ofPages = pages
    .map(({ to, name, icon }) => ({ to, icon, label: t(`nav.${name}` as 'nav.home'), hint: t('palette.page') }))
    .filter(({ label }) => label.toLowerCase().includes(wanted));
  const people = typed === '' ? [] : (data?.data.people ?? []);
  const applications = typed === '' ? [] : (ofOrganization.data?.data.applications ?? []);
  const organization = `/orgs/${encodeURIComponent(orgId)}`;
  return [
    ...ofPages,
    ...people.map((person) => ({
      to: `${organization}/people/${encodeURIComponent(person.userId)}`,
      icon: 'user' as const,
      label: nameOf(person),
      hint: person.loginName,
    })),
    ...applications.map(({ applicationId, projectId, name }) => ({
      to: `${organization}/projects/${encodeURIComponent(projectId)}/applications/${encodeURIComponent(applicationId)}`,
      icon: 'apps' as const,
      label: name,
      hint: t('palette.application'),
    })),
  ];
}
