// The one style sheet of the pages and their icon, and how an organization's colour is made readable in them.
import { createHash } from 'node:crypto';
import { POLICY_DEFAULTS } from '../../users/policies/policies.service.js';

export const STYLE_PATH = 'pages/style.css';
export const ICON_PATH = 'pages/icon.svg';

const PAPER = { light: '#ffffff', dark: '#1c2026' } as const;
/** The minimum contrast of text and background (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;
const STEP = 0.04;

const RULES = `*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:2rem 1.5rem;background:var(--paper)}
@media (min-width:30rem){body{display:grid;place-items:center;background:var(--ground)}main{border-radius:.75rem;margin:1rem;box-shadow:0 1px 6px rgb(0 0 0/.2)}}
h1{margin:0 0 1rem;font-size:1.4rem;line-height:1.25}
h2{margin:1.5rem 0 .75rem;font-size:1.1rem}
p{margin:0 0 1rem;overflow-wrap:anywhere}
ul{margin:0 0 1rem;padding-left:1.25rem}
ul.plain{list-style:none;padding:0}
.plain li{margin-bottom:1rem}
a{color:var(--accent)}
label{display:block;margin-bottom:.25rem;font-weight:600}
input{width:100%;padding:.65rem .75rem;margin-bottom:1rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.4rem}
button,.button{display:inline-block;width:100%;padding:.7rem 1rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:var(--on-accent);background:var(--accent);border:0;border-radius:.4rem;cursor:pointer}
button.quiet,.button.quiet{margin-top:.75rem;color:var(--accent);background:transparent}
button.row{text-align:left;font-weight:400;color:inherit;background:transparent;border:1px solid var(--line);margin-bottom:.5rem;overflow-wrap:anywhere}
.beside{display:flex;gap:.5rem;align-items:start}
.beside p{flex:1;margin:0}
.beside button.quiet{width:auto;margin:0;padding:0;white-space:nowrap}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.error{color:var(--error);font-weight:600}
.hint,small{font-size:.875rem;color:var(--soft)}
.organization{margin:0 0 .5rem;font-weight:600;color:var(--soft)}
nav{margin-top:1rem}
nav p{margin:0 0 .5rem}
`;

const VERSION = createHash('sha256').update(RULES).update(variables('light', '000000')).digest('base64url').slice(0, 12);

/** The address of the sheet with an accent; what is there never changes. */
export function styleAddress(accent: string): string {
  return `/${STYLE_PATH}?v=${VERSION}&accent=${accent}`;
}

/** The style sheet with an accent of six hexadecimal digits; with the default one for anything else. */
export function styleSheet(accent: unknown): string {
  const colour = accentOf(accent);
  return `:root{color-scheme:light dark;${variables('light', colour)}}
@media (prefers-color-scheme:dark){:root{${variables('dark', colour)}}}
${RULES}`;
}

/** The address of the icon with an accent. */
export function iconAddress(accent: string): string {
  return `/${ICON_PATH}?accent=${accent}`;
}

/** A gate in the accent, as for {@link styleSheet}. */
export function iconImage(accent: unknown): string {
  const ground = readable(`#${accentOf(accent)}`, PAPER.light);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${ground}"/><path d="M7 25V15a9 9 0 0 1 18 0v10h-4V15a5 5 0 0 0-10 0v10zm7 0v-9a2 2 0 0 1 4 0v9z" fill="${inkOn(ground)}"/></svg>`;
}

function accentOf(accent: unknown): string {
  return typeof accent === 'string' && /^[0-9a-f]{6}$/.test(accent) ? accent : POLICY_DEFAULTS.look.accent;
}

function inkOn(ground: string): string {
  return contrast(ground, '#ffffff') >= MIN_CONTRAST ? '#ffffff' : '#000000';
}

function variables(scheme: 'light' | 'dark', colour: string): string {
  const accent = readable(`#${colour}`, PAPER[scheme]);
  const onAccent = inkOn(accent);
  const rest =
    scheme === 'light'
      ? '--ink:#1b1f24;--ground:#f3f4f6;--line:#7d848e;--soft:#565d66;--error:#a4161a'
      : '--ink:#e8eaed;--ground:#111418;--line:#7d8590;--soft:#aab1bb;--error:#ff9c9c';
  return `--paper:${PAPER[scheme]};--accent:${accent};--on-accent:${onAccent};${rest}`;
}

/** The colour, darkened or lightened until it is readable on `paper`. */
function readable(colour: string, paper: string): string {
  const target = luminance(paper) > 0.5 ? 0 : 255;
  let channels = channelsOf(colour);
  for (let steps = 0; contrast(hex(channels), paper) < MIN_CONTRAST && steps < 1 / STEP; steps++)
    channels = channels.map((channel) => Math.round(channel + (target - channel) * STEP * 2));
  return hex(channels);
}

/** WCAG 2.2's contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function hex(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
