// Branding: the look of pages and mails, for one organization and for the whole service.
import { flag, required, text, type Fields, type Row } from './row.js';

const LOOK: Fields = {
  accent: text('colour of buttons and links, six hexadecimal digits'),
  showName: flag("the pages show the organization's name"),
  background: text('colour behind the card'),
  cornerRadius: text('how round corners are', { choices: ['none', 'small', 'medium', 'large'] }),
  layout: text('one card, or two halves on wide screens', { choices: ['card', 'split'] }),
};

export const BRANDING_ROWS: readonly Row[] = [
  ...rowsOf('branding', '/admin/v1/organizations/{orgId}/branding', '--org acme'),
  ...rowsOf('service-branding', '/admin/v1/branding', ''),
];

function rowsOf(subject: string, base: string, which: string): Row[] {
  const route = (rest: string) => rest.replace(' ', ` ${base}`) as Row['route'];
  const example = (rest: string) => [`gatehouse ${subject} ${rest} ${which}`.trim()];
  return [
    {
      command: `${subject} get`,
      does: 'Shows the look that everybody sees, and the draft',
      route: `GET ${base}` as Row['route'],
      examples: example('get'),
    },
    {
      command: `${subject} update`,
      does: 'Changes the draft; the rest stays. Links and texts are in --data',
      route: `PATCH ${base}` as Row['route'],
      body: LOOK,
      examples: [...example('update --accent 0b7a75 --layout split'), ...example('update --data @links.json')],
    },
    {
      command: `${subject} preview`,
      does: 'Answers an address that shows pages with the draft for an hour',
      route: route('POST /_preview'),
      examples: example('preview'),
    },
    {
      command: `${subject} publish`,
      does: 'Shows the draft to everybody',
      route: route('POST /_publish'),
      examples: example('publish'),
    },
    {
      command: `${subject} discard`,
      does: 'Forgets the draft',
      route: route('POST /_discard'),
      examples: example('discard'),
    },
    {
      command: `${subject} reset`,
      does: 'Returns to the look that is inherited; the draft is forgotten',
      route: `DELETE ${base}` as Row['route'],
      examples: example('reset --yes'),
    },
    {
      command: `${subject} set-image`,
      does: 'Puts a picture (logoLight, logoDark, favicon) into the draft: PNG, JPEG, WebP or plain SVG in base64',
      route: route('PUT /images/{slot}'),
      body: { content: text('the picture in base64', required) },
      examples: [`gatehouse ${subject} set-image logoLight ${which} --content "$(base64 -w0 logo.svg)"`.replace('  ', ' ')],
    },
    {
      command: `${subject} remove-image`,
      does: 'Removes a picture from the draft',
      route: route('DELETE /images/{slot}'),
      examples: example('remove-image logoDark --yes'),
    },
  ];
}
