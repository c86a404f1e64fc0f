// The picture of a person. The address of an external picture is shown, not loaded.
import { Group, Text } from '@mantine/core';
import { apiRequest } from '../../api/client.ts';
import { ChangePicture } from '../../components/change-picture.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { PERSON, REMOVE_PICTURE, SET_PICTURE, type PersonDetails } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');

export function PersonPicture({ person: { orgId, userId, photos = [] } }: { person: PersonDetails }) {
  const path = { orgId, userId };
  const address = (photos.find(({ primary }) => primary) ?? photos[0])?.value;
  const isUploaded = address?.startsWith(`${location.origin}/pages/people/`) === true;
  return (
    <Section title={t('picture')}>
      <Group gap="md">
        {isUploaded ? (
          <img src={address} alt={t('picture')} width={64} height={64} />
        ) : (
          <Text>{address === undefined ? t('picture.none') : t('picture.elsewhere', { address })}</Text>
        )}
        <ChangePicture
          name={t('picture')}
          uploadOf={(content) => apiRequest('post', SET_PICTURE, { path, body: { content } })}
          removal={isUploaded ? apiRequest('post', REMOVE_PICTURE, { path }) : undefined}
          stale={[PERSON]}
          done={t('picture.done')}
          removed={t('picture.removed')}
        >
          {t('picture.remove.text')}
        </ChangePicture>
      </Group>
    </Section>
  );
}
