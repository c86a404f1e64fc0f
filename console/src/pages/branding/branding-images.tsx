// The logos and the icon of the browser's tab.
import type { Versioned } from '../../api/client.ts';
import { ChangePicture } from '../../components/change-picture.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { imageRemoval, imageUpload, SLOTS, staleRoutes, type Branding, type Scope } from './branding.ts';
import classes from './branding.module.css';
import type en from './texts/en.json';

const t = textsOf<typeof en>('branding');

interface BrandingImagesProps {
  scope: Scope;
  current: Versioned<Branding>;
  canChange: boolean;
}

export function BrandingImages({ scope, current: { data }, canChange }: BrandingImagesProps) {
  const look = data.draft ?? data.published;
  return (
    <Section title={t('images')}>
      <ItemList
        empty={t('images')}
        items={SLOTS.map((slot) => ({
          key: slot,
          title: t(`image.${slot}`),
          text: look[slot] === null ? t('image.none') : <img className={classes.image} src={look[slot]} alt={t(`image.${slot}`)} />,
          action: canChange && (
            <ChangePicture
              name={t(`image.${slot}`)}
              uploadOf={(content) => imageUpload(scope, slot, content)}
              removal={look[slot] === null ? undefined : imageRemoval(scope, slot)}
              stale={staleRoutes}
              done={t('image.done')}
              removed={t('image.removed')}
            >
              {t('image.remove.text')}
            </ChangePicture>
          ),
        }))}
      />
    </Section>
  );
}
