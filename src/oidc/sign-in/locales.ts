// Which languages a person wants to be spoken to in.

/** More are not looked at. */
const MAX_LOCALES = 10;
const MAX_HEADER = 500;
/** A language tag as RFC 5646 section 2.1 has them, as far as anybody uses them. */
const TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/;

/**
 * @param uiLocales as applications send them: tags with spaces between (OpenID Connect Core section 3.1.2.1)
 * @param acceptLanguage as browsers send it (RFC 9110 section 12.5.4)
 * @returns tags, the most wanted first; what is no tag is left out
 */
export function wantedLocales(uiLocales: string | undefined, acceptLanguage: string | undefined): string[] {
  const asked = (uiLocales ?? '').slice(0, MAX_HEADER).split(' ');
  const tags = [...asked, ...preferred((acceptLanguage ?? '').slice(0, MAX_HEADER))].filter((tag) => TAG.test(tag));
  return [...new Set(tags)].slice(0, MAX_LOCALES);
}

function preferred(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
      const weight = parameters.find((one) => one.startsWith('q='))?.slice('q='.length);
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
