import type { Theme } from 'vitepress';
// Without its fonts: the site shows those of the system, and is smaller.
import DefaultTheme from 'vitepress/theme-without-fonts';
import { Diagram } from './diagram.mts';
import './site.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Diagram', Diagram);
  },
} satisfies Theme;
