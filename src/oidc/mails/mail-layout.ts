// The layout of mails, as text and as HTML with the same content, in the look of the organization. It has no images, scripts or external
// resources, so that opening a mail can't be tracked.
import type { MailContent, MailLook, MailText } from '../../users/accounts/mails/account-mails.js';
import { inkOn, mix, readable } from '../pages/layout/colours.js';

/** `values` replace each `{{name}}` once: a placeholder inside a value stays text. */
export interface MailParts extends MailText {
  language: string;
  values: Readonly<Record<string, string>>;
  footer: string;
  organization: string;
  /** The label of the link's button. */
  button?: string | undefined;
  look: MailLook;
}

export function layOutMail({ subject, body, values, footer, ...parts }: MailParts): MailContent {
  const line = filled(subject, values, (text) => text, valueOf);
  return {
    subject: line,
    text: `${filled(body, values, (text) => text, valueOf)}\n\n-- \n${footer}`,
    html: asHtml({ ...parts, subject: line, body, values, footer }),
  };
}

/**
 * Uses tables and inline styles, because mail programs support little else. The second half of the style sheet is the dark theme, for
 * programs that support it.
 */
function asHtml({ language, subject, body, values, footer, organization, button, look }: MailParts): string {
  const breaking = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
  const paragraphs = body.split(/\n{2,}/).filter((text) => text.trim() !== '');
  const { accent, onAccent, tint, ground, bend } = coloursOf(look);
  const value = (name: string, text: string) => valueHtml(name, text, { accent, onAccent, tint, bend, button });
  const [initial = ''] = organization.toUpperCase();
  return [
    `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>@media (prefers-color-scheme:dark){.g{background:#0d0f12!important}.c{background:#17191e!important;color:#eceef1!important}`,
    '.s{color:#a8afba!important}.k{background:#1e2127!important;color:#eceef1!important}.l{color:#9db8ff!important}}</style></head>',
    `<body class="g" style="margin:0;background:${ground}"><table role="presentation" class="g" width="100%" cellpadding="0" cellspacing="0" style="background:${ground}"><tr><td align="center" style="padding:32px 16px">`,
    `<table role="presentation" class="c" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;color:#16191d;border-radius:${bend}px;font:16px/1.5 ${FONT};text-align:start"><tr><td style="padding:32px">`,
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr><td align="center" aria-hidden="true" style="width:36px;height:36px;background:${accent};color:${onAccent};border-radius:8px;font:bold 18px/36px ${FONT}">${escapeHtml(initial)}</td><td style="padding:0 12px;font-weight:bold">${escapeHtml(organization)}</td></tr></table>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${filled(text, values, breaking, value)}</p>`),
    '</td></tr></table>',
    `<p class="s" style="max-width:560px;margin:20px auto 0;color:${readable('#545b66', ground)};font:13px/1.5 ${FONT}">${escapeHtml(footer)}</p>`,
    '</td></tr></table></body></html>',
  ].join('\n');
}

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BENDS = { none: 0, small: 8, medium: 16, large: 24 } as const;

/** The colors of the pages' light theme: readable, whatever color was chosen. */
function coloursOf({ accent: chosen, background, cornerRadius = 'medium' }: MailLook) {
  const accent = readable(`#${chosen}`, '#ffffff');
  return {
    accent,
    onAccent: inkOn(accent),
    tint: mix('#ffffff', accent, 0.09),
    ground: background === undefined ? '#f6f7f9' : `#${background}`,
    bend: BENDS[cornerRadius],
  };
}

/** Fills a text with its values. The text between them goes through `words`, each value through `value`. */
function filled(
  text: string,
  values: Readonly<Record<string, string>>,
  words: (text: string) => string,
  value: (name: string, value: string) => string,
): string {
  return text
    .split(/(\{\{\w+\}\})/)
    .map((part) => {
      const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
      return name !== undefined && Object.hasOwn(values, name) ? value(name, values[name] ?? '') : words(part);
    })
    .join('');
}

function valueOf(_name: string, value: string): string {
  return value;
}

interface ValueLook {
  accent: string;
  onAccent: string;
  tint: string;
  bend: number;
  button: string | undefined;
}

/** A link is a button, with its address in words below: programs that show no buttons, and careful readers, use that. */
function valueHtml(name: string, value: string, { accent, onAccent, tint, bend, button }: ValueLook): string {
  const escaped = escapeHtml(value);
  if (name === 'code')
    return `<b class="k" style="display:inline-block;padding:8px 16px;background:${tint};color:#16191d;border-radius:8px;font:bold 24px/1.25 Consolas,Menlo,monospace;letter-spacing:2px">${escaped}</b>`;
  if (name === 'message') return escaped.replaceAll('\n', '<br>');
  if (name !== 'link') return escaped;
  const size = button === undefined ? '' : 'font-size:13px;';
  const link = `<a class="l" href="${escaped}" style="color:${accent};${size}word-break:break-all">${escaped}</a>`;
  if (button === undefined) return link;
  const shape = `display:inline-block;margin:8px 0 12px;padding:12px 24px;background:${accent};color:${onAccent};border-radius:${Math.min(bend, 12)}px;font-weight:bold;text-decoration:none`;
  return `<a href="${escaped}" style="${shape}">${escapeHtml(button)}</a><br>${link}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
