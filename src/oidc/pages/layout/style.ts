// The one style sheet of the pages and their icon: the rules with an organization's colors and measures.
import { createHash } from 'node:crypto';
import { defaultPolicy } from '../../../users/organizations/policies/policy-kinds.js';
import { inkOn, mix, readable } from './colours.js';
import { RULES } from './style-rules.js';

export const STYLE_PATH = 'pages/style.css';
export const ICON_PATH = 'pages/icon.svg';

/** The corner radius of fields and buttons, and of their containers. */
export const RADII = {
  none: ['0', '0'],
  small: ['.25rem', '.5rem'],
  medium: ['.5rem', '1rem'],
  large: ['.875rem', '1.5rem'],
} as const;
export type Radius = keyof typeof RADII;

/** An organization's choices for the style sheet. Colors have six hexadecimal digits. */
export interface StyleChoice {
  accent: string;
  /** Behind the card in the light theme; the dark theme darkens it. */
  background?: string | undefined;
  radius?: Radius | undefined;
}

const SCHEMES = {
  light: {
    paper: '#ffffff',
    ink: '#16191d',
    soft: '#545b66',
    ground: '#f6f7f9',
    rest: '--field:#ffffff;--line:#858c97;--hair:#e3e6ea;--edge:rgb(15 23 42/.06);--hover:#edeff2;--error:#b3261e;--error-tint:#fdf0ef;--success:#0f6b3c;--success-tint:#eaf6ef;--danger:#b3261e;--danger-strong:#931d17;--on-danger:#ffffff;--shadow:0 1px 2px rgb(15 23 42/.05),0 12px 32px -8px rgb(15 23 42/.12)',
  },
  dark: {
    paper: '#17191e',
    ink: '#eceef1',
    soft: '#a8afba',
    ground: '#0d0f12',
    rest: '--field:#1e2127;--line:#737b87;--hair:#2b2f37;--edge:#2b2f37;--hover:#1f2229;--error:#ffb4ab;--error-tint:#3a1a18;--success:#8fd9ae;--success-tint:#132c1f;--danger:#ffb4ab;--danger-strong:#ffc9c2;--on-danger:#3a0a07;--shadow:0 1px 2px rgb(0 0 0/.4),0 16px 40px -8px rgb(0 0 0/.5)',
  },
} as const;
/** The share of the dark theme's ground mixed into a background chosen for the light theme. */
const NIGHT = 0.86;

const VERSION = createHash('sha256')
  .update(RULES)
  .update(variables('light', { accent: '000000', background: '777777', radius: 'none' }))
  .update(variables('dark', { accent: '000000', background: '777777', radius: 'none' }))
  .digest('base64url')
  .slice(0, 12);

/** The address of the style sheet for an organization; its content never changes. */
export function styleAddress({ accent, background, radius }: StyleChoice): string {
  const chosen = { v: VERSION, accent, ...(background && { background }), ...(radius && { radius }) };
  return `/${STYLE_PATH}?${new URLSearchParams(chosen).toString()}`;
}

/** The style sheet; invalid colors and measures are replaced by the defaults. */
export function styleSheet(query: Readonly<Record<string, unknown>>): string {
  const { accent, background, radius } = query;
  const choice = {
    accent: colourOf(accent) ?? defaultPolicy('look').accent,
    background: colourOf(background),
    radius: typeof radius === 'string' && Object.hasOwn(RADII, radius) ? (radius as Radius) : undefined,
  };
  return `:root{color-scheme:light dark;${variables('light', choice)}}
@media (prefers-color-scheme:dark){:root{${variables('dark', choice)}}}
${RULES}`;
}

/** The address of the icon with an accent. */
export function iconAddress(accent: string): string {
  return `/${ICON_PATH}?accent=${accent}`;
}

/** A gate in the accent color, validated as for {@link styleSheet}. */
export function iconImage(accent: unknown): string {
  const ground = readable(`#${colourOf(accent) ?? defaultPolicy('look').accent}`, SCHEMES.light.paper);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${ground}"/><path d="M7 25V15a9 9 0 0 1 18 0v10h-4V15a5 5 0 0 0-10 0v10zm7 0v-9a2 2 0 0 1 4 0v9z" fill="${inkOn(ground)}"/></svg>`;
}

function colourOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{6}$/.test(value) ? value : undefined;
}

function variables(scheme: keyof typeof SCHEMES, choice: StyleChoice): string {
  const { paper, ink, soft, ground: usual, rest } = SCHEMES[scheme];
  const accent = readable(`#${choice.accent}`, paper);
  const tint = mix(paper, accent, scheme === 'light' ? 0.09 : 0.16);
  const chosen = choice.background && `#${choice.background}`;
  const behind = chosen === undefined ? usual : scheme === 'light' ? chosen : mix(chosen, usual, NIGHT);
  const panel = readable(`#${choice.accent}`, '#ffffff');
  const [round, bend] = RADII[choice.radius ?? 'medium'];
  const own = {
    paper,
    accent,
    'on-accent': inkOn(accent),
    'accent-strong': strong(accent),
    ring: mix(paper, accent, 0.35),
    tint,
    'on-tint': readable(accent, tint),
    ink,
    soft,
    ground: behind,
    'on-ground': readable(soft, behind),
    'ground-ink': readable(ink, behind),
    'ground-accent': readable(accent, behind),
    foot: readable(soft, behind),
    panel,
    'panel-deep': mix(panel, '#000000', 0.35),
    'on-panel': '#ffffff',
    round,
    bend,
  };
  return `${Object.entries(own)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')};${rest}`;
}

/** The accent under the pointer: a step away from the color of the text on it, so that the text stays readable. */
function strong(accent: string): string {
  return mix(accent, inkOn(accent) === '#ffffff' ? '#000000' : '#ffffff', 0.14);
}
