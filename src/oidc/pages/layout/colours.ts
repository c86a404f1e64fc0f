// Colors of the pages: WCAG contrast, and adjusting an organization's color so that it is readable where it is used.

/** The minimum contrast of text and background (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;
const STEP = 0.04;

/** WCAG 2.2's contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** White if it is readable on `ground`, else black. */
export function inkOn(ground: string): string {
  return contrast(ground, '#ffffff') >= MIN_CONTRAST ? '#ffffff' : '#000000';
}

/** The color, darkened or lightened until it is readable on `paper`. */
export function readable(colour: string, paper: string): string {
  // The end with the higher contrast: on a paper of medium brightness only black is readable.
  const target = contrast(paper, '#000000') > contrast(paper, '#ffffff') ? '#000000' : '#ffffff';
  let result = colour;
  for (let steps = 0; contrast(result, paper) < MIN_CONTRAST && steps < 1 / STEP; steps++) result = mix(result, target, STEP * 2);
  return contrast(result, paper) < MIN_CONTRAST ? target : result;
}

/** A color with `share` of `other` mixed in. */
export function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  return hex(channelsOf(colour).map((channel, at) => Math.round(channel + ((others[at] ?? 0) - channel) * share)));
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
