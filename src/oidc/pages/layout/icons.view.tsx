// The icons of the pages: our own drawings on a grid of 24, in the color of the surrounding text.
import type { VNode } from 'preact';

const DRAWINGS = {
  gate: 'M5 20v-8.5a7 7 0 0 1 14 0V20M9.5 20v-8.5a2.5 2.5 0 0 1 5 0V20',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.7-3.6 3.7-5.5 7.5-5.5s6.8 1.9 7.5 5.5',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.6-3.2 3.2-5 6.5-5s5.9 1.8 6.5 5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c1.9.7 3.1 2.3 3.5 4.6',
  mail: 'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5zM3.5 7l8.5 6 8.5-6',
  lock: 'M6 10.5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19v-7A1.5 1.5 0 0 1 6 10.5zM8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2',
  key: 'M8 19.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM11.3 11.9 19.5 3.7M16 7.2l3 3M8 15h.01',
  shield: 'M12 3.5 19.5 6v5.5c0 4.5-3 7.7-7.5 9.5-4.5-1.8-7.5-5-7.5-9.5V6zM8.7 12l2.4 2.4 4.3-4.4',
  screen: 'M4.5 4.5h15A1.5 1.5 0 0 1 21 6v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 15V6a1.5 1.5 0 0 1 1.5-1.5zM8.5 20h7M12 16.5V20',
  phone: 'M8 2.5h8A1.5 1.5 0 0 1 17.5 4v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5zM11 18.5h2',
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  file: 'M6.5 3h7L19 8.5V19.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19.5v-15A1.5 1.5 0 0 1 6.5 3zM13.5 3v5.5H19M12 12v5M9.7 15l2.3 2.3 2.3-2.3',
  check: 'm5 12.5 4.7 4.7L19 7.5',
  alert: 'M12 8v5M12 16.5h.01M10.7 4.2 2.9 17.7A1.5 1.5 0 0 0 4.2 20h15.6a1.5 1.5 0 0 0 1.3-2.3L13.3 4.2a1.5 1.5 0 0 0-2.6 0z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  leave: 'M14 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H14M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  home: 'M4 11.5 12 4l8 7.5M6.5 9.5V19a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V9.5M10 20v-5.5h4V20',
  code: 'M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5M13.5 5l-3 14',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c2.5 2.5 3.8 5.5 3.8 9s-1.3 6.5-3.8 9c-2.5-2.5-3.8-5.5-3.8-9S9.5 5.5 12 3z',
} as const;
export type IconName = keyof typeof DRAWINGS;

/** Decorative: its meaning is also given in words. */
export function Icon({ name, class: more }: { name: IconName; class?: string }): VNode {
  return (
    <svg class={more ? `icon ${more}` : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
