import { ApiProperty } from '@nestjs/swagger';
import { AnyObject, Flag, HexColour, Nested, OneOf, Text } from '../../common/http/fields.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';
import { CORNER_RADII, LAYOUTS, OWN_TEXTS, type BrandingLook } from '../../users/organizations/brandings/branding.js';
import type { Branding } from '../../users/organizations/brandings/brandings.service.js';

const optional = true;

class LinksBody {
  @Text(2_000, { description: 'https: or mailto:', example: 'https://example.com/help', optional }) help: string;
  @Text(2_000, { description: 'https:', example: 'https://example.com/privacy', optional }) privacy: string;
  @Text(2_000, { description: 'https:', example: 'https://example.com/terms', optional }) terms: string;
  @Text(2_000, { description: 'https:', example: 'https://example.com/imprint', optional }) imprint: string;
}

/** Null removes a link. */
export class LinksChangeBody extends MergePatchOf(LinksBody, { unsettable: ['help', 'privacy', 'terms', 'imprint'] }) {}

class BrandingBody {
  @HexColour({ description: 'colour of buttons and links; its shade is adapted to be readable', optional }) accent: string;
  @Flag({ description: "whether the pages show the organization's name", optional }) showName: boolean;
  @HexColour({ description: 'colour behind the card by day; by night it is darkened', optional }) background: string;
  @OneOf(CORNER_RADII, { description: 'how round corners are', optional }) cornerRadius: (typeof CORNER_RADII)[number];
  @OneOf(LAYOUTS, { description: 'one card, or two halves on wide screens', optional }) layout: (typeof LAYOUTS)[number];
  @Nested(() => LinksChangeBody, { description: 'links below the pages', optional }) links: LinksChangeBody;
  @AnyObject({
    description: `own words by language, then by text: ${OWN_TEXTS.join(', ')}`,
    example: { en: { signInTitle: 'Welcome aboard' } },
    optional,
  })
  texts: Record<string, unknown>;
}

/** What is absent stays, null returns to what is inherited. */
export class BrandingChangeBody extends MergePatchOf(BrandingBody, {
  unsettable: ['accent', 'showName', 'background', 'cornerRadius', 'layout', 'links', 'texts'],
}) {}

export class LinksView {
  @ApiProperty({ type: String, nullable: true }) help: string | null;
  @ApiProperty({ type: String, nullable: true }) privacy: string | null;
  @ApiProperty({ type: String, nullable: true }) terms: string | null;
  @ApiProperty({ type: String, nullable: true }) imprint: string | null;
}

/** A look with everything that is inherited. */
export class LookView {
  @ApiProperty({ example: '0b7a75' }) accent: string;
  @ApiProperty() showName: boolean;
  @ApiProperty({ type: String, nullable: true, example: 'f3f4f6' }) background: string | null;
  @ApiProperty({ enum: CORNER_RADII }) cornerRadius: string;
  @ApiProperty({ enum: LAYOUTS }) layout: string;
  @ApiProperty({ type: String, nullable: true, description: 'address of the picture' }) logoLight: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'shown by night; null: the other one' }) logoDark: string | null;
  @ApiProperty({ type: String, nullable: true }) favicon: string | null;
  @ApiProperty() links: LinksView;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'own words by language' }) texts: Record<string, unknown>;
}

export class BrandingView {
  @ApiProperty({ description: 'what everybody sees' }) published: LookView;
  @ApiProperty({ type: LookView, nullable: true, description: 'what would be seen once it is published; null: there is no draft' })
  draft: LookView | null;
}

export class BrandingPreviewView {
  @ApiProperty({
    description: 'shows the pages with the draft, to anyone who has the address',
    example: 'https://id.example.com/pages/preview/…',
  })
  url: string;
  @ApiProperty({ format: 'date-time' }) expires: string;
}

/** @param imageAddress of a picture by its digest */
export function brandingView({ published, draft }: Branding, imageAddress: (digest: string) => string): BrandingView {
  const view = (look: BrandingLook) => lookView(look, (digest) => (digest === undefined ? null : imageAddress(digest)));
  return { published: view(published), draft: draft === undefined ? null : view(draft) };
}

function lookView(look: BrandingLook, picture: (digest: string | undefined) => string | null): LookView {
  const { help = null, privacy = null, terms = null, imprint = null } = look.links ?? {};
  return {
    accent: look.accent,
    showName: look.showName,
    background: look.background ?? null,
    cornerRadius: look.cornerRadius ?? 'medium',
    layout: look.layout ?? 'card',
    logoLight: picture(look.logoLight),
    logoDark: picture(look.logoDark),
    favicon: picture(look.favicon),
    links: { help, privacy, terms, imprint },
    texts: look.texts ?? {},
  };
}
