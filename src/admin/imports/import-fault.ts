// A refusal of a whole import has the usual envelope and, besides, the list of errors that its answers have.
import { PROBLEM_FACE, type ErrorFace } from '../../common/http/problem.js';

export const IMPORT_ERROR_FACE: ErrorFace = {
  matches: (path) => /^\/admin\/v1\/imports?\/?$/.test(path),
  contentType: PROBLEM_FACE.contentType,
  body: (problem, error, requestId) => ({
    ...(PROBLEM_FACE.body(problem, error, requestId) as object),
    errors: [{ type: 'request', id: requestId, message: problem.detail }],
  }),
};
