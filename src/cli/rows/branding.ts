// Branding: the look of pages and mails, for one organization and for the whole service.
import { removal, row, type Row } from './row.js';

export const BRANDING_ROWS: readonly Row[] = [
  ...rowsOf('branding', '/admin/v1/organizations/{orgId}/branding', ' --org acme'),
  ...rowsOf('service-branding', '/admin/v1/branding', ''),
];

/** @param org the option for the organization in the examples */
function rowsOf(subject: string, base: string, org: string): Row[] {
  return [
    row(`${subject} get`, 'Shows the published theme and the draft', `GET ${base}`, org),
    row(
      `${subject} update`,
      'Changes the draft; --data has links and texts',
      `PATCH ${base}`,
      [`--accent 0b7a75 --layout split${org}`, `--data @links.json${org}`],
      { body: ['accent', 'showName', 'background', 'cornerRadius', 'layout'] },
    ),
    row(`${subject} preview`, 'Prints an address that shows pages with the draft for one hour', `POST ${base}/_preview`, org),
    row(`${subject} publish`, 'Publishes the draft', `POST ${base}/_publish`, org),
    row(`${subject} discard`, 'Discards the draft', `POST ${base}/_discard`, org),
    removal(`${subject} reset`, 'Returns to the inherited theme and discards the draft', base, org),
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
