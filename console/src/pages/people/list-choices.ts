// The columns and saved views of the list of people, as this browser remembers them. They hold no secret, and no data of people but what was typed.
const KEY = 'gatehouse.console.people';
const MOST_VIEWS = 20;
const MOST_LETTERS = 60;

export const OPTIONAL_COLUMNS = ['loginName', 'email', 'jobTitle', 'state', 'createdAt', 'modifiedAt'] as const;
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];

export interface PeopleFilters {
  q?: string;
  state?: 'active' | 'inactive';
  locked?: 'true';
}

export interface SavedView {
  name: string;
  filters: PeopleFilters;
}

export interface ListChoices {
  columns: readonly OptionalColumn[];
  views: readonly SavedView[];
}

const FIRST: ListChoices = { columns: ['loginName', 'state', 'createdAt'], views: [] };

/** What is not understood counts as not chosen. */
export function storedChoices(): ListChoices {
  try {
    const { columns, views } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof ListChoices, unknown>>;
    return {
      columns: Array.isArray(columns) ? OPTIONAL_COLUMNS.filter((column) => columns.includes(column)) : FIRST.columns,
      views: Array.isArray(views) ? views.flatMap(viewIn).slice(0, MOST_VIEWS) : FIRST.views,
    };
  } catch {
    return FIRST;
  }
}

export function storeChoices(choices: ListChoices): void {
  localStorage.setItem(KEY, JSON.stringify(choices));
}

/** Whatever the order in which they were chosen. */
export function sameFilters(one: PeopleFilters, other: PeopleFilters): boolean {
  return (['q', 'state', 'locked'] as const).every((name) => one[name] === other[name]);
}

/** With a view in front; one of the same name is replaced. */
export function withView({ columns, views }: ListChoices, name: string, filters: PeopleFilters): ListChoices {
  const view = { name: name.trim().slice(0, MOST_LETTERS), filters };
  return { columns, views: [view, ...views.filter((one) => one.name !== view.name)].slice(0, MOST_VIEWS) };
}

export function withoutView({ columns, views }: ListChoices, name: string): ListChoices {
  return { columns, views: views.filter((one) => one.name !== name) };
}

function viewIn(one: unknown): SavedView[] {
  const { name, filters } = (one ?? {}) as { name?: unknown; filters?: unknown };
  if (typeof name !== 'string' || typeof filters !== 'object' || filters === null) return [];
  const { q, state, locked } = filters as Record<string, unknown>;
  const known: PeopleFilters = {
    ...(typeof q === 'string' && { q }),
    ...((state === 'active' || state === 'inactive') && { state }),
    ...(locked === 'true' && { locked }),
  };
  return [{ name: name.slice(0, MOST_LETTERS), filters: known }];
}
