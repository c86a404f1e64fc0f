// The options of an application's sign-in page, within what policies allow (docs/adr/0046-what-a-sign-in-page-offers.md).
import type { Fault } from '../../common/primitives/domain-error.js';

/** The ways to begin a sign-in. */
export const SIGN_IN_WAYS = ['password', 'passkey', 'identityProvider', 'mail'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];
/** The look of the pages: that of the organization named by the request, or always that of the application's own. */
export const PAGE_BRANDINGS = ['requested', 'own'] as const;
export type PageBranding = (typeof PAGE_BRANDINGS)[number];

export interface LoginPageChoices {
  ways: SignInWay[];
  /** Whether people may register on the way to this application, if the organization allows it. */
  registration: boolean;
  /** Whether a forgotten password can be reset on the way to this application. */
  forgottenPassword: boolean;
  branding: PageBranding;
  /** Language of the pages if neither person, request nor browser requests an available one; absent: English. */
  language?: string;
}

/** The requested options; null means the default. */
export type LoginPageWish = { [Name in keyof LoginPageChoices]?: LoginPageChoices[Name] | null };

export const DEFAULT_LOGIN_PAGE: Readonly<LoginPageChoices> = {
  ways: [...SIGN_IN_WAYS],
  registration: true,
  forgottenPassword: true,
  branding: 'requested',
};

const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** Adds defaults. The ways are in the order of {@link SIGN_IN_WAYS}. */
export function loginPageChoices(wish: LoginPageWish = {}): LoginPageChoices {
  const { ways, registration, forgottenPassword, branding, language } = wish;
  const unknown = (ways ?? []).filter((way) => !SIGN_IN_WAYS.includes(way));
  return {
    ways: ways ? [...SIGN_IN_WAYS.filter((way) => ways.includes(way)), ...unknown] : [...SIGN_IN_WAYS],
    registration: registration ?? true,
    forgottenPassword: forgottenPassword ?? true,
    branding: branding ?? 'requested',
    ...(language === undefined || language === null ? {} : { language }),
  };
}

/** All faults in the options. */
export function loginPageFaults({ ways, branding, language }: LoginPageChoices): Fault[] {
  const isKnown = ways.length > 0 && ways.every((way) => SIGN_IN_WAYS.includes(way));
  return [
    ...(isKnown ? [] : [fault('ways', `must be one or more of ${SIGN_IN_WAYS.join(', ')}`)]),
    ...(PAGE_BRANDINGS.includes(branding) ? [] : [fault('branding', `must be one of ${PAGE_BRANDINGS.join(', ')}`)]),
    ...(language === undefined || LANGUAGE_TAG.test(language) ? [] : [fault('language', 'must be a language tag such as de')]),
  ];
}

function fault(member: keyof LoginPageChoices, rule: string): Fault {
  return { field: `loginPage.${member}`, code: 'application.loginPage', message: `loginPage.${member}: ${rule}.` };
}
