// The layout of mails, as text and as simple HTML with the same content: no images, no scripts, no external resources.
import type { MailContent } from '../../users/accounts/account-mails.js';

export interface MailParts {
  language: string;
  subject: string;
  greeting: string;
  intro: string;
  /** Without a link, the page where the code is typed is open already. */
  code?: { label: string; code: string; link?: { label: string; href: string } };
  ignore: string;
  footer: string;
}

export function layOutMail(parts: MailParts): MailContent {
  return { subject: parts.subject, text: asText(parts), html: asHtml(parts) };
}

function asText({ greeting, intro, code, ignore, footer }: MailParts): string {
  const proof = code ? [`${code.label} ${code.code}`, ...(code.link ? [`${code.link.label}\n${code.link.href}`] : [])] : [];
  return [greeting, intro, ...proof, ignore, `-- \n${footer}`].join('\n\n');
}

function asHtml({ language, subject, greeting, intro, code, ignore, footer }: MailParts): string {
  const paragraph = (inner: string) => `<p style="margin:0 0 16px">${inner}</p>`;
  const proof = code
    ? [
        paragraph(escapeHtml(code.label)),
        `<p style="margin:0 0 16px;font:bold 24px monospace;letter-spacing:2px">${escapeHtml(code.code)}</p>`,
        ...(code.link ? [paragraph(linkHtml(code.link))] : []),
      ]
    : [];
  return [
    `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:24px;max-width:560px;font:16px/1.5 sans-serif">',
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(intro)),
    ...proof,
    paragraph(escapeHtml(ignore)),
    `<p style="margin:24px 0 0;font-size:13px">${escapeHtml(footer)}</p></body></html>`,
  ].join('\n');
}

function linkHtml({ label, href }: { label: string; href: string }): string {
  return `${escapeHtml(label)}<br><a href="${escapeHtml(href)}">${escapeHtml(href)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
