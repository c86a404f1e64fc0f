// Determines the context of a page: the person's language, and the look of the organization.
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { Brandings } from '../../../users/organizations/brandings/brandings.service.js';
import { Organizations } from '../../../users/organizations/organizations.service.js';
import { languageOf } from '../../../users/directory/people/person/person.js';
import { defaultPolicy } from '../../../users/organizations/policies/policy-kinds.js';
import { brandedContext } from './branded-look.js';
import type { LiveSubject } from '../../tokens/content/subjects.service.js';
import { readChosenLanguage, type LanguageReader } from './chosen-language.js';
import type { PageContext } from './page.view.js';
import { textsFor, type Texts } from '../texts/texts.js';

/** Maximum languages from an application's `ui_locales`, so that the person's own are not crowded out. */
const MAX_UI_LOCALES = 20;

/** The organization number for the policies of the whole service. */
const WHOLE_SERVICE = 0;

/** A request of Express or of Koa. */
export interface Reader extends LanguageReader, Pick<IncomingMessage, 'method'> {
  /** The languages that the browser accepts, the preferred one first (RFC 9110 section 12.5.4). */
  acceptsLanguages(): string[];
}

/** The audience of a page, as far as known. */
export interface Audience {
  /** The languages that the application requests, separated by spaces (OpenID Connect Core section 3.1.2.1). */
  uiLocales?: string | undefined;
  /** The organization whose look the page has; if absent, the look of the whole service. */
  orgNo?: number | undefined;
  /** The reader, only if identified: a page must not reveal another person's preferred language. */
  subject?: LiveSubject | undefined;
  /** The language if no requested one is available; if absent, English. */
  otherwise?: string | undefined;
  /** Ignores the choice in this browser, because the person has just made another one. */
  forgetsChoice?: boolean;
  /** The config version, if this request has read it. */
  configVersion?: number | undefined;
}

@Injectable()
export class PageContexts {
  constructor(
    private readonly brandings: Brandings,
    private readonly organizations: Organizations,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  async contextFor(reader: Reader, audience: Audience = {}): Promise<PageContext> {
    const { orgNo, configVersion } = audience;
    const texts = this.textsFor(reader, audience);
    const look = await this.brandings.effectiveLook(orgNo ?? WHOLE_SERVICE, configVersion);
    const organization = orgNo === undefined ? undefined : await this.organizations.byNo(orgNo, configVersion);
    return { ...brandedContext(texts, look, organization?.name), hasAddress: reader.method === 'GET' };
  }

  /** For an error page: if the database is unavailable, the page has the default look of this service. */
  async contextForError(reader: Reader): Promise<PageContext> {
    const plain = () => ({ ...brandedContext(this.textsFor(reader), defaultPolicy('look')), hasAddress: reader.method === 'GET' });
    return this.contextFor(reader).catch(plain);
  }

  /**
   * The order of preference: the language chosen in this browser, that requested by the application, the person's own, that of the browser,
   * and the application's default.
   */
  textsFor(reader: Reader, { uiLocales = '', subject, otherwise, forgetsChoice = false }: Audience = {}): Texts {
    const chosen = forgetsChoice ? undefined : readChosenLanguage(reader, this.settings.publicUrl);
    const own = subject?.kind === 'person' ? languageOf(subject.person) : undefined;
    const wishes = [chosen, ...uiLocales.split(' ', MAX_UI_LOCALES), own, ...reader.acceptsLanguages(), otherwise];
    return textsFor(wishes.filter((tag) => tag !== undefined));
  }
}
