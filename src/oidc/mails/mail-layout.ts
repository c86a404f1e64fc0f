// The layout of mails, as text and as simple HTML with the same content: no images, no scripts, no external resources.
import type { MailContent, MailText } from '../../users/accounts/account-mails.js';

/** `values` take the places of `{{their name}}`, once: what looks like a placeholder in a value stays text. */
export interface MailParts extends MailText {
  language: string;
  values: Readonly<Record<string, string>>;
  footer: string;
}

export function layOutMail({ language, subject, body, values, footer }: MailParts): MailContent {
  const line = filled(subject, values, (text) => text, valueOf);
  return {
    subject: line,
    text: `${filled(body, values, (text) => text, valueOf)}\n\n-- \n${footer}`,
    html: asHtml({ language, subject: line, body, values, footer }),
  };
}

function asHtml({ language, subject, body, values, footer }: MailParts): string {
  const breaking = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
  const paragraphs = body.split(/\n{2,}/).filter((text) => text.trim() !== '');
  return [
    `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:24px;max-width:560px;font:16px/1.5 sans-serif">',
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${filled(text, values, breaking, valueHtml)}</p>`),
    `<p style="margin:24px 0 0;font-size:13px">${escapeHtml(footer)}</p></body></html>`,
  ].join('\n');
}

/** A text with its values; the words between them go through `words`, each value through `value`. */
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

function valueHtml(name: string, value: string): string {
  const escaped = escapeHtml(value);
  if (name === 'code') return `<b style="font:bold 24px monospace;letter-spacing:2px">${escaped}</b>`;
  return name === 'link' ? `<a href="${escaped}">${escaped}</a>` : escaped;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
