import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { ScimDiscoveryController } from './discovery/discovery.controller.js';
import { Cursors } from './users/cursors.js';
import { UserOperations } from './users/user.operations.js';
import { ScimUsersController } from './users/users.controller.js';

/** The SCIM 2.0 service provider (RFC 7643, RFC 7644). */
@Module({ imports: [UsersModule], controllers: [ScimUsersController, ScimDiscoveryController], providers: [Cursors, UserOperations] })
export class ScimModule {}
