// Applies an organization's look to the pages: addresses of images, and its own texts in place of ours.
import type { BrandingLook, OwnText } from '../../../users/organizations/brandings/branding.js';
import type { Look, PageContext } from './page.view.js';
import { tagOf, type TextKey, type Texts } from '../texts/texts.js';

export const IMAGES_PATH = 'pages/images';
export const PREVIEW_PATH = 'pages/preview';

/** The texts that an organization may replace. */
const REPLACED: Readonly<Record<OwnText, TextKey>> = {
  signInTitle: 'login.title',
  registerTitle: 'register.title',
  forgottenWhat: 'forgotten.what',
  signedOutWhat: 'signedOut.what',
  panelTitle: 'panel.title',
  panelText: 'panel.text',
};

/** The content of an address never changes: its digest is part of the address. */
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
      // The name is the logo's alternative text, even if it is not shown beside it.
      logo: { light: imageAddress(light), dark: logoDark && imageAddress(logoDark), name: name ?? '' },
    }),
    favicon: favicon && imageAddress(favicon),
  };
}

/** Own texts are used unchanged: they have no placeholders. */
function withOwnWords(texts: Texts, own: Readonly<Record<string, string>> | undefined): Texts {
  if (!own) return texts;
  const words = new Map(Object.entries(own).map(([name, text]) => [REPLACED[name as OwnText], text]));
  return { ...texts, t: (key, values) => words.get(key) ?? texts.t(key, values) };
}
