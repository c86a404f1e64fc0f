// Branding: the look of pages and mails, for one organization and for the whole service.
import { removal, row, type Row } from './row.js';

export const BRANDING_ROWS: readonly Row[] = [
  ...rowsOf('branding', '/admin/v1/organizations/{orgId}/branding', ' --org acme'),
  ...rowsOf('service-branding', '/admin/v1/branding', ''),
];

/** @param org the option for the organization in the examples */
function rowsOf(subject: string, base: string, org: string): Row[] {
  return [
    row(`${subject} get`, 'Shows the look that everybody sees, and the draft', `GET ${base}`, org),
    row(
      `${subject} update`,
      'Changes the draft; the rest stays. Links and texts are in --data',
      `PATCH ${base}`,
      [`--accent 0b7a75 --layout split${org}`, `--data @links.json${org}`],
      { body: ['accent', 'showName', 'background', 'cornerRadius', 'layout'] },
    ),
    row(`${subject} preview`, 'Answers an address that shows pages with the draft for an hour', `POST ${base}/_preview`, org),
    row(`${subject} publish`, 'Shows the draft to everybody', `POST ${base}/_publish`, org),
    row(`${subject} discard`, 'Forgets the draft', `POST ${base}/_discard`, org),
    removal(`${subject} reset`, 'Returns to the look that is inherited; the draft is forgotten', base, org),
    row(
      `${subject} set-image`,
      'Puts a picture (logoLight, logoDark, favicon) into the draft: PNG, JPEG, WebP or plain SVG in base64',
      `PUT ${base}/images/{slot}`,
      `logoLight --content "$(base64 -w0 logo.svg)"${org}`,
      { body: ['content'] },
    ),
    removal(`${subject} remove-image`, 'Removes a picture from the draft', `${base}/images/{slot}`, `logoDark${org}`),
  ];
}
