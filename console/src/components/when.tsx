import { formatDayOf, formatMoment } from '../texts/formats.ts';

/** A moment in the person's own time zone; the exact one is its title. @param isShort only its day, where there is little room */
export function When({ at, isShort = false }: { at: string; isShort?: boolean }) {
  return (
    <time dateTime={at} title={at}>
      {isShort ? formatDayOf(at) : formatMoment(at)}
    </time>
  );
}
