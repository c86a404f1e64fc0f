// Mail: the server and the sender of the service, and the mail texts of an organization.
import { removal, row, type Row } from './row.js';

const MAIL = ['host', 'port', 'tls', 'verifyCertificate', 'user', 'fromAddress', 'fromName', 'replyTo'];

const TEXTS = '/admin/v1/organizations/{orgId}/mail-texts';
const TEXT = `${TEXTS}/{kind}/{language}` as const;

export const MAIL_ROWS: readonly Row[] = [
  row('mail get', 'Shows the mail server and the sender, and where each value comes from', 'GET /admin/v1/mail', ''),
  row(
    'mail update',
    'Changes the mail server or the sender and keeps the other settings',
    'PATCH /admin/v1/mail',
    ['--host smtp.example.com --user gatehouse', '--unset replyTo'],
    { body: MAIL, secrets: [{ member: 'password', asks: 'Password of the mail server (empty: none)', with: 'user' }] },
  ),
  removal('mail reset', 'Returns to the settings of the environment', '/admin/v1/mail', ''),
  row('mail test', 'Sends a test mail and shows the answer of the mail server', 'POST /admin/v1/mail/_test', '--to ada@example.com', {
    body: ['to'],
  }),
  row(
    'mail-texts list',
    'Lists every mail in every language, and whether the organization has its own text',
    `GET ${TEXTS}`,
    '--org acme',
    { list: 'mailTexts', columns: ['kind', 'language', 'isOwn'], query: ['kind', 'language', 'isOwn'] },
  ),
  row('mail-texts get', 'Shows the text of a mail', `GET ${TEXT}`, 'invitation en --org acme'),
  row(
    'mail-texts set',
    'Sets the text of a mail; --data has subject and body',
    `PUT ${TEXT}`,
    'invitation en --org acme --data @invitation.json',
    { body: [] },
  ),
  row(
    'mail-texts preview',
    'Shows a text as its recipient would see it; --data has subject and body',
    `POST ${TEXT}/_preview`,
    'invitation en --org acme --data @invitation.json',
    { body: [] },
  ),
  removal('mail-texts reset', 'Returns to the text of the service', TEXT, 'invitation en --org acme'),
];
