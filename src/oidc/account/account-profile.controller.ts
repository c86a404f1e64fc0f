// The account page for the person's profile, with the picture.
import { Controller, Get, HttpStatus, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { PersonPictures } from '../../users/directory/people/pictures/person-pictures.service.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import {
  PHONE_TYPES,
  renderAccountProfilePage,
  SHOWN_PHONES,
  type ProfileFields,
  type ProfilePageProps,
} from '../pages/account/account-profile.view.js';
import { forgetChosenLanguage } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { uploadedFile } from '../pages/http/picture-form.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import type { PageContext } from '../pages/layout/page.view.js';
import type { TextKey } from '../pages/texts/texts.js';
import { Subjects, type LiveSubject } from '../tokens/content/subjects.service.js';
import { AccountPages, type AccountRequest, type Said } from './account-pages.service.js';
import { OwnProfile, type ProfileField } from '../own-account/own-profile.service.js';

const SENTENCES: Readonly<Record<ProfileField, TextKey>> = {
  givenName: 'register.nameError',
  familyName: 'register.nameError',
  displayName: 'profile.textError',
  picture: 'profile.pictureError',
  language: 'profile.textError',
  timezone: 'profile.textError',
  phones: 'profile.phoneError',
  website: 'profile.websiteError',
  birthdate: 'profile.birthdateError',
  gender: 'profile.textError',
};

@Controller(`${ACCOUNT_PATH.slice(1)}/profile`)
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountProfileController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly ownProfile: OwnProfile,
    private readonly pictures: PersonPictures,
    private readonly subjects: Subjects,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get()
  async showProfile(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.sendProfile(visit, {});
  }

  @Post()
  async submitProfile(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const { t } = visit.pageContext.texts;
    const typed = typedFields(request);
    const wrong = await this.ownProfile.save(visit.subject, typed);
    if (wrong)
      return this.sendProfile(
        visit,
        { status: HttpStatus.BAD_REQUEST },
        { fields: typed, error: { field: wrong, sentence: t(SENTENCES[wrong]) } },
      );
    const subject = (await this.subjects.person(visit.subject.userNo)) ?? visit.subject;
    const pageContext = await this.contextAfter(visit, subject);
    await this.sendProfile({ ...visit, subject, pageContext }, { notice: pageContext.texts.t('profile.saved') });
  }

  /** Without a posted form there is nothing to show. */
  @Get(['picture', 'picture/remove'])
  showPicture(@Res() response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, `${ACCOUNT_PATH}/profile`);
  }

  /** A multipart form, so that it works without a script. */
  @Post('picture')
  async submitPicture(@Req() request: Request, @Res() response: Response): Promise<void> {
    const before = await this.enterForPicture(request, response);
    if (!before) return;
    const { orgNo, userId: id } = before.subject;
    const content = await this.pictures.draw(await uploadedFile(request, 'file'), { orgNo, id }).catch(refusedOrThrow);
    // Drawing may have waited for long: the session is judged again.
    const visit = await this.enterForPicture(request, response);
    if (!visit) return;
    const { t } = visit.pageContext.texts;
    if (!content) return this.sendProfile(visit, { status: HttpStatus.BAD_REQUEST }, { pictureFault: t('picture.refused') });
    await this.pictures.set({ orgNo: visit.subject.orgNo, id: visit.subject.userId }, content, visit.subject.userId);
    await this.sendSaved(visit);
  }

  @Post('picture/remove')
  async removePicture(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enterForPicture(request, response);
    if (!visit) return;
    await this.pictures.remove({ orgNo: visit.subject.orgNo, id: visit.subject.userId }, visit.subject.userId);
    await this.sendSaved(visit);
  }

  /** Only a person whose organization lets people change their picture. Otherwise the page is sent, which has no such form. */
  private async enterForPicture(request: Request, response: Response): Promise<AccountRequest | undefined> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit || (await this.ownProfile.rightsOf(visit.subject)).picture) return visit;
    await this.sendProfile(visit, { status: HttpStatus.FORBIDDEN });
    return undefined;
  }

  private async sendSaved(visit: AccountRequest): Promise<void> {
    const subject = (await this.subjects.person(visit.subject.userNo)) ?? visit.subject;
    await this.sendProfile({ ...visit, subject }, { notice: visit.pageContext.texts.t('profile.saved') });
  }

  /** A language chosen here takes precedence over one chosen earlier in this browser. */
  private async contextAfter({ request, response, subject: before }: AccountRequest, after: LiveSubject): Promise<PageContext> {
    const forgetsChoice = chosenLanguage(after) !== chosenLanguage(before);
    if (forgetsChoice) forgetChosenLanguage(response, this.settings.publicUrl);
    return this.accountPages.contextFor(request, after, { forgetsChoice });
  }

  private async sendProfile(visit: AccountRequest, said: Said, more: Partial<ProfilePageProps> = {}): Promise<void> {
    const { subject } = visit;
    if (subject.kind !== 'person') return;
    const rights = await this.ownProfile.rightsOf(subject);
    const fields = this.ownProfile.fieldsOf(subject.person);
    const uploaded = this.pictures.uploadOf(subject.person);
    this.accountPages.show(visit, said, (context, frame) =>
      renderAccountProfilePage(context, frame, { fields, rights, uploaded, ...more }),
    );
  }
}

/** @returns undefined for a file that is no picture, or too large */
function refusedOrThrow(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
}

function chosenLanguage(subject: LiveSubject): string | undefined {
  return subject.kind === 'person' ? subject.person.preferredLanguage : undefined;
}

function typedFields(request: Request): ProfileFields {
  const phones = Array.from({ length: SHOWN_PHONES }, (_, at) => ({
    value: formField(request, `phone${at}`),
    type: formField(request, `phoneType${at}`) || PHONE_TYPES[0],
  }));
  return {
    givenName: formField(request, 'givenName'),
    familyName: formField(request, 'familyName'),
    displayName: formField(request, 'displayName'),
    picture: formField(request, 'picture'),
    language: formField(request, 'language'),
    timezone: formField(request, 'timezone'),
    website: formField(request, 'website'),
    birthdate: formField(request, 'birthdate'),
    gender: formField(request, 'gender'),
    phones: phones.filter(({ value }) => value.trim() !== ''),
  };
}
