// The names of projects and holders in lists of authorizations: one statement for each kind, however long the list is.
import { Injectable } from '@nestjs/common';
import type { Authorization } from '../../users/roles/authorizations/authorizations.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { NamesRepository } from '../names/names.repository.js';
import { authorizationView, type AuthorizationView } from './authorization.view.js';

@Injectable()
export class AuthorizationNames {
  constructor(private readonly names: NamesRepository) {}

  /** Shows authorizations to a caller in an organization: with the project's name if it gave them, and the holder's if that is one of its own. */
  async viewsFor(
    { no: orgNo }: Organization,
    authorizations: readonly Authorization[],
  ): Promise<(authorization: Authorization) => AuthorizationView> {
    const holdersOf = (isGroup: boolean) =>
      authorizations.flatMap(({ holder }) => ((holder.kind === 'group') === isGroup ? holder.id : []));
    const [projects, users, groups] = await Promise.all([
      this.names.find(
        'project',
        authorizations.map(({ projectId }) => projectId),
      ),
      this.names.findUsers(holdersOf(false)),
      this.names.find('group', holdersOf(true)),
    ]);
    return (authorization) => {
      const project = authorization.orgNo === orgNo ? projects.get(authorization.projectId) : undefined;
      const { kind, id } = authorization.holder;
      const holder = kind === 'group' ? groups.get(id) : users.get(id);
      return {
        ...authorizationView(authorization),
        ...(project && { projectName: project.name }),
        ...(holder?.orgNo === orgNo && { holderName: holder.name }),
      };
    };
  }
}
