// A request to a page, for the sign-in, the account and mailed links: what the browser sent, the look of the page, and how it is answered.
import type { Request, Response } from 'express';
import type { LiveSubject } from '../../tokens/content/subjects.service.js';
import type { PageContext } from './page.view.js';

export interface PageRequest {
  request: Request;
  response: Response;
  pageContext: PageContext;
  send(page: string, status?: number): void;
}

/** A request to a page with a form. */
export interface PageForm extends PageRequest {
  /** What the form belongs to, such as a sign-in: what it proves is valid for nothing else. */
  name: string;
  /** The address to which the form is posted. */
  action: string;
  /** Hidden fields of the form. */
  hidden?: Readonly<Record<string, string>>;
  /** The page context for a person who has just been identified. */
  contextFor(subject: LiveSubject): Promise<PageContext>;
}
