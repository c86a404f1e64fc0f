// Determines the context of a page: the person's language, and the look of the organization.
import { Injectable } from '@nestjs/common';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { Policies } from '../../users/policies/policies.service.js';
import type { PageContext } from './page.view.js';
import { textsFor } from './texts/texts.js';

/** Whose policies are everybody's. */
const WHOLE_SERVICE = 0;

/** A request of Express or of Koa. */
export interface Reader {
  acceptsLanguages(languages: string[]): string | false;
}

@Injectable()
export class PageContexts {
  constructor(
    private readonly policies: Policies,
    private readonly organizations: Organizations,
  ) {}

  /**
   * @param uiLocales the languages that the application wishes for
   * @param orgNo whose look the page has; without one, that of the whole service
   */
  async contextFor(reader: Reader, uiLocales?: string, orgNo?: number): Promise<PageContext> {
    const texts = textsFor(uiLocales, (languages) => reader.acceptsLanguages(languages));
    if (orgNo === undefined) return { texts, look: { accent: (await this.policies.effectivePolicy(WHOLE_SERVICE, 'look')).accent } };
    const [{ accent, showName }, organization] = await Promise.all([
      this.policies.effectivePolicy(orgNo, 'look'),
      this.organizations.byNo(orgNo),
    ]);
    return { texts, look: { accent, ...(showName && organization ? { name: organization.name } : {}) } };
  }
}
