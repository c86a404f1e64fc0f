// A project as an import takes one.
import { PROJECT_FLAGS, type Project } from '../../oidc/clients/projects.repository.js';

/** With the settings that are set. */
export function projectEntry({ id, name, resourceUri, ...project }: Project): Record<string, unknown> {
  const flags = Object.fromEntries(PROJECT_FLAGS.filter((flag) => project[flag]).map((flag) => [flag, true]));
  return { projectId: id, project: { name, ...flags, ...(resourceUri !== '' && { resourceUri }) } };
}
