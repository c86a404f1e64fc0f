// A refusal of a whole import has the usual envelope and, besides, the list of errors that its answers have.
import { PROBLEM_RENDERER, type ErrorRenderer } from '../../common/http/problem.js';

export const IMPORT_ERROR_RENDERER: ErrorRenderer = {
  matches: (path) => /^\/admin\/v1\/imports?\/?$/.test(path),
  contentType: PROBLEM_RENDERER.contentType,
  body: (problem, error, requestId) => ({
    ...(PROBLEM_RENDERER.body(problem, error, requestId) as object),
    errors: [{ type: 'request', id: requestId, message: problem.detail }],
  }),
};
