// The look of an organization: its members, and the rules that types can't express.
import { DomainError, type Fault } from '../../../common/primitives/domain-error.js';
import { isObject } from '../../../common/primitives/is-object.js';
import { mergePatch } from '../../../common/primitives/merge-patch.js';
import { parsedUrl } from '../../../common/primitives/parsed-url.js';

export const CORNER_RADII = ['none', 'small', 'medium', 'large'] as const;
export const LAYOUTS = ['card', 'split'] as const;

/**
 * The look of pages and mails. `accent` and `background` are colours of six hexadecimal digits, the name on top is the organization's own, images are
 * named by their digest. The first two are the policy `look`; the others are set by publishing (docs/adr/0040-branding.md).
 */
export interface BrandingLook {
  accent: string;
  showName: boolean;
  background?: string;
  cornerRadius?: (typeof CORNER_RADII)[number];
  layout?: (typeof LAYOUTS)[number];
  logoLight?: string;
  logoDark?: string;
  favicon?: string;
  links?: Partial<Record<(typeof LINKS)[number], string>>;
  /** By language (BCP 47), then by the name of the text. */
  texts?: Record<string, Record<string, string>>;
}

const LINKS = ['help', 'privacy', 'terms', 'imprint'] as const;

/** The page texts that an organization may replace. */
export const OWN_TEXTS = ['signInTitle', 'registerTitle', 'forgottenWhat', 'signedOutWhat', 'panelTitle', 'panelText'] as const;
export type OwnText = (typeof OWN_TEXTS)[number];

const MAX_LINK = 2_000;
const MAX_TEXT = 300;
const MAX_LANGUAGES = 30;

/** Applies a change (RFC 7396: null unsets, within `links` and `texts` too) to the own members. @throws DomainError `invalid` with every fault */
export function withChange(own: Partial<BrandingLook>, change: object): Partial<BrandingLook> {
  const changed = mergePatch(own, change) as Partial<BrandingLook>;
  const faults = [...linkFaults(changed.links ?? {}), ...textFaults(changed.texts ?? {})];
  const [first] = faults;
  if (first) throw new DomainError('invalid', first.code, first.message, first.field, faults);
  return changed;
}

function linkFaults(links: object): Fault[] {
  return Object.entries(links).flatMap(([name, address]: [string, unknown]) =>
    isLink(address, name === 'help' ? ['https:', 'mailto:'] : ['https:'])
      ? []
      : [fault(`links.${name}`, `This must be an address that starts with https://${name === 'help' ? ' or mailto:' : ''}.`)],
  );
}

function isLink(address: unknown, protocols: readonly string[]): boolean {
  return typeof address === 'string' && address.length <= MAX_LINK && protocols.includes(parsedUrl(address)?.protocol ?? '');
}

function textFaults(texts: object): Fault[] {
  const languages = Object.entries(texts) as Array<[string, unknown]>;
  if (languages.length > MAX_LANGUAGES) return [fault('texts', `At most ${MAX_LANGUAGES} languages can have texts.`)];
  return languages.flatMap(([language, own]) => {
    if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) || !isObject(own))
      return [fault(`texts.${language}`, 'Texts stand below a language tag such as en or zh-Hans.')];
    return (Object.entries(own) as Array<[string, unknown]>).flatMap(([name, text]) => {
      if (!OWN_TEXTS.some((known) => known === name)) return [fault(`texts.${language}.${name}`, `The texts are ${OWN_TEXTS.join(', ')}.`)];
      return isText(text) ? [] : [fault(`texts.${language}.${name}`, `A text has 1 to ${MAX_TEXT} printable characters.`)];
    });
  });
}

/** Bidirectional controls could reorder the text around it. */
function isText(text: unknown): boolean {
  return (
    typeof text === 'string' && text.trim() !== '' && text.length <= MAX_TEXT && !/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u.test(text)
  );
}

function fault(field: string, message: string): Fault {
  return { field, code: 'branding.invalid', message };
}
