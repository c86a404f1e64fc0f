// The logos and the icon of the browser's tab.
import { Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/changing.ts';
import type { Versioned } from '../../api/client.ts';
import { announce } from '../../components/announcements.tsx';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Section } from '../../components/section.tsx';
import { textsOf } from '../../texts/texts.ts';
import { imageRemoval, imageUpload, SLOTS, staleRoutes, type Branding, type Scope, type Slot } from './branding.ts';
import classes from './branding.module.css';
import type en from './texts/en.json';

const t = textsOf<typeof en>('branding');
const TYPES = 'image/png,image/jpeg,image/webp,image/svg+xml';

interface BrandingImagesProps {
  scope: Scope;
  current: Versioned<Branding>;
  canChange: boolean;
}

export function BrandingImages({ scope, current: { data, etag }, canChange }: BrandingImagesProps) {
  const look = data.draft ?? data.published;
  const [removed, setRemoved] = useState<Slot>();
  const upload = useChange<Branding>(staleRoutes, () => announce(t('image.done')));
  const send = async (slot: Slot, file: File | null) => {
    if (file !== null) upload.mutate({ request: imageUpload(scope, slot, await base64Of(file)), etag });
  };
  return (
    <Section title={t('images')}>
      {upload.error && <Fault error={upload.error} />}
      <ItemList
        empty={t('images')}
        items={SLOTS.map((slot) => ({
          key: slot,
          title: t(`image.${slot}`),
          text: look[slot] === null ? t('image.none') : <img className={classes.image} src={look[slot]} alt={t(`image.${slot}`)} />,
          action: canChange && (
            <Group gap="xs">
              <FileButton disabled={upload.isPending} accept={TYPES} onChange={(file) => void send(slot, file)}>
                {(props) => (
                  <Button {...props} variant="default" size="xs" aria-label={t('image.choose.named', { name: t(`image.${slot}`) })}>
                    {t('image.choose')}
                  </Button>
                )}
              </FileButton>
              {look[slot] !== null && (
                <Button
                  variant="subtle"
                  size="xs"
                  onClick={() => setRemoved(slot)}
                  aria-label={t('image.remove.named', { name: t(`image.${slot}`) })}
                >
                  {t('image.remove')}
                </Button>
              )}
            </Group>
          ),
        }))}
      />
      {removed && (
        <ChangeDialog
          title={t('image.remove.named', { name: t(`image.${removed}`) })}
          confirm={t('image.remove')}
          request={imageRemoval(scope, removed)}
          etag={etag}
          stale={staleRoutes}
          done={t('image.removed')}
          onClose={() => setRemoved(undefined)}
        >
          {t('image.remove.text')}
        </ChangeDialog>
      )}
    </Section>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
