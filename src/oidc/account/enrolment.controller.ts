// The page of a link with which a person sets up a factor. Opening it changes nothing and signs no one in, even if another person is signed
// in to the browser.
import { Controller, Get, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { secretDigest } from '../../common/crypto/digest.js';
import type { Check } from '../../users/authentication/assurance/checks.js';
import { Enrolments, type Enrolment } from '../../users/accounts/factors/enrolments.service.js';
import { FactorLinks, type FactorLink } from '../../users/accounts/factors/factor-links.service.js';
import { PermissionUsedError } from '../../users/accounts/factors/factors.service.js';
import { CODE_PAGES } from '../mails/localized-mails.service.js';
import { renderDonePage } from '../pages/layout/done.view.js';
import { renderErrorPage } from '../pages/layout/error.view.js';
import { renderRecoveryCodesPage } from '../pages/layout/factor-parts.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { answerPage } from '../pages/layout/answer-page.js';
import type { PageRequest } from '../pages/layout/page-request.js';
import { renderSecondStepPage } from '../pages/sign-in/second-step.view.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { FactorPages, type FactorOutcome, type FactorPage, type Step, type StepRequest } from '../second-step/factor-pages.service.js';
import { StepStates } from '../second-step/step-state.service.js';
import { Subjects, type LiveSubject } from '../tokens/content/subjects.service.js';
import { FreshProofs, type Asked } from './fresh-proofs.service.js';

const ACTION = CODE_PAGES.factorLink;
const MAX_PROOF = 100;

/** A valid link, its owner, and the factors it may set up. */
interface LinkRequest extends PageRequest, Asked {
  link: FactorLink;
  enrolment: Enrolment;
}

@Controller(ACTION.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class EnrolmentController {
  constructor(
    private readonly pageContexts: PageContexts,
    private readonly links: FactorLinks,
    private readonly enrolments: Enrolments,
    private readonly subjects: Subjects,
    private readonly freshProofs: FreshProofs,
    private readonly states: StepStates,
    private readonly factorPages: FactorPages,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { id, code } = request.query;
    const visit = await this.visit(request, response, { id: textOf(id), secret: textOf(code) });
    if (visit) await this.begin(visit);
  }

  @Post()
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (formField(request, 'done') !== '') return this.sendDone(request, response);
    const link = { id: textOf(formField(request, 'id')), secret: textOf(formField(request, 'secret')) };
    const visit = await this.visit(request, response, link);
    if (!visit) return;
    const state = formField(request, 'state');
    if (state === '') return this.begin(visit);
    const proven = await this.states.open(placeOf(link), state);
    const isEnough = proven && (proven.checks.length > 0 || !visit.enrolment.hasFirst);
    await (isEnough ? this.goOn(visit, proven.checks, state) : this.askFirst(visit, visit.pageContext.texts.t('change.over')));
  }

  /** A person with a password or a passkey must use it before anything else. */
  private async begin(visit: LinkRequest): Promise<void> {
    if (!visit.enrolment.hasFirst) return this.goOn(visit, []);
    const tried = await this.freshProofs.check(visit, challengeScopeOf(visit.link));
    if (!tried || 'error' in tried) return this.askFirst(visit, tried?.error);
    await this.goOn(visit, [tried.check]);
  }

  private async askFirst(visit: LinkRequest, error?: string): Promise<void> {
    const page = await this.freshProofs.page(visit, challengeScopeOf(visit.link), {
      action: ACTION,
      hidden: fieldsOf(visit.link),
      what: 'enrolment.confirm',
      error,
    });
    answerPage(visit.response, page, error === undefined ? HttpStatus.OK : HttpStatus.UNAUTHORIZED);
  }

  /**
   * Shows the factors that may be set up, or handles their form.
   * @param state issued after the earlier checks: its ten minutes do not restart with each form
   */
  private async goOn(visit: LinkRequest, checks: readonly Check[], state?: string): Promise<void> {
    const { request, subject, link, enrolment } = visit;
    const pages = this.factorPages.of(enrolment.kinds);
    const [first] = pages;
    if (!first) return this.sendOver(visit.response, request);
    const step: Step = {
      place: this.stepPlaceOf(visit),
      subject,
      checks,
      state: state ?? (await this.states.seal(placeOf(link), subject, checks)),
      usePermission: (tx) => this.links.use(tx, link),
    };
    const chosen = pages.find(({ kind }) => kind === formField(request, 'factor'));
    if (!chosen || formField(request, 'answer') === '') return this.showSetup(step, chosen ?? first, pages);
    const outcome = await setUp(chosen, step);
    if (outcome === 'over') return this.sendOver(visit.response, request);
    if (outcome.kind === 'next') return this.showSetup(step, chosen, pages);
    if (outcome.kind === 'wrong') return this.showSetup(step, chosen, pages, outcome.sentence);
    const { codes = [] } = outcome;
    if (codes.length === 0) return this.sendDone(request, visit.response, subject);
    const hidden = { done: '1' };
    answerPage(visit.response, renderRecoveryCodesPage(visit.pageContext, { codes, action: ACTION, hidden }));
  }

  private async showSetup(step: Step, page: FactorPage, pages: readonly FactorPage[], error?: string): Promise<void> {
    const { place, subject, state } = step;
    const asked = await (page.enrol ?? page).ask(step, error);
    const html = renderSecondStepPage(place.pageContext, {
      title: 'enrolment.title',
      why: 'enrolment.why',
      loginName: subject.loginName,
      action: ACTION,
      kept: { ...place.hidden, state },
      hidden: asked.hidden,
      factor: page.kind,
      asked,
      error,
      rememberDays: 0,
      ways: pages.filter((one) => one !== page).map(({ kind, label }) => ({ kind, label })),
    });
    place.send(html, error === undefined ? HttpStatus.OK : HttpStatus.UNAUTHORIZED);
  }

  /** The visit of a valid link. Otherwise sends the page that says the link is not valid. */
  private async visit(request: Request, response: Response, link: FactorLink): Promise<LinkRequest | undefined> {
    const proven = await this.links.prove(link);
    const subject = proven && (await this.subjects.person(proven.userNo));
    if (!subject) {
      await this.sendOver(response, request);
      return undefined;
    }
    const pageContext = await this.pageContexts.contextFor(request, { orgNo: subject.orgNo, subject });
    const enrolment = await this.enrolments.of({ no: subject.userNo, orgNo: subject.orgNo });
    return { request, response, pageContext, send: (page, status) => answerPage(response, page, status), subject, link, enrolment };
  }

  private stepPlaceOf({ request, response, pageContext, send, link }: LinkRequest): StepRequest {
    const over = () => this.sendOver(response, request);
    return {
      name: placeOf(link),
      pageContext,
      contextFor: async () => pageContext,
      // A person with the link may have no cookie.
      browser: () => secretDigest(link.secret),
      request,
      response,
      demand: {},
      action: ACTION,
      hidden: fieldsOf(link),
      send,
      finish: over,
      signInAgain: over,
      refuse: over,
    };
  }

  private async sendOver(response: Response, request: Request): Promise<void> {
    const pageContext = await this.pageContexts.contextFor(request);
    const { t } = pageContext.texts;
    answerPage(
      response,
      renderErrorPage(pageContext, { title: t('enrolment.overTitle'), sentences: [t('enrolment.over')] }),
      HttpStatus.GONE,
    );
  }

  private async sendDone(request: Request, response: Response, subject?: LiveSubject): Promise<void> {
    const pageContext = await this.pageContexts.contextFor(request, subject && { orgNo: subject.orgNo, subject });
    const { t } = pageContext.texts;
    const wayOn = { label: t('done.account'), href: ACCOUNT_PATH };
    const sentences = subject ? [t('enrolment.done', { loginName: subject.loginName })] : [];
    answerPage(response, renderDonePage(pageContext, { title: t('enrolment.doneTitle'), sentences, wayOn }));
  }
}

/** @returns `over` if the link was used or has expired in the meantime */
async function setUp(page: FactorPage, step: Step): Promise<FactorOutcome | 'over'> {
  try {
    return await (page.enrol ?? page).check(step);
  } catch (error) {
    if (error instanceof PermissionUsedError) return 'over';
    throw error;
  }
}

/** Checks passed for one link are valid for no other link, and nowhere else. */
const placeOf = ({ id, secret }: FactorLink) => `enrolment ${id} ${secretDigest(secret)}`;
const challengeScopeOf = (link: FactorLink) => ({ purpose: 'confirm', browser: secretDigest(link.secret), at: placeOf(link) }) as const;
/** Not named `code`, which is the field for the typed code. */
const fieldsOf = ({ id, secret }: FactorLink) => ({ id, secret });
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_PROOF) : '');
