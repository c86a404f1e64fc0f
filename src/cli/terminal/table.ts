// Formats answers for people: a list as a table, one object as a line for each of its members.
import { printable, styled } from './style.js';

const GAP = '  ';
const WIDEST = 60;

/** The value at a path of members: `config.type`. */
export function valueAt(entry: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, member) => (value as Record<string, unknown> | null | undefined)?.[member], entry);
}

/** A value on one line; empty if it is absent. */
export function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((one) => cellOf(nameOf(one))).join(', ');
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

/**
 * The part of a list element that people look for: the address of an e-mail address, or the name of a role and how it was assigned.
 * Otherwise the whole element.
 */
function nameOf(element: unknown): unknown {
  if (element === null || typeof element !== 'object') return element;
  const { value, role, roleKey, via, group } = element as Record<string, unknown>;
  const name = role ?? roleKey;
  if (typeof name !== 'string' || typeof via !== 'string') return value ?? element;
  const groupName = (group as { displayName?: string } | undefined)?.displayName;
  return `${name} (${groupName === undefined ? via : `by ${groupName}`})`;
}

/** One line per entry, below a line with the names of the columns. On a terminal, long cells are cut off. */
export function table(entries: readonly object[], columns: readonly string[], out: NodeJS.WriteStream): string {
  const cells = entries.map((entry) => columns.map((column) => cut(cellOf(valueAt(entry, column)), out)));
  const widths = columns.map((column, index) => Math.max(titleOf(column).length, ...cells.map((row) => [...(row[index] ?? '')].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  return [styled(out, 'bold', line(columns.map(titleOf))), ...cells.map(line)].map((one) => `${one}\n`).join('');
}

/** The source of a policy value: `organization, raised by service`. Undefined for any other object. */
function sourceOf({ from, raisedBy, ...more }: Record<string, unknown>): string | undefined {
  if (typeof from !== 'string' || Object.keys(more).length > 0) return undefined;
  return typeof raisedBy === 'string' ? `${from}, raised by ${raisedBy}` : from;
}

/** `name:  value` for each member; members of an object are shown as `config.type`. */
export function card(entry: object): string {
  const lines = flat(entry, '');
  const width = Math.max(0, ...lines.map(([name]) => name.length)) + 1;
  return lines.map(([name, value]) => `${`${name}:`.padEnd(width)}${GAP}${value}`.trimEnd() + '\n').join('');
}

function flat(entry: object, prefix: string): Array<[string, string]> {
  return Object.entries(entry).flatMap(([name, value]): Array<[string, string]> => {
    const members = value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
    const source = members && sourceOf(members);
    return members && source === undefined ? flat(members, `${prefix}${name}.`) : [[prefix + printable(name), cellOf(source ?? value)]];
  });
}

/** `config.redirectUris` as `REDIRECT URIS`. */
export function titleOf(column: string): string {
  const name = column.slice(column.lastIndexOf('.') + 1);
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toUpperCase();
}

function cut(cell: string, out: NodeJS.WriteStream): string {
  return out.isTTY && cell.length > WIDEST ? `${cell.slice(0, WIDEST - 1)}…` : cell;
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - [...cell].length));
}
