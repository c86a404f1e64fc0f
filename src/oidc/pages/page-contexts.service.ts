// Determines the context of a page: the person's language, and the look of the organization.
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Brandings } from '../../users/brandings/brandings.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { languageOf } from '../../users/people/person.js';
import { defaultPolicy } from '../../users/policies/policy-kinds.js';
import { brandedContext } from './branded-look.js';
import type { LiveSubject } from '../tokens/subjects.service.js';
import { readChosenLanguage, type LanguageReader } from './chosen-language.js';
import type { PageContext } from './page.view.js';
import { textsFor, type Texts } from './texts/texts.js';

/** An application's wishes leave room for the person's own. */
const MAX_UI_LOCALES = 20;

/** Whose policies are everybody's. */
const WHOLE_SERVICE = 0;

/** A request of Express or of Koa. */
export interface Reader extends LanguageReader, Pick<IncomingMessage, 'method'> {
  /** What the browser asks for, the dearest first (RFC 9110 section 12.5.4). */
  acceptsLanguages(): string[];
}

/** Whom a page is for, as far as that is known. */
export interface Audience {
  /** The languages that the application wishes for, with spaces between (OpenID Connect Core section 3.1.2.1). */
  uiLocales?: string | undefined;
  /** Whose look the page has; without one, that of the whole service. */
  orgNo?: number | undefined;
  /** Who reads it. Only somebody who has shown to be that person: a page must not tell what language somebody prefers. */
  subject?: LiveSubject | undefined;
  /** The language where nobody wishes for one that there is; absent: English. */
  otherwise?: string | undefined;
  /** The choice in this browser counts no more: the person has just made another one. */
  forgetsChoice?: boolean;
}

@Injectable()
export class PageContexts {
  constructor(
    private readonly brandings: Brandings,
    private readonly organizations: Organizations,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  async contextFor(reader: Reader, audience: Audience = {}): Promise<PageContext> {
    const { orgNo } = audience;
    const texts = this.textsFor(reader, audience);
    const look = await this.brandings.effectiveLook(orgNo ?? WHOLE_SERVICE);
    const organization = orgNo === undefined ? undefined : await this.organizations.byNo(orgNo);
    return { ...brandedContext(texts, look, organization?.name), hasAddress: reader.method === 'GET' };
  }

  /** For an error page: when the database is away, it has the look that this service comes with. */
  async contextForError(reader: Reader): Promise<PageContext> {
    const plain = () => ({ ...brandedContext(this.textsFor(reader), defaultPolicy('look')), hasAddress: reader.method === 'GET' });
    return this.contextFor(reader).catch(plain);
  }

  /** In the language that was chosen in this browser, else that the application wishes for, else the person's own, else what the browser asks for, else the application's. */
  textsFor(reader: Reader, { uiLocales = '', subject, otherwise, forgetsChoice = false }: Audience = {}): Texts {
    const chosen = forgetsChoice ? undefined : readChosenLanguage(reader, this.settings.publicUrl);
    const own = subject?.kind === 'person' ? languageOf(subject.person) : undefined;
    const wishes = [chosen, ...uiLocales.split(' ', MAX_UI_LOCALES), own, ...reader.acceptsLanguages(), otherwise];
    return textsFor(wishes.filter((tag) => tag !== undefined));
  }
}
