import { ApiProperty } from '@nestjs/swagger';
import { EmailAddress, Flag, HostName, OneOf, PrintableText, Whole } from '../../common/http/fields.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';

const TLS = ['implicit', 'required', 'none'] as const;
const optional = true;

/** The mail server and the sender, as an administrator decides them. */
export class MailBody {
  @HostName({ description: 'name or IP address of the mail server', example: 'smtp.example.com', optional }) host: string;
  @Whole(1, 65_535, { description: 'its port; absent: 465 with implicit TLS, otherwise 587', optional }) port: number;
  @OneOf(TLS, { description: 'implicit: from the first byte; required: STARTTLS or nothing is sent; none: clear text', optional })
  tls: (typeof TLS)[number];
  @Flag({ description: 'whether its certificate must be valid', optional }) verifyCertificate: boolean;
  @PrintableText(200, { description: 'user name there', optional }) user: string;
  @PrintableText(500, { description: 'password there; it is never shown', optional }) password: string;
  @EmailAddress({ description: 'address that mail comes from', example: 'no-reply@example.com', optional }) fromAddress: string;
  @PrintableText(100, { description: 'name that mail comes from', example: 'Example', optional }) fromName: string;
  @EmailAddress({ description: 'address that replies go to', example: 'help@example.com', optional }) replyTo: string;
}

const MEMBERS = ['host', 'port', 'tls', 'verifyCertificate', 'user', 'password', 'fromAddress', 'fromName', 'replyTo'] as const;

/** What is absent stays, null unsets; without a host the environment's server is used. */
export class MailChangeBody extends MergePatchOf(MailBody, { unsettable: MEMBERS }) {}

export class TestMailBody {
  @EmailAddress({ description: 'address that gets the test mail', example: 'ada@example.com' }) to: string;
}

export class MailSourcesView {
  @ApiProperty({ enum: ['api', 'environment', 'none'], description: 'none: mail is written to files' }) server: string;
  @ApiProperty({ enum: ['api', 'environment', 'default'] }) from: string;
  @ApiProperty({ enum: ['api', 'none'] }) replyTo: string;
}

/** What mail is sent with, and where it comes from. */
export class MailView {
  @ApiProperty({ type: String, nullable: true, example: 'smtp.example.com' }) host: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 587 }) port: number | null;
  @ApiProperty({ enum: TLS, type: String, nullable: true }) tls: string | null;
  @ApiProperty({ type: Boolean, nullable: true }) verifyCertificate: boolean | null;
  @ApiProperty({ type: String, nullable: true }) user: string | null;
  @ApiProperty({ description: 'whether there is a password' }) passwordSet: boolean;
  @ApiProperty({ example: 'no-reply@example.com' }) fromAddress: string;
  @ApiProperty({ type: String, nullable: true, example: 'Example' }) fromName: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'help@example.com' }) replyTo: string | null;
  @ApiProperty({ description: 'who decided' }) sources: MailSourcesView;
}

export class TestMailView {
  @ApiProperty({ description: 'whether the server took the mail' }) accepted: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'what the server said last; null without one', example: '250 OK' })
  reply: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'the step that failed, such as ECONNECTION, EAUTH 535, EENVELOPE 550',
    example: null,
  })
  failure: string | null;
}
