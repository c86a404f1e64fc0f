// How a look that an organization decided comes to the pages: addresses of pictures, and own words in place of ours.
import type { BrandingLook, OwnText } from '../../users/brandings/branding.js';
import type { Look, PageContext } from './page.view.js';
import { tagOf, type TextKey, type Texts } from './texts/texts.js';

export const IMAGES_PATH = 'pages/images';
export const PREVIEW_PATH = 'pages/preview';

/** The texts of ours that an organization may replace. */
const REPLACED: Readonly<Record<OwnText, TextKey>> = {
  signInTitle: 'login.title',
  registerTitle: 'register.title',
  forgottenWhat: 'forgotten.what',
  signedOutWhat: 'signedOut.what',
  panelTitle: 'panel.title',
  panelText: 'panel.text',
};

/** What stands at an address never changes: it is named by its digest. */
export function imageAddress(digest: string): string {
  return `/${IMAGES_PATH}/${digest}`;
}

/** @param name of the organization; absent for pages of the service */
export function brandedContext(texts: Texts, policy: BrandingLook, name?: string): PageContext {
  return { texts: withOwnWords(texts, policy.texts?.[tagOf(texts.lang)] ?? policy.texts?.[texts.lang]), look: lookOf(policy, name) };
}

function lookOf(policy: BrandingLook, name: string | undefined): Look {
  const { accent, background, cornerRadius: radius, layout, links, logoLight, logoDark, favicon } = policy;
  const light = logoLight ?? logoDark;
  return {
    accent,
    background,
    radius,
    layout,
    ...(links && { links }),
    ...(policy.showName && name !== undefined && { name }),
    ...(light !== undefined && {
      // Its name is what a logo says to those who do not see it, also where it is not written beside.
      logo: { light: imageAddress(light), dark: logoDark && imageAddress(logoDark), name: name ?? '' },
    }),
    favicon: favicon && imageAddress(favicon),
  };
}

/** Own words are said as they are: they have no places for values. */
function withOwnWords(texts: Texts, own: Readonly<Record<string, string>> | undefined): Texts {
  if (!own) return texts;
  const words = new Map(Object.entries(own).map(([name, text]) => [REPLACED[name as OwnText], text]));
  return { ...texts, t: (key, values) => words.get(key) ?? texts.t(key, values) };
}
