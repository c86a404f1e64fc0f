import { Module } from '@nestjs/common';
import { Admissions } from '../common/access/admission.js';
import { CallerLimits } from '../common/access/caller-limits.js';
import { BearerCorridor } from '../common/admission/admit.js';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { FederatedAccounts } from '../users/accounts/federation/federated-accounts.service.js';
import { ServiceUserRemoval } from '../users/directory/service-users/service-user-removal.service.js';
import { RequestQuotas } from '../users/organizations/limits/request-quotas.service.js';
import { UserRows } from '../users/roles/user-directory/user-rows.repository.js';
import { UsersModule } from '../users/users.module.js';
import { ScimDiscoveryController } from './discovery/discovery.controller.js';
import { BulkOperations } from './bulk/bulk-operations.service.js';
import { GROUP } from './protocol/schema/group.schema.js';
import { USER } from './protocol/schema/user.schema.js';
import { ConnectionsRepository } from './provisioning/connections.repository.js';
import { Connections } from './provisioning/connections.service.js';
import { OmissionsRepository } from './provisioning/omissions.repository.js';
import { ProvisioningLogRepository } from './provisioning/provisioning-log.repository.js';
import { ProvisioningLog } from './provisioning/provisioning-log.service.js';
import { ScimRootController } from './root/root.controller.js';
import { ScimRequests } from './resources/scim-requests.service.js';
import { Cursors } from './resources/cursors.service.js';
import { OrdinaryRequests, RESOURCE_CONTROLLERS } from './resources/ordinary-requests.service.js';
import type { ResourceController } from './resources/resource-controller.js';
import { ResourceOperations } from './resources/resource-operations.service.js';
import { RESOURCE_BINDINGS, ResourceTypes } from './resources/resource-types.service.js';
import { GroupBinding } from './groups/group.binding.js';
import { ScimGroupsController } from './groups/groups.controller.js';
import { UserBinding } from './users/user.binding.js';
import { ScimUsersController } from './users/users.controller.js';

/** The SCIM 2.0 service provider (RFC 7643, RFC 7644). */
@Module({
  imports: [UsersModule],
  controllers: [ScimUsersController, ScimGroupsController, ScimRootController, ScimDiscoveryController],
  providers: [
    UserBinding,
    GroupBinding,
    {
      provide: RESOURCE_BINDINGS,
      useFactory: (users: UserBinding, groups: GroupBinding) => [users, groups],
      inject: [UserBinding, GroupBinding],
    },
    ResourceTypes,
    ResourceOperations,
    {
      provide: RESOURCE_CONTROLLERS,
      // Nest can't inject controllers, so these are further instances; controllers have no state.
      useFactory: (...parts: ConstructorParameters<typeof ScimUsersController>) =>
        new Map<string, ResourceController>([
          [USER.endpoint, new ScimUsersController(...parts)],
          [GROUP.endpoint, new ScimGroupsController(...parts)],
        ]),
      inject: [ResourceOperations, ScimRequests],
    },
    Admissions,
    BearerCorridor,
    { provide: CallerLimits, useExisting: RequestQuotas },
    OrdinaryRequests,
    Cursors,
    BulkOperations,
    ScimRequests,
    Connections,
    ConnectionsRepository,
    ProvisioningLog,
    ProvisioningLogRepository,
    OmissionsRepository,
  ],
  exports: [Connections, ProvisioningLog, ResourceOperations, ScimRequests],
})
export class ScimModule {
  constructor(
    expiredRows: ExpiredRows,
    userRows: UserRows,
    serviceUserRemoval: ServiceUserRemoval,
    connections: Connections,
    federatedAccounts: FederatedAccounts,
  ) {
    federatedAccounts.findProvisionedBy((organization, connectionId) => connections.findDomainOf(organization, connectionId));
    userRows.register({ table: 'provisioning_connections', owner: 'user_no' });
    serviceUserRemoval.register((...removal) => connections.endWithUser(...removal));
    for (const name of ['provisioning_log', 'provisioning_omissions']) expiredRows.register({ name, key: ['no'], expiry: 'expires_us' });
  }
}
