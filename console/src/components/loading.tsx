import { Loader } from '@mantine/core';
import type en from '../texts/shell/en.json';
import { SHELL, textsOf } from '../texts/texts.ts';
import classes from './loading.module.css';

const t = textsOf<typeof en>(SHELL);

/** Shown only after a moment, so that quick answers don't flicker. */
export function Loading() {
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      <Loader />
    </div>
  );
}
