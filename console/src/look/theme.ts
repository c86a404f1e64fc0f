// The theme of Mantine: two colors, whose values are in mantine.css, and defaults that need no inline style.
import {
  createTheme,
  defaultVariantColorsResolver,
  type DrawerProps,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type PortalProps,
  type VariantColorsResolver,
} from '@mantine/core';
import classes from './dialog.module.css';

/** Mantine asks for ten shades; the components of the console use those that mantine.css names. */
const shades = (name: string) => Array.from({ length: 10 }, () => `var(--${name})`) as unknown as MantineColorsTuple;

/** Text on filled buttons: white isn't readable on the accent of the dark scheme. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return colors;
  return { ...colors, color: input.color === 'danger' ? 'var(--on-danger)' : 'var(--on-accent)' };
};

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: shades('accent'), danger: shades('danger') },
  variantColorResolver,
  respectReducedMotion: true,
  // Plain objects: `Menu.extend(…)` and its like would load the components with the first page.
  components: {
    // Within a region of its own, so that their headers aren't those of the page.
    Portal: { defaultProps: { target: '#dialogs' } satisfies Partial<PortalProps> },
    // A place for the focus that is no entry isn't allowed in a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    // Its lock writes a style element, which the Content-Security-Policy refuses. It is open with the key or click itself, and fields that are
    // marked with `autoFocus` too have the focus then: what is typed next arrives. Its own focus (`data-autofocus`) comes some time after its opening.
    Modal: {
      defaultProps: { lockScroll: false, transitionProps: { duration: 0 } } satisfies Partial<ModalProps>,
      classNames: { title: classes['title'] ?? '' },
    },
    Drawer: { defaultProps: { lockScroll: false } satisfies Partial<DrawerProps> },
  },
});
