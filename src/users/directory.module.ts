// The wing directory of the users domain.
// Owns people, groups and service users: their rows, rules, changes, searches and soft-deletion.
// Changes a person or a group under its row lock, with the events in the same unit of work.
// Never sends a mail, and never compares a password: it takes a hash from authentication.
// Never assigns a role. When a person or a group is removed, it asks the roles wing to remove theirs.
// Ends browser sessions only through the port `UserSessions`.
import { Module } from '@nestjs/common';
import { nameKey } from '../common/identifiers/fold.js';
import { DerivedColumns } from '../common/work/derived-columns.service.js';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { GroupMembersRepository } from './directory/groups/group-members.repository.js';
import { GroupMembers } from './directory/groups/group-members.service.js';
import { GroupSearchRepository } from './directory/groups/group-search.repository.js';
import { GroupSearch } from './directory/groups/group-search.service.js';
import { GroupRelations } from './directory/groups/group-relations.service.js';
import { GroupsBatchRepository } from './directory/groups/groups-batch.repository.js';
import { GroupsBatch } from './directory/groups/groups-batch.service.js';
import { GroupsRepository } from './directory/groups/groups.repository.js';
import { Groups } from './directory/groups/groups.service.js';
import { MemberNames } from './directory/groups/member-names.service.js';
import { MembershipsBatch } from './directory/groups/memberships-batch.service.js';
import { ProviderGroups } from './directory/groups/provider-groups.service.js';
import { AddressClaims } from './directory/people/address-claims.service.js';
import { LoginKeysRepository } from './directory/people/login-keys.repository.js';
import { AddressLocksRepository } from './directory/people/address-locks.repository.js';
import { BatchAddresses } from './directory/people/batch/batch-addresses.service.js';
import { PeopleBatch } from './directory/people/batch/people-batch.service.js';
import { ChangePermission } from './directory/people/change-permission.service.js';
import { DomainLossesRepository } from './directory/people/domain-names/domain-losses.repository.js';
import { DomainLosses } from './directory/people/domain-names/domain-losses.service.js';
import { DomainNamesRepository } from './directory/people/domain-names/domain-names.repository.js';
import { DomainNames } from './directory/people/domain-names/domain-names.service.js';
import { NewPeople } from './directory/people/new-people.service.js';
import { OrganizationUsersRepository } from './directory/people/organization-users.repository.js';
import { OrganizationUsers } from './directory/people/organization-users.service.js';
import { PeopleRepository } from './directory/people/people.repository.js';
import { PersonPictures } from './directory/people/pictures/person-pictures.service.js';
import { PersonPicturesRepository } from './directory/people/pictures/person-pictures.repository.js';
import { People } from './directory/people/people.service.js';
import { PersonRelations } from './directory/people/person-relations.service.js';
import { PersonWriter } from './directory/people/person-writer.service.js';
import { RemovedPeopleRepository } from './directory/people/removed-people.repository.js';
import { RemovedPeople } from './directory/people/removed-people.service.js';
import { AllPeopleRepository } from './directory/people/search/all-people.repository.js';
import { GroupsOfSearch } from './directory/people/search/groups-of-search.repository.js';
import { PeopleList } from './directory/people/search/people-list.service.js';
import { PeopleSearch } from './directory/people/search/people-search.service.js';
import { PersonDomains } from './directory/people/person-domains.service.js';
import { SignInDirectoryRepository } from './directory/people/sign-in-directory.repository.js';
import { SignInDirectory } from './directory/people/sign-in-directory.service.js';
import { UserMetadataRepository } from './directory/people/user-metadata.repository.js';
import { UserMetadata } from './directory/people/user-metadata.service.js';
import { VerifiedMarks } from './directory/people/verified-marks.service.js';
import { ServiceUserCredentials } from './directory/service-users/service-user-credentials.service.js';
import { ServiceUserRemoval } from './directory/service-users/service-user-removal.service.js';
import { ServiceUsersRepository } from './directory/service-users/service-users.repository.js';
import { ServiceUsers } from './directory/service-users/service-users.service.js';
import { UserRows } from './roles/user-directory/user-rows.repository.js';
import { EventsModule } from './events.module.js';
import { OrganizationsModule } from './organizations.module.js';
import { RolesModule } from './roles.module.js';
import { AuthenticationModule } from './authentication.module.js';

const SHARED = [
  LoginKeysRepository,
  Groups,
  GroupMembers,
  GroupRelations,
  GroupsBatch,
  MembershipsBatch,
  ProviderGroups,
  GroupSearch,
  OrganizationUsers,
  People,
  PersonWriter,
  VerifiedMarks,
  DomainLosses,
  DomainNames,
  NewPeople,
  AddressClaims,
  PeopleBatch,
  UserMetadata,
  PeopleSearch,
  PeopleList,
  RemovedPeople,
  AllPeopleRepository,
  SignInDirectory,
  ServiceUsers,
  ServiceUserCredentials,
  ServiceUserRemoval,
  ChangePermission,
  PeopleRepository,
  PersonDomains,
  PersonPictures,
];

@Module({
  imports: [EventsModule, OrganizationsModule, RolesModule, AuthenticationModule],
  providers: [
    ...SHARED,
    OrganizationUsersRepository,
    UserMetadataRepository,
    AddressLocksRepository,
    BatchAddresses,
    ServiceUsersRepository,
    SignInDirectoryRepository,
    GroupsRepository,
    GroupMembersRepository,
    GroupsBatchRepository,
    MemberNames,
    GroupSearchRepository,
    GroupsOfSearch,
    PersonRelations,
    PersonPicturesRepository,
    DomainLossesRepository,
    DomainNamesRepository,
    RemovedPeopleRepository,
  ],
  exports: SHARED,
})
export class DirectoryModule {
  constructor(userRows: UserRows, expiredRows: ExpiredRows, derivedColumns: DerivedColumns) {
    userRows.register(
      { table: 'user_values', owner: 'user_no' },
      { table: 'user_metadata', owner: 'user_no' },
      { table: 'person_pictures', owner: 'user_no' },
      { table: 'external_ids', owner: 'user_no' },
      { table: 'service_users', owner: 'user_no' },
    );
    expiredRows.register(
      { name: 'address_locks', key: ['no'], expiry: 'expires_us' },
      { name: 'removed_people', key: ['user_no'], expiry: 'expires_us' },
      { name: 'removed_names', key: ['user_no', 'value_key'], expiry: 'expires_us' },
    );
    derivedColumns.register(
      { name: 'service_users', key: 'user_no', derived: { name_key: { from: 'name', by: nameKey } } },
      {
        name: 'removed_people',
        key: 'user_no',
        derived: { user_name_key: { from: 'user_name', by: nameKey }, display_name_key: { from: 'display_name', by: nameKey } },
      },
    );
  }
}
