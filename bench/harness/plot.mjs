// A picture of rates beside their limits, as SVG: one line a row, a dot for each side, on a logarithmic scale.
import { number } from './table.mjs';

const [WIDTH, LEFT, RIGHT, TOP, LINE, BOTTOM] = [960, 330, 150, 64, 26, 40];
const [INK, FAINT, SERVICE, LIMIT] = ['#1b1f24', '#d0d7de', '#1f6feb', '#8c959f'];

/** @typedef {{ label: string, unit: string, service: number, limit: number, limitName: string }} Pair */

/** @param {string} title @param {Pair[]} pairs @returns {string} */
export function plot(title, pairs) {
  const rates = pairs.flatMap(({ service, limit }) => [service, limit]).filter((rate) => rate > 0);
  const [lowest, highest] = [Math.floor(Math.log10(Math.min(...rates))), Math.ceil(Math.log10(Math.max(...rates)))];
  const decades = Math.max(1, highest - lowest);
  const x = (/** @type {number} */ rate) => LEFT + ((Math.log10(rate) - lowest) / decades) * (WIDTH - LEFT - RIGHT);
  const height = TOP + pairs.length * LINE + BOTTOM;
  const powers = Array.from({ length: decades + 1 }, (_, at) => 10 ** (lowest + at));
  const grid = powers.map(
    (rate) =>
      line(x(rate), TOP - 8, x(rate), height - BOTTOM, FAINT) +
      text(x(rate), height - BOTTOM + 18, number(rate, rate < 1 ? 2 : 0), 'middle'),
  );
  const rows = pairs.map(({ label, unit, service, limit, limitName }, at) => {
    const y = TOP + at * LINE + LINE / 2;
    const told = `${label}: ${number(service)} ${unit}/s; ${limitName}: ${number(limit)}`;
    return `<g><title>${escaped(told)}</title>${[
      text(LEFT - 14, y + 4, label, 'end'),
      line(x(service), y, x(limit), y, LIMIT),
      `<circle cx="${round(x(limit))}" cy="${y}" r="5" fill="#fff" stroke="${LIMIT}" stroke-width="2"/>`,
      `<circle cx="${round(x(service))}" cy="${y}" r="5" fill="${SERVICE}"/>`,
      text(WIDTH - RIGHT + 18, y + 4, `${number(service)} ${unit}/s`, 'start'),
    ].join('')}</g>`;
  });
  const legend = [
    `<circle cx="${LEFT}" cy="40" r="5" fill="${SERVICE}"/>`,
    text(LEFT + 12, 44, 'the service, a second', 'start'),
    `<circle cx="${LEFT + 180}" cy="40" r="5" fill="#fff" stroke="${LIMIT}" stroke-width="2"/>`,
    text(LEFT + 192, 44, 'its limit in the same run', 'start'),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}: rates beside their limits" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="20" y="28" font-size="16" font-weight="600" fill="${INK}">${escaped(title)}</text>`,
    ...legend,
    ...grid,
    ...rows,
    '</svg>\n',
  ].join('\n');
}

/** @param {number} fromX @param {number} fromY @param {number} toX @param {number} toY @param {string} colour */
function line(fromX, fromY, toX, toY, colour) {
  return `<line x1="${round(fromX)}" y1="${fromY}" x2="${round(toX)}" y2="${toY}" stroke="${colour}"/>`;
}

/** @param {number} x @param {number} y @param {string} words @param {'start' | 'middle' | 'end'} anchor */
function text(x, y, words, anchor) {
  return `<text x="${round(x)}" y="${y}" text-anchor="${anchor}" fill="${INK}">${escaped(words)}</text>`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** @param {string} words */
const escaped = (words) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
