// The users domain: organizations, people, service users, their roles, proofs of identity and history, in six wings (docs/architecture.md).
import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts.module.js';
import { DirectoryModule } from './directory.module.js';
import { AuthenticationModule } from './authentication.module.js';
import { RolesModule } from './roles.module.js';
import { OrganizationsModule } from './organizations.module.js';
import { EventsModule } from './events.module.js';

const WINGS = [AccountsModule, DirectoryModule, AuthenticationModule, RolesModule, OrganizationsModule, EventsModule];

@Module({ imports: WINGS, exports: WINGS })
export class UsersModule {}
