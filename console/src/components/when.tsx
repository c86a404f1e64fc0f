import { formatMoment } from '../texts/formats.ts';

/** A moment in the person's own time zone; the exact one is its title. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {formatMoment(at)}
    </time>
  );
}
