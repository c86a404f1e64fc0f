import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reading.ts';
import { editorName } from '../../components/editor-name.ts';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import type { PersonPlace } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

/** What happened to the person, the newest first. */
export function PersonHistory({ orgId, userId, limit }: PersonPlace & { limit: number }) {
  const { data, error } = useQuery(
    reading('/admin/v1/organizations/{orgId}/people/{userId}/events', { path: { orgId, userId }, query: { limit } }),
  );
  return (
    <Section title={t('history')}>
      {error && <Fault error={error} />}
      <ItemList
        empty={t('history.none')}
        items={data?.data.events.map(({ sequence, type, editor, creationDate, names }) => ({
          key: `${sequence} ${creationDate}`,
          title: (
            <>
              {type.localized.localizedMessage} <bdi>{Object.values(names).join(', ')}</bdi>
            </>
          ),
          text: (
            <>
              <bdi>{editorName(editor)}</bdi>, <When at={creationDate} />
            </>
          ),
        }))}
      />
    </Section>
  );
}
