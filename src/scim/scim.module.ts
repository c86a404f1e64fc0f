import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { ScimDiscoveryController } from './discovery/discovery.controller.js';
import { BulkOperations } from './bulk/bulk.operations.js';
import { ConnectionsRepository } from './provisioning/connections.repository.js';
import { Connections } from './provisioning/connections.service.js';
import { ProvisioningLogRepository } from './provisioning/provisioning-log.repository.js';
import { ProvisioningLog } from './provisioning/provisioning-log.js';
import { ScimRootController } from './users/root.controller.js';
import { ScimRequests } from './users/scim-request.js';
import { Cursors } from './users/cursors.js';
import { UserOperations } from './users/user.operations.js';
import { ScimUsersController } from './users/users.controller.js';

/** The SCIM 2.0 service provider (RFC 7643, RFC 7644). */
@Module({
  imports: [UsersModule],
  controllers: [ScimUsersController, ScimRootController, ScimDiscoveryController],
  providers: [
    UserOperations,
    Cursors,
    BulkOperations,
    ScimRequests,
    Connections,
    ConnectionsRepository,
    ProvisioningLog,
    ProvisioningLogRepository,
  ],
  exports: [Connections, ProvisioningLog],
})
export class ScimModule {}
