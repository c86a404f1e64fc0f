// A list of any length: only the rows in the window are drawn, and the next page is asked for before its end is reached.
import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import classes from './data-table.module.css';

const t = textsOf<typeof en>(SHELL);

export interface Column<Row> {
  id: string;
  /** Asked when it is drawn: the texts of a page may come after its code. */
  title(): string;
  render(row: Row): ReactNode;
  /** Left out on a phone. */
  wide?: boolean;
}

/** Rows that are chosen, by their keys. */
export interface Selection {
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

export interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  caption: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Names a row, for its checkbox. */
  nameOf(row: Row): string;
  /** The page of a row; its first column is the link. */
  linkOf?(row: Row): string;
  /** Asks for the next page; absent after the last one. */
  onMore?: (() => void) | undefined;
  selection?: Selection | undefined;
}

const ROW_HEIGHT = 48;
/** Rows beyond the window that are drawn, and those before the end at which the next page is asked for. */
const OVERSCAN = 12;

export function DataTable<Row>({ caption, columns, rows, keyOf, nameOf, linkOf, onMore, selection }: DataTableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: table.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const isNearEnd = last !== undefined && last.index >= rows.length - OVERSCAN;
  useEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore, rows.length]);
  const margin = virtual.options.scrollMargin;
  return (
    <table className={classes.table} ref={table} aria-rowcount={onMore ? -1 : rows.length + 1}>
      <caption className="read-aloud">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th className={classes.choice}>
              <AllRows rows={rows.map(keyOf)} selection={selection} />
            </th>
          )}
          {columns.map(({ id, title, wide }) => (
            <th key={id} scope="col" className={wide ? classes.wide : undefined}>
              {title()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Spacer height={(first?.start ?? margin) - margin} />
        {items.map(({ index }) => {
          const row = rows[index] as Row;
          const key = keyOf(row);
          return (
            <tr key={key} aria-rowindex={index + 2} data-chosen={selection?.chosen.has(key) || undefined}>
              {selection && (
                <td className={classes.choice}>
                  <Checkbox
                    aria-label={t('table.choose', { name: nameOf(row) })}
                    checked={selection.chosen.has(key)}
                    onChange={({ currentTarget }) => selection.onChange(changed(selection.chosen, [key], currentTarget.checked))}
                  />
                </td>
              )}
              {columns.map(({ id, render, wide }, at) => (
                <td key={id} className={wide ? classes.wide : undefined}>
                  {at === 0 && linkOf ? (
                    <Link to={linkOf(row)} className={classes.link}>
                      {render(row)}
                    </Link>
                  ) : (
                    render(row)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
        <Spacer height={virtual.getTotalSize() + margin - (last?.end ?? margin)} />
      </tbody>
    </table>
  );
}

/** Stands for the rows that aren't drawn. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" className={classes.spacer} style={{ height }} /> : null;
}

function AllRows({ rows, selection: { chosen, onChange } }: { rows: readonly string[]; selection: Selection }) {
  const count = rows.filter((key) => chosen.has(key)).length;
  return (
    <Checkbox
      aria-label={t('table.chooseAll')}
      checked={count > 0 && count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={({ currentTarget }) => onChange(changed(chosen, rows, currentTarget.checked))}
    />
  );
}

function changed(before: ReadonlySet<string>, keys: readonly string[], isChosen: boolean): ReadonlySet<string> {
  const next = new Set(before);
  for (const key of keys) {
    if (isChosen) next.add(key);
    else next.delete(key);
  }
  return next;
}
