// Reads the branding of an organization from an import.
import { isObject } from '../../../common/primitives/is-object.js';
import { CORNER_RADII, LAYOUTS } from '../../../users/organizations/brandings/branding.js';
import { IMAGE_SLOTS, type ImageSlot } from '../../../users/organizations/brandings/branding-image.js';
import { oneOf, wordsAsTable } from './application-record.js';
import { flagAt, invalid, partAt, textAt } from './entry-members.js';
import type { Members } from './import-record.js';

const SLOTS = Object.keys(IMAGE_SLOTS) as ImageSlot[];

/** The members of a branding. An image that the branding doesn't have is null; the others are entries of their own. */
export const LOOK = ['accent showName background cornerRadius layout links texts', ...SLOTS].join(' ');

/** @throws DomainError `invalid`. Links and texts are checked when they are stored */
export function lookOf(entry: Members): object {
  const look = partAt(entry, 'branding');
  const members = {
    accent: colourAt(look, 'accent'),
    showName: look['showName'] === undefined ? undefined : flagAt(look, 'showName', 'branding'),
    background: colourAt(look, 'background'),
    cornerRadius: oneOf(look, 'cornerRadius', 'branding', wordsAsTable(CORNER_RADII)),
    layout: oneOf(look, 'layout', 'branding', wordsAsTable(LAYOUTS)),
    links: objectAt(look, 'links'),
    texts: objectAt(look, 'texts'),
    ...Object.fromEntries(SLOTS.map((slot) => [slot, noImageAt(look, slot)])),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** @throws DomainError `invalid` */
export function imageOf(entry: Members): { slot: ImageSlot; content: string } {
  const slot = oneOf(entry, 'slot', '', wordsAsTable(SLOTS));
  if (!slot) throw invalid('import.missing', 'slot is required.', 'slot');
  return { slot, content: pictureAt(entry) };
}

/** A picture in base64. @throws DomainError `invalid` */
export function pictureAt(entry: Members): string {
  return textAt(entry, 'content', '', 700_000, true) as string;
}

function colourAt(look: Members, name: string): string | undefined {
  const colour = textAt(look, name, 'branding', 6);
  if (colour === undefined || /^[0-9a-f]{6}$/.test(colour)) return colour;
  throw invalid('import.value', `branding.${name} must be a color of six hexadecimal digits such as 1f4fbf.`, name);
}

function noImageAt(look: Members, slot: ImageSlot): null | undefined {
  const value = look[slot];
  if (value === undefined || value === null) return value;
  throw invalid('import.value', `branding.${slot} can only be null: an image is an entry of brandingImages.`, slot);
}

function objectAt(look: Members, name: string): object | undefined {
  const value = look[name];
  if (value === undefined || value === null) return undefined;
  if (isObject(value)) return value;
  throw invalid('import.type', `branding.${name} must be an object.`, name);
}
