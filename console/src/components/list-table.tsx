// A list of the API as a table: while it is read, when that failed, when it is empty, and read on as one scrolls.
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Fault } from './fault.tsx';
import { Loading } from './loading.tsx';

interface ListTableProps<Page, Row> extends Omit<DataTableProps<Row>, 'rows' | 'onMore'> {
  list: UseInfiniteQueryResult<{ pages: Page[] }>;
  rowsOf(page: Page): readonly Row[];
  /** In the place of a table without rows. */
  empty: ReactNode;
}

export function ListTable<Page, Row>({ list, rowsOf, empty, ...table }: ListTableProps<Page, Row>) {
  const { data, error, fetchNextPage, hasNextPage, refetch } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const fault = error && <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return fault ?? <Loading />;
  const rows = data.pages.flatMap(rowsOf);
  return (
    <>
      {fault}
      {rows.length === 0 ? empty : <DataTable {...table} rows={rows} onMore={hasNextPage && !error ? more : undefined} />}
    </>
  );
}
