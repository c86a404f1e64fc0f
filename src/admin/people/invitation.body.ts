// What an invitation says and leads to, in bodies.
import { Matches } from 'class-validator';
import { Text } from '../../common/http/fields.js';

const MAX_MESSAGE = 1_000;

/** Line breaks are the only control characters. */
const Lines = (): PropertyDecorator =>
  Matches(/^(?:\P{C}|\r?\n)*$/u, { message: '$property must be text without control characters other than line breaks' });

export class InvitationBody {
  @Text(200, {
    description: 'the application to which the person goes on, signed in; the person’s organization must be served by it',
    optional: true,
  })
  applicationId?: string;
  @Text(2000, {
    description: 'the page of that application to go on to, with the origin of one of its registered addresses',
    optional: true,
  })
  returnTo?: string;
  @Lines()
  @Text(MAX_MESSAGE, {
    description: 'words of your own in the mail, as plain text; addresses in them don’t become links',
    example: 'Please enter your hours by Friday.',
    optional: true,
  })
  message?: string;
}
