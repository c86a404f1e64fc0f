import type { Event } from '../api/event-search.ts';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';

const t = textsOf<typeof en>(SHELL);
/** The id of the service as an editor. */
const SERVICE = 'system';

/** Who did it. Names of deleted accounts and, for administrators of one organization, of others' accounts aren't known. */
export function editorName({ displayName, userId }: Event['editor']): string {
  return displayName ?? t(isService({ userId }) ? 'editor.service' : 'editor.other');
}

export const isService = ({ userId }: Pick<Event['editor'], 'userId'>): boolean => userId === SERVICE;
