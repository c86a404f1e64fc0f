// Mail: the server and the sender of the service, and the mail texts of an organization.
import { removal, row, type Row } from './row.js';

const MAIL = ['host', 'port', 'tls', 'verifyCertificate', 'user', 'fromAddress', 'fromName', 'replyTo'];

const TEXTS = '/admin/v1/organizations/{orgId}/mail-texts';
const TEXT = `${TEXTS}/{kind}/{language}` as const;

export const MAIL_ROWS: readonly Row[] = [
  row('mail get', 'Shows what mail is sent with, and where it comes from', 'GET /admin/v1/mail', ''),
  row(
    'mail update',
    'Changes the mail server or the sender; the rest stays. The password is in --data',
    'PATCH /admin/v1/mail',
    ['--host smtp.example.com --user gatehouse --data @password.json', '--unset replyTo'],
    { body: MAIL },
  ),
  removal('mail reset', 'Returns to what the environment says', '/admin/v1/mail', ''),
  row('mail test', 'Sends a test mail, and shows what the server said', 'POST /admin/v1/mail/_test', '--to ada@example.com', {
    body: ['to'],
  }),
  row(
    'mail-texts list',
    'Lists every mail in every language, and whether the organization has words of its own for it',
    `GET ${TEXTS}`,
    '--org acme',
    { list: 'mailTexts', columns: ['kind', 'language', 'isOwn'], query: ['kind', 'language', 'isOwn'] },
  ),
  row('mail-texts get', 'Shows what a mail says', `GET ${TEXT}`, 'invitation en --org acme'),
  row(
    'mail-texts set',
    'Decides what a mail says; --data holds subject and body',
    `PUT ${TEXT}`,
    'invitation en --org acme --data @invitation.json',
    { body: [] },
  ),
  row(
    'mail-texts preview',
    'Shows words as their reader would see them; --data holds subject and body',
    `POST ${TEXT}/_preview`,
    'invitation en --org acme --data @invitation.json',
    { body: [] },
  ),
  removal('mail-texts reset', 'Returns to the words of the service', TEXT, 'invitation en --org acme'),
];
