import { chosenLanguage } from '../texts/language.ts';

const FORMAT = new Intl.DateTimeFormat(chosenLanguage(), { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the person's own time zone; the exact one is its title. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {FORMAT.format(new Date(at))}
    </time>
  );
}
