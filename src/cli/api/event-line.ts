// An event as a sentence: when, what, to what, by which user and from where, and what changed.
import { cellOf } from '../terminal/table.js';

interface Event {
  creationDate?: string;
  type?: { type?: string; localized?: { localizedMessage?: string } };
  payload?: Readonly<Record<string, unknown>>;
  aggregate?: { id?: string; displayName?: string };
  editor?: { userId?: string; displayName?: string };
}

/** `2030-01-01T00:00:00Z  Person added: ada (268351204312072193), by admin. userName: ada` */
export function eventLine(event: object): string {
  const { creationDate, type, payload = {}, aggregate, editor } = event as Event;
  const what = type?.localized?.localizedMessage ?? type?.type ?? '';
  const { address, ...changed } = payload;
  const from = address === undefined || address === null || address === '' ? '' : ` from ${cellOf(address)}`;
  const by = nameOf(editor?.displayName, editor?.userId);
  const details = Object.entries(changed).filter(([, value]) => cellOf(value) !== '');
  const more = details.map(([name, value]) => `${cellOf(name)}: ${cellOf(value)}`).join(', ');
  const sentence = `${cellOf(what)}: ${nameOf(aggregate?.displayName, aggregate?.id)}${by === '' ? '' : `, by ${by}`}${from}.`;
  return `${cellOf(creationDate)}  ${sentence}${more === '' ? '' : ` ${more}`}`;
}

function nameOf(name: string | undefined, id: string | undefined): string {
  return name === undefined ? cellOf(id) : `${cellOf(name)} (${cellOf(id)})`;
}
