// What the mails of an organization say, in each language.
import { applyDecorators, Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { PrintableText, Text } from '../../common/http/fields.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, type ItemList } from '../../common/primitives/list-items.js';
import { MAIL_KINDS, type MailKind } from '../../users/accounts/mails/account-mails.js';
import { placeholdersOf } from '../../users/accounts/mails/mail-text.js';
import { MailTexts, type DecidedText } from '../../users/accounts/mails/mail-texts.service.js';
import { LANGUAGES } from '../../oidc/pages/texts/texts.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from '../organizations/organization-param.js';

const KINDS = Object.keys(MAIL_KINDS);
/** The parameters of the path of one text. */
const NamesText = () =>
  applyDecorators(
    ApiParam({ name: 'kind', example: 'invitation', description: `one of ${KINDS.join(', ')}` }),
    ApiParam({ name: 'language', example: 'en', description: `one of ${LANGUAGES.join(', ')}` }),
  );

export class MailTextBody {
  @PrintableText(200, { description: 'subject, with placeholders', example: 'Welcome to {{organization}}' }) subject: string;
  @Text(10_000, {
    description: 'plain text with placeholders; empty lines part paragraphs; {{code}} and {{link}} each stand alone on their line',
    example: '{{greeting}}\n\nyour code is\n{{code}}\n\nor open\n{{link}}',
  })
  body: string;
}

export class MailTextPartsView {
  @ApiProperty({ example: 'Welcome to {{organization}}' }) subject: string;
  @ApiProperty({ example: '{{greeting}}\n\nyour code is\n{{code}}\n\nor open\n{{link}}' }) body: string;
}

export class PlaceholdersView {
  @ApiProperty({ type: [String], example: ['organization'] }) subject: string[];
  @ApiProperty({ type: [String], example: ['greeting', 'organization', 'code', 'link'] }) body: string[];
  @ApiProperty({ type: [String], description: 'those that the body must have', example: ['code', 'link'] }) required: string[];
}

export class MailTextView {
  @ApiProperty({ enum: KINDS }) kind: string;
  @ApiProperty({ example: 'en' }) language: string;
  @ApiProperty({ type: MailTextPartsView, nullable: true, description: 'what the organization decided; null: nothing' })
  own: MailTextPartsView | null;
  @ApiProperty({ description: 'what the service says' }) inherited: MailTextPartsView;
  @ApiProperty({
    description: 'what the mail says; to people with roles beyond the organization, mails with a code or a link say `inherited`',
  })
  effective: MailTextPartsView;
  @ApiProperty({ description: 'what may stand between double braces' }) placeholders: PlaceholdersView;
}

export class MailTextEntryView {
  @ApiProperty({ enum: KINDS }) kind: string;
  @ApiProperty({ example: 'en' }) language: string;
  @ApiProperty({ description: 'whether the organization has words of its own' }) isOwn: boolean;
}

export class MailPreviewView {
  @ApiProperty() subject: string;
  @ApiProperty() text: string;
  @ApiProperty() html: string;
}

const MAIL_TEXT_LIST: ItemList<{ kind: MailKind; language: string; isOwn: boolean }> = {
  sorts: {},
  filters: {
    kind: { kind: 'is', words: KINDS, of: ({ kind }) => kind },
    language: { kind: 'is', words: LANGUAGES, of: ({ language }) => language },
    isOwn: { kind: 'is', words: ['true', 'false'], of: ({ isOwn }) => String(isOwn) },
  },
  no: ({ kind, language }) => `${kind} ${language}`,
};

@ApiTags('mail texts')
@AdminController('organizations/:orgId/mail-texts')
export class MailTextsController {
  constructor(private readonly texts: MailTexts) {}

  @Get()
  @Access('org.read')
  @ApiOperation({ summary: 'Every mail in every language, and whether the organization has words of its own for it' })
  @ApiOkResponse({ type: listView('mailTexts', MailTextEntryView) })
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(MAIL_TEXT_LIST) list: ListRequest,
  ): Promise<ListAnswer<'mailTexts', MailTextEntryView>> {
    return list.answer('mailTexts', listItems(await this.texts.listTexts(organization), MAIL_TEXT_LIST, list), (entry) => entry);
  }

  @Get(':kind/:language')
  @NamesText()
  @Access('org.read')
  @ApiOperation({ summary: 'What a mail says in a language: own, inherited and effective' })
  @ApiOkResponse({ type: MailTextView })
  async get(
    @OrganizationParam() organization: Organization,
    @Param('kind') kind: string,
    @Param('language') language: string,
  ): Promise<MailTextView> {
    return view(await this.texts.getText(organization, kind, language));
  }

  @Put(':kind/:language')
  @NamesText()
  @Access('org.write')
  @ApiOperation({ summary: 'Decides what a mail says, from the next one on' })
  @ApiOkResponse({ type: MailTextView })
  async set(
    @OrganizationParam() organization: Organization,
    @Param('kind') kind: string,
    @Param('language') language: string,
    @Body() body: MailTextBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<MailTextView> {
    return view(await this.texts.setText(organization, { kind, language, text: textOf(body) }, caller.userId, ifMatch.on(view)));
  }

  @Delete(':kind/:language')
  @NamesText()
  @Access('org.write')
  @ApiOperation({ summary: 'Returns to the words of the service' })
  @ApiOkResponse({ type: MailTextView })
  async reset(
    @OrganizationParam() organization: Organization,
    @Param('kind') kind: string,
    @Param('language') language: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<MailTextView> {
    return view(await this.texts.resetText(organization, { kind, language }, caller.userId, ifMatch.on(view)));
  }

  @Post(':kind/:language/_preview')
  @NamesText()
  @HttpCode(200)
  @Access('org.read')
  @ApiOperation({ summary: 'A mail as its reader would see it, with values made up; nothing is sent or changed' })
  @ApiOkResponse({ type: MailPreviewView })
  async preview(
    @OrganizationParam() organization: Organization,
    @Param('kind') kind: string,
    @Param('language') language: string,
    @Body() body: MailTextBody,
  ): Promise<MailPreviewView> {
    return this.texts.preview(organization, kind, language, textOf(body));
  }
}

/** Lines as they are stored, however they were sent. */
function textOf({ subject, body }: MailTextBody): MailTextPartsView {
  return { subject, body: body.replace(/\r\n?/g, '\n') };
}

function view({ kind, language, own, inherited, effective }: DecidedText): MailTextView {
  return { kind, language, own: own ?? null, inherited, effective, placeholders: placeholdersOf(kind) };
}
