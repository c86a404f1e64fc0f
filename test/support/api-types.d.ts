export interface paths {
    "/scim/v2/{orgId}/Users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SCIM users
         * @description List SCIM users.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listScimUsers"];
        put?: never;
        /**
         * Create SCIM user
         * @description Create SCIM user.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["createScimUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/Users/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search SCIM users
         * @description Search SCIM users.
         *
         *     Needs the permission `user.read` in the organization.
         */
        post: operations["searchScimUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/Users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get SCIM user
         * @description Get SCIM user.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getScimUser"];
        /**
         * Replace SCIM user
         * @description Replace SCIM user.
         *
         *     Needs the permission `user.write` in the organization.
         */
        put: operations["replaceScimUser"];
        post?: never;
        /**
         * Delete SCIM user
         * @description Delete SCIM user.
         *
         *     Needs the permission `user.delete` in the organization.
         */
        delete: operations["deleteScimUser"];
        options?: never;
        head?: never;
        /**
         * Update SCIM user
         * @description Update SCIM user.
         *
         *     Needs the permission `user.write` in the organization.
         */
        patch: operations["updateScimUser"];
        trace?: never;
    };
    "/scim/v2/{orgId}/Groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SCIM groups
         * @description List SCIM groups.
         *
         *     Needs the permission `group.read` in the organization.
         */
        get: operations["listScimGroups"];
        put?: never;
        /**
         * Create SCIM group
         * @description Create SCIM group.
         *
         *     Needs the permission `group.write` in the organization.
         */
        post: operations["createScimGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/Groups/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search SCIM groups
         * @description Search SCIM groups.
         *
         *     Needs the permission `group.read` in the organization.
         */
        post: operations["searchScimGroups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/Groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get SCIM group
         * @description Get SCIM group.
         *
         *     Needs the permission `group.read` in the organization.
         */
        get: operations["getScimGroup"];
        /**
         * Replace SCIM group
         * @description Replace SCIM group.
         *
         *     Needs the permission `group.write` in the organization.
         */
        put: operations["replaceScimGroup"];
        post?: never;
        /**
         * Delete SCIM group
         * @description Delete SCIM group.
         *
         *     Needs the permission `group.delete` in the organization.
         */
        delete: operations["deleteScimGroup"];
        options?: never;
        head?: never;
        /**
         * Update SCIM group
         * @description Update SCIM group.
         *
         *     Needs the permission `group.write` in the organization.
         */
        patch: operations["updateScimGroup"];
        trace?: never;
    };
    "/scim/v2/{orgId}/.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search SCIM
         * @description Search SCIM.
         *
         *     Needs the permission `user.read` in the organization.
         */
        post: operations["searchScim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/Bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run SCIM bulk
         * @description Run SCIM bulk.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["runScimBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/Me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get SCIM me
         * @description Get SCIM me.
         */
        get: operations["getScimMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/ServiceProviderConfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get SCIM service provider config
         * @description Get SCIM service provider config.
         */
        get: operations["getScimServiceProviderConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/Schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SCIM schemas
         * @description List SCIM schemas.
         */
        get: operations["listScimSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/Schemas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get SCIM schema
         * @description Get SCIM schema.
         */
        get: operations["getScimSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/ResourceTypes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List SCIM resource types
         * @description List SCIM resource types.
         */
        get: operations["listScimResourceTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scim/v2/{orgId}/ResourceTypes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get SCIM resource type
         * @description Get SCIM resource type.
         */
        get: operations["getScimResourceType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All organizations, page by page
         * @description All organizations, page by page.
         *
         *     Needs the permission `org.read` for the whole service.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create organization
         * @description Create organization.
         *
         *     Needs the permission `org.create` for the whole service.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get organization
         * @description Get organization.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        /**
         * Deletes an organization
         * @description Removes the organization with everything in it: from then on nobody of it signs in, all its tokens are dead, and its domains are free. With
         *     `dryRun=true` it only says what would go. Refused for the organization that runs the service.
         *
         *     Needs the permission `org.delete` for the whole service.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /**
         * Renames an organization
         * @description Changes its name. Domains have routes of their own.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much an organization has
         * @description How much an organization has.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/_deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate organization
         * @description Ends every token of its users and applications for good. Refused for the organization of the last active IAM_OWNER.
         *
         *     Needs the permission `org.write` for the whole service.
         */
        post: operations["deactivateOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/_reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate organization
         * @description Reactivate organization.
         *
         *     Needs the permission `org.write` for the whole service.
         */
        post: operations["reactivateOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains
         * @description List domains.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["listDomains"];
        put?: never;
        /**
         * Create domain
         * @description Adds a domain, which has no effect before it is verified.
         *
         *     Needs the permission `org.write` in the organization.
         */
        post: operations["createDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One domain of the organization
         * @description One domain of the organization.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getDomain"];
        put?: never;
        post?: never;
        /**
         * Delete domain
         * @description Delete domain.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/domains/{domain}/_verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify domain
         * @description Confirms that a domain belongs to the organization. Login names may then end in it, and provisioned e-mail addresses in it count as verified.
         *
         *     Needs the permission `org.write` for the whole service.
         */
        post: operations["verifyDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/domains/{domain}/_challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks how to prove a domain
         * @description Says what to publish to prove that the domain is the organization's own; a challenge from before is over.
         *
         *     Needs the permission `org.write` in the organization.
         */
        post: operations["challengeDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/domains/{domain}/_prove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verifies a domain whose proof is published
         * @description Looks for what the challenge asked to publish. The domain is verified then, as if an administrator of the whole service vouched for it.
         *
         *     Needs the permission `org.write` in the organization.
         */
        post: operations["proveDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/domains/{domain}/_set-primary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set primary domain
         * @description Makes a verified domain the suffix of login names. People can also sign in with the previous one until it is removed.
         *
         *     Needs the permission `org.write` in the organization.
         */
        post: operations["setPrimaryDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export organization
         * @description Exports an organization as lines that an import takes (NDJSON), password hashes included. Lines `{"export":{"cursor":…}}` say where an
         *     interrupted export continues; the last line of a complete one is `{"export":{"complete":true,"counts":{…}}}`.
         *
         *     Needs the permission `export` in the organization.
         */
        get: operations["exportOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description List connections.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Create connection
         * @description Creates a client that may read and write the users of the organization, with its first token.
         *
         *     Needs the permission `org.write` in the organization.
         */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get connection
         * @description Get connection.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Delete connection
         * @description Removes the connection at once; its service user stays, deactivated.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Update connection
         * @description Changes the members in the body; tokens stay valid.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/connections/{connectionId}/omissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connection omissions
         * @description What the connection sent and can't be stored, until it is corrected or the log has expired: each attribute of each resource counts once.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["listConnectionOmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/connections/{connectionId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create connection token
         * @description Creates another token; the old ones keep working for a while, so that the client can be given the new one meanwhile.
         *
         *     Needs the permission `org.write` in the organization.
         */
        post: operations["createConnectionToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/provisioning/_search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search service provisioning
         * @description Requests of provisioning clients, newest first.
         *
         *     Needs the permission `event.read` for the whole service.
         */
        post: operations["searchServiceProvisioning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/provisioning/_search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search provisioning
         * @description Requests of provisioning clients of this organization, newest first.
         *
         *     Needs the permission `org.read` in the organization.
         */
        post: operations["searchProvisioning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Projects of an organization
         * @description Projects of an organization.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Adds a project
         * @description Adds a project.
         *
         *     Needs the permission `project.write` in the organization.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a project
         * @description Shows a project.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Deletes a project with everything in it
         * @description Removes the project with its applications, roles, grants and whatever roles anybody has of it; tokens of its applications are dead from then on.
         *
         *     Needs the permission `project.write` in the organization.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Changes a project
         * @description Changes the members in the body. Who may sign in is as the project says from the next request on.
         *
         *     Needs the permission `project.write` in the organization.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/_deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivates a project
         * @description Ends the tokens of its applications for good; nobody can sign in to one until it is reactivated.
         *
         *     Needs the permission `project.write` in the organization.
         */
        post: operations["deactivateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/_reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivates a project
         * @description Reactivates a project.
         *
         *     Needs the permission `project.write` in the organization.
         */
        post: operations["reactivateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Roles of the project, page by page
         * @description Roles of the project, page by page.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listProjectRoles"];
        put?: never;
        /**
         * Adds a role
         * @description Adds a role.
         *
         *     Needs the permission `project.role.write` in the organization.
         */
        post: operations["createProjectRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/roles/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One role
         * @description One role.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["getProjectRole"];
        put?: never;
        post?: never;
        /**
         * Removes a role, from every grant and everybody who has it
         * @description Takes the role from every grant of the project and from everybody who has it, at once.
         *
         *     Needs the permission `project.role.write` in the organization.
         */
        delete: operations["deleteProjectRole"];
        options?: never;
        head?: never;
        /**
         * Changes name or section of a role
         * @description Changes name or section of a role.
         *
         *     Needs the permission `project.role.write` in the organization.
         */
        patch: operations["updateProjectRole"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Organizations that the project is granted to, page by page
         * @description Organizations that the project is granted to, page by page.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listProjectGrants"];
        put?: never;
        /**
         * Grants the project with some of its roles to another organization
         * @description Lets another organization use the project: its owners can give these roles to their people.
         *
         *     Needs the permission `project.grant.write` in the organization.
         */
        post: operations["createProjectGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/grants/{grantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One grant
         * @description One grant.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["getProjectGrant"];
        /**
         * Replaces the roles that the organization may give
         * @description Sets the roles that the organization may give. A role that is no longer among them is taken from its people at once.
         *
         *     Needs the permission `project.grant.write` in the organization.
         */
        put: operations["setProjectGrant"];
        post?: never;
        /**
         * Ends a grant, with the roles that were given by it
         * @description Ends the grant with every role given by it, at once.
         *
         *     Needs the permission `project.grant.write` in the organization.
         */
        delete: operations["deleteProjectGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/granted-projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Projects of other organizations that are granted to this one, page by page
         * @description The projects of other organizations that this one may use, with the roles that it may give.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listGrantedProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/granted-projects/{grantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One grant
         * @description One grant.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["getGrantedProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/granted-projects/{grantId}/_accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts a grant: people are no longer asked for consent
         * @description Agrees to the grant: people of this organization are no longer asked for consent by applications of the project.
         *
         *     Needs the permission `project.grant.write` in the organization.
         */
        post: operations["acceptGrantedProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the organization gave, of its own projects and of those granted to it
         * @description What the organization gave, of its own projects and of those that are granted to it.
         *
         *     Needs the permission `authorization.read` in the organization.
         */
        get: operations["listAuthorizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was given by the project’s own organization page by page
         * @description What was given by the project’s own organization page by page.
         *
         *     Needs the permission `authorization.read` in the organization.
         */
        get: operations["listProjectAuthorizations"];
        put?: never;
        /**
         * Gives roles of the project by the project’s own organization to a person, a service user or a group
         * @description Gives roles of the project, of a granted one as far as they are granted; everybody in a group then has them, also through other groups.
         *
         *     Needs the permission `authorization.write` in the organization.
         */
        post: operations["createProjectAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/authorizations/{authorizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One authorization
         * @description One authorization.
         *
         *     Needs the permission `authorization.read` in the organization.
         */
        get: operations["getProjectAuthorization"];
        /**
         * Replaces the roles that the holder has from here
         * @description Puts these roles in the place of those that the holder has from here.
         *
         *     Needs the permission `authorization.write` in the organization.
         */
        put: operations["setProjectAuthorization"];
        post?: never;
        /**
         * Takes all roles away that the holder has from here
         * @description Takes all roles away that the holder has from here, effective with the next check of a token.
         *
         *     Needs the permission `authorization.write` in the organization.
         */
        delete: operations["deleteProjectAuthorization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/granted-projects/{grantId}/authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was given by this organization, as it is granted, page by page
         * @description What was given by this organization, as it is granted, page by page.
         *
         *     Needs the permission `authorization.read` in the organization.
         */
        get: operations["listGrantedProjectAuthorizations"];
        put?: never;
        /**
         * Gives roles of the project by this organization, as it is granted, to a person, a service user or a group
         * @description Gives roles of the project, of a granted one as far as they are granted; everybody in a group then has them, also through other groups.
         *
         *     Needs the permission `authorization.write` in the organization.
         */
        post: operations["createGrantedProjectAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/granted-projects/{grantId}/authorizations/{authorizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One authorization
         * @description One authorization.
         *
         *     Needs the permission `authorization.read` in the organization.
         */
        get: operations["getGrantedProjectAuthorization"];
        /**
         * Replaces the roles that the holder has from here
         * @description Puts these roles in the place of those that the holder has from here.
         *
         *     Needs the permission `authorization.write` in the organization.
         */
        put: operations["setGrantedProjectAuthorization"];
        post?: never;
        /**
         * Takes all roles away that the holder has from here
         * @description Takes all roles away that the holder has from here, effective with the next check of a token.
         *
         *     Needs the permission `authorization.write` in the organization.
         */
        delete: operations["deleteGrantedProjectAuthorization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/users/{userId}/authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Roles of projects that a user has now, and by which group
         * @description Every role of a project that counts for a person or service user now, whichever organization gave it: its own first, then by group; at most 2,000.
         *
         *     Needs the permission `authorization.read` in the organization.
         */
        get: operations["listUserAuthorizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Applications of a project
         * @description Applications of a project.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listProjectApplications"];
        put?: never;
        /**
         * Adds an application
         * @description Adds an application.
         *
         *     Needs the permission `project.write` in the organization.
         */
        post: operations["createProjectApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows an application
         * @description Shows an application.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["getProjectApplication"];
        /**
         * Replaces the settings of an application
         * @description Replaces the application's settings: absent members, and members that are null, get their defaults.
         *
         *     Needs the permission `project.write` in the organization.
         */
        put: operations["setProjectApplication"];
        post?: never;
        /**
         * Deletes an application
         * @description Removes the application with its secrets and keys; its tokens are dead from then on, and consents to it are forgotten.
         *
         *     Needs the permission `project.write` in the organization.
         */
        delete: operations["deleteProjectApplication"];
        options?: never;
        head?: never;
        /**
         * Changes an application
         * @description Changes the members in the body, null meaning the default; the rest stays.
         *
         *     Needs the permission `project.write` in the organization.
         */
        patch: operations["updateProjectApplication"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}/_deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivates an application
         * @description Ends its tokens for good; nobody can sign in to it until it is reactivated.
         *
         *     Needs the permission `project.write` in the organization.
         */
        post: operations["deactivateProjectApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}/_reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivates an application
         * @description Reactivates an application.
         *
         *     Needs the permission `project.write` in the organization.
         */
        post: operations["reactivateProjectApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List project application secrets
         * @description List project application secrets.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listProjectApplicationSecrets"];
        put?: never;
        /**
         * Create project application secret
         * @description Creates another client secret; the others stay valid.
         *
         *     Needs the permission `project.write` in the organization.
         */
        post: operations["createProjectApplicationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get project application secret
         * @description What is known of one secret; its text was shown once.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["getProjectApplicationSecret"];
        /**
         * Set project application secret
         * @description Sets when a secret expires; to end one now, remove it.
         *
         *     Needs the permission `project.write` in the organization.
         */
        put: operations["setProjectApplicationSecret"];
        post?: never;
        /**
         * Delete project application secret
         * @description Delete project application secret.
         *
         *     Needs the permission `project.write` in the organization.
         */
        delete: operations["deleteProjectApplicationSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List project application keys
         * @description List project application keys.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listProjectApplicationKeys"];
        put?: never;
        /**
         * Create project application key
         * @description Registers a public key whose private key signs assertions (private_key_jwt, token exchange) and request objects. Without a public key it makes
         *     a pair and answers with the key file, once.
         *
         *     Needs the permission `project.write` in the organization.
         */
        post: operations["createProjectApplicationKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/applications/{applicationId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get project application key
         * @description Get project application key.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["getProjectApplicationKey"];
        put?: never;
        post?: never;
        /**
         * Delete project application key
         * @description Delete project application key.
         *
         *     Needs the permission `project.write` in the organization.
         */
        delete: operations["deleteProjectApplicationKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Service users of an organization, page by page
         * @description Service users of an organization, page by page.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listServiceUsers"];
        put?: never;
        /**
         * Adds a service user
         * @description Adds a service user.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["createServiceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a service user
         * @description Shows a service user.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getServiceUser"];
        put?: never;
        post?: never;
        /**
         * Deletes a service user
         * @description Removes it with its credentials and roles; its tokens are dead from then on, and a provisioning connection ends with it.
         *
         *     Needs the permission `user.delete` in the organization.
         */
        delete: operations["deleteServiceUser"];
        options?: never;
        head?: never;
        /**
         * Changes a service user
         * @description Changes what the body names; the rest stays, its tokens too.
         *
         *     Needs the permission `user.write` in the organization.
         */
        patch: operations["updateServiceUser"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/_deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivates a service user
         * @description Ends its tokens for good; its secrets and keys rest.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["deactivateServiceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/_reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivates a service user
         * @description Reactivates a service user.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["reactivateServiceUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service user secrets
         * @description List service user secrets.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listServiceUserSecrets"];
        put?: never;
        /**
         * Create service user secret
         * @description Creates another client secret; the others stay valid.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["createServiceUserSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get service user secret
         * @description What is known of one secret; its text was shown once.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getServiceUserSecret"];
        /**
         * Set service user secret
         * @description Sets when a secret expires; to end one now, remove it.
         *
         *     Needs the permission `user.write` in the organization.
         */
        put: operations["setServiceUserSecret"];
        post?: never;
        /**
         * Delete service user secret
         * @description Delete service user secret.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deleteServiceUserSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service user keys
         * @description List service user keys.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listServiceUserKeys"];
        put?: never;
        /**
         * Create service user key
         * @description Registers a public key whose private key signs assertions (JWT profile, private_key_jwt). Without a public key it makes a pair and answers with the key file, once.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["createServiceUserKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get service user key
         * @description Get service user key.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getServiceUserKey"];
        put?: never;
        post?: never;
        /**
         * Delete service user key
         * @description Delete service user key.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deleteServiceUserKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/personal-access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service user personal access tokens
         * @description A user's tokens, without their secrets, including expired ones.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listServiceUserPersonalAccessTokens"];
        put?: never;
        /**
         * Create service user personal access token
         * @description Create service user personal access token.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["createServiceUserPersonalAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/personal-access-tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get service user personal access token
         * @description What is known of one token, expired or not; its text was shown once.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getServiceUserPersonalAccessToken"];
        put?: never;
        post?: never;
        /**
         * Delete service user personal access token
         * @description Removes a token; it ends at once.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deleteServiceUserPersonalAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description List members.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Create member
         * @description Gives a user of any organization a role in this one.
         *
         *     Needs the permission `member.write` in the organization.
         */
        post: operations["createMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service members
         * @description List service members.
         *
         *     Needs the permission `org.read` for the whole service.
         */
        get: operations["listServiceMembers"];
        put?: never;
        /**
         * Create service member
         * @description Gives a user a role in the whole service.
         *
         *     Needs the permission `member.write` for the whole service.
         */
        post: operations["createServiceMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/members/{userId}/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete member
         * @description Takes a role in this organization away. Its last active ORG_OWNER stays.
         *
         *     Needs the permission `member.write` in the organization.
         */
        delete: operations["deleteMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/members/{userId}/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete service member
         * @description Takes a role in the whole service away. The last active IAM_OWNER stays.
         *
         *     Needs the permission `member.write` for the whole service.
         */
        delete: operations["deleteServiceMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Data that other systems keep about the organization, by key
         * @description Data that other systems keep about the organization, by key; values are base64.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["listMetadata"];
        /**
         * Sets many entries at once, all or none; those with other keys stay
         * @description Sets many entries at once, all or none; those with other keys stay.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setMetadata"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/metadata/_remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes many entries at once; there need not be such
         * @description Removes many entries at once; there need not be such.
         *
         *     Needs the permission `org.write` in the organization.
         */
        post: operations["removeMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/metadata/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One entry
         * @description One entry.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getMetadataEntry"];
        /**
         * Sets one entry
         * @description Sets one entry.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setMetadataEntry"];
        post?: never;
        /**
         * Removes one entry
         * @description Removes one entry.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteMetadataEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Data that other systems keep about a user, by key
         * @description Data that other systems keep about a user, by key; values are base64.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listPersonMetadata"];
        /**
         * Sets many entries at once, all or none; those with other keys stay
         * @description Sets many entries at once, all or none; those with other keys stay.
         *
         *     Needs the permission `user.write` in the organization.
         */
        put: operations["setPersonMetadata"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/metadata/_remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes many entries at once; there need not be such
         * @description Removes many entries at once; there need not be such.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["removePersonMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/metadata/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One entry
         * @description One entry.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getPersonMetadataEntry"];
        /**
         * Sets one entry
         * @description Sets one entry.
         *
         *     Needs the permission `user.write` in the organization.
         */
        put: operations["setPersonMetadataEntry"];
        post?: never;
        /**
         * Removes one entry
         * @description Removes one entry.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deletePersonMetadataEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Data that other systems keep about a user, by key
         * @description Data that other systems keep about a user, by key; values are base64.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listServiceUserMetadata"];
        /**
         * Sets many entries at once, all or none; those with other keys stay
         * @description Sets many entries at once, all or none; those with other keys stay.
         *
         *     Needs the permission `user.write` in the organization.
         */
        put: operations["setServiceUserMetadata"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/metadata/_remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes many entries at once; there need not be such
         * @description Removes many entries at once; there need not be such.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["removeServiceUserMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/service-users/{userId}/metadata/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One entry
         * @description One entry.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getServiceUserMetadataEntry"];
        /**
         * Sets one entry
         * @description Sets one entry.
         *
         *     Needs the permission `user.write` in the organization.
         */
        put: operations["setServiceUserMetadataEntry"];
        post?: never;
        /**
         * Removes one entry
         * @description Removes one entry.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deleteServiceUserMetadataEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Owners of the project
         * @description Owners of the project.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listProjectMembers"];
        put?: never;
        /**
         * Appoints an owner of the project
         * @description Gives a user a role in this project.
         *
         *     Needs the permission `member.write` in the organization.
         */
        post: operations["createProjectMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/members/{userId}/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Dismisses an owner of the project
         * @description Dismisses an owner of the project.
         *
         *     Needs the permission `member.write` in the organization.
         */
        delete: operations["deleteProjectMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/granted-projects/{grantId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Owners of the grant
         * @description Owners of the grant.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listGrantedProjectMembers"];
        put?: never;
        /**
         * Appoints an owner of the grant
         * @description Gives a user a role in this grant: who has it may give the roles of the project to people of the organization.
         *
         *     Needs the permission `member.write` in the organization.
         */
        post: operations["createGrantedProjectMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/granted-projects/{grantId}/members/{userId}/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Dismisses an owner of the grant
         * @description Dismisses an owner of the grant.
         *
         *     Needs the permission `member.write` in the organization.
         */
        delete: operations["deleteGrantedProjectMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/groups/{groupId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Member roles of a group
         * @description Member roles of a group.
         *
         *     Needs the permission `group.read` in the organization.
         */
        get: operations["listGroupRoles"];
        put?: never;
        /**
         * Gives a member role to a group
         * @description Everybody who belongs to the group, also through other groups, has the role from the next request on.
         *
         *     Needs the permission `member.write` in the organization.
         */
        post: operations["createGroupRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/groups/{groupId}/roles/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Takes a member role of a group away
         * @description Takes a role in this organization away, or, with `projectId` or `grantId`, one in a project or grant.
         *
         *     Needs the permission `member.write` in the organization.
         */
        delete: operations["deleteGroupRole"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/users/{userId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Member roles that a user has in the organization now, and by which group
         * @description Every member role that a person or service user of the organization has in it now, its own first, then by group.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["listUserRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/role-holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who has which member roles in an organization, and why
         * @description Whoever has a member role in the organization, its projects or the grants that it has; inherited ones only for callers who may read the members of the whole service.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["listRoleHolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/projects/{projectId}/role-holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who has which roles in a project, and why
         * @description Whoever manages the project by a member role, and whoever has roles of the project itself, given by its organization or by one that it is
         *     granted to. Inherited member roles only for callers who may read the members there; users of other organizations by their ids alone.
         *
         *     Needs the permission `project.read` in the organization.
         */
        get: operations["listProjectRoleHolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Groups of the organization, in the order in which they were added
         * @description Groups of the organization, in the order in which they were added.
         *
         *     Needs the permission `group.read` in the organization.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Adds a group, with its members if they are named
         * @description Adds a group, with its members if they are named.
         *
         *     Needs the permission `group.write` in the organization.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/groups/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One group, without its members
         * @description One group, without its members.
         *
         *     Needs the permission `group.read` in the organization.
         */
        get: operations["getGroup"];
        put?: never;
        post?: never;
        /**
         * Removes a group; its members lose what they had by it
         * @description Removes a group; its members lose what they had by it.
         *
         *     Needs the permission `group.delete` in the organization.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        /**
         * Gives a group another name
         * @description Gives a group another name.
         *
         *     Needs the permission `group.write` in the organization.
         */
        patch: operations["updateGroup"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/groups/{groupId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The members of the group itself, people and groups alike
         * @description The members of the group itself, people and groups alike.
         *
         *     Needs the permission `group.read` in the organization.
         */
        get: operations["listGroupMembers"];
        put?: never;
        /**
         * Adds many members at once, all or none; some may be in already
         * @description Adds many members at once, all or none; some may be in already.
         *
         *     Needs the permission `group.write` in the organization.
         */
        post: operations["createGroupMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/groups/{groupId}/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One member of the group itself; 404 for anybody else
         * @description One member of the group itself; 404 for anybody else.
         *
         *     Needs the permission `group.read` in the organization.
         */
        get: operations["getGroupMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/groups/{groupId}/members/_remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes many members at once; there need not be such
         * @description Removes many members at once; there need not be such.
         *
         *     Needs the permission `group.write` in the organization.
         */
        post: operations["removeGroupMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The groups a person belongs to, also through other groups, by name
         * @description The groups a person belongs to, also through other groups, by name.
         *
         *     Needs the permission `group.read` in the organization.
         */
        get: operations["listPersonGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * People who were removed and can come back, where the policy `removedPeople` keeps them
         * @description People who were removed and can come back, where the policy `removedPeople` keeps them.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listRemovedPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/_restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Brings a removed person back with profile, password and metadata; roles, memberships of groups, sessions and tokens stay gone. Needs every permission the person had
         * @description Brings a removed person back with profile, password and metadata; roles, memberships of groups, sessions and tokens stay gone. Needs every permission the person had.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["restorePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/_removed/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erases what is kept of a removed person
         * @description Erases what is kept of a removed person.
         *
         *     Needs the permission `user.delete` in the organization.
         */
        delete: operations["deleteRemovedPerson"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * People of the organization, page by page
         * @description People of the organization, page by page.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listPeople"];
        put?: never;
        /**
         * Adds a person
         * @description Adds a person.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["createPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One person
         * @description One person.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getPerson"];
        put?: never;
        post?: never;
        /**
         * Removes a person for good, with roles, memberships of groups, sessions and tokens
         * @description Removes a person for good, with roles, memberships of groups, sessions and tokens.
         *
         *     Needs the permission `user.delete` in the organization.
         */
        delete: operations["deletePerson"];
        options?: never;
        head?: never;
        /**
         * Changes what the body names; null unsets, a list replaces the one there was
         * @description Changes what the body names; null unsets, a list replaces the one there was.
         *
         *     Needs the permission `user.write` in the organization.
         */
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/admin/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * People of all organizations, page by page; one organization has a list of its own, with more filters
         * @description People of all organizations, page by page; one organization has a list of its own, with more filters.
         *
         *     Needs the permission `user.read` for the whole service.
         */
        get: operations["listServicePeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/_set-temporary-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets a password that has to be changed at the next sign-in; sessions and tokens end. Needs every permission of the person
         * @description Sets a password that has to be changed at the next sign-in; sessions and tokens end. Needs every permission of the person.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["setPersonTemporaryPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/_require-password-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Requires a new password at the next sign-in; sessions and tokens continue. Needs every permission of the person
         * @description Requires a new password at the next sign-in; sessions and tokens continue. Needs every permission of the person.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["requirePersonPasswordChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/_invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a person without a password a code to choose one; at most five per hour
         * @description Mails a person without a password a code to choose one; at most five per hour.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/_send-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a code to verify the primary e-mail address; at most five per hour
         * @description Mails a code to verify the primary e-mail address; at most five per hour.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["sendPersonVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What keeps a person from signing in, besides `state`
         * @description What keeps a person from signing in, besides `state`.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getPersonLock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/_deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivates a person, as a directory does: sessions and tokens end for good
         * @description Deactivates a person, as a directory does: sessions and tokens end for good.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["deactivatePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/_reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lets a deactivated person sign in again, unless locked
         * @description Lets a deactivated person sign in again, unless locked.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["reactivatePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/_lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keeps a person from signing in until `_unlock`, unseen by directories; sessions and tokens end for good
         * @description Keeps a person from signing in until `_unlock`, unseen by directories; sessions and tokens end for good.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["lockPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/_unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends a lock, whether `_lock` or too many wrong passwords set it; needs every permission of the person
         * @description Ends a lock, whether `_lock` or too many wrong passwords set it; needs every permission of the person.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["unlockPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a person is signed in
         * @description Where a person is signed in.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listPersonSessions"];
        put?: never;
        post?: never;
        /**
         * Signs a person out everywhere; applications keep their refresh tokens, which `DELETE …/tokens` ends
         * @description Signs a person out everywhere; applications keep their refresh tokens, which `DELETE …/tokens` ends.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deletePersonSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One browser in which a person is signed in
         * @description One browser in which a person is signed in.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getPersonSession"];
        put?: never;
        post?: never;
        /**
         * Signs a person out of one browser, and tells the applications
         * @description Signs a person out of one browser, and tells the applications.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deletePersonSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the people of an organization are signed in
         * @description Where the people of an organization are signed in.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Signs everybody of an organization out
         * @description A few people in each unit of work, with one event a session; repeat it if it was cut off. Whom the caller may not shut out stays. Applications keep their refresh tokens.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deleteSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One browser in which somebody of an organization is signed in
         * @description One browser in which somebody of an organization is signed in.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        /**
         * Ends one session, and tells the applications
         * @description Ends one session, and tells the applications.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Second factors of a person
         * @description Second factors of a person.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listPersonFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/factors/{factorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One second factor of a person
         * @description One second factor of a person.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getPersonFactor"];
        put?: never;
        post?: never;
        /**
         * Removes a second factor; the person is told, and remembered browsers ask again
         * @description Removes a second factor; the person is told, and remembered browsers ask again.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deletePersonFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/factors/_invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a link with which the person sets up a passkey or an authenticator app, once and within a day
         * @description The link asks for the password or a passkey first; who has neither sets up a passkey by the link alone. It ends the one from before. Needs every permission of the person; at most five per hour.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["invitePersonFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/factors/_uninvite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the link that was given to a person, if there is one. Needs every permission of the person
         * @description Ends the link that was given to a person, if there is one. Needs every permission of the person.
         *
         *     Needs the permission `user.write` in the organization.
         */
        post: operations["uninvitePersonFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The applications that hold an authorization of a person, or have had consent
         * @description The applications that hold an authorization of a person, or have had consent.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listPersonGrants"];
        put?: never;
        post?: never;
        /**
         * Ends what every application holds: refresh and access tokens, and consents
         * @description Ends what every application holds: refresh and access tokens, and consents.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deletePersonGrants"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/grants/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What one application holds of a person
         * @description What one application holds of a person.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["getPersonGrant"];
        put?: never;
        post?: never;
        /**
         * Ends what one application holds: its refresh and access tokens, and the consent
         * @description Ends what one application holds: its refresh and access tokens, and the consent.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deletePersonGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revokes every refresh and access token of a person; sessions and consents stay
         * @description Revokes every refresh and access token of a person; sessions and consents stay.
         *
         *     Needs the permission `user.write` in the organization.
         */
        delete: operations["deletePersonTokens"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a person may do, and why; roles elsewhere only for whoever may read the members there
         * @description What a person may do, and why; roles elsewhere only for whoever may read the members there.
         *
         *     Needs the permission `authorization.read` in the organization.
         */
        get: operations["listPersonRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/people/{userId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a person, usually the newest first: events of the organization about the person, with readable texts
         * @description What happened to a person, usually the newest first: events of the organization about the person, with readable texts.
         *
         *     Needs the permission `user.read` in the organization.
         */
        get: operations["listPersonEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get features
         * @description Get features.
         *
         *     Needs the permission `feature.read` for the whole service.
         */
        get: operations["getFeatures"];
        /**
         * Set features
         * @description Switches the features in the body; the rest stays.
         *
         *     Needs the permission `feature.write` for the whole service.
         */
        put: operations["setFeatures"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the service decides for its organizations, of every kind
         * @description What the service decides for its organizations, of every kind.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["listServicePolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides and inherits, of every kind
         * @description What an organization decides and inherits, of every kind.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["listPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/policies/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: password
         * @description What a new password needs.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServicePasswordPolicy"];
        /**
         * Sets the members in the body and keeps the rest: password
         * @description What a new password needs.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServicePasswordPolicy"];
        post?: never;
        /**
         * Resets to the default: password
         * @description What a new password needs.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServicePasswordPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: password
         * @description What a new password needs.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServicePasswordPolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: password
         * @description What a new password needs.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getPasswordPolicy"];
        /**
         * Sets the members in the body and keeps the rest: password
         * @description What a new password needs.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setPasswordPolicy"];
        post?: never;
        /**
         * Inherits from the service again: password
         * @description What a new password needs.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deletePasswordPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: password
         * @description What a new password needs.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updatePasswordPolicy"];
        trace?: never;
    };
    "/admin/v1/policies/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: registration
         * @description Whether people may register by themselves.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceRegistrationPolicy"];
        /**
         * Sets the members in the body and keeps the rest: registration
         * @description Whether people may register by themselves.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceRegistrationPolicy"];
        post?: never;
        /**
         * Resets to the default: registration
         * @description Whether people may register by themselves.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceRegistrationPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: registration
         * @description Whether people may register by themselves.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceRegistrationPolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/registration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: registration
         * @description Whether people may register by themselves.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getRegistrationPolicy"];
        /**
         * Sets the members in the body and keeps the rest: registration
         * @description Whether people may register by themselves.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setRegistrationPolicy"];
        post?: never;
        /**
         * Inherits from the service again: registration
         * @description Whether people may register by themselves.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteRegistrationPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: registration
         * @description Whether people may register by themselves.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateRegistrationPolicy"];
        trace?: never;
    };
    "/admin/v1/policies/lockout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: lockout
         * @description When wrong passwords lock a name, and for how long.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceLockoutPolicy"];
        /**
         * Sets the members in the body and keeps the rest: lockout
         * @description When wrong passwords lock a name, and for how long.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceLockoutPolicy"];
        post?: never;
        /**
         * Resets to the default: lockout
         * @description When wrong passwords lock a name, and for how long.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceLockoutPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: lockout
         * @description When wrong passwords lock a name, and for how long.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceLockoutPolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/lockout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: lockout
         * @description When wrong passwords lock a name, and for how long.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getLockoutPolicy"];
        /**
         * Sets the members in the body and keeps the rest: lockout
         * @description When wrong passwords lock a name, and for how long.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setLockoutPolicy"];
        post?: never;
        /**
         * Inherits from the service again: lockout
         * @description When wrong passwords lock a name, and for how long.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteLockoutPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: lockout
         * @description When wrong passwords lock a name, and for how long.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateLockoutPolicy"];
        trace?: never;
    };
    "/admin/v1/policies/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: look
         * @description How the pages look; the name on top is the organization's own.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceLookPolicy"];
        /**
         * Sets the members in the body and keeps the rest: look
         * @description How the pages look; the name on top is the organization's own.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceLookPolicy"];
        post?: never;
        /**
         * Resets to the default: look
         * @description How the pages look; the name on top is the organization's own.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceLookPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: look
         * @description How the pages look; the name on top is the organization's own.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceLookPolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: look
         * @description How the pages look; the name on top is the organization's own.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getLookPolicy"];
        /**
         * Sets the members in the body and keeps the rest: look
         * @description How the pages look; the name on top is the organization's own.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setLookPolicy"];
        post?: never;
        /**
         * Inherits from the service again: look
         * @description How the pages look; the name on top is the organization's own.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteLookPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: look
         * @description How the pages look; the name on top is the organization's own.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateLookPolicy"];
        trace?: never;
    };
    "/admin/v1/policies/signIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: signIn
         * @description How people get to sign in.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceSignInPolicy"];
        /**
         * Sets the members in the body and keeps the rest: signIn
         * @description How people get to sign in.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceSignInPolicy"];
        post?: never;
        /**
         * Resets to the default: signIn
         * @description How people get to sign in.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceSignInPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: signIn
         * @description How people get to sign in.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceSignInPolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/signIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: signIn
         * @description How people get to sign in.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getSignInPolicy"];
        /**
         * Sets the members in the body and keeps the rest: signIn
         * @description How people get to sign in.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setSignInPolicy"];
        post?: never;
        /**
         * Inherits from the service again: signIn
         * @description How people get to sign in.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteSignInPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: signIn
         * @description How people get to sign in.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateSignInPolicy"];
        trace?: never;
    };
    "/admin/v1/policies/assurance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: assurance
         * @description What people sign in with, how much they have to prove, and how long that holds.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceAssurancePolicy"];
        /**
         * Sets the members in the body and keeps the rest: assurance
         * @description What people sign in with, how much they have to prove, and how long that holds.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceAssurancePolicy"];
        post?: never;
        /**
         * Resets to the default: assurance
         * @description What people sign in with, how much they have to prove, and how long that holds.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceAssurancePolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: assurance
         * @description What people sign in with, how much they have to prove, and how long that holds.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceAssurancePolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/assurance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: assurance
         * @description What people sign in with, how much they have to prove, and how long that holds.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getAssurancePolicy"];
        /**
         * Sets the members in the body and keeps the rest: assurance
         * @description What people sign in with, how much they have to prove, and how long that holds.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setAssurancePolicy"];
        post?: never;
        /**
         * Inherits from the service again: assurance
         * @description What people sign in with, how much they have to prove, and how long that holds.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteAssurancePolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: assurance
         * @description What people sign in with, how much they have to prove, and how long that holds.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateAssurancePolicy"];
        trace?: never;
    };
    "/admin/v1/policies/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: account
         * @description What people may change about themselves on the page of their account, and whether they may delete it.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceAccountPolicy"];
        /**
         * Sets the members in the body and keeps the rest: account
         * @description What people may change about themselves on the page of their account, and whether they may delete it.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceAccountPolicy"];
        post?: never;
        /**
         * Resets to the default: account
         * @description What people may change about themselves on the page of their account, and whether they may delete it.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceAccountPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: account
         * @description What people may change about themselves on the page of their account, and whether they may delete it.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceAccountPolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: account
         * @description What people may change about themselves on the page of their account, and whether they may delete it.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getAccountPolicy"];
        /**
         * Sets the members in the body and keeps the rest: account
         * @description What people may change about themselves on the page of their account, and whether they may delete it.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setAccountPolicy"];
        post?: never;
        /**
         * Inherits from the service again: account
         * @description What people may change about themselves on the page of their account, and whether they may delete it.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteAccountPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: account
         * @description What people may change about themselves on the page of their account, and whether they may delete it.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateAccountPolicy"];
        trace?: never;
    };
    "/admin/v1/policies/removedPeople": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: removedPeople
         * @description For how long people who were removed can come back.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceRemovedPeoplePolicy"];
        /**
         * Sets the members in the body and keeps the rest: removedPeople
         * @description For how long people who were removed can come back.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceRemovedPeoplePolicy"];
        post?: never;
        /**
         * Resets to the default: removedPeople
         * @description For how long people who were removed can come back.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceRemovedPeoplePolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: removedPeople
         * @description For how long people who were removed can come back.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceRemovedPeoplePolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/removedPeople": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: removedPeople
         * @description For how long people who were removed can come back.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getRemovedPeoplePolicy"];
        /**
         * Sets the members in the body and keeps the rest: removedPeople
         * @description For how long people who were removed can come back.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setRemovedPeoplePolicy"];
        post?: never;
        /**
         * Inherits from the service again: removedPeople
         * @description For how long people who were removed can come back.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteRemovedPeoplePolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: removedPeople
         * @description For how long people who were removed can come back.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateRemovedPeoplePolicy"];
        trace?: never;
    };
    "/admin/v1/policies/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: domain
         * @description Whether login names have the primary domain behind them. Without, `ada@corp.example` is `ada@corp.example`.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceDomainPolicy"];
        /**
         * Sets the members in the body and keeps the rest: domain
         * @description Whether login names have the primary domain behind them. Without, `ada@corp.example` is `ada@corp.example`.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceDomainPolicy"];
        post?: never;
        /**
         * Resets to the default: domain
         * @description Whether login names have the primary domain behind them. Without, `ada@corp.example` is `ada@corp.example`.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceDomainPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: domain
         * @description Whether login names have the primary domain behind them. Without, `ada@corp.example` is `ada@corp.example`.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceDomainPolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: domain
         * @description Whether login names have the primary domain behind them. Without, `ada@corp.example` is `ada@corp.example`.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getDomainPolicy"];
        /**
         * Sets the members in the body and keeps the rest: domain
         * @description Whether login names have the primary domain behind them. Without, `ada@corp.example` is `ada@corp.example`.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setDomainPolicy"];
        post?: never;
        /**
         * Inherits from the service again: domain
         * @description Whether login names have the primary domain behind them. Without, `ada@corp.example` is `ada@corp.example`.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteDomainPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: domain
         * @description Whether login names have the primary domain behind them. Without, `ada@corp.example` is `ada@corp.example`.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateDomainPolicy"];
        trace?: never;
    };
    "/admin/v1/policies/addressLimits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: addressLimits
         * @description How many requests one network address may send in a minute: an IPv4 address, or the 64 bits of IPv6 that a customer gets.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceAddressLimitPolicy"];
        /**
         * Sets the members in the body and keeps the rest: addressLimits
         * @description How many requests one network address may send in a minute: an IPv4 address, or the 64 bits of IPv6 that a customer gets.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceAddressLimitPolicy"];
        post?: never;
        /**
         * Resets to the default: addressLimits
         * @description How many requests one network address may send in a minute: an IPv4 address, or the 64 bits of IPv6 that a customer gets.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceAddressLimitPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: addressLimits
         * @description How many requests one network address may send in a minute: an IPv4 address, or the 64 bits of IPv6 that a customer gets.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceAddressLimitPolicy"];
        trace?: never;
    };
    "/admin/v1/policies/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: limits
         * @description How many requests the clients, callers and people of an organization may send in a minute, each and together.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceLimitPolicy"];
        /**
         * Sets the members in the body and keeps the rest: limits
         * @description How many requests the clients, callers and people of an organization may send in a minute, each and together.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceLimitPolicy"];
        post?: never;
        /**
         * Resets to the default: limits
         * @description How many requests the clients, callers and people of an organization may send in a minute, each and together.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceLimitPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: limits
         * @description How many requests the clients, callers and people of an organization may send in a minute, each and together.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceLimitPolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: limits
         * @description How many requests the clients, callers and people of an organization may send in a minute, each and together.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getLimitPolicy"];
        /**
         * Sets the members in the body and keeps the rest: limits
         * @description How many requests the clients, callers and people of an organization may send in a minute, each and together.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setLimitPolicy"];
        post?: never;
        /**
         * Inherits from the service again: limits
         * @description How many requests the clients, callers and people of an organization may send in a minute, each and together.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteLimitPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: limits
         * @description How many requests the clients, callers and people of an organization may send in a minute, each and together.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateLimitPolicy"];
        trace?: never;
    };
    "/admin/v1/policies/impersonation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Policy of the whole service: impersonation
         * @description Whether users may be impersonated at all (RFC 8693); roles decide by whom. An organization can only forbid what the service allows.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceImpersonationPolicy"];
        /**
         * Sets the members in the body and keeps the rest: impersonation
         * @description Whether users may be impersonated at all (RFC 8693); roles decide by whom. An organization can only forbid what the service allows.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceImpersonationPolicy"];
        post?: never;
        /**
         * Resets to the default: impersonation
         * @description Whether users may be impersonated at all (RFC 8693); roles decide by whom. An organization can only forbid what the service allows.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceImpersonationPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what the service decides; null goes back to the default: impersonation
         * @description Whether users may be impersonated at all (RFC 8693); roles decide by whom. An organization can only forbid what the service allows.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceImpersonationPolicy"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/policies/impersonation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an organization decides, inherits, and what holds: impersonation
         * @description Whether users may be impersonated at all (RFC 8693); roles decide by whom. An organization can only forbid what the service allows.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getImpersonationPolicy"];
        /**
         * Sets the members in the body and keeps the rest: impersonation
         * @description Whether users may be impersonated at all (RFC 8693); roles decide by whom. An organization can only forbid what the service allows.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setImpersonationPolicy"];
        post?: never;
        /**
         * Inherits from the service again: impersonation
         * @description Whether users may be impersonated at all (RFC 8693); roles decide by whom. An organization can only forbid what the service allows.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteImpersonationPolicy"];
        options?: never;
        head?: never;
        /**
         * Changes what an organization decides; null inherits again: impersonation
         * @description Whether users may be impersonated at all (RFC 8693); roles decide by whom. An organization can only forbid what the service allows.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateImpersonationPolicy"];
        trace?: never;
    };
    "/admin/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List signing keys
         * @description The keys behind tokens, and their states; their private parts never leave the service.
         *
         *     Needs the permission `key.read` for the whole service.
         */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One key behind tokens
         * @description One key behind tokens.
         *
         *     Needs the permission `key.read` for the whole service.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/_rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate signing keys
         * @description Activates the next keys: at once if they have been published long enough, otherwise as soon as they have. Sign-ins in progress continue.
         *
         *     Needs the permission `key.write` for the whole service.
         */
        post: operations["rotateSigningKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/_revoke-sealing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke sealing keys
         * @description For a stolen master key: removes every sealing key whose loss costs only what is under way, those listed here and those of sign-ins, cookies,
         *     mailed codes and cursors, and has new ones take over where stored data needs the old one. Keys that sign are revoked by themselves.
         *
         *     Needs the permission `key.write` for the whole service.
         */
        post: operations["revokeSealingKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{kid}/_revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke signing key
         * @description For a key that somebody else may have: removes it, whatever its state. Every token it signed or sealed is dead at this service;
         *     for an active one the next takes over at once, which others who keep the key set may not know yet.
         *
         *     Needs the permission `key.write` for the whole service.
         */
        post: operations["revokeSigningKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What mail is sent with, and where it comes from
         * @description What mail is sent with, and where it comes from.
         *
         *     Needs the permission `mail.read` for the whole service.
         */
        get: operations["getMail"];
        put?: never;
        post?: never;
        /**
         * Returns to what the environment says
         * @description Returns to what the environment says.
         *
         *     Needs the permission `mail.write` for the whole service.
         */
        delete: operations["deleteMail"];
        options?: never;
        head?: never;
        /**
         * Changes the mail server or the sender; a change of the server needs its password again
         * @description Changes the mail server or the sender; a change of the server needs its password again.
         *
         *     Needs the permission `mail.write` for the whole service.
         */
        patch: operations["updateMail"];
        trace?: never;
    };
    "/admin/v1/mail/_test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test mail at once, and tells what the server said
         * @description Sends a test mail at once, and tells what the server said.
         *
         *     Needs the permission `mail.write` for the whole service.
         */
        post: operations["testMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/mail-texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every mail in every language, and whether the organization has words of its own for it
         * @description Every mail in every language, and whether the organization has words of its own for it.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["listMailTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/mail-texts/{kind}/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a mail says in a language: own, inherited and effective
         * @description What a mail says in a language: own, inherited and effective.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getMailText"];
        /**
         * Decides what a mail says, from the next one on
         * @description Decides what a mail says, from the next one on.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setMailText"];
        post?: never;
        /**
         * Returns to the words of the service
         * @description Returns to the words of the service.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteMailText"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/mail-texts/{kind}/{language}/_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A mail as its reader would see it, with values made up; nothing is sent or changed
         * @description A mail as its reader would see it, with values made up; nothing is sent or changed.
         *
         *     Needs the permission `org.read` in the organization.
         */
        post: operations["previewMailText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The look that everybody sees, and the draft
         * @description The look that everybody sees, and the draft.
         *
         *     Needs the permission `org.read` in the organization.
         */
        get: operations["getBranding"];
        put?: never;
        post?: never;
        /**
         * Inherits the look of the service again; the draft is forgotten
         * @description Inherits the look of the service again; the draft is forgotten.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteBranding"];
        options?: never;
        head?: never;
        /**
         * Changes the draft, which begins as what is published
         * @description Changes the draft, which begins as what is published.
         *
         *     Needs the permission `org.write` in the organization.
         */
        patch: operations["updateBranding"];
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/branding/images/{slot}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Puts a picture into the draft; it is checked and drawn anew
         * @description Puts a picture into the draft; it is checked and drawn anew.
         *
         *     Needs the permission `org.write` in the organization.
         */
        put: operations["setBrandingImage"];
        post?: never;
        /**
         * Removes a picture from the draft
         * @description Removes a picture from the draft.
         *
         *     Needs the permission `org.write` in the organization.
         */
        delete: operations["deleteBrandingImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/branding/_publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shows the draft to everybody
         * @description Shows the draft to everybody.
         *
         *     Needs the permission `org.write` in the organization.
         */
        post: operations["publishBranding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/branding/_discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forgets the draft
         * @description Forgets the draft.
         *
         *     Needs the permission `org.write` in the organization.
         */
        post: operations["discardBranding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/organizations/{orgId}/branding/_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An address that shows pages with the draft for an hour; nothing is changed
         * @description An address that shows pages with the draft for an hour; nothing is changed.
         *
         *     Needs the permission `org.read` in the organization.
         */
        post: operations["previewBranding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The look that everybody sees, and the draft
         * @description The look that everybody sees, and the draft.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        get: operations["getServiceBranding"];
        put?: never;
        post?: never;
        /**
         * Returns to the default look; the draft is forgotten
         * @description Returns to the default look; the draft is forgotten.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceBranding"];
        options?: never;
        head?: never;
        /**
         * Changes the draft, which begins as what is published
         * @description Changes the draft, which begins as what is published.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        patch: operations["updateServiceBranding"];
        trace?: never;
    };
    "/admin/v1/branding/images/{slot}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Puts a picture into the draft; it is checked and drawn anew
         * @description Puts a picture into the draft; it is checked and drawn anew.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        put: operations["setServiceBrandingImage"];
        post?: never;
        /**
         * Removes a picture from the draft
         * @description Removes a picture from the draft.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        delete: operations["deleteServiceBrandingImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/branding/_publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shows the draft to everybody
         * @description Shows the draft to everybody.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        post: operations["publishServiceBranding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/branding/_discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forgets the draft
         * @description Forgets the draft.
         *
         *     Needs the permission `policy.write` for the whole service.
         */
        post: operations["discardServiceBranding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/branding/_preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An address that shows pages with the draft for an hour; nothing is changed
         * @description An address that shows pages with the draft for an hour; nothing is changed.
         *
         *     Needs the permission `policy.read` for the whole service.
         */
        post: operations["previewServiceBranding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All background jobs, by name
         * @description All background jobs, by name.
         *
         *     Needs the permission `job.read` for the whole service.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One background job
         * @description One background job.
         *
         *     Needs the permission `job.read` for the whole service.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/jobs/{jobId}/_run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts a background job now, unless a process is running it; `lastRun` tells when it has ended
         * @description Starts a background job now, unless a process is running it; `lastRun` tells when it has ended.
         *
         *     Needs the permission `job.write` for the whole service.
         */
        post: operations["runJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/read-only-mode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether all processes only read, since when, and why
         * @description Whether all processes only read, since when, and why.
         *
         *     Needs the permission `mode.read` for the whole service.
         */
        get: operations["listReadOnlyMode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/read-only-mode/_begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Has all processes only read; nobody can sign in until it ends
         * @description Has all processes only read; nobody can sign in until it ends.
         *
         *     Needs the permission `mode.write` for the whole service.
         */
        post: operations["beginReadOnlyMode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/read-only-mode/_end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Has all processes write again
         * @description Has all processes write again.
         *
         *     Needs the permission `mode.write` for the whole service.
         */
        post: operations["endReadOnlyMode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/database": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The servers of the database, and which one is worked with
         * @description The servers of the database, and which one is worked with.
         *
         *     Needs the permission `database.read` for the whole service.
         */
        get: operations["listDatabase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/database/_use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Has all processes work with another server of the database
         * @description Has all processes work with another server of the database.
         *
         *     Needs the permission `database.write` for the whole service.
         */
        post: operations["useDatabase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import organizations
         * @description Imports people with their password hashes, and waits until it is done. The status is 200 even if `errors` lists some who were not added.
         *
         *     Needs the permission `import` for the whole service.
         */
        post: operations["importOrganizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Imports, newest first; in the order of their times when they are filtered by them.
         *
         *     Needs the permission `import` for the whole service.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Create import
         * @description Accepts an import of any size as JSON, NDJSON (a person, or a group, per line) or CSV, optionally gzip, and processes it in the background.
         *
         *     Needs the permission `import` for the whole service.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get import
         * @description Get import.
         *
         *     Needs the permission `import` for the whole service.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/imports/{importId}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download import errors
         * @description The errors, one per line (NDJSON), in the order of the body: `{line, type, kind, id, message}`.
         *
         *     Needs the permission `import` for the whole service.
         */
        get: operations["downloadImportErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/imports/{importId}/_cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel import
         * @description Cancels an import: what is done stays, the rest is dropped.
         *
         *     Needs the permission `import` for the whole service.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/imports/{importId}/_resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume import
         * @description Resumes an import where it stopped, with the permissions of the caller; nothing is done twice.
         *
         *     Needs the permission `import` for the whole service.
         */
        post: operations["resumeImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/events/_search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search events
         * @description Events, newest first unless `asc`; with `follow`, in commit order without gaps: 409 if some were archived unread.
         *
         *     Needs the permission `event.read` for the whole service.
         */
        post: operations["searchEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/events/types/_search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List event types
         * @description All event types, in alphabetical order.
         *
         *     Needs the permission `event.read` for the whole service.
         */
        post: operations["listEventTypes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/events/aggregates/types/_search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List event aggregate types
         * @description List event aggregate types.
         *
         *     Needs the permission `event.read` for the whole service.
         */
        post: operations["listEventAggregateTypes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/aggregates/types/_search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List aggregate types
         * @description List aggregate types.
         *
         *     Needs the permission `event.read` for the whole service.
         */
        post: operations["listAggregateTypes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get health
         * @description The process answers.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get readiness
         * @description The process can do its work: the database takes writes and the keys open. 503 otherwise, within a second. `readOnly`: it is meant to write
         *     nothing for now, and the database answers.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Discovery document
         * @description Discovery document.
         */
        get: operations["getDiscovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/v2/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keys that verify tokens
         * @description Keys that verify tokens.
         */
        get: operations["getKeySet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/v2/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Authorization endpoint, opened in a browser
         * @description Authorization endpoint, opened in a browser.
         */
        get: operations["authorize"];
        put?: never;
        /**
         * The same as a form
         * @description The same as a form.
         */
        post: operations["authorizeByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/v2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Token endpoint
         * @description Token endpoint.
         */
        post: operations["requestToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/v2/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Token introspection
         * @description Token introspection.
         */
        post: operations["introspectToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/v2/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Token revocation
         * @description Token revocation.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oidc/v1/userinfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Claims of the user
         * @description Claims of the user.
         */
        get: operations["getUserinfo"];
        put?: never;
        /**
         * The same by POST
         * @description The same by POST.
         */
        post: operations["postUserinfo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oidc/v1/end_session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign-out, opened in a browser
         * @description Sign-out, opened in a browser.
         */
        get: operations["endSession"];
        put?: never;
        /**
         * The same as a form, which leads on to the address above
         * @description The same as a form, which leads on to the address above.
         */
        post: operations["endSessionByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountPolicy: {
            /** @enum {string} */
            kind: "account";
            /** @description what was decided here */
            own: components["schemas"]["AccountPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["AccountPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["AccountPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["AccountPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            changeName: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            changePicture: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            changeLanguage: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            changeTimezone: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            changePhones: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example false
             */
            deleteAccount: boolean;
        };
        AccountPolicyBody: {
            /**
             * @description whether people may change their own names (default true)
             * @example true
             */
            changeName?: boolean;
            /**
             * @description whether people may change the address of their picture (default true)
             * @example true
             */
            changePicture?: boolean;
            /**
             * @description whether people may change their language (default true)
             * @example true
             */
            changeLanguage?: boolean;
            /**
             * @description whether people may change their time zone (default true)
             * @example true
             */
            changeTimezone?: boolean;
            /**
             * @description whether people may change their phone numbers (default true)
             * @example true
             */
            changePhones?: boolean;
            /**
             * @description whether people may delete their own account (default false)
             * @example false
             */
            deleteAccount?: boolean;
        };
        AccountPolicyChangeBody: {
            /**
             * @description whether people may change their own names (default true)
             * @example true
             */
            changeName?: boolean | null;
            /**
             * @description whether people may change the address of their picture (default true)
             * @example true
             */
            changePicture?: boolean | null;
            /**
             * @description whether people may change their language (default true)
             * @example true
             */
            changeLanguage?: boolean | null;
            /**
             * @description whether people may change their time zone (default true)
             * @example true
             */
            changeTimezone?: boolean | null;
            /**
             * @description whether people may change their phone numbers (default true)
             * @example true
             */
            changePhones?: boolean | null;
            /**
             * @description whether people may delete their own account (default false)
             * @example false
             */
            deleteAccount?: boolean | null;
        };
        AccountPolicyDecision: {
            /**
             * @description whether people may change their own names (default true)
             * @example true
             */
            changeName?: boolean;
            /**
             * @description whether people may change the address of their picture (default true)
             * @example true
             */
            changePicture?: boolean;
            /**
             * @description whether people may change their language (default true)
             * @example true
             */
            changeLanguage?: boolean;
            /**
             * @description whether people may change their time zone (default true)
             * @example true
             */
            changeTimezone?: boolean;
            /**
             * @description whether people may change their phone numbers (default true)
             * @example true
             */
            changePhones?: boolean;
            /**
             * @description whether people may delete their own account (default false)
             * @example false
             */
            deleteAccount?: boolean;
        };
        AccountPolicySources: {
            changeName: components["schemas"]["PolicySource"];
            changePicture: components["schemas"]["PolicySource"];
            changeLanguage: components["schemas"]["PolicySource"];
            changeTimezone: components["schemas"]["PolicySource"];
            changePhones: components["schemas"]["PolicySource"];
            deleteAccount: components["schemas"]["PolicySource"];
        };
        AccountPolicyValues: {
            /**
             * @description whether people may change their own names (default true)
             * @example true
             */
            changeName: boolean;
            /**
             * @description whether people may change the address of their picture (default true)
             * @example true
             */
            changePicture: boolean;
            /**
             * @description whether people may change their language (default true)
             * @example true
             */
            changeLanguage: boolean;
            /**
             * @description whether people may change their time zone (default true)
             * @example true
             */
            changeTimezone: boolean;
            /**
             * @description whether people may change their phone numbers (default true)
             * @example true
             */
            changePhones: boolean;
            /**
             * @description whether people may delete their own account (default false)
             * @example false
             */
            deleteAccount: boolean;
        };
        AddressBody: {
            formatted?: string;
            streetAddress?: string;
            locality?: string;
            region?: string;
            postalCode?: string;
            country?: string;
            type?: string;
            primary?: boolean;
        };
        AddressLimitsPolicy: {
            /** @enum {string} */
            kind: "addressLimits";
            /** @description what was decided here */
            own: components["schemas"]["AddressLimitsPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["AddressLimitsPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["AddressLimitsPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["AddressLimitsPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example 600000
             */
            token: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 600000
             */
            introspection: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 480000
             */
            scim: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 240000
             */
            admin: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 24000
             */
            import: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 120000
             */
            signIn: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 600000
             */
            documents: number;
        };
        AddressLimitsPolicyBody: {
            /**
             * @description requests for tokens and revocations in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            token?: number;
            /**
             * @description introspections and requests for userinfo in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            introspection?: number;
            /**
             * @description SCIM requests in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            scim?: number;
            /**
             * @description requests to the admin API in a minute; 0: without limit (default 240000)
             * @example 240000
             */
            admin?: number;
            /**
             * @description requests about imports in a minute; 0: without limit (default 24000)
             * @example 24000
             */
            import?: number;
            /**
             * @description pages, forms and authorization requests in a minute; 0: without limit (default 120000)
             * @example 120000
             */
            signIn?: number;
            /**
             * @description requests for the key set, discovery and whatever else is public in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            documents?: number;
        };
        AddressLimitsPolicyChangeBody: {
            /**
             * @description requests for tokens and revocations in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            token?: number | null;
            /**
             * @description introspections and requests for userinfo in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            introspection?: number | null;
            /**
             * @description SCIM requests in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            scim?: number | null;
            /**
             * @description requests to the admin API in a minute; 0: without limit (default 240000)
             * @example 240000
             */
            admin?: number | null;
            /**
             * @description requests about imports in a minute; 0: without limit (default 24000)
             * @example 24000
             */
            import?: number | null;
            /**
             * @description pages, forms and authorization requests in a minute; 0: without limit (default 120000)
             * @example 120000
             */
            signIn?: number | null;
            /**
             * @description requests for the key set, discovery and whatever else is public in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            documents?: number | null;
        };
        AddressLimitsPolicyDecision: {
            /**
             * @description requests for tokens and revocations in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            token?: number;
            /**
             * @description introspections and requests for userinfo in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            introspection?: number;
            /**
             * @description SCIM requests in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            scim?: number;
            /**
             * @description requests to the admin API in a minute; 0: without limit (default 240000)
             * @example 240000
             */
            admin?: number;
            /**
             * @description requests about imports in a minute; 0: without limit (default 24000)
             * @example 24000
             */
            import?: number;
            /**
             * @description pages, forms and authorization requests in a minute; 0: without limit (default 120000)
             * @example 120000
             */
            signIn?: number;
            /**
             * @description requests for the key set, discovery and whatever else is public in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            documents?: number;
        };
        AddressLimitsPolicySources: {
            token: components["schemas"]["PolicySource"];
            introspection: components["schemas"]["PolicySource"];
            scim: components["schemas"]["PolicySource"];
            admin: components["schemas"]["PolicySource"];
            import: components["schemas"]["PolicySource"];
            signIn: components["schemas"]["PolicySource"];
            documents: components["schemas"]["PolicySource"];
        };
        AddressLimitsPolicyValues: {
            /**
             * @description requests for tokens and revocations in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            token: number;
            /**
             * @description introspections and requests for userinfo in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            introspection: number;
            /**
             * @description SCIM requests in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            scim: number;
            /**
             * @description requests to the admin API in a minute; 0: without limit (default 240000)
             * @example 240000
             */
            admin: number;
            /**
             * @description requests about imports in a minute; 0: without limit (default 24000)
             * @example 24000
             */
            import: number;
            /**
             * @description pages, forms and authorization requests in a minute; 0: without limit (default 120000)
             * @example 120000
             */
            signIn: number;
            /**
             * @description requests for the key set, discovery and whatever else is public in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            documents: number;
        };
        Aggregate: {
            id: string;
            type: components["schemas"]["Type"];
            /** @description id of the organization */
            resourceOwner: string;
        };
        AggregateTypes: {
            aggregateTypes: components["schemas"]["Type"][];
        };
        Application: {
            applicationId: string;
            projectId: string;
            name: string;
            clientId: string;
            /** @description returned only when it is created */
            clientSecret?: string;
            /** @enum {string} */
            state: "active" | "inactive";
            config: {
                [key: string]: unknown;
            };
            /** @description what is allowed, but weaker than it need be */
            warnings: components["schemas"]["ApplicationWarning"][];
            /** Format: date-time */
            createdAt: string;
        };
        ApplicationBody: {
            /**
             * @description name people see
             * @example Time sheet
             */
            name: string;
            /**
             * @description web keeps a secret on a server; native and userAgent cannot; api signs nobody in and asks about tokens
             * @enum {string}
             */
            type?: "web" | "native" | "userAgent" | "api";
            /**
             * @description method of authentication at the token endpoint
             * @enum {string}
             */
            authMethod?: "client_secret_basic" | "client_secret_post" | "none" | "private_key_jwt";
            /**
             * @description where people come back to; exact match
             * @example [
             *       "https://app.example.com/callback"
             *     ]
             */
            redirectUris?: string[];
            /** @description where people may go after signing out */
            postLogoutRedirectUris?: string[];
            /** @description response types it may ask for; those with id_token need the grant implicit */
            responseTypes?: ("code" | "id_token token" | "id_token")[];
            /** @description grants it may use */
            grantTypes?: ("authorization_code" | "implicit" | "refresh_token" | "urn:ietf:params:oauth:grant-type:token-exchange")[];
            /**
             * @description format of its access tokens
             * @enum {string}
             */
            accessTokenType?: "opaque" | "jwt";
            /**
             * @description algorithm that signs its JWT access tokens
             * @enum {string}
             */
            accessTokenSigningAlg?: "RS256" | "ES256" | "EdDSA";
            /**
             * @description algorithm that signs its ID tokens
             * @enum {string}
             */
            idTokenSigningAlg?: "RS256" | "ES256" | "EdDSA";
            /** @description lifetime of its access tokens in seconds */
            accessTokenSeconds?: number;
            /** @description lifetime of its ID tokens in seconds */
            idTokenSeconds?: number;
            /** @description seconds after which an unused refresh token expires */
            refreshIdleSeconds?: number;
            /** @description seconds after which an authorization can no longer be refreshed */
            refreshAbsoluteSeconds?: number;
            /** @description seconds for which a used refresh token returns the same successor again; default 2 for public clients, otherwise 5; 0: never */
            refreshReuseSeconds?: number;
            /** @description includes the claims of userinfo in the ID token */
            idTokenUserinfoAssertion?: boolean;
            /** @description its ID tokens tell the roles that were asked for */
            idTokenRoleAssertion?: boolean;
            /** @description its JWT access tokens tell the roles that were asked for */
            accessTokenRoleAssertion?: boolean;
            /**
             * @description what the claim groups holds: names or ids
             * @enum {string}
             */
            groupsClaimValue?: "name" | "id";
            /**
             * @description which groups the claim groups holds: all of a person, or those that have roles of the project
             * @enum {string}
             */
            groupsFilter?: "all" | "assigned";
            /**
             * @description the claim groups holds only groups whose names begin so; empty: any
             * @example app-
             */
            groupsPrefix?: string;
            /**
             * @description where it is told that a session has ended: https, or http on a loopback address; empty: nowhere
             * @example https://app.example.com/backchannel-logout
             */
            backchannelLogoutUri?: string;
            /** @description its logout tokens must contain sid; they always do */
            backchannelLogoutSessionRequired?: boolean;
            /** @description its tokens may call the APIs of this service; needs IAM_OWNER */
            apiAccess?: boolean;
            /** @description development mode: redirect URIs may use http on any host */
            devMode?: boolean;
            /**
             * @description web origins whose pages may call the OAuth endpoints as this application and, with apiAccess, the APIs of this service
             * @example [
             *       "https://console.example.com"
             *     ]
             */
            allowedOrigins?: string[];
            /** @description its assertions may name the token endpoint as their aud, as a single string, besides the issuer; default true */
            assertionAudienceTokenEndpoint?: boolean;
            /** @description users must consent before it receives any of their data */
            consentRequired?: boolean;
            /**
             * @description whose people may sign in: every organization’s, those of its own and of granted organizations, or its own only
             * @enum {string}
             */
            servedOrganizations?: "every" | "granted" | "own";
            /** @description what the sign-in page offers for this application, within what policies allow; absent: everything */
            loginPage?: components["schemas"]["LoginPageBody"];
        };
        ApplicationChangeBody: {
            /**
             * @description name people see
             * @example Time sheet
             */
            name?: string;
            /**
             * @description web keeps a secret on a server; native and userAgent cannot; api signs nobody in and asks about tokens
             * @enum {string}
             */
            type?: "web" | "native" | "userAgent" | "api";
            /**
             * @description method of authentication at the token endpoint
             * @enum {string}
             */
            authMethod?: "client_secret_basic" | "client_secret_post" | "none" | "private_key_jwt";
            /**
             * @description where people come back to; exact match
             * @example [
             *       "https://app.example.com/callback"
             *     ]
             */
            redirectUris?: string[];
            /** @description where people may go after signing out */
            postLogoutRedirectUris?: string[];
            /** @description response types it may ask for; those with id_token need the grant implicit */
            responseTypes?: ("code" | "id_token token" | "id_token")[];
            /** @description grants it may use */
            grantTypes?: ("authorization_code" | "implicit" | "refresh_token" | "urn:ietf:params:oauth:grant-type:token-exchange")[];
            /**
             * @description format of its access tokens
             * @enum {string}
             */
            accessTokenType?: "opaque" | "jwt";
            /**
             * @description algorithm that signs its JWT access tokens
             * @enum {string}
             */
            accessTokenSigningAlg?: "RS256" | "ES256" | "EdDSA";
            /**
             * @description algorithm that signs its ID tokens
             * @enum {string}
             */
            idTokenSigningAlg?: "RS256" | "ES256" | "EdDSA";
            /** @description lifetime of its access tokens in seconds */
            accessTokenSeconds?: number;
            /** @description lifetime of its ID tokens in seconds */
            idTokenSeconds?: number;
            /** @description seconds after which an unused refresh token expires */
            refreshIdleSeconds?: number;
            /** @description seconds after which an authorization can no longer be refreshed */
            refreshAbsoluteSeconds?: number;
            /** @description seconds for which a used refresh token returns the same successor again; default 2 for public clients, otherwise 5; 0: never */
            refreshReuseSeconds?: number;
            /** @description includes the claims of userinfo in the ID token */
            idTokenUserinfoAssertion?: boolean;
            /** @description its ID tokens tell the roles that were asked for */
            idTokenRoleAssertion?: boolean;
            /** @description its JWT access tokens tell the roles that were asked for */
            accessTokenRoleAssertion?: boolean;
            /**
             * @description what the claim groups holds: names or ids
             * @enum {string}
             */
            groupsClaimValue?: "name" | "id";
            /**
             * @description which groups the claim groups holds: all of a person, or those that have roles of the project
             * @enum {string}
             */
            groupsFilter?: "all" | "assigned";
            /**
             * @description the claim groups holds only groups whose names begin so; empty: any
             * @example app-
             */
            groupsPrefix?: string;
            /**
             * @description where it is told that a session has ended: https, or http on a loopback address; empty: nowhere
             * @example https://app.example.com/backchannel-logout
             */
            backchannelLogoutUri?: string;
            /** @description its logout tokens must contain sid; they always do */
            backchannelLogoutSessionRequired?: boolean;
            /** @description its tokens may call the APIs of this service; needs IAM_OWNER */
            apiAccess?: boolean;
            /** @description development mode: redirect URIs may use http on any host */
            devMode?: boolean;
            /**
             * @description web origins whose pages may call the OAuth endpoints as this application and, with apiAccess, the APIs of this service
             * @example [
             *       "https://console.example.com"
             *     ]
             */
            allowedOrigins?: string[];
            /** @description its assertions may name the token endpoint as their aud, as a single string, besides the issuer; default true */
            assertionAudienceTokenEndpoint?: boolean;
            /** @description users must consent before it receives any of their data */
            consentRequired?: boolean;
            /**
             * @description whose people may sign in: every organization’s, those of its own and of granted organizations, or its own only
             * @enum {string}
             */
            servedOrganizations?: "every" | "granted" | "own";
            /** @description what the sign-in page offers for this application, within what policies allow; absent: everything */
            loginPage?: components["schemas"]["LoginPageBody"];
        };
        ApplicationList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            applications: components["schemas"]["Application"][];
        };
        ApplicationWarning: {
            /** @example application.warning.devMode */
            code: string;
            /**
             * @description the setting
             * @example devMode
             */
            field: string;
            message: string;
        };
        AssurancePolicy: {
            /** @enum {string} */
            kind: "assurance";
            /** @description what was decided here */
            own: components["schemas"]["AssurancePolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["AssurancePolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["AssurancePolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["AssurancePolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            passwordAllowed: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example optional
             * @enum {string}
             */
            passkeys: "off" | "optional" | "required";
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            offerPasskeys: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example requiredForRoles
             * @enum {string}
             */
            secondFactor: "off" | "optional" | "requiredForRoles" | "required";
            /**
             * @deprecated
             * @description as in `effective`
             * @example [
             *       "IAM_*"
             *     ]
             */
            secondFactorRoles: string[];
            /**
             * @deprecated
             * @description as in `effective`
             * @example 30
             */
            graceDays: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example [
             *       "totp",
             *       "securityKey"
             *     ]
             */
            factors: ("totp" | "securityKey" | "sms" | "mail")[];
            /**
             * @deprecated
             * @description as in `effective`
             * @example 864000
             */
            passwordSeconds: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 64800
             */
            secondFactorSeconds: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 864000
             */
            passkeySeconds: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 30
             */
            rememberBrowserDays: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 864000
             */
            sessionSeconds: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 43200
             */
            idleSeconds: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            staySignedIn: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            checkedAtRefresh: boolean;
        };
        AssurancePolicyBody: {
            /**
             * @description whether a password signs in (default true)
             * @example true
             */
            passwordAllowed?: boolean;
            /**
             * @description whether passkeys sign in, or have to (default "optional")
             * @example optional
             * @enum {string}
             */
            passkeys?: "off" | "optional" | "required";
            /**
             * @description whether people who signed in by a password are offered a passkey on the way to the application, until they say “not now” (default true)
             * @example true
             */
            offerPasskeys?: boolean;
            /**
             * @description of whom a second factor is required; where an organization says `off`, those who have one are still asked for it (default "requiredForRoles")
             * @example requiredForRoles
             * @enum {string}
             */
            secondFactor?: "off" | "optional" | "requiredForRoles" | "required";
            /**
             * @description whose second factor is required with `requiredForRoles`: names of member roles, or their beginning with `*` behind (default ["IAM_*"])
             * @example [
             *       "IAM_*"
             *     ]
             */
            secondFactorRoles?: string[];
            /**
             * @description so long after they were first asked, people without the factor that is required may go on without it (default 30)
             * @example 30
             */
            graceDays?: number;
            /**
             * @description second factors that count; `sms` where the service can send text messages (default ["totp","securityKey"])
             * @example [
             *       "totp",
             *       "securityKey"
             *     ]
             */
            factors?: ("totp" | "securityKey" | "sms" | "mail")[];
            /**
             * @description for how long a password that was checked counts (default 864000)
             * @example 864000
             */
            passwordSeconds?: number;
            /**
             * @description for how long a second factor that was checked counts (default 64800)
             * @example 64800
             */
            secondFactorSeconds?: number;
            /**
             * @description for how long a passkey that was checked counts (default 864000)
             * @example 864000
             */
            passkeySeconds?: number;
            /**
             * @description for how long a browser may stand in for a second factor that was checked there; 0: never (default 30)
             * @example 30
             */
            rememberBrowserDays?: number;
            /**
             * @description for how long a browser session lasts (default 864000)
             * @example 864000
             */
            sessionSeconds?: number;
            /**
             * @description a session that is not used for so long ends (default 43200)
             * @example 43200
             */
            idleSeconds?: number;
            /**
             * @description otherwise the browser forgets the session when it is closed (default true)
             * @example true
             */
            staySignedIn?: boolean;
            /**
             * @description a refresh token of a sign-in that proved less than is required now is refused; otherwise it is good until the next sign-in (default true)
             * @example true
             */
            checkedAtRefresh?: boolean;
        };
        AssurancePolicyChangeBody: {
            /**
             * @description whether a password signs in (default true)
             * @example true
             */
            passwordAllowed?: boolean | null;
            /**
             * @description whether passkeys sign in, or have to (default "optional")
             * @example optional
             * @enum {string|null}
             */
            passkeys?: "off" | "optional" | "required" | null;
            /**
             * @description whether people who signed in by a password are offered a passkey on the way to the application, until they say “not now” (default true)
             * @example true
             */
            offerPasskeys?: boolean | null;
            /**
             * @description of whom a second factor is required; where an organization says `off`, those who have one are still asked for it (default "requiredForRoles")
             * @example requiredForRoles
             * @enum {string|null}
             */
            secondFactor?: "off" | "optional" | "requiredForRoles" | "required" | null;
            /**
             * @description whose second factor is required with `requiredForRoles`: names of member roles, or their beginning with `*` behind (default ["IAM_*"])
             * @example [
             *       "IAM_*"
             *     ]
             */
            secondFactorRoles?: string[] | null;
            /**
             * @description so long after they were first asked, people without the factor that is required may go on without it (default 30)
             * @example 30
             */
            graceDays?: number | null;
            /**
             * @description second factors that count; `sms` where the service can send text messages (default ["totp","securityKey"])
             * @example [
             *       "totp",
             *       "securityKey"
             *     ]
             */
            factors?: ("totp" | "securityKey" | "sms" | "mail")[] | null;
            /**
             * @description for how long a password that was checked counts (default 864000)
             * @example 864000
             */
            passwordSeconds?: number | null;
            /**
             * @description for how long a second factor that was checked counts (default 64800)
             * @example 64800
             */
            secondFactorSeconds?: number | null;
            /**
             * @description for how long a passkey that was checked counts (default 864000)
             * @example 864000
             */
            passkeySeconds?: number | null;
            /**
             * @description for how long a browser may stand in for a second factor that was checked there; 0: never (default 30)
             * @example 30
             */
            rememberBrowserDays?: number | null;
            /**
             * @description for how long a browser session lasts (default 864000)
             * @example 864000
             */
            sessionSeconds?: number | null;
            /**
             * @description a session that is not used for so long ends (default 43200)
             * @example 43200
             */
            idleSeconds?: number | null;
            /**
             * @description otherwise the browser forgets the session when it is closed (default true)
             * @example true
             */
            staySignedIn?: boolean | null;
            /**
             * @description a refresh token of a sign-in that proved less than is required now is refused; otherwise it is good until the next sign-in (default true)
             * @example true
             */
            checkedAtRefresh?: boolean | null;
        };
        AssurancePolicyDecision: {
            /**
             * @description whether a password signs in (default true)
             * @example true
             */
            passwordAllowed?: boolean;
            /**
             * @description whether passkeys sign in, or have to (default "optional")
             * @example optional
             * @enum {string}
             */
            passkeys?: "off" | "optional" | "required";
            /**
             * @description whether people who signed in by a password are offered a passkey on the way to the application, until they say “not now” (default true)
             * @example true
             */
            offerPasskeys?: boolean;
            /**
             * @description of whom a second factor is required; where an organization says `off`, those who have one are still asked for it (default "requiredForRoles")
             * @example requiredForRoles
             * @enum {string}
             */
            secondFactor?: "off" | "optional" | "requiredForRoles" | "required";
            /**
             * @description whose second factor is required with `requiredForRoles`: names of member roles, or their beginning with `*` behind (default ["IAM_*"])
             * @example [
             *       "IAM_*"
             *     ]
             */
            secondFactorRoles?: string[];
            /**
             * @description so long after they were first asked, people without the factor that is required may go on without it (default 30)
             * @example 30
             */
            graceDays?: number;
            /**
             * @description second factors that count; `sms` where the service can send text messages (default ["totp","securityKey"])
             * @example [
             *       "totp",
             *       "securityKey"
             *     ]
             */
            factors?: ("totp" | "securityKey" | "sms" | "mail")[];
            /**
             * @description for how long a password that was checked counts (default 864000)
             * @example 864000
             */
            passwordSeconds?: number;
            /**
             * @description for how long a second factor that was checked counts (default 64800)
             * @example 64800
             */
            secondFactorSeconds?: number;
            /**
             * @description for how long a passkey that was checked counts (default 864000)
             * @example 864000
             */
            passkeySeconds?: number;
            /**
             * @description for how long a browser may stand in for a second factor that was checked there; 0: never (default 30)
             * @example 30
             */
            rememberBrowserDays?: number;
            /**
             * @description for how long a browser session lasts (default 864000)
             * @example 864000
             */
            sessionSeconds?: number;
            /**
             * @description a session that is not used for so long ends (default 43200)
             * @example 43200
             */
            idleSeconds?: number;
            /**
             * @description otherwise the browser forgets the session when it is closed (default true)
             * @example true
             */
            staySignedIn?: boolean;
            /**
             * @description a refresh token of a sign-in that proved less than is required now is refused; otherwise it is good until the next sign-in (default true)
             * @example true
             */
            checkedAtRefresh?: boolean;
        };
        AssurancePolicySources: {
            passwordAllowed: components["schemas"]["PolicySource"];
            passkeys: components["schemas"]["PolicySource"];
            offerPasskeys: components["schemas"]["PolicySource"];
            secondFactor: components["schemas"]["PolicySource"];
            secondFactorRoles: components["schemas"]["PolicySource"];
            graceDays: components["schemas"]["PolicySource"];
            factors: components["schemas"]["PolicySource"];
            passwordSeconds: components["schemas"]["PolicySource"];
            secondFactorSeconds: components["schemas"]["PolicySource"];
            passkeySeconds: components["schemas"]["PolicySource"];
            rememberBrowserDays: components["schemas"]["PolicySource"];
            sessionSeconds: components["schemas"]["PolicySource"];
            idleSeconds: components["schemas"]["PolicySource"];
            staySignedIn: components["schemas"]["PolicySource"];
            checkedAtRefresh: components["schemas"]["PolicySource"];
        };
        AssurancePolicyValues: {
            /**
             * @description whether a password signs in (default true)
             * @example true
             */
            passwordAllowed: boolean;
            /**
             * @description whether passkeys sign in, or have to (default "optional")
             * @example optional
             * @enum {string}
             */
            passkeys: "off" | "optional" | "required";
            /**
             * @description whether people who signed in by a password are offered a passkey on the way to the application, until they say “not now” (default true)
             * @example true
             */
            offerPasskeys: boolean;
            /**
             * @description of whom a second factor is required; where an organization says `off`, those who have one are still asked for it (default "requiredForRoles")
             * @example requiredForRoles
             * @enum {string}
             */
            secondFactor: "off" | "optional" | "requiredForRoles" | "required";
            /**
             * @description whose second factor is required with `requiredForRoles`: names of member roles, or their beginning with `*` behind (default ["IAM_*"])
             * @example [
             *       "IAM_*"
             *     ]
             */
            secondFactorRoles: string[];
            /**
             * @description so long after they were first asked, people without the factor that is required may go on without it (default 30)
             * @example 30
             */
            graceDays: number;
            /**
             * @description second factors that count; `sms` where the service can send text messages (default ["totp","securityKey"])
             * @example [
             *       "totp",
             *       "securityKey"
             *     ]
             */
            factors: ("totp" | "securityKey" | "sms" | "mail")[];
            /**
             * @description for how long a password that was checked counts (default 864000)
             * @example 864000
             */
            passwordSeconds: number;
            /**
             * @description for how long a second factor that was checked counts (default 64800)
             * @example 64800
             */
            secondFactorSeconds: number;
            /**
             * @description for how long a passkey that was checked counts (default 864000)
             * @example 864000
             */
            passkeySeconds: number;
            /**
             * @description for how long a browser may stand in for a second factor that was checked there; 0: never (default 30)
             * @example 30
             */
            rememberBrowserDays: number;
            /**
             * @description for how long a browser session lasts (default 864000)
             * @example 864000
             */
            sessionSeconds: number;
            /**
             * @description a session that is not used for so long ends (default 43200)
             * @example 43200
             */
            idleSeconds: number;
            /**
             * @description otherwise the browser forgets the session when it is closed (default true)
             * @example true
             */
            staySignedIn: boolean;
            /**
             * @description a refresh token of a sign-in that proved less than is required now is refused; otherwise it is good until the next sign-in (default true)
             * @example true
             */
            checkedAtRefresh: boolean;
        };
        Authorization: {
            authorizationId: string;
            projectId: string;
            /** @description grant by which they were given; absent: by the organization of the project */
            grantId?: string;
            holderId: string;
            /** @enum {string} */
            holderKind: "person" | "service" | "group";
            roleKeys: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            modifiedAt: string;
        };
        AuthorizationList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            authorizations: components["schemas"]["Authorization"][];
        };
        AuthorizationRolesBody: {
            /**
             * @description keys of the roles, at least one
             * @example [
             *       "accountant"
             *     ]
             */
            roleKeys: string[];
        };
        BeginReadOnlyModeBody: {
            /**
             * @description why, for whoever looks
             * @example the database moves
             */
            reason?: string;
        };
        BelongedGroup: {
            groupId: string;
            /** @example Accounting */
            displayName: string;
            /** @description a member of the group itself, not only of one inside it */
            direct: boolean;
        };
        BelongedGroupList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            groups: components["schemas"]["BelongedGroup"][];
        };
        Branding: {
            published: components["schemas"]["Look"];
            /** @description what would be seen once it is published; null: there is no draft */
            draft: components["schemas"]["Look"] | null;
        };
        BrandingChangeBody: {
            /**
             * @description colour of buttons and links; its shade is adapted to be readable
             * @example 1f4fbf
             */
            accent?: string | null;
            /** @description whether the pages show the organization's name */
            showName?: boolean | null;
            /**
             * @description colour behind the card by day; by night it is darkened
             * @example 1f4fbf
             */
            background?: string | null;
            /**
             * @description how round corners are
             * @enum {string|null}
             */
            cornerRadius?: "none" | "small" | "medium" | "large" | null;
            /**
             * @description one card, or two halves on wide screens
             * @enum {string|null}
             */
            layout?: "card" | "split" | null;
            /** @description links below the pages */
            links?: components["schemas"]["LinksChangeBody"] | null;
            /**
             * @description own words by language, then by text: signInTitle, registerTitle, forgottenWhat, signedOutWhat, panelTitle, panelText
             * @example {
             *       "en": {
             *         "signInTitle": "Welcome aboard"
             *       }
             *     }
             */
            texts?: {
                [key: string]: unknown;
            } | null;
        };
        BrandingImageBody: {
            /**
             * @description PNG, JPEG, WebP or plain SVG in base64, at most 512 KiB; it is drawn anew as PNG
             * @example iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPgriolCTGMahjVMHw1AAB/cvoBCUj9+AAAAABJRU5ErkJggg==
             */
            content: string;
        };
        BrandingPreview: {
            /**
             * @description shows the pages with the draft, to whoever has the address
             * @example https://id.example.com/pages/preview/…
             */
            url: string;
            /** Format: date-time */
            expires: string;
        };
        ByState: {
            active: number;
            inactive: number;
        };
        CertificateBody: {
            value: string;
            display?: string;
            type?: string;
            primary?: boolean;
        };
        ClientKey: {
            /** @description the kid that assertions name */
            keyId: string;
            publicKeyJwk: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description absent: never
             */
            expiresAt?: string;
        };
        ClientKeyList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            keys: components["schemas"]["ClientKey"][];
        };
        ClientSecret: {
            secretId: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description absent: never
             */
            expiresAt?: string;
        };
        ClientSecretList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            secrets: components["schemas"]["ClientSecret"][];
        };
        Connection: {
            /** @description also the id of its service user */
            connectionId: string;
            name: string;
            userName: string;
            description?: string;
            /** @description base URL to enter in the SCIM client */
            scimUrl: string;
            /** @enum {string} */
            preset: "default" | "strict" | "entra" | "okta" | "onelogin";
            /** @description those that differ from the preset */
            switches: {
                [key: string]: unknown;
            };
            provisioningDomain?: string;
            /** @enum {string} */
            emailTrust: "all" | "ownedDomains";
            active: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        ConnectionBody: {
            /**
             * @description the preset of switches
             * @enum {string}
             */
            preset?: "default" | "strict" | "entra" | "okta" | "onelogin";
            /** @description switches that differ from the preset: clampPaging, requireNameAndEmail, anyCaseOperations, textBooleans, memberPaths, makeElements, plainValues, omitUnstorable, nullKeepsMembers, singleElements, scim1Schemas, windowsTimeZones, shortNames, ignorePasswordOnCreate, answerPatch, answerWritten, errorDetail */
            switches?: {
                [key: string]: unknown;
            };
            /** @description namespace of its externalIds; empty or absent: the shared one */
            provisioningDomain?: string;
            /**
             * @description which addresses count as verified; "all" is for administrators of the service
             * @enum {string}
             */
            emailTrust?: "ownedDomains" | "all";
        };
        ConnectionDetails: {
            tokens: components["schemas"]["ConnectionToken"][];
            /** @description also the id of its service user */
            connectionId: string;
            name: string;
            userName: string;
            description?: string;
            /** @description base URL to enter in the SCIM client */
            scimUrl: string;
            /** @enum {string} */
            preset: "default" | "strict" | "entra" | "okta" | "onelogin";
            /** @description those that differ from the preset */
            switches: {
                [key: string]: unknown;
            };
            provisioningDomain?: string;
            /** @enum {string} */
            emailTrust: "all" | "ownedDomains";
            active: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        ConnectionList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            connections: components["schemas"]["Connection"][];
        };
        ConnectionOmissions: {
            /** @description the most frequent first */
            omissions: components["schemas"]["CountedOmission"][];
        };
        ConnectionToken: {
            tokenId: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description absent: never
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description when it was last used, up to an hour out of date; absent: never
             */
            lastUsedAt?: string;
        };
        CountedOmission: {
            /** @description number of users or groups */
            count: number;
            /**
             * Format: date-time
             * @description when it was sent last
             */
            lastAt: string;
            /** @example phoneNumbers.value */
            attribute: string;
            /**
             * @description what the value was meant to be; the value itself is not kept
             * @example phone number
             */
            kind: string;
            /**
             * @description id of the reason
             * @example SCIM-VALUE-FORMAT
             */
            reasonId: string;
            /** @description meaning of that id */
            reason: string;
        };
        Database: {
            /** @enum {string} */
            engine: "sqlite" | "mysql" | "mariadb";
            /** @description in the order of `DATABASE_URL`; none for the embedded database */
            hosts: components["schemas"]["DatabaseHost"][];
        };
        DatabaseHost: {
            /**
             * @description name or address, and port
             * @example db1.example.com:3306
             */
            host: string;
            /** @description whether the process that answers works with it */
            inUse: boolean;
            /** @description whether it answers, takes writes, and belongs to the part of its cluster that counts */
            usable: boolean;
        };
        /** @description OpenID Connect Discovery section 3. */
        Discovery: {
            issuer: string;
        } & {
            [key: string]: unknown;
        };
        Domain: {
            domain: string;
            /** @description the organization proved that it is its own, or an administrator of the whole service vouched for it */
            verified: boolean;
            /** @description suffix of login names */
            primary: boolean;
        };
        DomainChallenge: {
            domain: string;
            /** @enum {string} */
            method: "dns" | "http";
            /**
             * @description name of the TXT record, or address of the file
             * @example _gatehouse-challenge.example.com
             */
            name: string;
            /** @description the text of the record or of the file */
            content: string;
            /** Format: date-time */
            expiresAt: string;
        };
        DomainChallengeBody: {
            /**
             * @description by a TXT record of the domain, or by a file of its web site
             * @enum {string}
             */
            method: "dns" | "http";
        };
        DomainList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            domains: components["schemas"]["Domain"][];
        };
        DomainPolicy: {
            /** @enum {string} */
            kind: "domain";
            /** @description what was decided here */
            own: components["schemas"]["DomainPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["DomainPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["DomainPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["DomainPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            userLoginMustBeDomain: boolean;
        };
        DomainPolicyBody: {
            /**
             * @description whether login names are userName@primaryDomain; otherwise they are the userName alone (default true)
             * @example true
             */
            userLoginMustBeDomain?: boolean;
        };
        DomainPolicyChangeBody: {
            /**
             * @description whether login names are userName@primaryDomain; otherwise they are the userName alone (default true)
             * @example true
             */
            userLoginMustBeDomain?: boolean | null;
        };
        DomainPolicyDecision: {
            /**
             * @description whether login names are userName@primaryDomain; otherwise they are the userName alone (default true)
             * @example true
             */
            userLoginMustBeDomain?: boolean;
        };
        DomainPolicySources: {
            userLoginMustBeDomain: components["schemas"]["PolicySource"];
        };
        DomainPolicyValues: {
            /**
             * @description whether login names are userName@primaryDomain; otherwise they are the userName alone (default true)
             * @example true
             */
            userLoginMustBeDomain: boolean;
        };
        Editor: {
            userId: string;
            /** @description current name of the user; absent for the service itself and for removed users */
            displayName?: string;
            /** @description which service wrote the event: this one */
            service: string;
        };
        ElementBody: {
            value: string;
            display?: string;
            type?: string;
            primary?: boolean;
        };
        EmailBody: {
            value: string;
            /** @description found to be the person’s; ignored in requests */
            verified?: boolean;
            display?: string;
            type?: string;
            primary?: boolean;
        };
        EndedSessions: {
            /** @description people who were signed out */
            signedOut: number;
            /** @description people who stay signed in, because the caller may not shut them out */
            kept: number;
        };
        Event: {
            type: components["schemas"]["Type"];
            payload: {
                [key: string]: unknown;
            };
            aggregate: components["schemas"]["Aggregate"];
            editor: components["schemas"]["Editor"];
            sequence: string;
            /** Format: date-time */
            creationDate: string;
        };
        EventPage: {
            events: components["schemas"]["Event"][];
            /** @description send it with the same request for the next page; absent at the end of a search */
            cursor?: string;
            /** @description whether there are more events, even when this page has few or none */
            more: boolean;
        };
        EventRange: {
            /**
             * Format: date-time
             * @description only events after this time
             */
            since?: string;
            /**
             * Format: date-time
             * @description only events before this time
             */
            until?: string;
        };
        EventSearchBody: {
            /** @description oldest first; absent: newest first */
            asc?: boolean;
            /** @description maximum number of events; absent, 0 or more than 1000: 1000 */
            limit?: number;
            /**
             * @description only these types; a type that ends with .* matches by prefix
             * @example [
             *       "user.human.*"
             *     ]
             */
            eventTypes?: string[];
            /** @description the same as eventTypes */
            event_types?: string[];
            /** @description only events of this aggregate, for example a user */
            aggregateId?: string;
            /** @description the same as aggregateId */
            aggregate_id?: string;
            /**
             * @description only aggregates of these types
             * @example [
             *       "user"
             *     ]
             */
            aggregateTypes?: string[];
            /** @description the same as aggregateTypes */
            aggregate_types?: string[];
            /** @description only events of this organization */
            resourceOwner?: string;
            /** @description the same as resourceOwner */
            resource_owner?: string;
            /** @description only events caused by this user */
            editorUserId?: string;
            /** @description the same as editorUserId */
            editor_user_id?: string;
            /** @description only versions of the aggregate above this one; needs aggregateId */
            sequence?: string;
            /**
             * Format: date-time
             * @description with asc, only events after this time; otherwise only events before it
             */
            from?: string;
            /**
             * Format: date-time
             * @description the same as from
             */
            creationDate?: string;
            /**
             * Format: date-time
             * @description the same as from
             */
            creation_date?: string;
            /** @description a time range, instead of from */
            range?: components["schemas"]["EventRange"];
            /** @description returns events in commit order, from the beginning or after the cursor, without gaps */
            follow?: boolean;
            /** @description from an answer to the same request: go on there */
            cursor?: string;
        };
        EventTypes: {
            eventTypes: components["schemas"]["Type"][];
        };
        ExpiryBody: {
            /**
             * Format: date-time
             * @description when it expires; absent: never
             * @example 2030-01-01T00:00:00Z
             */
            expiresAt?: string;
        };
        FactorLink: {
            /** @description to be handed to the person by a way that nobody else reads; absent when it was mailed */
            link?: string;
            /** Format: date-time */
            expiresAt: string;
        };
        FactorLinkBody: {
            /** @description whether the link is mailed to the person, and to nobody else */
            mail?: boolean;
        };
        Features: {
            oidcTokenExchange: boolean;
        };
        FeaturesBody: {
            /** @description token exchange (RFC 8693) */
            oidcTokenExchange?: boolean;
        };
        GrantRolesBody: {
            /**
             * @description keys of the roles that the organization may give
             * @example [
             *       "accountant"
             *     ]
             */
            roleKeys: string[];
        };
        Group: {
            groupId: string;
            /** @example Accounting */
            displayName: string;
            /** @description name that a directory has for the group */
            externalId?: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description of the last change, also of its members
             */
            modifiedAt: string;
        };
        GroupBody: {
            /**
             * @description name; no other group of the organization has it, whatever its case
             * @example Accounting
             */
            displayName: string;
        };
        GroupList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            groups: components["schemas"]["Group"][];
        };
        GroupMember: {
            memberId: string;
            /** @enum {string} */
            type: "user" | "group";
            /** @example Ada Lovelace */
            displayName: string;
        };
        GroupMemberList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            members: components["schemas"]["GroupMember"][];
        };
        GroupMembersBody: {
            /**
             * @description ids of people and groups of the organization
             * @example [
             *       "268351204312072193"
             *     ]
             */
            memberIds: string[];
        };
        GroupRole: {
            /** @example ORG_USER_MANAGER */
            role: string;
            projectId?: string;
            grantId?: string;
        };
        GroupRoleBody: {
            /**
             * @description role in this organization, or in one project or grant of it
             * @example ORG_USER_MANAGER
             * @enum {string}
             */
            role: "ORG_OWNER" | "ORG_OWNER_VIEWER" | "ORG_USER_MANAGER" | "ORG_ADMIN_IMPERSONATOR" | "ORG_END_USER_IMPERSONATOR" | "PROJECT_OWNER" | "PROJECT_GRANT_OWNER";
            /** @description project, for PROJECT_OWNER */
            projectId?: string;
            /** @description grant, for PROJECT_GRANT_OWNER */
            grantId?: string;
        };
        GroupRoleList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            roles: components["schemas"]["GroupRole"][];
        };
        HeldAuthorization: {
            group?: components["schemas"]["BelongedGroup"];
            authorizationId: string;
            projectId: string;
            /** @description grant by which they were given; absent: by the organization of the project */
            grantId?: string;
            holderId: string;
            /** @enum {string} */
            holderKind: "person" | "service" | "group";
            roleKeys: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            modifiedAt: string;
        };
        HeldAuthorizationList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            authorizations: components["schemas"]["HeldAuthorization"][];
        };
        HeldMemberRole: {
            group?: components["schemas"]["BelongedGroup"];
            /** @example ORG_USER_MANAGER */
            role: string;
            projectId?: string;
            grantId?: string;
        };
        HeldMemberRoleList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            roles: components["schemas"]["HeldMemberRole"][];
        };
        ImpersonationPolicy: {
            /** @enum {string} */
            kind: "impersonation";
            /** @description what was decided here */
            own: components["schemas"]["ImpersonationPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["ImpersonationPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["ImpersonationPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["ImpersonationPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example false
             */
            enabled: boolean;
        };
        ImpersonationPolicyBody: {
            /**
             * @description whether a token exchange may name an actor; never where the service does not allow it (default false)
             * @example false
             */
            enabled: boolean;
        };
        ImpersonationPolicyChangeBody: {
            /**
             * @description whether a token exchange may name an actor; never where the service does not allow it (default false)
             * @example false
             */
            enabled?: boolean | null;
        };
        ImpersonationPolicyDecision: {
            /**
             * @description whether a token exchange may name an actor; never where the service does not allow it (default false)
             * @example false
             */
            enabled?: boolean;
        };
        ImpersonationPolicySources: {
            enabled: components["schemas"]["PolicySource"];
        };
        ImpersonationPolicyValues: {
            /**
             * @description whether a token exchange may name an actor; never where the service does not allow it (default false)
             * @example false
             */
            enabled: boolean;
        };
        Import: {
            id: string;
            /** @enum {string} */
            state: "receiving" | "waiting" | "running" | "stopped" | "failed" | "done" | "canceled";
            /** @enum {string} */
            mode: "create" | "upsert";
            dryRun: boolean;
            /** @description entries of the body; one of a group with groups in it, or with very many members, counts as several */
            records: number;
            /** @description entries processed, successful or not */
            done: number;
            added: number;
            changed: number;
            failed: number;
            /** @description groups among the entries that were added */
            groups: number;
            /** @description memberships in groups that were added */
            members: number;
            /** @description entries per second while it was running */
            rate: number;
            /** @description at this rate */
            secondsLeft: number | null;
            /** @description kind → how many */
            errors: {
                [key: string]: number;
            };
            /** @description why it failed */
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        ImportAnswer: {
            success: {
                orgs: components["schemas"]["OrganizationReport"][];
            };
            errors: components["schemas"]["ImportEntry"][];
            /** @description There is something left to do; the job can be resumed. */
            jobId?: string;
        };
        ImportEntry: {
            type: string;
            id: string;
            message: string;
        };
        ImportList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            imports: components["schemas"]["Import"][];
        };
        /** @description Problem details (RFC 9457). */
        ImportProblem: {
            /**
             * Format: uri-reference
             * @description the page that explains the code
             */
            type: string;
            title: string;
            status: number;
            /** @description what is wrong, and what to do */
            detail: string;
            /** @description stable; what happened */
            code: string;
            /** @description the first member or parameter at fault */
            field?: string;
            /** @description everything that is wrong */
            errors?: components["schemas"]["ImportEntry"][];
            /** @description to be searched for in the log */
            requestId: string;
        };
        /** @description RFC 7662 section 2.2; besides, the claims of the scopes of the token. */
        Introspection: {
            active: boolean;
            sub?: string;
            scope?: string;
            exp?: number;
        } & {
            [key: string]: unknown;
        };
        Job: {
            /**
             * @description its name, with hyphens for spaces
             * @example key-rotation
             */
            jobId: string;
            /** @example key rotation */
            name: string;
            /** @description seconds from the end of a run to the next */
            everySeconds: number;
            /**
             * Format: date-time
             * @description until when a process holds its lease; null if none does
             */
            heldUntil: string | null;
            /** @description null if none ended yet */
            lastRun: components["schemas"]["JobRun"] | null;
        };
        JobList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            jobs: components["schemas"]["Job"][];
        };
        JobRun: {
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            endedAt: string;
            /** @description why it failed; null if it succeeded */
            error: string | null;
        };
        Key: {
            /**
             * @description signs ID tokens and JWT access tokens, or seals opaque access tokens
             * @enum {string}
             */
            purpose: "signing" | "sealing";
            /**
             * @description of a key that signs
             * @example RS256
             */
            alg?: string;
            kid: string;
            state: string;
            /** Format: date-time */
            createdAt: string;
        };
        KeyFile: {
            /** @enum {string} */
            type: "serviceaccount" | "application";
            /** @description kid of its assertions */
            keyId: string;
            /** @description private key as PEM (PKCS #8), for RS256 */
            key: string;
            /** @description iss and sub of its assertions, of a service user */
            userId?: string;
            /** @description of an application */
            appId?: string;
            /** @description iss and sub of its assertions, of an application; a service user may use it, too */
            clientId: string;
            /**
             * Format: date-time
             * @description absent: never
             */
            expiresAt?: string;
            /** @description aud of its assertions */
            issuer: string;
            tokenEndpoint: string;
        };
        KeyList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            keys: components["schemas"]["SigningKey"][];
            /** @description on every page all keys that seal opaque access tokens and authenticate refresh tokens */
            sealingKeys: components["schemas"]["SealingKey"][];
        };
        /** @description RFC 7517 section 5. */
        KeySet: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        Keys: {
            /** @description keys that sign ID tokens and JWT access tokens */
            keys: components["schemas"]["SigningKey"][];
            /** @description keys that seal opaque access tokens and authenticate refresh tokens */
            sealingKeys: components["schemas"]["SealingKey"][];
        };
        LimitsPolicy: {
            /** @enum {string} */
            kind: "limits";
            /** @description what was decided here */
            own: components["schemas"]["LimitsPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["LimitsPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["LimitsPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["LimitsPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example 600000
             */
            tokenPerClient: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 1200000
             */
            token: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 600000
             */
            introspectionPerClient: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 1200000
             */
            introspection: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 480000
             */
            scimPerCaller: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 960000
             */
            scim: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 240000
             */
            adminPerCaller: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 480000
             */
            admin: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 24000
             */
            importPerCaller: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 48000
             */
            import: number;
        };
        LimitsPolicyBody: {
            /**
             * @description requests for tokens and revocations of one client that authenticates in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            tokenPerClient?: number;
            /**
             * @description those of all clients of the organization in a minute; 0: without limit (default 1200000)
             * @example 1200000
             */
            token?: number;
            /**
             * @description introspections of one client in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            introspectionPerClient?: number;
            /**
             * @description those of all clients of the organization in a minute; 0: without limit (default 1200000)
             * @example 1200000
             */
            introspection?: number;
            /**
             * @description SCIM requests of one provisioning connection or user in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            scimPerCaller?: number;
            /**
             * @description all SCIM requests to the organization in a minute; 0: without limit (default 960000)
             * @example 960000
             */
            scim?: number;
            /**
             * @description requests of one user to the admin API in a minute; 0: without limit (default 240000)
             * @example 240000
             */
            adminPerCaller?: number;
            /**
             * @description all requests to the admin API about the organization in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            admin?: number;
            /**
             * @description requests of one user about imports in a minute; 0: without limit (default 24000)
             * @example 24000
             */
            importPerCaller?: number;
            /**
             * @description those of all users of the organization in a minute; 0: without limit (default 48000)
             * @example 48000
             */
            import?: number;
        };
        LimitsPolicyChangeBody: {
            /**
             * @description requests for tokens and revocations of one client that authenticates in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            tokenPerClient?: number | null;
            /**
             * @description those of all clients of the organization in a minute; 0: without limit (default 1200000)
             * @example 1200000
             */
            token?: number | null;
            /**
             * @description introspections of one client in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            introspectionPerClient?: number | null;
            /**
             * @description those of all clients of the organization in a minute; 0: without limit (default 1200000)
             * @example 1200000
             */
            introspection?: number | null;
            /**
             * @description SCIM requests of one provisioning connection or user in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            scimPerCaller?: number | null;
            /**
             * @description all SCIM requests to the organization in a minute; 0: without limit (default 960000)
             * @example 960000
             */
            scim?: number | null;
            /**
             * @description requests of one user to the admin API in a minute; 0: without limit (default 240000)
             * @example 240000
             */
            adminPerCaller?: number | null;
            /**
             * @description all requests to the admin API about the organization in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            admin?: number | null;
            /**
             * @description requests of one user about imports in a minute; 0: without limit (default 24000)
             * @example 24000
             */
            importPerCaller?: number | null;
            /**
             * @description those of all users of the organization in a minute; 0: without limit (default 48000)
             * @example 48000
             */
            import?: number | null;
        };
        LimitsPolicyDecision: {
            /**
             * @description requests for tokens and revocations of one client that authenticates in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            tokenPerClient?: number;
            /**
             * @description those of all clients of the organization in a minute; 0: without limit (default 1200000)
             * @example 1200000
             */
            token?: number;
            /**
             * @description introspections of one client in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            introspectionPerClient?: number;
            /**
             * @description those of all clients of the organization in a minute; 0: without limit (default 1200000)
             * @example 1200000
             */
            introspection?: number;
            /**
             * @description SCIM requests of one provisioning connection or user in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            scimPerCaller?: number;
            /**
             * @description all SCIM requests to the organization in a minute; 0: without limit (default 960000)
             * @example 960000
             */
            scim?: number;
            /**
             * @description requests of one user to the admin API in a minute; 0: without limit (default 240000)
             * @example 240000
             */
            adminPerCaller?: number;
            /**
             * @description all requests to the admin API about the organization in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            admin?: number;
            /**
             * @description requests of one user about imports in a minute; 0: without limit (default 24000)
             * @example 24000
             */
            importPerCaller?: number;
            /**
             * @description those of all users of the organization in a minute; 0: without limit (default 48000)
             * @example 48000
             */
            import?: number;
        };
        LimitsPolicySources: {
            tokenPerClient: components["schemas"]["PolicySource"];
            token: components["schemas"]["PolicySource"];
            introspectionPerClient: components["schemas"]["PolicySource"];
            introspection: components["schemas"]["PolicySource"];
            scimPerCaller: components["schemas"]["PolicySource"];
            scim: components["schemas"]["PolicySource"];
            adminPerCaller: components["schemas"]["PolicySource"];
            admin: components["schemas"]["PolicySource"];
            importPerCaller: components["schemas"]["PolicySource"];
            import: components["schemas"]["PolicySource"];
        };
        LimitsPolicyValues: {
            /**
             * @description requests for tokens and revocations of one client that authenticates in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            tokenPerClient: number;
            /**
             * @description those of all clients of the organization in a minute; 0: without limit (default 1200000)
             * @example 1200000
             */
            token: number;
            /**
             * @description introspections of one client in a minute; 0: without limit (default 600000)
             * @example 600000
             */
            introspectionPerClient: number;
            /**
             * @description those of all clients of the organization in a minute; 0: without limit (default 1200000)
             * @example 1200000
             */
            introspection: number;
            /**
             * @description SCIM requests of one provisioning connection or user in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            scimPerCaller: number;
            /**
             * @description all SCIM requests to the organization in a minute; 0: without limit (default 960000)
             * @example 960000
             */
            scim: number;
            /**
             * @description requests of one user to the admin API in a minute; 0: without limit (default 240000)
             * @example 240000
             */
            adminPerCaller: number;
            /**
             * @description all requests to the admin API about the organization in a minute; 0: without limit (default 480000)
             * @example 480000
             */
            admin: number;
            /**
             * @description requests of one user about imports in a minute; 0: without limit (default 24000)
             * @example 24000
             */
            importPerCaller: number;
            /**
             * @description those of all users of the organization in a minute; 0: without limit (default 48000)
             * @example 48000
             */
            import: number;
        };
        Links: {
            help: string | null;
            privacy: string | null;
            terms: string | null;
            imprint: string | null;
        };
        LinksChangeBody: {
            /**
             * @description https: or mailto:
             * @example https://example.com/help
             */
            help?: string | null;
            /**
             * @description https:
             * @example https://example.com/privacy
             */
            privacy?: string | null;
            /**
             * @description https:
             * @example https://example.com/terms
             */
            terms?: string | null;
            /**
             * @description https:
             * @example https://example.com/imprint
             */
            imprint?: string | null;
        };
        Localized: {
            /** @example EventTypes.user.human.added */
            key: string;
            localizedMessage: string;
        };
        LockoutPolicy: {
            /** @enum {string} */
            kind: "lockout";
            /** @description what was decided here */
            own: components["schemas"]["LockoutPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["LockoutPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["LockoutPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["LockoutPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example 10
             */
            maxAttempts: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 900
             */
            lockSeconds: number;
        };
        LockoutPolicyBody: {
            /**
             * @description wrong passwords in a row that lock the name; 0: never (default 10)
             * @example 10
             */
            maxAttempts?: number;
            /**
             * @description seconds a lock lasts (default 900)
             * @example 900
             */
            lockSeconds?: number;
        };
        LockoutPolicyChangeBody: {
            /**
             * @description wrong passwords in a row that lock the name; 0: never (default 10)
             * @example 10
             */
            maxAttempts?: number | null;
            /**
             * @description seconds a lock lasts (default 900)
             * @example 900
             */
            lockSeconds?: number | null;
        };
        LockoutPolicyDecision: {
            /**
             * @description wrong passwords in a row that lock the name; 0: never (default 10)
             * @example 10
             */
            maxAttempts?: number;
            /**
             * @description seconds a lock lasts (default 900)
             * @example 900
             */
            lockSeconds?: number;
        };
        LockoutPolicySources: {
            maxAttempts: components["schemas"]["PolicySource"];
            lockSeconds: components["schemas"]["PolicySource"];
        };
        LockoutPolicyValues: {
            /**
             * @description wrong passwords in a row that lock the name; 0: never (default 10)
             * @example 10
             */
            maxAttempts: number;
            /**
             * @description seconds a lock lasts (default 900)
             * @example 900
             */
            lockSeconds: number;
        };
        LoginPageBody: {
            /** @description ways to sign in that the page shows and takes; one that nobody can use there does not count */
            ways?: ("password" | "passkey")[] | null;
            /** @description whether people may make an account on the way to this application, where the organization lets them */
            registration?: boolean | null;
            /** @description whether a forgotten password is reset on the way to this application */
            forgottenPassword?: boolean | null;
            /**
             * @description whose look the pages have: that of the organization which the request names, or always that of the application’s own
             * @enum {string|null}
             */
            branding?: "requested" | "own" | null;
            /**
             * @description language of the pages where neither person, request nor browser asks for one that there is; English by default
             * @example de
             * @enum {string|null}
             */
            language?: "en" | "de" | "es" | "fr" | "it" | "ja" | "nl" | "pl" | "pt" | "zh" | null;
        };
        Look: {
            /** @example 0b7a75 */
            accent: string;
            showName: boolean;
            /** @example f3f4f6 */
            background: string | null;
            /** @enum {string} */
            cornerRadius: "none" | "small" | "medium" | "large";
            /** @enum {string} */
            layout: "card" | "split";
            /** @description address of the picture */
            logoLight: string | null;
            /** @description shown by night; null: the other one */
            logoDark: string | null;
            favicon: string | null;
            links: components["schemas"]["Links"];
            /** @description own words by language */
            texts: {
                [key: string]: unknown;
            };
        };
        LookPolicy: {
            /** @enum {string} */
            kind: "look";
            /** @description what was decided here */
            own: components["schemas"]["LookPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["LookPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["LookPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["LookPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example 1f4fbf
             */
            accent: string;
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            showName: boolean;
        };
        LookPolicyBody: {
            /**
             * @description colour of buttons and links; its shade is adapted to be readable (default "1f4fbf")
             * @example 1f4fbf
             */
            accent?: string;
            /**
             * @description whether the pages show the organization's name (default true)
             * @example true
             */
            showName?: boolean;
        };
        LookPolicyChangeBody: {
            /**
             * @description colour of buttons and links; its shade is adapted to be readable (default "1f4fbf")
             * @example 1f4fbf
             */
            accent?: string | null;
            /**
             * @description whether the pages show the organization's name (default true)
             * @example true
             */
            showName?: boolean | null;
        };
        LookPolicyDecision: {
            /**
             * @description colour of buttons and links; its shade is adapted to be readable (default "1f4fbf")
             * @example 1f4fbf
             */
            accent?: string;
            /**
             * @description whether the pages show the organization's name (default true)
             * @example true
             */
            showName?: boolean;
        };
        LookPolicySources: {
            accent: components["schemas"]["PolicySource"];
            showName: components["schemas"]["PolicySource"];
        };
        LookPolicyValues: {
            /**
             * @description colour of buttons and links; its shade is adapted to be readable (default "1f4fbf")
             * @example 1f4fbf
             */
            accent: string;
            /**
             * @description whether the pages show the organization's name (default true)
             * @example true
             */
            showName: boolean;
        };
        Mail: {
            /** @example smtp.example.com */
            host: string | null;
            port: number | null;
            tls: string | null;
            verifyCertificate: boolean | null;
            user: string | null;
            /** @description whether there is a password */
            passwordSet: boolean;
            /** @example no-reply@example.com */
            fromAddress: string;
            /** @example Example */
            fromName: string | null;
            /** @example help@example.com */
            replyTo: string | null;
            sources: components["schemas"]["MailSources"];
        };
        MailChangeBody: {
            /**
             * @description name or IP address of the mail server
             * @example smtp.example.com
             */
            host?: string | null;
            /** @description its port; absent: 465 with implicit TLS, otherwise 587 */
            port?: number | null;
            /**
             * @description implicit: from the first byte; required: STARTTLS or nothing is sent; none: clear text
             * @enum {string|null}
             */
            tls?: "implicit" | "required" | "none" | null;
            /** @description whether its certificate must be valid */
            verifyCertificate?: boolean | null;
            /** @description user name there */
            user?: string | null;
            /** @description password there; it is never shown */
            password?: string | null;
            /**
             * Format: email
             * @description address that mail comes from
             * @example no-reply@example.com
             */
            fromAddress?: string | null;
            /**
             * @description name that mail comes from
             * @example Example
             */
            fromName?: string | null;
            /**
             * Format: email
             * @description address that replies go to
             * @example help@example.com
             */
            replyTo?: string | null;
        };
        MailPreview: {
            subject: string;
            text: string;
            html: string;
        };
        MailSources: {
            /**
             * @description none: mail is written to files
             * @enum {string}
             */
            server: "api" | "environment" | "none";
            /** @enum {string} */
            from: "api" | "environment" | "default";
            /** @enum {string} */
            replyTo: "api" | "none";
        };
        MailText: {
            kind: string;
            /** @example en */
            language: string;
            /** @description what the organization decided; null: nothing */
            own: components["schemas"]["MailTextParts"] | null;
            inherited: components["schemas"]["MailTextParts"];
            effective: components["schemas"]["MailTextParts"];
            placeholders: components["schemas"]["Placeholders"];
        };
        MailTextBody: {
            /**
             * @description subject, with placeholders
             * @example Welcome to {{organization}}
             */
            subject: string;
            /**
             * @description plain text with placeholders; empty lines part paragraphs
             * @example {{greeting}}
             *
             *     your code is {{code}}; or open {{link}}
             */
            body: string;
        };
        MailTextEntry: {
            kind: string;
            /** @example en */
            language: string;
            /** @description whether the organization has words of its own */
            isOwn: boolean;
        };
        MailTextEntryList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            mailTexts: components["schemas"]["MailTextEntry"][];
        };
        MailTextParts: {
            /** @example Welcome to {{organization}} */
            subject: string;
            /**
             * @example {{greeting}}
             *
             *     your code is {{code}}; or open {{link}}
             */
            body: string;
        };
        Member: {
            userId: string;
            role: string;
        };
        MemberRoles: {
            userId: string;
            roles: string[];
        };
        MemberRolesList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            members: components["schemas"]["MemberRoles"][];
        };
        Metadata: {
            /** @example costCenter */
            key: string;
            /**
             * Format: byte
             * @example NDcxMQ==
             */
            value: string;
        };
        MetadataBody: {
            /** @description entries to set; those with other keys stay */
            metadata: components["schemas"]["MetadataEntryBody"][];
        };
        MetadataEntryBody: {
            /**
             * @description the value in base64, at most 65,536 bytes
             * @example NDcxMQ==
             */
            value: string;
            /**
             * @description key
             * @example costCenter
             */
            key: string;
        };
        MetadataKeysBody: {
            /**
             * @description keys of the entries to remove; there need not be such
             * @example [
             *       "costCenter"
             *     ]
             */
            keys: string[];
        };
        MetadataList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            metadata: components["schemas"]["Metadata"][];
        };
        MetadataValueBody: {
            /**
             * @description the value in base64, at most 65,536 bytes
             * @example NDcxMQ==
             */
            value: string;
        };
        NewApplicationBody: {
            /**
             * @description name people see
             * @example Time sheet
             */
            name: string;
            /**
             * @description web keeps a secret on a server; native and userAgent cannot; api signs nobody in and asks about tokens
             * @enum {string}
             */
            type?: "web" | "native" | "userAgent" | "api";
            /**
             * @description method of authentication at the token endpoint
             * @enum {string}
             */
            authMethod?: "client_secret_basic" | "client_secret_post" | "none" | "private_key_jwt";
            /**
             * @description where people come back to; exact match
             * @example [
             *       "https://app.example.com/callback"
             *     ]
             */
            redirectUris?: string[];
            /** @description where people may go after signing out */
            postLogoutRedirectUris?: string[];
            /** @description response types it may ask for; those with id_token need the grant implicit */
            responseTypes?: ("code" | "id_token token" | "id_token")[];
            /** @description grants it may use */
            grantTypes?: ("authorization_code" | "implicit" | "refresh_token" | "urn:ietf:params:oauth:grant-type:token-exchange")[];
            /**
             * @description format of its access tokens
             * @enum {string}
             */
            accessTokenType?: "opaque" | "jwt";
            /**
             * @description algorithm that signs its JWT access tokens
             * @enum {string}
             */
            accessTokenSigningAlg?: "RS256" | "ES256" | "EdDSA";
            /**
             * @description algorithm that signs its ID tokens
             * @enum {string}
             */
            idTokenSigningAlg?: "RS256" | "ES256" | "EdDSA";
            /** @description lifetime of its access tokens in seconds */
            accessTokenSeconds?: number;
            /** @description lifetime of its ID tokens in seconds */
            idTokenSeconds?: number;
            /** @description seconds after which an unused refresh token expires */
            refreshIdleSeconds?: number;
            /** @description seconds after which an authorization can no longer be refreshed */
            refreshAbsoluteSeconds?: number;
            /** @description seconds for which a used refresh token returns the same successor again; default 2 for public clients, otherwise 5; 0: never */
            refreshReuseSeconds?: number;
            /** @description includes the claims of userinfo in the ID token */
            idTokenUserinfoAssertion?: boolean;
            /** @description its ID tokens tell the roles that were asked for */
            idTokenRoleAssertion?: boolean;
            /** @description its JWT access tokens tell the roles that were asked for */
            accessTokenRoleAssertion?: boolean;
            /**
             * @description what the claim groups holds: names or ids
             * @enum {string}
             */
            groupsClaimValue?: "name" | "id";
            /**
             * @description which groups the claim groups holds: all of a person, or those that have roles of the project
             * @enum {string}
             */
            groupsFilter?: "all" | "assigned";
            /**
             * @description the claim groups holds only groups whose names begin so; empty: any
             * @example app-
             */
            groupsPrefix?: string;
            /**
             * @description where it is told that a session has ended: https, or http on a loopback address; empty: nowhere
             * @example https://app.example.com/backchannel-logout
             */
            backchannelLogoutUri?: string;
            /** @description its logout tokens must contain sid; they always do */
            backchannelLogoutSessionRequired?: boolean;
            /** @description its tokens may call the APIs of this service; needs IAM_OWNER */
            apiAccess?: boolean;
            /** @description development mode: redirect URIs may use http on any host */
            devMode?: boolean;
            /**
             * @description web origins whose pages may call the OAuth endpoints as this application and, with apiAccess, the APIs of this service
             * @example [
             *       "https://console.example.com"
             *     ]
             */
            allowedOrigins?: string[];
            /** @description its assertions may name the token endpoint as their aud, as a single string, besides the issuer; default true */
            assertionAudienceTokenEndpoint?: boolean;
            /** @description users must consent before it receives any of their data */
            consentRequired?: boolean;
            /**
             * @description whose people may sign in: every organization’s, those of its own and of granted organizations, or its own only
             * @enum {string}
             */
            servedOrganizations?: "every" | "granted" | "own";
            /** @description what the sign-in page offers for this application, within what policies allow; absent: everything */
            loginPage?: components["schemas"]["LoginPageBody"];
            /** @description id to keep from another system; generated when absent */
            applicationId?: string;
            /**
             * @description settings of a usual kind of application, which other members of the body replace; a name and redirectUris are enough then. `machine` is refused: a program that signs in by itself is a service user
             * @enum {string}
             */
            template?: "web" | "spa" | "native" | "api" | "machine";
        };
        NewAuthorizationBody: {
            /**
             * @description keys of the roles, at least one
             * @example [
             *       "accountant"
             *     ]
             */
            roleKeys: string[];
            /** @description id of a person, a service user or a group */
            holderId: string;
        };
        NewClientKey: {
            keyFile?: components["schemas"]["KeyFile"];
            /** @description the kid that assertions name */
            keyId: string;
            publicKeyJwk: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description absent: never
             */
            expiresAt?: string;
        };
        NewClientKeyBody: {
            /**
             * Format: date-time
             * @description when it expires; absent: never
             * @example 2030-01-01T00:00:00Z
             */
            expiresAt?: string;
            /** @description public key as a JWK; without any public key, a pair is generated */
            publicKeyJwk?: {
                [key: string]: unknown;
            };
            /** @description public key as PEM (SPKI); without any public key, a pair is generated */
            publicKeyPem?: string;
        };
        NewClientSecret: {
            secretId: string;
            clientId: string;
            /** @description shown once */
            clientSecret: string;
        };
        NewConnection: {
            tokenId: string;
            /** @description shown once */
            token: string;
            /** @description also the id of its service user */
            connectionId: string;
            name: string;
            userName: string;
            description?: string;
            /** @description base URL to enter in the SCIM client */
            scimUrl: string;
            /** @enum {string} */
            preset: "default" | "strict" | "entra" | "okta" | "onelogin";
            /** @description those that differ from the preset */
            switches: {
                [key: string]: unknown;
            };
            provisioningDomain?: string;
            /** @enum {string} */
            emailTrust: "all" | "ownedDomains";
            active: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        NewConnectionBody: {
            /**
             * Format: date-time
             * @description when it expires; absent: never
             * @example 2030-01-01T00:00:00Z
             */
            expiresAt?: string;
            /**
             * @description name people see
             * @example Entra ID
             */
            name: string;
            /** @description userName of its service user; derived from the name when absent */
            userName?: string;
            /** @description what it is for */
            description?: string;
            /**
             * @description the preset of switches
             * @enum {string}
             */
            preset?: "default" | "strict" | "entra" | "okta" | "onelogin";
            /** @description switches that differ from the preset: clampPaging, requireNameAndEmail, anyCaseOperations, textBooleans, memberPaths, makeElements, plainValues, omitUnstorable, nullKeepsMembers, singleElements, scim1Schemas, windowsTimeZones, shortNames, ignorePasswordOnCreate, answerPatch, answerWritten, errorDetail */
            switches?: {
                [key: string]: unknown;
            };
            /** @description namespace of its externalIds; empty or absent: the shared one */
            provisioningDomain?: string;
            /**
             * @description which addresses count as verified; "all" is for administrators of the service
             * @enum {string}
             */
            emailTrust?: "ownedDomains" | "all";
        };
        NewDomainBody: {
            /**
             * @description domain name; unique in the service
             * @example example.com
             */
            domain: string;
        };
        NewGroupBody: {
            /**
             * @description name; no other group of the organization has it, whatever its case
             * @example Accounting
             */
            displayName: string;
            /** @description ids of people and groups that are in it from the start */
            memberIds?: string[];
            /** @description id to keep from another system; generated when absent */
            groupId?: string;
        };
        NewMemberBody: {
            /** @description id of a person or service user */
            userId: string;
            /**
             * @description role in this organization
             * @enum {string}
             */
            role: "ORG_OWNER" | "ORG_OWNER_VIEWER" | "ORG_USER_MANAGER" | "ORG_ADMIN_IMPERSONATOR" | "ORG_END_USER_IMPERSONATOR";
        };
        NewOrganizationBody: {
            /**
             * @description name people see
             * @example Example Ltd
             */
            name: string;
            /**
             * @description suffix of login names; unique in the service
             * @example example.com
             */
            primaryDomain?: string;
            /** @description id to keep from another system; generated when absent */
            orgId?: string;
        };
        NewPersonBody: {
            /**
             * @description the name shown to others; composed when absent
             * @example Ada Lovelace
             */
            displayName?: string;
            /** @description the whole name, with titles; composed when absent */
            formattedName?: string;
            /** @description middle names */
            middleName?: string;
            /**
             * @description title in front of the name
             * @example Dr.
             */
            honorificPrefix?: string;
            /** @description suffix after the name */
            honorificSuffix?: string;
            /** @description what the person is called in daily life */
            nickName?: string;
            /** @description web page about the person */
            profileUrl?: string;
            /** @description job title */
            title?: string;
            /**
             * @description relation to the organization
             * @example Employee
             */
            userType?: string;
            /**
             * @description language of pages and mails
             * @example en
             */
            preferredLanguage?: string;
            /**
             * @description language and region for dates and numbers
             * @example de-CH
             */
            locale?: string;
            /**
             * @description IANA time zone
             * @example Europe/Zurich
             */
            timezone?: string;
            /** @description personnel number */
            employeeNumber?: string;
            /** @description cost center */
            costCenter?: string;
            /** @description organization, as the directory names it */
            organization?: string;
            /** @description division */
            division?: string;
            /** @description department */
            department?: string;
            /** @description id of the manager, as the directory names it */
            managerId?: string;
            /** @description address of the manager */
            managerRef?: string;
            /** @description id that the caller’s system has for the person; visible to all callers */
            externalId?: string;
            /** @description phone numbers */
            phoneNumbers?: components["schemas"]["PhoneNumberBody"][];
            /** @description postal addresses */
            addresses?: components["schemas"]["AddressBody"][];
            /** @description addresses for instant messages */
            ims?: components["schemas"]["ElementBody"][];
            /** @description pictures */
            photos?: components["schemas"]["PhotoBody"][];
            /** @description roles as a directory names them; they grant nothing here */
            roles?: components["schemas"]["ElementBody"][];
            /** @description entitlements as a directory names them; they grant nothing here */
            entitlements?: components["schemas"]["ElementBody"][];
            /** @description certificates */
            x509Certificates?: components["schemas"]["CertificateBody"][];
            /**
             * @description name to sign in with, unique in the organization whatever its case
             * @example ada
             */
            userName: string;
            /**
             * @description given name
             * @example Ada
             */
            givenName: string;
            /**
             * @description family name
             * @example Lovelace
             */
            familyName: string;
            /**
             * @description e-mail addresses, at least one; mail goes to the primary one, else to the first
             * @example [
             *       {
             *         "value": "ada@example.com"
             *       }
             *     ]
             */
            emails: components["schemas"]["EmailBody"][];
            /** @description password to begin with; without one the person is invited if the policy `signIn` says so, or by `_invite` */
            password?: string;
            /** @description the password has to be changed at the first sign-in */
            passwordChangeRequired?: boolean;
        };
        NewPersonalAccessToken: {
            tokenId: string;
            /** @description shown once */
            token: string;
        };
        NewPersonalAccessTokenBody: {
            /**
             * Format: date-time
             * @description when it expires; absent: never
             * @example 2030-01-01T00:00:00Z
             */
            expiresAt?: string;
            /**
             * @description scopes, separated by spaces
             * @example openid profile
             */
            scope?: string;
            /** @description ids of the projects whose applications may introspect it */
            audience?: string[];
        };
        NewProjectBody: {
            /**
             * @description name people see
             * @example Intranet
             */
            name: string;
            /** @description id to keep from another system; generated when absent */
            projectId?: string;
            /** @description tokens of its applications name the roles of their user without being asked */
            projectRoleAssertion?: boolean;
            /** @description only people with a role of the project may sign in to its applications */
            projectRoleCheck?: boolean;
            /** @description only people of its own organization, and of those it is granted to, may sign in */
            hasProjectCheck?: boolean;
        };
        NewProjectGrantBody: {
            /**
             * @description keys of the roles that the organization may give
             * @example [
             *       "accountant"
             *     ]
             */
            roleKeys: string[];
            /** @description organization that may use the project */
            grantedOrgId: string;
        };
        NewProjectGrantMemberBody: {
            /** @description id of a person or service user */
            userId: string;
            /**
             * @description role in this grant
             * @enum {string}
             */
            role: "PROJECT_GRANT_OWNER";
        };
        NewProjectMemberBody: {
            /** @description id of a person or service user */
            userId: string;
            /**
             * @description role in this project
             * @enum {string}
             */
            role: "PROJECT_OWNER";
        };
        NewProjectRoleBody: {
            /**
             * @description key of the role, unique in the project; it appears in tokens
             * @example accountant
             */
            key: string;
            /**
             * @description name people see; the key when absent
             * @example Accountant
             */
            name?: string;
            /**
             * @description groups roles in consoles; empty or absent: none
             * @example Finance
             */
            section?: string;
        };
        NewServiceMemberBody: {
            /** @description id of a person or service user */
            userId: string;
            /**
             * @description role in the whole service
             * @enum {string}
             */
            role: "IAM_OWNER" | "IAM_OWNER_VIEWER" | "IAM_ORG_MANAGER" | "IAM_USER_MANAGER" | "IAM_ADMIN_IMPERSONATOR" | "IAM_END_USER_IMPERSONATOR";
        };
        NewServiceUserBody: {
            /**
             * @description name in the organization
             * @example entra-provisioning
             */
            userName: string;
            /** @description name people see */
            name?: string;
            /** @description what it is for */
            description?: string;
            /** @description id to keep from another system; generated when absent */
            userId?: string;
            /**
             * @description format of its access tokens
             * @enum {string}
             */
            accessTokenType?: "opaque" | "jwt";
            /** @description assertions of the JWT profile may be used more than once */
            assertionReuse?: boolean;
        };
        /** @description RFC 6749 section 5.2. */
        OAuthError: {
            error: string;
            error_description?: string;
        };
        Omission: {
            /** @example phoneNumbers.value */
            attribute: string;
            /**
             * @description what the value was meant to be; the value itself is not kept
             * @example phone number
             */
            kind: string;
            /**
             * @description id of the reason
             * @example SCIM-VALUE-FORMAT
             */
            reasonId: string;
            /** @description meaning of that id */
            reason: string;
        };
        Organization: {
            orgId: string;
            name: string;
            primaryDomain: string;
            /** @enum {string} */
            state: "active" | "inactive";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description of the last change of the organization itself
             */
            modifiedAt: string;
        };
        OrganizationChangeBody: {
            /**
             * @description name people see
             * @example Example Ltd
             */
            name?: string;
        };
        OrganizationContents: {
            people: number;
            serviceUsers: number;
            groups: number;
            projects: number;
            applications: number;
            domains: number;
        };
        OrganizationList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            organizations: components["schemas"]["Organization"][];
        };
        OrganizationProvisioningSearchBody: {
            /** @description only of this caller, such as a connection */
            callerId?: string;
            /** @description only about this user: its id, or the userName that was sent */
            target?: string;
            /** @description only these operations */
            operations?: ("create" | "read" | "list" | "replace" | "patch" | "delete" | "bulk" | "other")[];
            /** @description only requests that were refused or failed */
            failedOnly?: boolean;
            /**
             * Format: date-time
             * @description from then on
             */
            since?: string;
            /**
             * Format: date-time
             * @description before then
             */
            until?: string;
            /** @description maximum number of entries; absent: 100 */
            limit?: number;
            /** @description nextPage of the previous page */
            page?: string;
        };
        OrganizationReport: {
            orgId: string;
            humanUserIds: string[];
        } & {
            [key: string]: unknown;
        };
        OrganizationStatistics: {
            people: components["schemas"]["ByState"];
            serviceUsers: components["schemas"]["ByState"];
            groups: number;
            projects: number;
            applications: number;
            /** @description verified ones */
            domains: number;
        };
        Password: {
            /** Format: date-time */
            changedAt: string;
            /** @description another one must be chosen before the next sign-in completes */
            changeRequired: boolean;
        };
        PasswordPolicy: {
            /** @enum {string} */
            kind: "password";
            /** @description what was decided here */
            own: components["schemas"]["PasswordPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["PasswordPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["PasswordPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["PasswordPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example 12
             */
            minLength: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example 8
             */
            minLengthWithSecondFactor: number;
            /**
             * @deprecated
             * @description as in `effective`
             * @example false
             */
            lower: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example false
             */
            upper: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example false
             */
            digit: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example false
             */
            symbol: boolean;
            /**
             * @deprecated
             * @description as in `effective`
             * @example true
             */
            refuseCommon: boolean;
        };
        PasswordPolicyBody: {
            /**
             * @description characters at least (default 12)
             * @example 12
             */
            minLength?: number;
            /**
             * @description the same where a second factor is required of everybody, if it is less; whoever decides `minLength` alone decides this the same (default 8)
             * @example 8
             */
            minLengthWithSecondFactor?: number;
            /**
             * @description requires a lower-case letter (default false)
             * @example false
             */
            lower?: boolean;
            /**
             * @description requires an upper-case letter (default false)
             * @example false
             */
            upper?: boolean;
            /**
             * @description a digit is needed (default false)
             * @example false
             */
            digit?: boolean;
            /**
             * @description a symbol is needed (default false)
             * @example false
             */
            symbol?: boolean;
            /**
             * @description the 100,000 most common passwords of known breaches are refused, whatever their case (default true)
             * @example true
             */
            refuseCommon?: boolean;
        };
        PasswordPolicyChangeBody: {
            /**
             * @description characters at least (default 12)
             * @example 12
             */
            minLength?: number | null;
            /**
             * @description the same where a second factor is required of everybody, if it is less; whoever decides `minLength` alone decides this the same (default 8)
             * @example 8
             */
            minLengthWithSecondFactor?: number | null;
            /**
             * @description requires a lower-case letter (default false)
             * @example false
             */
            lower?: boolean | null;
            /**
             * @description requires an upper-case letter (default false)
             * @example false
             */
            upper?: boolean | null;
            /**
             * @description a digit is needed (default false)
             * @example false
             */
            digit?: boolean | null;
            /**
             * @description a symbol is needed (default false)
             * @example false
             */
            symbol?: boolean | null;
            /**
             * @description the 100,000 most common passwords of known breaches are refused, whatever their case (default true)
             * @example true
             */
            refuseCommon?: boolean | null;
        };
        PasswordPolicyDecision: {
            /**
             * @description characters at least (default 12)
             * @example 12
             */
            minLength?: number;
            /**
             * @description the same where a second factor is required of everybody, if it is less; whoever decides `minLength` alone decides this the same (default 8)
             * @example 8
             */
            minLengthWithSecondFactor?: number;
            /**
             * @description requires a lower-case letter (default false)
             * @example false
             */
            lower?: boolean;
            /**
             * @description requires an upper-case letter (default false)
             * @example false
             */
            upper?: boolean;
            /**
             * @description a digit is needed (default false)
             * @example false
             */
            digit?: boolean;
            /**
             * @description a symbol is needed (default false)
             * @example false
             */
            symbol?: boolean;
            /**
             * @description the 100,000 most common passwords of known breaches are refused, whatever their case (default true)
             * @example true
             */
            refuseCommon?: boolean;
        };
        PasswordPolicySources: {
            minLength: components["schemas"]["PolicySource"];
            minLengthWithSecondFactor: components["schemas"]["PolicySource"];
            lower: components["schemas"]["PolicySource"];
            upper: components["schemas"]["PolicySource"];
            digit: components["schemas"]["PolicySource"];
            symbol: components["schemas"]["PolicySource"];
            refuseCommon: components["schemas"]["PolicySource"];
        };
        PasswordPolicyValues: {
            /**
             * @description characters at least (default 12)
             * @example 12
             */
            minLength: number;
            /**
             * @description the same where a second factor is required of everybody, if it is less; whoever decides `minLength` alone decides this the same (default 8)
             * @example 8
             */
            minLengthWithSecondFactor: number;
            /**
             * @description requires a lower-case letter (default false)
             * @example false
             */
            lower: boolean;
            /**
             * @description requires an upper-case letter (default false)
             * @example false
             */
            upper: boolean;
            /**
             * @description a digit is needed (default false)
             * @example false
             */
            digit: boolean;
            /**
             * @description a symbol is needed (default false)
             * @example false
             */
            symbol: boolean;
            /**
             * @description the 100,000 most common passwords of known breaches are refused, whatever their case (default true)
             * @example true
             */
            refuseCommon: boolean;
        };
        Person: {
            userId: string;
            /** @description id of the organization */
            orgId: string;
            /** @example ada */
            userName: string;
            /**
             * @description what the person types to sign in
             * @example ada@example.com
             */
            loginName: string;
            /**
             * @description as the directory has it; see `_deactivate`
             * @enum {string}
             */
            state: "active" | "inactive";
            /** @description an administrator keeps the person from signing in, whatever the directory says; see `_lock` */
            locked: boolean;
            /**
             * Format: date-time
             * @description since when
             */
            lockedAt?: string;
            givenName?: string;
            familyName?: string;
            emails: components["schemas"]["EmailBody"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            modifiedAt: string;
            displayName?: string;
            formattedName?: string;
            middleName?: string;
            honorificPrefix?: string;
            honorificSuffix?: string;
            nickName?: string;
            profileUrl?: string;
            title?: string;
            userType?: string;
            preferredLanguage?: string;
            locale?: string;
            timezone?: string;
            employeeNumber?: string;
            costCenter?: string;
            organization?: string;
            division?: string;
            department?: string;
            managerId?: string;
            managerRef?: string;
            externalId?: string;
            phoneNumbers?: components["schemas"]["PhoneNumberBody"][];
            addresses?: components["schemas"]["AddressBody"][];
            ims?: components["schemas"]["ElementBody"][];
            photos?: components["schemas"]["PhotoBody"][];
            roles?: components["schemas"]["ElementBody"][];
            entitlements?: components["schemas"]["ElementBody"][];
            x509Certificates?: components["schemas"]["CertificateBody"][];
        };
        PersonBody: {
            /**
             * @description the name shown to others; composed when absent
             * @example Ada Lovelace
             */
            displayName?: string | null;
            /** @description the whole name, with titles; composed when absent */
            formattedName?: string | null;
            /** @description middle names */
            middleName?: string | null;
            /**
             * @description title in front of the name
             * @example Dr.
             */
            honorificPrefix?: string | null;
            /** @description suffix after the name */
            honorificSuffix?: string | null;
            /** @description what the person is called in daily life */
            nickName?: string | null;
            /** @description web page about the person */
            profileUrl?: string | null;
            /** @description job title */
            title?: string | null;
            /**
             * @description relation to the organization
             * @example Employee
             */
            userType?: string | null;
            /**
             * @description language of pages and mails
             * @example en
             */
            preferredLanguage?: string | null;
            /**
             * @description language and region for dates and numbers
             * @example de-CH
             */
            locale?: string | null;
            /**
             * @description IANA time zone
             * @example Europe/Zurich
             */
            timezone?: string | null;
            /** @description personnel number */
            employeeNumber?: string | null;
            /** @description cost center */
            costCenter?: string | null;
            /** @description organization, as the directory names it */
            organization?: string | null;
            /** @description division */
            division?: string | null;
            /** @description department */
            department?: string | null;
            /** @description id of the manager, as the directory names it */
            managerId?: string | null;
            /** @description address of the manager */
            managerRef?: string | null;
            /** @description id that the caller’s system has for the person; visible to all callers */
            externalId?: string | null;
            /** @description phone numbers */
            phoneNumbers?: components["schemas"]["PhoneNumberBody"][] | null;
            /** @description postal addresses */
            addresses?: components["schemas"]["AddressBody"][] | null;
            /** @description addresses for instant messages */
            ims?: components["schemas"]["ElementBody"][] | null;
            /** @description pictures */
            photos?: components["schemas"]["PhotoBody"][] | null;
            /** @description roles as a directory names them; they grant nothing here */
            roles?: components["schemas"]["ElementBody"][] | null;
            /** @description entitlements as a directory names them; they grant nothing here */
            entitlements?: components["schemas"]["ElementBody"][] | null;
            /** @description certificates */
            x509Certificates?: components["schemas"]["CertificateBody"][] | null;
            /**
             * @description name to sign in with, unique in the organization whatever its case
             * @example ada
             */
            userName?: string;
            /**
             * @description given name
             * @example Ada
             */
            givenName?: string;
            /**
             * @description family name
             * @example Lovelace
             */
            familyName?: string;
            /**
             * @description e-mail addresses, at least one; mail goes to the primary one, else to the first
             * @example [
             *       {
             *         "value": "ada@example.com"
             *       }
             *     ]
             */
            emails?: components["schemas"]["EmailBody"][];
        };
        PersonDetails: {
            /** @description null for somebody without a password */
            password: components["schemas"]["Password"] | null;
            userId: string;
            /** @description id of the organization */
            orgId: string;
            /** @example ada */
            userName: string;
            /**
             * @description what the person types to sign in
             * @example ada@example.com
             */
            loginName: string;
            /**
             * @description as the directory has it; see `_deactivate`
             * @enum {string}
             */
            state: "active" | "inactive";
            /** @description an administrator keeps the person from signing in, whatever the directory says; see `_lock` */
            locked: boolean;
            /**
             * Format: date-time
             * @description since when
             */
            lockedAt?: string;
            givenName?: string;
            familyName?: string;
            emails: components["schemas"]["EmailBody"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            modifiedAt: string;
            displayName?: string;
            formattedName?: string;
            middleName?: string;
            honorificPrefix?: string;
            honorificSuffix?: string;
            nickName?: string;
            profileUrl?: string;
            title?: string;
            userType?: string;
            preferredLanguage?: string;
            locale?: string;
            timezone?: string;
            employeeNumber?: string;
            costCenter?: string;
            organization?: string;
            division?: string;
            department?: string;
            managerId?: string;
            managerRef?: string;
            externalId?: string;
            phoneNumbers?: components["schemas"]["PhoneNumberBody"][];
            addresses?: components["schemas"]["AddressBody"][];
            ims?: components["schemas"]["ElementBody"][];
            photos?: components["schemas"]["PhotoBody"][];
            roles?: components["schemas"]["ElementBody"][];
            entitlements?: components["schemas"]["ElementBody"][];
            x509Certificates?: components["schemas"]["CertificateBody"][];
        };
        PersonEvents: {
            events: components["schemas"]["Event"][];
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /** @description number of events on all pages, with `total=true` */
            total?: number;
        };
        PersonFactor: {
            factorId: string;
            /** @enum {string} */
            kind: "passkey" | "totp" | "securityKey" | "mail" | "sms" | "recovery";
            /** @description what its owner calls it */
            name?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt?: string;
            /** @description of recovery codes: how many are left */
            left?: number;
        };
        PersonFactorList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            factors: components["schemas"]["PersonFactor"][];
        };
        PersonGrant: {
            clientId: string;
            /** @description name of the application */
            application: string;
            scopes: string[];
            /**
             * Format: date-time
             * @description beginning of the oldest authorization, as far as known
             */
            since?: string;
            /**
             * Format: date-time
             * @description when tokens were last issued for a code or a refresh token
             */
            lastUsedAt?: string;
        };
        PersonGrantList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            grants: components["schemas"]["PersonGrant"][];
        };
        PersonList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            people: components["schemas"]["Person"][];
        };
        PersonLock: {
            /** @description an administrator keeps the person from signing in */
            locked: boolean;
            /**
             * Format: date-time
             * @description since when
             */
            lockedAt?: string;
            /**
             * Format: date-time
             * @description until then sign-ins are refused after wrong passwords
             */
            refusedUntil?: string;
        };
        PersonMemberRole: {
            /** @description id of the organization where it counts; absent: it counts in the whole service */
            orgId?: string;
            group?: components["schemas"]["BelongedGroup"];
            /** @example ORG_USER_MANAGER */
            role: string;
            projectId?: string;
            grantId?: string;
        };
        PersonRoles: {
            /** @description in the organization its own first, then by group; then roles elsewhere */
            memberRoles: components["schemas"]["PersonMemberRole"][];
            /** @description its own first, then by group; at most 2,000 */
            projectRoles: components["schemas"]["HeldAuthorization"][];
        };
        PersonSession: {
            /** @description the same as in events about the session */
            sessionId: string;
            /**
             * @description kind of browser and system, as far as known
             * @example Firefox, Linux
             */
            browser?: string;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description to the minute
             */
            lastUsedAt: string;
        };
        PersonSessionList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            sessions: components["schemas"]["PersonSession"][];
        };
        PersonalAccessToken: {
            tokenId: string;
            scope: string;
            audience: string[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description absent: never
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description when it was last used, up to an hour out of date; absent: never
             */
            lastUsedAt?: string;
        };
        PersonalAccessTokenList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            personalAccessTokens: components["schemas"]["PersonalAccessToken"][];
        };
        PhoneNumberBody: {
            value: string;
            /** @description found to be the person’s; ignored in requests */
            verified?: boolean;
            display?: string;
            type?: string;
            primary?: boolean;
        };
        PhotoBody: {
            value: string;
            display?: string;
            type?: string;
            primary?: boolean;
        };
        Placeholders: {
            subject: string[];
            body: string[];
            /** @description those that the body must have */
            required: string[];
        };
        PolicyEntry: {
            /** @enum {string} */
            kind: "registration" | "password" | "lockout" | "look" | "signIn" | "assurance" | "account" | "removedPeople" | "domain" | "addressLimits" | "limits" | "impersonation";
            /** @description what was decided here */
            own: {
                [key: string]: unknown;
            };
            /** @description what holds without it */
            inherited: {
                [key: string]: unknown;
            };
            effective: {
                [key: string]: unknown;
            };
            sources: {
                [key: string]: unknown;
            };
        };
        PolicyEntryList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            policies: components["schemas"]["PolicyEntry"][];
        };
        PolicySource: {
            /**
             * @example organization
             * @enum {string}
             */
            from: "organization" | "service" | "default";
            /**
             * @description what was decided is weaker than this floor, which holds instead; absent: it holds as decided
             * @example service
             * @enum {string}
             */
            raisedBy?: "service" | "product";
        };
        /** @description Problem details (RFC 9457). */
        Problem: {
            /**
             * Format: uri-reference
             * @description the page that explains the code
             */
            type: string;
            title: string;
            status: number;
            /** @description what is wrong, and what to do */
            detail: string;
            /** @description stable; what happened */
            code: string;
            /** @description the first member or parameter at fault */
            field?: string;
            /** @description everything that is wrong */
            errors?: {
                /** @description JSON pointer into the body (RFC 6901) */
                pointer?: string;
                /** @description name of a parameter of the query */
                parameter?: string;
                code: string;
                detail: string;
            }[];
            /** @description to be searched for in the log */
            requestId: string;
        };
        Project: {
            projectId: string;
            name: string;
            /** @enum {string} */
            state: "active" | "inactive";
            /** @description tokens of its applications name the roles of their user without being asked */
            projectRoleAssertion: boolean;
            /** @description only people with a role of the project may sign in */
            projectRoleCheck: boolean;
            /** @description only people of its own organization, and of those it is granted to, may sign in */
            hasProjectCheck: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        ProjectChangeBody: {
            /**
             * @description name people see
             * @example Intranet
             */
            name?: string;
            /** @description tokens of its applications name the roles of their user without being asked */
            projectRoleAssertion?: boolean;
            /** @description only people with a role of the project may sign in to its applications */
            projectRoleCheck?: boolean;
            /** @description only people of its own organization, and of those it is granted to, may sign in */
            hasProjectCheck?: boolean;
        };
        ProjectGrant: {
            grantId: string;
            projectId: string;
            /** @example Intranet */
            projectName: string;
            /** @description organization that the project belongs to */
            orgId: string;
            /** @description organization that it is granted to */
            grantedOrgId: string;
            /** @description roles that organization may give */
            roleKeys: string[];
            /** @description the organization agreed; until then its people are asked for consent */
            accepted: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        ProjectGrantList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            grants: components["schemas"]["ProjectGrant"][];
        };
        ProjectList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            projects: components["schemas"]["Project"][];
        };
        ProjectRole: {
            /** @example accountant */
            key: string;
            /** @example Accountant */
            name: string;
            /** @example Finance */
            section: string;
            /** Format: date-time */
            createdAt: string;
        };
        ProjectRoleBody: {
            /**
             * @description name people see; the key when absent
             * @example Accountant
             */
            name?: string | null;
            /**
             * @description groups roles in consoles; empty or absent: none
             * @example Finance
             */
            section?: string | null;
        };
        ProjectRoleHolder: {
            /** @description roles of the project; its own first, then by group */
            projectRoles: components["schemas"]["ReasonedProjectRole"][];
            userId: string;
            /** @enum {string} */
            kind: "person" | "service";
            /** @description of users of this organization */
            userName?: string;
            /** @description its own first, then by group */
            roles: components["schemas"]["ReasonedRole"][];
        };
        ProjectRoleHolderList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            roleHolders: components["schemas"]["ProjectRoleHolder"][];
        };
        ProjectRoleList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            roles: components["schemas"]["ProjectRole"][];
        };
        ProvisioningEntry: {
            /** Format: date-time */
            time: string;
            orgId: string;
            callerId: string;
            /** @enum {string} */
            operation: "create" | "read" | "list" | "replace" | "patch" | "delete" | "bulk" | "other";
            /** @description id of the user, if known */
            targetId?: string;
            /** @description userName that was sent, or the current one */
            targetName?: string;
            /** @description status of the response, or of the operation in a bulk request */
            status: number;
            /** @description id in the ErrorDetail of the response */
            errorId?: string;
            /** @description meaning of that id */
            error?: string;
            /** @description such as User or Group, if known */
            resourceType?: string;
            /** @description the attribute that a refusal is about, if it is about one */
            attribute?: string;
            /** @description names of the attributes that were changed, or were to be */
            changed: string[];
            /** @description what was left out because it can't be stored */
            omitted: components["schemas"]["Omission"][];
            /** @description the X-Request-Id header, also in the log of the process */
            requestId: string;
        };
        ProvisioningPage: {
            entries: components["schemas"]["ProvisioningEntry"][];
            /** @description null on the last page */
            nextPage: string | null;
        };
        ProvisioningSearchBody: {
            /** @description only in this organization */
            orgId?: string;
            /** @description only of this caller, such as a connection */
            callerId?: string;
            /** @description only about this user: its id, or the userName that was sent */
            target?: string;
            /** @description only these operations */
            operations?: ("create" | "read" | "list" | "replace" | "patch" | "delete" | "bulk" | "other")[];
            /** @description only requests that were refused or failed */
            failedOnly?: boolean;
            /**
             * Format: date-time
             * @description from then on
             */
            since?: string;
            /**
             * Format: date-time
             * @description before then
             */
            until?: string;
            /** @description maximum number of entries; absent: 100 */
            limit?: number;
            /** @description nextPage of the previous page */
            page?: string;
        };
        ReadOnlyMode: {
            /** @description whether processes only read */
            readOnly: boolean;
            /** Format: date-time */
            since: string | null;
            /**
             * Format: date-time
             * @description from when on no process writes any more
             */
            settledAt: string | null;
            /** @description id of who began it */
            editor: string | null;
            reason: string | null;
        };
        ReasonedProjectRole: {
            /**
             * @description key of the role
             * @example accountant
             */
            roleKey: string;
            /**
             * @description given to the user, or to a group that the user belongs to
             * @enum {string}
             */
            via: "direct" | "group";
            authorizationId: string;
            /** @description organization that gave it */
            orgId: string;
            /** @description grant by which it was given; absent: by the organization of the project */
            grantId?: string;
            group?: components["schemas"]["BelongedGroup"];
        };
        ReasonedRole: {
            /**
             * @description given to the user here, to a group here, or inherited: from the whole service or, for a project, from its organization
             * @enum {string}
             */
            via: "group" | "direct" | "inherited";
            group?: components["schemas"]["BelongedGroup"];
            /** @example ORG_USER_MANAGER */
            role: string;
            projectId?: string;
            grantId?: string;
        };
        RegistrationPolicy: {
            /** @enum {string} */
            kind: "registration";
            /** @description what was decided here */
            own: components["schemas"]["RegistrationPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["RegistrationPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["RegistrationPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["RegistrationPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example false
             */
            enabled: boolean;
        };
        RegistrationPolicyBody: {
            /**
             * @description whether people may register by themselves (default false)
             * @example false
             */
            enabled?: boolean;
        };
        RegistrationPolicyChangeBody: {
            /**
             * @description whether people may register by themselves (default false)
             * @example false
             */
            enabled?: boolean | null;
        };
        RegistrationPolicyDecision: {
            /**
             * @description whether people may register by themselves (default false)
             * @example false
             */
            enabled?: boolean;
        };
        RegistrationPolicySources: {
            enabled: components["schemas"]["PolicySource"];
        };
        RegistrationPolicyValues: {
            /**
             * @description whether people may register by themselves (default false)
             * @example false
             */
            enabled: boolean;
        };
        RemovedOrganization: {
            orgId: string;
            name: string;
            removed: components["schemas"]["OrganizationContents"];
        };
        RemovedPeoplePolicy: {
            /** @enum {string} */
            kind: "removedPeople";
            /** @description what was decided here */
            own: components["schemas"]["RemovedPeoplePolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["RemovedPeoplePolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["RemovedPeoplePolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["RemovedPeoplePolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example 0
             */
            days: number;
        };
        RemovedPeoplePolicyBody: {
            /**
             * @description days in which people who were removed can come back; 0: they are gone at once (default 0)
             * @example 0
             */
            days?: number;
        };
        RemovedPeoplePolicyChangeBody: {
            /**
             * @description days in which people who were removed can come back; 0: they are gone at once (default 0)
             * @example 0
             */
            days?: number | null;
        };
        RemovedPeoplePolicyDecision: {
            /**
             * @description days in which people who were removed can come back; 0: they are gone at once (default 0)
             * @example 0
             */
            days?: number;
        };
        RemovedPeoplePolicySources: {
            days: components["schemas"]["PolicySource"];
        };
        RemovedPeoplePolicyValues: {
            /**
             * @description days in which people who were removed can come back; 0: they are gone at once (default 0)
             * @example 0
             */
            days: number;
        };
        RemovedPerson: {
            userId: string;
            /** @example ada */
            userName: string;
            /** @example Ada Lovelace */
            displayName: string;
            /** Format: date-time */
            removedAt: string;
            /**
             * Format: date-time
             * @description until then `_restore` brings the person back
             */
            keptUntil: string;
        };
        RemovedPersonList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            people: components["schemas"]["RemovedPerson"][];
        };
        RoleHolder: {
            userId: string;
            /** @enum {string} */
            kind: "person" | "service";
            /** @description of users of this organization */
            userName?: string;
            /** @description its own first, then by group */
            roles: components["schemas"]["ReasonedRole"][];
        };
        RoleHolderList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            roleHolders: components["schemas"]["RoleHolder"][];
        };
        RotationBody: {
            /**
             * @description only this algorithm; absent: all
             * @enum {string}
             */
            alg?: "RS256" | "ES256" | "EdDSA";
        };
        ScimBulkOperation: {
            /** @enum {string} */
            method: "POST" | "PUT" | "PATCH" | "DELETE";
            bulkId?: string;
            version?: string;
            path?: string;
            /** @description The body of the operation */
            data?: {
                [key: string]: unknown;
            };
        };
        /** @description RFC 7644 section 3.7. */
        ScimBulkRequest: {
            /**
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:BulkRequest"
             *     ]
             */
            schemas: string[];
            failOnErrors?: number;
            Operations: components["schemas"]["ScimBulkOperation"][];
        };
        ScimBulkResponse: {
            /**
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:BulkResponse"
             *     ]
             */
            schemas: string[];
            Operations: {
                method: string;
                bulkId?: string;
                version?: string;
                location?: string;
                status: string;
                /** @description The error, or what was left out of the operation */
                response?: {
                    [key: string]: unknown;
                };
            }[];
        };
        /** @description A discovery document (RFC 7643 sections 5 to 7). */
        ScimDocument: {
            schemas: string[];
            meta: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description RFC 7644 section 3.4.2. */
        ScimDocumentList: {
            /**
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:ListResponse"
             *     ]
             */
            schemas: string[];
            totalResults: number;
            itemsPerPage?: number;
            startIndex?: number;
            /** @description RFC 9865; absent on the last page and without cursors */
            nextCursor?: string;
            Resources: components["schemas"]["ScimDocument"][];
        };
        /** @description RFC 7644 section 3.12. */
        ScimError: {
            /**
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:Error"
             *     ]
             */
            schemas: string[];
            status: string;
            scimType?: string;
            detail?: string;
            "urn:ietf:params:scim:api:gatehouse:messages:2.0:ErrorDetail"?: {
                /** @description stable; what happened */
                id: string;
                message: string;
            };
        };
        /** @description A group of people and other groups. */
        ScimGroup: {
            /** @description URNs of the schemas this resource consists of. */
            schemas: string[];
            /** @description Identifier given by the service; never changes and is never given again. */
            id: string;
            /** @description Identifier given by the provisioning client, kept to the letter. */
            externalId?: string;
            /** @description What the service knows about the resource itself. */
            meta?: {
                /** @description Name of the resource type. */
                resourceType?: string;
                /**
                 * Format: date-time
                 * @description When the resource was created.
                 */
                created?: string;
                /**
                 * Format: date-time
                 * @description When the resource was changed last.
                 */
                lastModified?: string;
                /**
                 * Format: uri-reference
                 * @description Absolute address of the resource.
                 */
                location?: string;
                /** @description Entity tag of the resource; another one after every change. */
                version?: string;
            };
            /** @description The name of the group; unique in the organization whatever its case. */
            displayName?: string;
            /** @description People and groups that belong to the group directly. */
            members?: {
                /** @description Identifier of the member. */
                value?: string;
                /**
                 * Format: uri-reference
                 * @description Address of the member.
                 */
                $ref?: string;
                /** @description Name of the member. */
                display?: string;
                /**
                 * @description Kind of the member, as the service knows it.
                 * @example User
                 * @example Group
                 */
                type?: string;
            }[];
            "urn:ietf:params:scim:api:gatehouse:messages:2.0:Warning"?: components["schemas"]["ScimWarning"];
        };
        /** @description A group of people and other groups. */
        ScimGroupInput: {
            /** @description URNs of the schemas this resource consists of. */
            schemas: string[];
            /** @description Identifier given by the provisioning client, kept to the letter. */
            externalId?: string;
            /** @description The name of the group; unique in the organization whatever its case. */
            displayName: string;
            /** @description People and groups that belong to the group directly. */
            members?: {
                /** @description Identifier of the member. */
                value?: string;
                /**
                 * Format: uri-reference
                 * @description Address of the member.
                 */
                $ref?: string;
                /**
                 * @description Kind of the member, as the service knows it.
                 * @example User
                 * @example Group
                 */
                type?: string;
            }[];
        };
        /** @description RFC 7644 section 3.4.2. */
        ScimGroupList: {
            /**
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:ListResponse"
             *     ]
             */
            schemas: string[];
            totalResults: number;
            itemsPerPage?: number;
            startIndex?: number;
            /** @description RFC 9865; absent on the last page and without cursors */
            nextCursor?: string;
            Resources: components["schemas"]["ScimGroup"][];
        };
        /** @description RFC 7644 section 3.5.2. */
        ScimPatchOp: {
            /**
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:PatchOp"
             *     ]
             */
            schemas: string[];
            Operations: {
                /** @enum {string} */
                op: "add" | "replace" | "remove";
                /** @description An attribute, for example emails[type eq "work"].value */
                path?: string;
                /** @description What to add or replace: any JSON value */
                value?: unknown;
            }[];
        };
        /** @description RFC 7644 section 3.4.2. */
        ScimResourceList: {
            /**
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:ListResponse"
             *     ]
             */
            schemas: string[];
            totalResults: number;
            itemsPerPage?: number;
            startIndex?: number;
            /** @description RFC 9865; absent on the last page and without cursors */
            nextCursor?: string;
            Resources: {
                [key: string]: unknown;
            }[];
        };
        /** @description RFC 7644 section 3.4.3. */
        ScimSearchRequest: {
            /**
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
             *     ]
             */
            schemas: string[];
            /** @example userName eq "bjensen" */
            filter?: string;
            sortBy?: string;
            /** @enum {string} */
            sortOrder?: "ascending" | "descending";
            startIndex?: number;
            count?: number;
            /** @description nextCursor of the page before; empty for the first one */
            cursor?: string;
            attributes?: string[];
            excludedAttributes?: string[];
        };
        /** @description A person of the organization. */
        ScimUser: {
            /** @description URNs of the schemas this resource consists of. */
            schemas: string[];
            /** @description Identifier given by the service; never changes and is never given again. */
            id: string;
            /** @description Identifier given by the provisioning client, kept to the letter. */
            externalId?: string;
            /** @description What the service knows about the resource itself. */
            meta?: {
                /** @description Name of the resource type. */
                resourceType?: string;
                /**
                 * Format: date-time
                 * @description When the resource was created.
                 */
                created?: string;
                /**
                 * Format: date-time
                 * @description When the resource was changed last.
                 */
                lastModified?: string;
                /**
                 * Format: uri-reference
                 * @description Absolute address of the resource.
                 */
                location?: string;
                /** @description Entity tag of the resource; another one after every change. */
                version?: string;
            };
            /** @description The name used to sign in; unique in the organization whatever its case. */
            userName?: string;
            /** @description The parts of the name. */
            name?: {
                /** @description The whole name as it is displayed; composed from the parts when not given. */
                formatted?: string;
                /** @description Family name. */
                familyName?: string;
                /** @description Given name. */
                givenName?: string;
                /** @description Middle names. */
                middleName?: string;
                /** @description Title in front of the name. */
                honorificPrefix?: string;
                /** @description Suffix after the name. */
                honorificSuffix?: string;
            };
            /** @description The name shown to others. */
            displayName?: string;
            /** @description What the person is called in daily life. */
            nickName?: string;
            /**
             * Format: uri-reference
             * @description Web page about the person.
             */
            profileUrl?: string;
            /** @description Job title. */
            title?: string;
            /** @description Relation to the organization; returned only when asked for by name. */
            userType?: string;
            /** @description Language the person reads and writes best. */
            preferredLanguage?: string;
            /** @description Language and region for dates, numbers and currency. */
            locale?: string;
            /** @description Time zone by its IANA name. */
            timezone?: string;
            /** @description Whether the person may sign in. */
            active?: boolean;
            /** @description E-mail addresses. */
            emails?: {
                /** @description The address. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /**
                 * @description What the value is for.
                 * @example work
                 * @example home
                 * @example other
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Phone numbers. */
            phoneNumbers?: {
                /** @description The number, without separators in answers. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /**
                 * @description What the value is for.
                 * @example work
                 * @example home
                 * @example mobile
                 * @example fax
                 * @example pager
                 * @example other
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Postal addresses. */
            addresses?: {
                /** @description The whole address as it is written on an envelope; may have several lines. */
                formatted?: string;
                /** @description Street and number; may have several lines. */
                streetAddress?: string;
                /** @description City. */
                locality?: string;
                /** @description State or region. */
                region?: string;
                /** @description Postal code. */
                postalCode?: string;
                /** @description Country, usually as two letters (ISO 3166-1). */
                country?: string;
                /**
                 * @description What the address is for.
                 * @example work
                 * @example home
                 * @example other
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Addresses for instant messages. */
            ims?: {
                /** @description The address. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /**
                 * @description What the value is for.
                 * @example aim
                 * @example gtalk
                 * @example icq
                 * @example xmpp
                 * @example msn
                 * @example skype
                 * @example qq
                 * @example yahoo
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Pictures of the person. */
            photos?: {
                /**
                 * Format: uri-reference
                 * @description Web address of the picture.
                 */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /**
                 * @description What the value is for.
                 * @example photo
                 * @example thumbnail
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Roles as the directory names them; they grant nothing here. */
            roles?: {
                /** @description The role. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /** @description What the value is for. */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Entitlements as the directory names them; they grant nothing here. */
            entitlements?: {
                /** @description The entitlement. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /** @description What the value is for. */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Certificates of the person. */
            x509Certificates?: {
                /**
                 * Format: byte
                 * @description A DER certificate.
                 */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /** @description What the value is for. */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Groups the person belongs to, directly or through other groups. */
            groups?: {
                /** @description Identifier of the group. */
                value?: string;
                /**
                 * Format: uri-reference
                 * @description Address of the group.
                 */
                $ref?: string;
                /** @description Name of the group. */
                display?: string;
                /**
                 * @description Whether membership is direct.
                 * @example direct
                 * @example indirect
                 */
                type?: string;
            }[];
            /** @description What an enterprise knows about a person who works there. */
            "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
                /** @description Identifier given by the enterprise, often in order of hire. */
                employeeNumber?: string;
                /** @description Name of the cost center. */
                costCenter?: string;
                /** @description Name of the organization. */
                organization?: string;
                /** @description Name of the division. */
                division?: string;
                /** @description Name of the department. */
                department?: string;
                /** @description Who leads the person. */
                manager?: {
                    /** @description Identifier of the manager. */
                    value?: string;
                    /**
                     * Format: uri-reference
                     * @description Address of the manager.
                     */
                    $ref?: string;
                    /** @description Name of the manager; not kept here. */
                    displayName?: string;
                };
            };
            "urn:ietf:params:scim:api:gatehouse:messages:2.0:Warning"?: components["schemas"]["ScimWarning"];
        };
        /** @description A person of the organization. */
        ScimUserInput: {
            /** @description URNs of the schemas this resource consists of. */
            schemas: string[];
            /** @description Identifier given by the provisioning client, kept to the letter. */
            externalId?: string;
            /** @description The name used to sign in; unique in the organization whatever its case. */
            userName: string;
            /** @description The parts of the name. */
            name: {
                /** @description The whole name as it is displayed; composed from the parts when not given. */
                formatted?: string;
                /** @description Family name. */
                familyName?: string;
                /** @description Given name. */
                givenName?: string;
                /** @description Middle names. */
                middleName?: string;
                /** @description Title in front of the name. */
                honorificPrefix?: string;
                /** @description Suffix after the name. */
                honorificSuffix?: string;
            };
            /** @description The name shown to others. */
            displayName?: string;
            /** @description What the person is called in daily life. */
            nickName?: string;
            /**
             * Format: uri-reference
             * @description Web page about the person.
             */
            profileUrl?: string;
            /** @description Job title. */
            title?: string;
            /** @description Relation to the organization; returned only when asked for by name. */
            userType?: string;
            /** @description Language the person reads and writes best. */
            preferredLanguage?: string;
            /** @description Language and region for dates, numbers and currency. */
            locale?: string;
            /** @description Time zone by its IANA name. */
            timezone?: string;
            /** @description Whether the person may sign in. */
            active?: boolean;
            /** @description The password in clear text; can be set and never be read. */
            password?: string;
            /** @description E-mail addresses. */
            emails: {
                /** @description The address. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /**
                 * @description What the value is for.
                 * @example work
                 * @example home
                 * @example other
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Phone numbers. */
            phoneNumbers?: {
                /** @description The number, without separators in answers. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /**
                 * @description What the value is for.
                 * @example work
                 * @example home
                 * @example mobile
                 * @example fax
                 * @example pager
                 * @example other
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Postal addresses. */
            addresses?: {
                /** @description The whole address as it is written on an envelope; may have several lines. */
                formatted?: string;
                /** @description Street and number; may have several lines. */
                streetAddress?: string;
                /** @description City. */
                locality?: string;
                /** @description State or region. */
                region?: string;
                /** @description Postal code. */
                postalCode?: string;
                /** @description Country, usually as two letters (ISO 3166-1). */
                country?: string;
                /**
                 * @description What the address is for.
                 * @example work
                 * @example home
                 * @example other
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Addresses for instant messages. */
            ims?: {
                /** @description The address. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /**
                 * @description What the value is for.
                 * @example aim
                 * @example gtalk
                 * @example icq
                 * @example xmpp
                 * @example msn
                 * @example skype
                 * @example qq
                 * @example yahoo
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Pictures of the person. */
            photos?: {
                /**
                 * Format: uri-reference
                 * @description Web address of the picture.
                 */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /**
                 * @description What the value is for.
                 * @example photo
                 * @example thumbnail
                 */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Roles as the directory names them; they grant nothing here. */
            roles?: {
                /** @description The role. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /** @description What the value is for. */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Entitlements as the directory names them; they grant nothing here. */
            entitlements?: {
                /** @description The entitlement. */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /** @description What the value is for. */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description Certificates of the person. */
            x509Certificates?: {
                /**
                 * Format: byte
                 * @description A DER certificate.
                 */
                value?: string;
                /** @description A name for the value, for people to read. */
                display?: string;
                /** @description What the value is for. */
                type?: string;
                /** @description Whether this is the preferred element; true for one element at most. */
                primary?: boolean;
            }[];
            /** @description What an enterprise knows about a person who works there. */
            "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"?: {
                /** @description Identifier given by the enterprise, often in order of hire. */
                employeeNumber?: string;
                /** @description Name of the cost center. */
                costCenter?: string;
                /** @description Name of the organization. */
                organization?: string;
                /** @description Name of the division. */
                division?: string;
                /** @description Name of the department. */
                department?: string;
                /** @description Who leads the person. */
                manager?: {
                    /** @description Identifier of the manager. */
                    value?: string;
                    /**
                     * Format: uri-reference
                     * @description Address of the manager.
                     */
                    $ref?: string;
                };
            };
        };
        /** @description RFC 7644 section 3.4.2. */
        ScimUserList: {
            /**
             * @example [
             *       "urn:ietf:params:scim:api:messages:2.0:ListResponse"
             *     ]
             */
            schemas: string[];
            totalResults: number;
            itemsPerPage?: number;
            startIndex?: number;
            /** @description RFC 9865; absent on the last page and without cursors */
            nextCursor?: string;
            Resources: components["schemas"]["ScimUser"][];
        };
        /** @description What was left out of a POST, PUT or PATCH because it can't be stored; the rest was done. */
        ScimWarning: {
            omitted: {
                /** @example phoneNumbers.value */
                attribute: string;
                /**
                 * @description where it stands in the request
                 * @example phoneNumbers[0].value
                 */
                path: string;
                /**
                 * @description what the value was meant to be
                 * @example phone number
                 */
                kind: string;
                /**
                 * @description stable; the reason
                 * @example SCIM-VALUE-FORMAT
                 */
                id: string;
                message: string;
            }[];
        };
        SealingKey: {
            kid: string;
            state: string;
            /** Format: date-time */
            createdAt: string;
        };
        ServiceUser: {
            userId: string;
            userName: string;
            name: string;
            description?: string;
            clientId: string;
            /** @enum {string} */
            accessTokenType: "opaque" | "jwt";
            assertionReuse: boolean;
            active: boolean;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description of the last change of the service user itself
             */
            modifiedAt: string;
        };
        ServiceUserBody: {
            /** @description name people see */
            name?: string | null;
            /** @description what it is for */
            description?: string | null;
            /**
             * @description format of its access tokens
             * @enum {string}
             */
            accessTokenType?: "opaque" | "jwt";
            /** @description assertions of the JWT profile may be used more than once */
            assertionReuse?: boolean;
        };
        ServiceUserList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            serviceUsers: components["schemas"]["ServiceUser"][];
        };
        Session: {
            userId: string;
            /** @description the same as in events about the session */
            sessionId: string;
            /**
             * @description kind of browser and system, as far as known
             * @example Firefox, Linux
             */
            browser?: string;
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description to the minute
             */
            lastUsedAt: string;
        };
        SessionList: {
            /** @description `cursor` of the next page; null after the last one */
            nextCursor: string | null;
            /**
             * @deprecated
             * @description older form of `nextCursor`: `after` of the next page
             */
            after: number | null;
            /** @description number of entries on all pages, with `total=true` */
            total?: number;
            sessions: components["schemas"]["Session"][];
        };
        SignInPolicy: {
            /** @enum {string} */
            kind: "signIn";
            /** @description what was decided here */
            own: components["schemas"]["SignInPolicyDecision"];
            /** @description what holds without it */
            inherited: components["schemas"]["SignInPolicyValues"];
            /** @description what holds: own over inherited, raised to the floor that the service or the product sets */
            effective: components["schemas"]["SignInPolicyValues"];
            /** @description where each value of `effective` comes from, and which floor raised it */
            sources: components["schemas"]["SignInPolicySources"];
            /**
             * @deprecated
             * @description as in `effective`
             * @example false
             */
            inviteProvisioned: boolean;
        };
        SignInPolicyBody: {
            /**
             * @description whether people provisioned without a password are invited by mail to choose one (default false)
             * @example false
             */
            inviteProvisioned?: boolean;
        };
        SignInPolicyChangeBody: {
            /**
             * @description whether people provisioned without a password are invited by mail to choose one (default false)
             * @example false
             */
            inviteProvisioned?: boolean | null;
        };
        SignInPolicyDecision: {
            /**
             * @description whether people provisioned without a password are invited by mail to choose one (default false)
             * @example false
             */
            inviteProvisioned?: boolean;
        };
        SignInPolicySources: {
            inviteProvisioned: components["schemas"]["PolicySource"];
        };
        SignInPolicyValues: {
            /**
             * @description whether people provisioned without a password are invited by mail to choose one (default false)
             * @example false
             */
            inviteProvisioned: boolean;
        };
        SigningKey: {
            kid: string;
            /** @example RS256 */
            alg: string;
            state: string;
            /** Format: date-time */
            createdAt: string;
        };
        TemporaryPasswordBody: {
            /** @description by the rules of the policy `password` */
            password: string;
        };
        TestMail: {
            /** @description whether the server took the mail */
            accepted: boolean;
            /**
             * @description what the server said last; null without one
             * @example 250 OK
             */
            reply: string | null;
            /** @description the step that failed, such as ECONNECTION, EAUTH 535, EENVELOPE 550 */
            failure: string | null;
        };
        TestMailBody: {
            /**
             * Format: email
             * @description address that gets the test mail
             * @example ada@example.com
             */
            to: string;
        };
        /** @description RFC 6749 section 5.1, RFC 8693 section 2.2.1. */
        TokenResponse: {
            access_token: string;
            token_type: string;
            /** @description seconds */
            expires_in?: number;
            refresh_token?: string;
            id_token?: string;
            scope?: string;
            issued_token_type?: string;
        };
        TokenRotationBody: {
            /**
             * Format: date-time
             * @description when it expires; absent: never
             * @example 2030-01-01T00:00:00Z
             */
            expiresAt?: string;
            /** @description seconds for which the old tokens keep working; a week when absent */
            overlapSeconds?: number;
        };
        Type: {
            /** @example user.human.added */
            type: string;
            localized: components["schemas"]["Localized"];
        };
        UseDatabaseHostBody: {
            /**
             * @description one of `hosts`, with its port
             * @example db1.example.com:3306
             */
            host: string;
        };
        /** @description OpenID Connect Core section 5.3.2: the claims of the scopes of the token. */
        UserClaims: {
            sub: string;
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description The request is malformed, or its values are not allowed */
        Error400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token or the credentials are missing, unknown or expired */
        Error401: {
            headers: {
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller lacks the permission */
        Error403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such thing, or none that the caller may know of */
        Error404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request contradicts what is there */
        Error409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource is another version than the one expected */
        Error412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large */
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The media type of the body is not taken here */
        Error415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was sent with another request */
        Error422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests of this kind, this caller or this address; try again after Retry-After seconds */
        Error429: {
            headers: {
                /** @description seconds */
                "Retry-After"?: number;
                /** @description each quota that counted: `q` requests in `w` seconds */
                "RateLimit-Policy"?: string;
                /** @description what is left of it: `r` requests for `t` seconds */
                RateLimit?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is busy or without its database; try again after Retry-After seconds */
        Error503: {
            headers: {
                /** @description seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is malformed, or its values are not allowed */
        ImportError400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description The token or the credentials are missing, unknown or expired */
        ImportError401: {
            headers: {
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description The caller lacks the permission */
        ImportError403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description There is no such thing, or none that the caller may know of */
        ImportError404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description The request contradicts what is there */
        ImportError409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description The resource is another version than the one expected */
        ImportError412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description The body is too large */
        ImportError413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description The media type of the body is not taken here */
        ImportError415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description The Idempotency-Key was sent with another request */
        ImportError422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description Too many requests of this kind, this caller or this address; try again after Retry-After seconds */
        ImportError429: {
            headers: {
                /** @description seconds */
                "Retry-After"?: number;
                /** @description each quota that counted: `q` requests in `w` seconds */
                "RateLimit-Policy"?: string;
                /** @description what is left of it: `r` requests for `t` seconds */
                RateLimit?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description The service is busy or without its database; try again after Retry-After seconds */
        ImportError503: {
            headers: {
                /** @description seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ImportProblem"];
            };
        };
        /** @description The request is malformed, or its values are not allowed */
        ScimError400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The token or the credentials are missing, unknown or expired */
        ScimError401: {
            headers: {
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The caller lacks the permission */
        ScimError403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description There is no such thing, or none that the caller may know of */
        ScimError404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description No form of the answer is acceptable to the client */
        ScimError406: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The request contradicts what is there */
        ScimError409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The resource is another version than the one expected */
        ScimError412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The body is too large */
        ScimError413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The media type of the body is not taken here */
        ScimError415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Too many requests of this kind, this caller or this address; try again after Retry-After seconds */
        ScimError429: {
            headers: {
                /** @description seconds */
                "Retry-After"?: number;
                /** @description each quota that counted: `q` requests in `w` seconds */
                "RateLimit-Policy"?: string;
                /** @description what is left of it: `r` requests for `t` seconds */
                RateLimit?: string;
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description Not for the kind of caller that the token belongs to */
        ScimError501: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The service is busy or without its database; try again after Retry-After seconds */
        ScimError503: {
            headers: {
                /** @description seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/scim+json": components["schemas"]["ScimError"];
            };
        };
        /** @description The request is malformed, or its values are not allowed */
        OAuthError400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The token or the credentials are missing, unknown or expired */
        OAuthError401: {
            headers: {
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is too large */
        OAuthError413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The media type of the body is not taken here */
        OAuthError415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Too many requests of this kind, this caller or this address; try again after Retry-After seconds */
        OAuthError429: {
            headers: {
                /** @description seconds */
                "Retry-After"?: number;
                /** @description each quota that counted: `q` requests in `w` seconds */
                "RateLimit-Policy"?: string;
                /** @description what is left of it: `r` requests for `t` seconds */
                RateLimit?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The service is busy or without its database; try again after Retry-After seconds */
        OAuthError503: {
            headers: {
                /** @description seconds */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
    };
    parameters: {
        /** @description true: the answer that the request would get, with nothing changed */
        dryRun: boolean;
        /** @description a request that is repeated with the same key is done once and answered alike */
        idempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listScimUsers: {
        parameters: {
            query?: {
                filter?: string;
                sortBy?: string;
                sortOrder?: "ascending" | "descending";
                startIndex?: number;
                count?: number;
                cursor?: string;
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUserList"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    createScimUser: {
        parameters: {
            query?: {
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ],
                 *       "userName": "bjensen",
                 *       "name": {
                 *         "givenName": "Barbara",
                 *         "familyName": "Jensen"
                 *       },
                 *       "emails": [
                 *         {
                 *           "value": "bjensen@example.com",
                 *           "type": "work",
                 *           "primary": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimUserInput"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ],
                 *       "userName": "bjensen",
                 *       "name": {
                 *         "givenName": "Barbara",
                 *         "familyName": "Jensen"
                 *       },
                 *       "emails": [
                 *         {
                 *           "value": "bjensen@example.com",
                 *           "type": "work",
                 *           "primary": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimUserInput"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    searchScimUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ],
                 *       "filter": "userName sw \"b\"",
                 *       "count": 10
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimSearchRequest"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ],
                 *       "filter": "userName sw \"b\"",
                 *       "count": 10
                 *     }
                 */
                "application/json": components["schemas"]["ScimSearchRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUserList"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    getScimUser: {
        parameters: {
            query?: {
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    replaceScimUser: {
        parameters: {
            query?: {
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ],
                 *       "userName": "bjensen",
                 *       "name": {
                 *         "givenName": "Barbara",
                 *         "familyName": "Jensen"
                 *       },
                 *       "emails": [
                 *         {
                 *           "value": "bjensen@example.com",
                 *           "type": "work",
                 *           "primary": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimUserInput"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:User"
                 *       ],
                 *       "userName": "bjensen",
                 *       "name": {
                 *         "givenName": "Barbara",
                 *         "familyName": "Jensen"
                 *       },
                 *       "emails": [
                 *         {
                 *           "value": "bjensen@example.com",
                 *           "type": "work",
                 *           "primary": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimUserInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    deleteScimUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    updateScimUser: {
        parameters: {
            query?: {
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "replace",
                 *           "path": "title",
                 *           "value": "Captain"
                 *         }
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimPatchOp"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "replace",
                 *           "path": "title",
                 *           "value": "Captain"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimPatchOp"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            /** @description Changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    listScimGroups: {
        parameters: {
            query?: {
                filter?: string;
                sortBy?: string;
                sortOrder?: "ascending" | "descending";
                startIndex?: number;
                count?: number;
                cursor?: string;
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroupList"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    createScimGroup: {
        parameters: {
            query?: {
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ],
                 *       "displayName": "Crew"
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimGroupInput"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ],
                 *       "displayName": "Crew"
                 *     }
                 */
                "application/json": components["schemas"]["ScimGroupInput"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    searchScimGroups: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ],
                 *       "filter": "displayName sw \"C\"",
                 *       "count": 10
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimSearchRequest"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ],
                 *       "filter": "displayName sw \"C\"",
                 *       "count": 10
                 *     }
                 */
                "application/json": components["schemas"]["ScimSearchRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroupList"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    getScimGroup: {
        parameters: {
            query?: {
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    replaceScimGroup: {
        parameters: {
            query?: {
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ],
                 *       "displayName": "Crew"
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimGroupInput"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:schemas:core:2.0:Group"
                 *       ],
                 *       "displayName": "Crew"
                 *     }
                 */
                "application/json": components["schemas"]["ScimGroupInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    deleteScimGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    updateScimGroup: {
        parameters: {
            query?: {
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                id: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "replace",
                 *           "path": "displayName",
                 *           "value": "Officers"
                 *         }
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimPatchOp"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:PatchOp"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "op": "replace",
                 *           "path": "displayName",
                 *           "value": "Officers"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimPatchOp"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimGroup"];
                };
            };
            /** @description Changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    searchScim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ],
                 *       "filter": "id pr",
                 *       "count": 10
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimSearchRequest"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:SearchRequest"
                 *       ],
                 *       "filter": "id pr",
                 *       "count": 10
                 *     }
                 */
                "application/json": components["schemas"]["ScimSearchRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimResourceList"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    runScimBulk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:BulkRequest"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "method": "POST",
                 *           "path": "/Users",
                 *           "bulkId": "1",
                 *           "data": {
                 *             "schemas": [
                 *               "urn:ietf:params:scim:schemas:core:2.0:User"
                 *             ],
                 *             "userName": "bjensen",
                 *             "name": {
                 *               "givenName": "Barbara",
                 *               "familyName": "Jensen"
                 *             },
                 *             "emails": [
                 *               {
                 *                 "value": "bjensen@example.com",
                 *                 "type": "work",
                 *                 "primary": true
                 *               }
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/scim+json": components["schemas"]["ScimBulkRequest"];
                /**
                 * @example {
                 *       "schemas": [
                 *         "urn:ietf:params:scim:api:messages:2.0:BulkRequest"
                 *       ],
                 *       "Operations": [
                 *         {
                 *           "method": "POST",
                 *           "path": "/Users",
                 *           "bulkId": "1",
                 *           "data": {
                 *             "schemas": [
                 *               "urn:ietf:params:scim:schemas:core:2.0:User"
                 *             ],
                 *             "userName": "bjensen",
                 *             "name": {
                 *               "givenName": "Barbara",
                 *               "familyName": "Jensen"
                 *             },
                 *             "emails": [
                 *               {
                 *                 "value": "bjensen@example.com",
                 *                 "type": "work",
                 *                 "primary": true
                 *               }
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ScimBulkRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimBulkResponse"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            409: components["responses"]["ScimError409"];
            412: components["responses"]["ScimError412"];
            413: components["responses"]["ScimError413"];
            415: components["responses"]["ScimError415"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    getScimMe: {
        parameters: {
            query?: {
                /** @description names of attributes, separated by commas */
                attributes?: string;
                /** @description names of attributes, separated by commas */
                excludedAttributes?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimUser"];
                };
            };
            400: components["responses"]["ScimError400"];
            401: components["responses"]["ScimError401"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            501: components["responses"]["ScimError501"];
            503: components["responses"]["ScimError503"];
        };
    };
    getScimServiceProviderConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocument"];
                };
            };
            400: components["responses"]["ScimError400"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    listScimSchemas: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocumentList"];
                };
            };
            400: components["responses"]["ScimError400"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    getScimSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocument"];
                };
            };
            400: components["responses"]["ScimError400"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    listScimResourceTypes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocumentList"];
                };
            };
            400: components["responses"]["ScimError400"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    getScimResourceType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/scim+json": components["schemas"]["ScimDocument"];
                };
            };
            400: components["responses"]["ScimError400"];
            403: components["responses"]["ScimError403"];
            404: components["responses"]["ScimError404"];
            406: components["responses"]["ScimError406"];
            429: components["responses"]["ScimError429"];
            503: components["responses"]["ScimError503"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "name" | "-name" | "createdAt" | "-createdAt" | "changedAt" | "-changedAt";
                /** @description only entries with this value */
                state?: "active" | "inactive";
                /** @description only entries whose text starts with this, whatever its case */
                name?: string;
                /** @description only those whose name or domain contains this */
                q?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries later than this */
                changedAfter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createOrganization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example Ltd",
                 *       "primaryDomain": "example.com"
                 *     }
                 */
                "application/json": components["schemas"]["NewOrganizationBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteOrganization: {
        parameters: {
            query: {
                /** @description name of the organization, so that nobody deletes another one by mistake */
                confirmName: unknown;
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedOrganization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example Ltd"
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationStatistics"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deactivateOrganization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    reactivateOrganization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "domain" | "-domain";
                /** @description only entries whose text starts with this, whatever its case */
                domain?: string;
                /** @description only entries with this value */
                verified?: "true" | "false";
                /** @description only entries whose text contains this, whatever its case */
                q?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createDomain: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "mail.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["NewDomainBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteDomain: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                domain: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    verifyDomain: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                domain: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    challengeDomain: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                domain: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "dns"
                 *     }
                 */
                "application/json": components["schemas"]["DomainChallengeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainChallenge"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    proveDomain: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                domain: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setPrimaryDomain: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                domain: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    exportOrganization: {
        parameters: {
            query?: {
                /** @description cursor of the last mark that arrived; goes on behind it */
                after?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description one entry per line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "name" | "-name" | "createdAt" | "-createdAt";
                /** @description only entries whose text starts with this, whatever its case */
                name?: string;
                /** @description only entries with this value */
                state?: "active" | "inactive";
                /** @description only entries with this value */
                preset?: "default" | "strict" | "entra" | "okta" | "onelogin";
                /** @description only those whose name or userName contains this */
                q?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createConnection: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-01T00:00:00Z",
                 *       "name": "Entra ID"
                 *     }
                 */
                "application/json": components["schemas"]["NewConnectionBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewConnection"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDetails"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                connectionId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateConnection: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                connectionId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ConnectionBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDetails"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listConnectionOmissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connectionId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionOmissions"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createConnectionToken: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                connectionId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["TokenRotationBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokenId: string;
                        token: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    searchServiceProvisioning: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ProvisioningSearchBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvisioningPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    searchProvisioning: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OrganizationProvisioningSearchBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvisioningPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "name" | "-name" | "createdAt" | "-createdAt";
                /** @description only entries whose text starts with this, whatever its case */
                name?: string;
                /** @description only entries with this value */
                state?: "active" | "inactive";
                /** @description only projects whose name contains this */
                q?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProject: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Intranet"
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateProject: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Intranet"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deactivateProject: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    reactivateProject: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectRoles: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "key" | "-key" | "name" | "-name" | "section" | "-section" | "createdAt" | "-createdAt";
                /** @description only entries whose text starts with this, whatever its case */
                name?: string;
                /** @description only entries with this value */
                section?: string;
                /** @description only those whose key or name contains this */
                q?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRoleList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProjectRole: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "accountant",
                 *       "name": "Accountant",
                 *       "section": "Finance"
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectRoleBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRole"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRole"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProjectRole: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateProjectRole: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Accountant",
                 *       "section": "Finance"
                 *     }
                 */
                "application/json": components["schemas"]["ProjectRoleBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRole"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectGrants: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt";
                /** @description only those that the organization agreed to, or only the others */
                accepted?: "true" | "false";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only the one to this organization */
                grantedOrgId?: string;
            };
            header?: never;
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrantList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProjectGrant: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roleKeys": [
                 *         "accountant"
                 *       ],
                 *       "grantedOrgId": "text"
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectGrantBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                grantId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setProjectGrant: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                grantId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roleKeys": [
                 *         "accountant"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["GrantRolesBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProjectGrant: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                grantId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listGrantedProjects: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt";
                /** @description only those that the organization agreed to, or only the others */
                accepted?: "true" | "false";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only projects whose name starts with this */
                name?: string;
                /** @description only projects whose name contains this */
                q?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrantList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getGrantedProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                grantId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    acceptGrantedProject: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                grantId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectGrant"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listAuthorizations: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt";
                /** @description only those of this person, service user or group */
                holderId?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectAuthorizations: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt";
                /** @description only those of this person, service user or group */
                holderId?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProjectAuthorization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roleKeys": [
                 *         "accountant"
                 *       ],
                 *       "holderId": "text"
                 *     }
                 */
                "application/json": components["schemas"]["NewAuthorizationBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authorization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                authorizationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authorization"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setProjectAuthorization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                authorizationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roleKeys": [
                 *         "accountant"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AuthorizationRolesBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authorization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProjectAuthorization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                authorizationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listGrantedProjectAuthorizations: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt";
                /** @description only those of this person, service user or group */
                holderId?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path: {
                grantId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createGrantedProjectAuthorization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                grantId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roleKeys": [
                 *         "accountant"
                 *       ],
                 *       "holderId": "text"
                 *     }
                 */
                "application/json": components["schemas"]["NewAuthorizationBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authorization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getGrantedProjectAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                grantId: string;
                authorizationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authorization"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setGrantedProjectAuthorization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                grantId: string;
                authorizationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roleKeys": [
                 *         "accountant"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AuthorizationRolesBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authorization"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteGrantedProjectAuthorization: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                grantId: string;
                authorizationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listUserAuthorizations: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt";
                /** @description only entries with this value */
                projectId?: string;
                /** @description only entries with this value */
                roleKey?: string;
                /** @description only entries with this value */
                groupId?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldAuthorizationList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectApplications: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "name" | "-name" | "createdAt" | "-createdAt";
                /** @description only entries whose text starts with this, whatever its case */
                name?: string;
                /** @description only entries with this value */
                state?: "active" | "inactive";
                /** @description only applications whose name contains this */
                q?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries with this value */
                clientId?: string;
                /** @description only entries with this value */
                type?: "web" | "native" | "userAgent" | "api";
            };
            header?: never;
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProjectApplication: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Wiki",
                 *       "redirectUris": [
                 *         "https://wiki.example.com/callback"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewApplicationBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setProjectApplication: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Wiki",
                 *       "redirectUris": [
                 *         "https://wiki.example.com/callback"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ApplicationBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProjectApplication: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateProjectApplication: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Wiki of the crew"
                 *     }
                 */
                "application/json": components["schemas"]["ApplicationChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deactivateProjectApplication: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    reactivateProjectApplication: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectApplicationSecrets: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt" | "expiresAt" | "-expiresAt";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries later than this */
                expiresAfter?: string;
                /** @description only entries earlier than this */
                expiresBefore?: string;
            };
            header?: never;
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProjectApplicationSecret: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ExpiryBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewClientSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectApplicationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                applicationId: string;
                secretId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecret"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setProjectApplicationSecret: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                projectId: string;
                applicationId: string;
                secretId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ExpiryBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProjectApplicationSecret: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                projectId: string;
                applicationId: string;
                secretId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectApplicationKeys: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt" | "expiresAt" | "-expiresAt";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries later than this */
                expiresAfter?: string;
                /** @description only entries earlier than this */
                expiresBefore?: string;
            };
            header?: never;
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientKeyList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProjectApplicationKey: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                applicationId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewClientKeyBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewClientKey"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectApplicationKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
                applicationId: string;
                keyId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientKey"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProjectApplicationKey: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                projectId: string;
                applicationId: string;
                keyId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listServiceUsers: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "userName" | "-userName" | "createdAt" | "-createdAt" | "changedAt" | "-changedAt";
                /** @description only entries with this value */
                state?: "active" | "inactive";
                /** @description only entries whose text starts with this, whatever its case */
                userName?: string;
                /** @description only those whose userName, name or client id contains this */
                q?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries later than this */
                changedAfter?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUserList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createServiceUser: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userName": "entra-provisioning"
                 *     }
                 */
                "application/json": components["schemas"]["NewServiceUserBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceUser: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceUser: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ServiceUserBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deactivateServiceUser: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    reactivateServiceUser: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUser"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listServiceUserSecrets: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt" | "expiresAt" | "-expiresAt";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries later than this */
                expiresAfter?: string;
                /** @description only entries earlier than this */
                expiresBefore?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createServiceUserSecret: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ExpiryBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewClientSecret"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceUserSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                secretId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecret"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceUserSecret: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                secretId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ExpiryBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceUserSecret: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                secretId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listServiceUserKeys: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt" | "expiresAt" | "-expiresAt";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries later than this */
                expiresAfter?: string;
                /** @description only entries earlier than this */
                expiresBefore?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientKeyList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createServiceUserKey: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-01T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["NewClientKeyBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewClientKey"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceUserKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                keyId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientKey"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceUserKey: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                keyId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listServiceUserPersonalAccessTokens: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt" | "expiresAt" | "-expiresAt";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries later than this */
                expiresAfter?: string;
                /** @description only entries earlier than this */
                expiresBefore?: string;
                /** @description only entries later than this */
                usedAfter?: string;
                /** @description only entries earlier than this */
                usedBefore?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalAccessTokenList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createServiceUserPersonalAccessToken: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expiresAt": "2030-01-01T00:00:00Z",
                 *       "scope": "openid profile"
                 *     }
                 */
                "application/json": components["schemas"]["NewPersonalAccessTokenBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewPersonalAccessToken"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceUserPersonalAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                tokenId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalAccessToken"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceUserPersonalAccessToken: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                tokenId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: string;
                /** @description only users who have this role */
                role?: "ORG_OWNER" | "ORG_OWNER_VIEWER" | "ORG_USER_MANAGER" | "ORG_ADMIN_IMPERSONATOR" | "ORG_END_USER_IMPERSONATOR";
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberRolesList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createMember: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "text",
                 *       "role": "ORG_OWNER"
                 *     }
                 */
                "application/json": components["schemas"]["NewMemberBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listServiceMembers: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: string;
                /** @description only users who have this role */
                role?: "IAM_OWNER" | "IAM_OWNER_VIEWER" | "IAM_ORG_MANAGER" | "IAM_USER_MANAGER" | "IAM_ADMIN_IMPERSONATOR" | "IAM_END_USER_IMPERSONATOR";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberRolesList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createServiceMember: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "text",
                 *       "role": "IAM_OWNER"
                 *     }
                 */
                "application/json": components["schemas"]["NewServiceMemberBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteMember: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                role: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceMember: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listMetadata: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "key" | "-key";
                /** @description only entries whose text starts with this, whatever its case */
                key?: string;
                /** @description only entries whose key contains this */
                q?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setMetadata: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metadata": [
                 *         {
                 *           "value": "NDcxMQ==",
                 *           "key": "costCenter"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MetadataBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    removeMetadata: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keys": [
                 *         "costCenter"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MetadataKeysBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getMetadataEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metadata"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setMetadataEntry: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "NDcxMQ=="
                 *     }
                 */
                "application/json": components["schemas"]["MetadataValueBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteMetadataEntry: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPersonMetadata: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "key" | "-key";
                /** @description only entries whose text starts with this, whatever its case */
                key?: string;
                /** @description only entries whose key contains this */
                q?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setPersonMetadata: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metadata": [
                 *         {
                 *           "value": "NDcxMQ==",
                 *           "key": "costCenter"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MetadataBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    removePersonMetadata: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keys": [
                 *         "costCenter"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MetadataKeysBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPersonMetadataEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metadata"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setPersonMetadataEntry: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "NDcxMQ=="
                 *     }
                 */
                "application/json": components["schemas"]["MetadataValueBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePersonMetadataEntry: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listServiceUserMetadata: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "key" | "-key";
                /** @description only entries whose text starts with this, whatever its case */
                key?: string;
                /** @description only entries whose key contains this */
                q?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetadataList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceUserMetadata: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "metadata": [
                 *         {
                 *           "value": "NDcxMQ==",
                 *           "key": "costCenter"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MetadataBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    removeServiceUserMetadata: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keys": [
                 *         "costCenter"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["MetadataKeysBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceUserMetadataEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metadata"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceUserMetadataEntry: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "value": "NDcxMQ=="
                 *     }
                 */
                "application/json": components["schemas"]["MetadataValueBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceUserMetadataEntry: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                key: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectMembers: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: string;
            };
            header?: never;
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberRolesList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProjectMember: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "text",
                 *       "role": "PROJECT_OWNER"
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectMemberBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProjectMember: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                projectId: string;
                userId: string;
                role: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listGrantedProjectMembers: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: string;
            };
            header?: never;
            path: {
                grantId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberRolesList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createGrantedProjectMember: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                grantId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "text",
                 *       "role": "PROJECT_GRANT_OWNER"
                 *     }
                 */
                "application/json": components["schemas"]["NewProjectGrantMemberBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteGrantedProjectMember: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                grantId: string;
                userId: string;
                role: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listGroupRoles: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "role" | "-role";
                /** @description only entries with this value */
                role?: "ORG_OWNER" | "ORG_OWNER_VIEWER" | "ORG_USER_MANAGER" | "ORG_ADMIN_IMPERSONATOR" | "ORG_END_USER_IMPERSONATOR" | "PROJECT_OWNER" | "PROJECT_GRANT_OWNER";
            };
            header?: never;
            path: {
                groupId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupRoleList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createGroupRole: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                groupId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "ORG_USER_MANAGER"
                 *     }
                 */
                "application/json": components["schemas"]["GroupRoleBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupRole"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteGroupRole: {
        parameters: {
            query?: {
                grantId?: unknown;
                projectId?: unknown;
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                groupId: string;
                role: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listUserRoles: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "role" | "-role";
                /** @description only entries with this value */
                role?: string;
                /** @description only entries with this value */
                groupId?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldMemberRoleList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listRoleHolders: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: string;
                /** @description only users who have this role */
                role?: string;
                /** @description only users who have a role of their own here, by a group here, or inherited */
                via?: "direct" | "group" | "inherited";
                /** @description only this user */
                userId?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleHolderList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectRoleHolders: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: string;
                /** @description only users who have this role, a member role or one of the project */
                role?: string;
                /** @description only users who have a role of their own here, by a group here, or inherited */
                via?: "direct" | "group" | "inherited";
                /** @description only this user */
                userId?: string;
            };
            header?: never;
            path: {
                projectId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectRoleHolderList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "name" | "-name" | "createdAt" | "-createdAt" | "changedAt" | "-changedAt";
                /** @description only entries whose text starts with this, whatever its case */
                name?: string;
                /** @description only groups whose names contain this, whatever its case */
                q?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries later than this */
                changedAfter?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createGroup: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Accounting"
                 *     }
                 */
                "application/json": components["schemas"]["NewGroupBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteGroup: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                groupId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateGroup: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                groupId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Accounting"
                 *     }
                 */
                "application/json": components["schemas"]["GroupBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listGroupMembers: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: string;
            };
            header?: never;
            path: {
                groupId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupMemberList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createGroupMember: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                groupId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "memberIds": [
                 *         "268351204312072193"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["GroupMembersBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getGroupMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                groupId: string;
                memberId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupMember"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    removeGroupMembers: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                groupId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "memberIds": [
                 *         "268351204312072193"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["GroupMembersBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPersonGroups: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "name" | "-name";
                /** @description only entries whose text starts with this, whatever its case */
                name?: string;
                /** @description only groups whose names contain this, whatever its case */
                q?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BelongedGroupList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listRemovedPeople: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it `removedAt` */
                sort?: "removedAt" | "-removedAt" | "userName" | "-userName";
                /** @description only entries whose text starts with this, whatever its case */
                userName?: string;
                /** @description only those whose userName or displayName contains this */
                q?: string;
                /** @description only entries later than this */
                removedAfter?: string;
                /** @description only entries earlier than this */
                removedBefore?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedPersonList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    restorePerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonDetails"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteRemovedPerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it `createdAt` */
                sort?: "createdAt" | "-createdAt" | "changedAt" | "-changedAt" | "userName" | "-userName" | "name" | "-name" | "email" | "-email";
                /** @description only people whose userName, login name, given, family or display name or e-mail address begins with this, whatever its case */
                q?: string;
                /** @description only entries with this value */
                state?: "active" | "inactive";
                /** @description only people whom an administrator has locked, or has not */
                locked?: "true" | "false";
                /** @description only the person with this userName, whatever its case */
                userName?: string;
                /** @description only people who have this e-mail address, whatever its case */
                email?: string;
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
                /** @description only entries later than this */
                changedAfter?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createPerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Ada Lovelace",
                 *       "honorificPrefix": "Dr.",
                 *       "userType": "Employee",
                 *       "preferredLanguage": "en",
                 *       "locale": "de-CH",
                 *       "timezone": "Europe/Zurich",
                 *       "userName": "ada",
                 *       "givenName": "Ada",
                 *       "familyName": "Lovelace",
                 *       "emails": [
                 *         {
                 *           "value": "ada@example.com"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewPersonBody"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonDetails"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonDetails"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updatePerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "displayName": "Ada Lovelace",
                 *       "honorificPrefix": "Dr.",
                 *       "userType": "Employee",
                 *       "preferredLanguage": "en",
                 *       "locale": "de-CH",
                 *       "timezone": "Europe/Zurich",
                 *       "userName": "ada",
                 *       "givenName": "Ada",
                 *       "familyName": "Lovelace",
                 *       "emails": [
                 *         {
                 *           "value": "ada@example.com"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PersonBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonDetails"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listServicePeople: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "userName" | "-userName";
                /** @description only people whose userName begins with this */
                q?: string;
                /** @description only people with this userName, whatever its case */
                userName?: string;
                /** @description only people who have this e-mail address, whatever its case */
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setPersonTemporaryPassword: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "Correct-Horse-7"
                 *     }
                 */
                "application/json": components["schemas"]["TemporaryPasswordBody"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    requirePersonPasswordChange: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    invitePerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    sendPersonVerification: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPersonLock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonLock"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deactivatePerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonDetails"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    reactivatePerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonDetails"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    lockPerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonDetails"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    unlockPerson: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonDetails"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPersonSessions: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "startedAt" | "-startedAt" | "lastUsedAt" | "-lastUsedAt";
                /** @description only entries later than this */
                usedAfter?: string;
                /** @description only entries earlier than this */
                usedBefore?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonSessionList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePersonSessions: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPersonSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                sessionId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonSession"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePersonSession: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                sessionId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it `lastUsedAt` */
                sort?: "lastUsedAt" | "-lastUsedAt";
                /** @description only sessions of this person */
                userId?: string;
                /** @description only entries later than this */
                usedAfter?: string;
                /** @description only entries earlier than this */
                usedBefore?: string;
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSessions: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessions"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSession: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                sessionId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPersonFactors: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt";
                /** @description only entries with this value */
                kind?: "totp" | "securityKey" | "passkey" | "mail" | "sms" | "recovery";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonFactorList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPersonFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                factorId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonFactor"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePersonFactor: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                factorId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    invitePersonFactors: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["FactorLinkBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactorLink"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    uninvitePersonFactors: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPersonGrants: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "application" | "-application";
                /** @description only entries with this value */
                clientId?: string;
                /** @description only entries with this value */
                scope?: string;
                /** @description only applications whose name starts with this */
                name?: string;
                /** @description only applications whose name contains this */
                q?: string;
                /** @description only entries later than this */
                usedAfter?: string;
                /** @description only entries earlier than this */
                usedBefore?: string;
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonGrantList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePersonGrants: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPersonGrant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                clientId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonGrant"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePersonGrant: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                clientId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePersonTokens: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPersonRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonRoles"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPersonEvents: {
        parameters: {
            query?: {
                /** @description only earlier events */
                createdBefore?: string;
                /** @description only later events */
                createdAfter?: string;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description also says how many there are */
                total?: boolean;
                sort?: "creationDate" | "-creationDate";
            };
            header?: never;
            path: {
                userId: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonEvents"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Features"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setFeatures: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["FeaturesBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Features"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listServicePolicies: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "kind" | "-kind";
                /** @description only this kind */
                kind?: "password" | "registration" | "lockout" | "look" | "signIn" | "assurance" | "account" | "removedPeople" | "domain" | "addressLimits" | "limits" | "impersonation";
                /** @description only kinds about which something was decided here, or nothing */
                decided?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyEntryList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPolicies: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "kind" | "-kind";
                /** @description only this kind */
                kind?: "password" | "registration" | "lockout" | "look" | "signIn" | "assurance" | "account" | "removedPeople" | "domain" | "addressLimits" | "limits" | "impersonation";
                /** @description only kinds about which something was decided here, or nothing */
                decided?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyEntryList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServicePasswordPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServicePasswordPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "minLength": 12,
                 *       "minLengthWithSecondFactor": 8,
                 *       "lower": false,
                 *       "upper": false,
                 *       "digit": false,
                 *       "symbol": false,
                 *       "refuseCommon": true
                 *     }
                 */
                "application/json": components["schemas"]["PasswordPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServicePasswordPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServicePasswordPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "minLength": 12,
                 *       "minLengthWithSecondFactor": 8,
                 *       "lower": false,
                 *       "upper": false,
                 *       "digit": false,
                 *       "symbol": false,
                 *       "refuseCommon": true
                 *     }
                 */
                "application/json": components["schemas"]["PasswordPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPasswordPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setPasswordPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "minLength": 12,
                 *       "minLengthWithSecondFactor": 8,
                 *       "lower": false,
                 *       "upper": false,
                 *       "digit": false,
                 *       "symbol": false,
                 *       "refuseCommon": true
                 *     }
                 */
                "application/json": components["schemas"]["PasswordPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePasswordPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updatePasswordPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "minLength": 12,
                 *       "minLengthWithSecondFactor": 8,
                 *       "lower": false,
                 *       "upper": false,
                 *       "digit": false,
                 *       "symbol": false,
                 *       "refuseCommon": true
                 *     }
                 */
                "application/json": components["schemas"]["PasswordPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceRegistrationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceRegistrationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["RegistrationPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceRegistrationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceRegistrationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["RegistrationPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getRegistrationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setRegistrationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["RegistrationPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteRegistrationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateRegistrationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["RegistrationPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceLockoutPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockoutPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceLockoutPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "maxAttempts": 10,
                 *       "lockSeconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["LockoutPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockoutPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceLockoutPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockoutPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceLockoutPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "maxAttempts": 10,
                 *       "lockSeconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["LockoutPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockoutPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getLockoutPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockoutPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setLockoutPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "maxAttempts": 10,
                 *       "lockSeconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["LockoutPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockoutPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteLockoutPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockoutPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateLockoutPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "maxAttempts": 10,
                 *       "lockSeconds": 900
                 *     }
                 */
                "application/json": components["schemas"]["LockoutPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockoutPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceLookPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceLookPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accent": "1f4fbf",
                 *       "showName": true
                 *     }
                 */
                "application/json": components["schemas"]["LookPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceLookPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceLookPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accent": "1f4fbf",
                 *       "showName": true
                 *     }
                 */
                "application/json": components["schemas"]["LookPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getLookPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setLookPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accent": "1f4fbf",
                 *       "showName": true
                 *     }
                 */
                "application/json": components["schemas"]["LookPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteLookPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateLookPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accent": "1f4fbf",
                 *       "showName": true
                 *     }
                 */
                "application/json": components["schemas"]["LookPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceSignInPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceSignInPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inviteProvisioned": false
                 *     }
                 */
                "application/json": components["schemas"]["SignInPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceSignInPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceSignInPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inviteProvisioned": false
                 *     }
                 */
                "application/json": components["schemas"]["SignInPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getSignInPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setSignInPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inviteProvisioned": false
                 *     }
                 */
                "application/json": components["schemas"]["SignInPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSignInPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateSignInPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inviteProvisioned": false
                 *     }
                 */
                "application/json": components["schemas"]["SignInPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceAssurancePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssurancePolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceAssurancePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "passwordAllowed": true,
                 *       "passkeys": "optional",
                 *       "offerPasskeys": true,
                 *       "secondFactor": "requiredForRoles",
                 *       "secondFactorRoles": [
                 *         "IAM_*"
                 *       ],
                 *       "graceDays": 30,
                 *       "factors": [
                 *         "totp",
                 *         "securityKey"
                 *       ],
                 *       "passwordSeconds": 864000,
                 *       "secondFactorSeconds": 64800,
                 *       "passkeySeconds": 864000,
                 *       "rememberBrowserDays": 30,
                 *       "sessionSeconds": 864000,
                 *       "idleSeconds": 43200,
                 *       "staySignedIn": true,
                 *       "checkedAtRefresh": true
                 *     }
                 */
                "application/json": components["schemas"]["AssurancePolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssurancePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceAssurancePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssurancePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceAssurancePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "passwordAllowed": true,
                 *       "passkeys": "optional",
                 *       "offerPasskeys": true,
                 *       "secondFactor": "requiredForRoles",
                 *       "secondFactorRoles": [
                 *         "IAM_*"
                 *       ],
                 *       "graceDays": 30,
                 *       "factors": [
                 *         "totp",
                 *         "securityKey"
                 *       ],
                 *       "passwordSeconds": 864000,
                 *       "secondFactorSeconds": 64800,
                 *       "passkeySeconds": 864000,
                 *       "rememberBrowserDays": 30,
                 *       "sessionSeconds": 864000,
                 *       "idleSeconds": 43200,
                 *       "staySignedIn": true,
                 *       "checkedAtRefresh": true
                 *     }
                 */
                "application/json": components["schemas"]["AssurancePolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssurancePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getAssurancePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssurancePolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setAssurancePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "passwordAllowed": true,
                 *       "passkeys": "optional",
                 *       "offerPasskeys": true,
                 *       "secondFactor": "requiredForRoles",
                 *       "secondFactorRoles": [
                 *         "IAM_*"
                 *       ],
                 *       "graceDays": 30,
                 *       "factors": [
                 *         "totp",
                 *         "securityKey"
                 *       ],
                 *       "passwordSeconds": 864000,
                 *       "secondFactorSeconds": 64800,
                 *       "passkeySeconds": 864000,
                 *       "rememberBrowserDays": 30,
                 *       "sessionSeconds": 864000,
                 *       "idleSeconds": 43200,
                 *       "staySignedIn": true,
                 *       "checkedAtRefresh": true
                 *     }
                 */
                "application/json": components["schemas"]["AssurancePolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssurancePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteAssurancePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssurancePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateAssurancePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "passwordAllowed": true,
                 *       "passkeys": "optional",
                 *       "offerPasskeys": true,
                 *       "secondFactor": "requiredForRoles",
                 *       "secondFactorRoles": [
                 *         "IAM_*"
                 *       ],
                 *       "graceDays": 30,
                 *       "factors": [
                 *         "totp",
                 *         "securityKey"
                 *       ],
                 *       "passwordSeconds": 864000,
                 *       "secondFactorSeconds": 64800,
                 *       "passkeySeconds": 864000,
                 *       "rememberBrowserDays": 30,
                 *       "sessionSeconds": 864000,
                 *       "idleSeconds": 43200,
                 *       "staySignedIn": true,
                 *       "checkedAtRefresh": true
                 *     }
                 */
                "application/json": components["schemas"]["AssurancePolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssurancePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceAccountPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceAccountPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "changeName": true,
                 *       "changePicture": true,
                 *       "changeLanguage": true,
                 *       "changeTimezone": true,
                 *       "changePhones": true,
                 *       "deleteAccount": false
                 *     }
                 */
                "application/json": components["schemas"]["AccountPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceAccountPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceAccountPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "changeName": true,
                 *       "changePicture": true,
                 *       "changeLanguage": true,
                 *       "changeTimezone": true,
                 *       "changePhones": true,
                 *       "deleteAccount": false
                 *     }
                 */
                "application/json": components["schemas"]["AccountPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getAccountPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setAccountPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "changeName": true,
                 *       "changePicture": true,
                 *       "changeLanguage": true,
                 *       "changeTimezone": true,
                 *       "changePhones": true,
                 *       "deleteAccount": false
                 *     }
                 */
                "application/json": components["schemas"]["AccountPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteAccountPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateAccountPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "changeName": true,
                 *       "changePicture": true,
                 *       "changeLanguage": true,
                 *       "changeTimezone": true,
                 *       "changePhones": true,
                 *       "deleteAccount": false
                 *     }
                 */
                "application/json": components["schemas"]["AccountPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceRemovedPeoplePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedPeoplePolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceRemovedPeoplePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 0
                 *     }
                 */
                "application/json": components["schemas"]["RemovedPeoplePolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedPeoplePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceRemovedPeoplePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedPeoplePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceRemovedPeoplePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 0
                 *     }
                 */
                "application/json": components["schemas"]["RemovedPeoplePolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedPeoplePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getRemovedPeoplePolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedPeoplePolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setRemovedPeoplePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 0
                 *     }
                 */
                "application/json": components["schemas"]["RemovedPeoplePolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedPeoplePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteRemovedPeoplePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedPeoplePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateRemovedPeoplePolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 0
                 *     }
                 */
                "application/json": components["schemas"]["RemovedPeoplePolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedPeoplePolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceDomainPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceDomainPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userLoginMustBeDomain": true
                 *     }
                 */
                "application/json": components["schemas"]["DomainPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceDomainPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceDomainPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userLoginMustBeDomain": true
                 *     }
                 */
                "application/json": components["schemas"]["DomainPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getDomainPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setDomainPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userLoginMustBeDomain": true
                 *     }
                 */
                "application/json": components["schemas"]["DomainPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteDomainPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateDomainPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userLoginMustBeDomain": true
                 *     }
                 */
                "application/json": components["schemas"]["DomainPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceAddressLimitPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressLimitsPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceAddressLimitPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": 600000,
                 *       "introspection": 600000,
                 *       "scim": 480000,
                 *       "admin": 240000,
                 *       "import": 24000,
                 *       "signIn": 120000,
                 *       "documents": 600000
                 *     }
                 */
                "application/json": components["schemas"]["AddressLimitsPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressLimitsPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceAddressLimitPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressLimitsPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceAddressLimitPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": 600000,
                 *       "introspection": 600000,
                 *       "scim": 480000,
                 *       "admin": 240000,
                 *       "import": 24000,
                 *       "signIn": 120000,
                 *       "documents": 600000
                 *     }
                 */
                "application/json": components["schemas"]["AddressLimitsPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressLimitsPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceLimitPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceLimitPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokenPerClient": 600000,
                 *       "token": 1200000,
                 *       "introspectionPerClient": 600000,
                 *       "introspection": 1200000,
                 *       "scimPerCaller": 480000,
                 *       "scim": 960000,
                 *       "adminPerCaller": 240000,
                 *       "admin": 480000,
                 *       "importPerCaller": 24000,
                 *       "import": 48000
                 *     }
                 */
                "application/json": components["schemas"]["LimitsPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceLimitPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceLimitPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokenPerClient": 600000,
                 *       "token": 1200000,
                 *       "introspectionPerClient": 600000,
                 *       "introspection": 1200000,
                 *       "scimPerCaller": 480000,
                 *       "scim": 960000,
                 *       "adminPerCaller": 240000,
                 *       "admin": 480000,
                 *       "importPerCaller": 24000,
                 *       "import": 48000
                 *     }
                 */
                "application/json": components["schemas"]["LimitsPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getLimitPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setLimitPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokenPerClient": 600000,
                 *       "token": 1200000,
                 *       "introspectionPerClient": 600000,
                 *       "introspection": 1200000,
                 *       "scimPerCaller": 480000,
                 *       "scim": 960000,
                 *       "adminPerCaller": 240000,
                 *       "admin": 480000,
                 *       "importPerCaller": 24000,
                 *       "import": 48000
                 *     }
                 */
                "application/json": components["schemas"]["LimitsPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteLimitPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateLimitPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tokenPerClient": 600000,
                 *       "token": 1200000,
                 *       "introspectionPerClient": 600000,
                 *       "introspection": 1200000,
                 *       "scimPerCaller": 480000,
                 *       "scim": 960000,
                 *       "adminPerCaller": 240000,
                 *       "admin": 480000,
                 *       "importPerCaller": 24000,
                 *       "import": 48000
                 *     }
                 */
                "application/json": components["schemas"]["LimitsPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceImpersonationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceImpersonationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["ImpersonationPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceImpersonationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceImpersonationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["ImpersonationPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getImpersonationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationPolicy"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setImpersonationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["ImpersonationPolicyBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteImpersonationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateImpersonationPolicy: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["ImpersonationPolicyChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationPolicy"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listSigningKeys: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt";
                /** @description only entries with this value */
                alg?: "RS256" | "ES256" | "EdDSA";
                /** @description only entries with this value */
                state?: "published" | "active" | "retired";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    rotateSigningKeys: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RotationBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    revokeSealingKeys: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    revokeSigningKey: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                kid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteMail: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateMail: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "host": "smtp.example.com",
                 *       "fromAddress": "no-reply@example.com",
                 *       "fromName": "Example",
                 *       "replyTo": "help@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["MailChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    testMail: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["TestMailBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestMail"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listMailTexts: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: string;
                /** @description only entries with this value */
                kind?: "verifyEmail" | "resetPassword" | "invitation" | "registration" | "registeredAlready" | "changeEmail" | "emailChanged" | "passwordChanged" | "factorsChanged" | "graceBegun" | "factorLocked" | "factorLink" | "secondFactor" | "locked" | "accountDeleted";
                /** @description only entries with this value */
                language?: "en" | "de" | "es" | "fr" | "it" | "ja" | "nl" | "pl" | "pt" | "zh";
                /** @description only entries with this value */
                isOwn?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailTextEntryList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getMailText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description one of verifyEmail, resetPassword, invitation, registration, registeredAlready, changeEmail, emailChanged, passwordChanged, factorsChanged, graceBegun, factorLocked, factorLink, secondFactor, locked, accountDeleted */
                kind: string;
                /** @description one of en, de, es, fr, it, ja, nl, pl, pt, zh */
                language: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailText"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setMailText: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description one of verifyEmail, resetPassword, invitation, registration, registeredAlready, changeEmail, emailChanged, passwordChanged, factorsChanged, graceBegun, factorLocked, factorLink, secondFactor, locked, accountDeleted */
                kind: string;
                /** @description one of en, de, es, fr, it, ja, nl, pl, pt, zh */
                language: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Welcome to {{organization}}",
                 *       "body": "{{greeting}}\n\nyour code is {{code}}; or open {{link}}"
                 *     }
                 */
                "application/json": components["schemas"]["MailTextBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailText"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteMailText: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description one of verifyEmail, resetPassword, invitation, registration, registeredAlready, changeEmail, emailChanged, passwordChanged, factorsChanged, graceBegun, factorLocked, factorLink, secondFactor, locked, accountDeleted */
                kind: string;
                /** @description one of en, de, es, fr, it, ja, nl, pl, pt, zh */
                language: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailText"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    previewMailText: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description one of verifyEmail, resetPassword, invitation, registration, registeredAlready, changeEmail, emailChanged, passwordChanged, factorsChanged, graceBegun, factorLocked, factorLink, secondFactor, locked, accountDeleted */
                kind: string;
                /** @description one of en, de, es, fr, it, ja, nl, pl, pt, zh */
                language: string;
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Welcome to {{organization}}",
                 *       "body": "{{greeting}}\n\nyour code is {{code}}; or open {{link}}"
                 *     }
                 */
                "application/json": components["schemas"]["MailTextBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPreview"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accent": "1f4fbf",
                 *       "background": "1f4fbf",
                 *       "texts": {
                 *         "en": {
                 *           "signInTitle": "Welcome aboard"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BrandingChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setBrandingImage: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                slot: "logoLight" | "logoDark" | "favicon";
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPgriolCTGMahjVMHw1AAB/cvoBCUj9+AAAAABJRU5ErkJggg=="
                 *     }
                 */
                "application/json": components["schemas"]["BrandingImageBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteBrandingImage: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                slot: "logoLight" | "logoDark" | "favicon";
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    publishBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    discardBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    previewBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description id of the organization; listOrganizations shows it */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingPreview"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getServiceBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateServiceBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accent": "1f4fbf",
                 *       "background": "1f4fbf",
                 *       "texts": {
                 *         "en": {
                 *           "signInTitle": "Welcome aboard"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BrandingChangeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setServiceBrandingImage: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                slot: "logoLight" | "logoDark" | "favicon";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPgriolCTGMahjVMHw1AAB/cvoBCUj9+AAAAABJRU5ErkJggg=="
                 *     }
                 */
                "application/json": components["schemas"]["BrandingImageBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteServiceBrandingImage: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
            };
            path: {
                slot: "logoLight" | "logoDark" | "favicon";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    publishServiceBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    discardServiceBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description `ETag` that was read; 412 if the resource has changed since */
                "If-Match"?: string;
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    previewServiceBranding: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingPreview"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "name" | "-name";
                /** @description only entries whose text starts with this, whatever its case */
                name?: string;
                /** @description only entries whose text contains this, whatever its case */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    runJob: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listReadOnlyMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadOnlyMode"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    beginReadOnlyMode: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "the database moves"
                 *     }
                 */
                "application/json": components["schemas"]["BeginReadOnlyModeBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadOnlyMode"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    endReadOnlyMode: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadOnlyMode"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listDatabase: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Database"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    useDatabase: {
        parameters: {
            query?: {
                /** @description true: the answer that the request would get, with nothing changed */
                dryRun?: components["parameters"]["dryRun"];
            };
            header?: {
                /** @description a request that is repeated with the same key is done once and answered alike */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "host": "db1.example.com:3306"
                 *     }
                 */
                "application/json": components["schemas"]["UseDatabaseHostBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Database"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    importOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dataOrgs": {
                 *         "orgs": [
                 *           {
                 *             "orgId": "example",
                 *             "org": {
                 *               "name": "Example Ltd"
                 *             }
                 *           }
                 *         ]
                 *       },
                 *       "timeout": "5m30s"
                 *     }
                 */
                "application/json": {
                    dataOrgs: {
                        orgs?: ({
                            /** @description id of the organization; created if it does not exist */
                            orgId?: string;
                            humanUsers?: {
                                [key: string]: unknown;
                            }[];
                            groups?: {
                                [key: string]: unknown;
                            }[];
                            groupMembers?: {
                                [key: string]: unknown;
                            }[];
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                    /**
                     * @description longest duration of the import, in Go’s notation; absent: 5m
                     * @example 5m30s
                     */
                    timeout?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
            400: components["responses"]["ImportError400"];
            401: components["responses"]["ImportError401"];
            403: components["responses"]["ImportError403"];
            404: components["responses"]["ImportError404"];
            409: components["responses"]["ImportError409"];
            412: components["responses"]["ImportError412"];
            413: components["responses"]["ImportError413"];
            415: components["responses"]["ImportError415"];
            422: components["responses"]["ImportError422"];
            429: components["responses"]["ImportError429"];
            503: components["responses"]["ImportError503"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description entries of a page; 0 with `total` only counts */
                limit?: number;
                /** @description `nextCursor` of the page before, with the same sort and filters */
                cursor?: string;
                /**
                 * @deprecated
                 * @description older form of `cursor`: `after` of the page before
                 */
                after?: number;
                /** @description also answers how many entries there are on all pages */
                total?: boolean;
                /** @description order, backwards with a hyphen; without it the order in which entries were added */
                sort?: "createdAt" | "-createdAt";
                /** @description only entries with this value */
                state?: "receiving" | "waiting" | "running" | "stopped" | "failed" | "done" | "canceled";
                /** @description only entries later than this */
                createdAfter?: string;
                /** @description only entries earlier than this */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ImportError400"];
            401: components["responses"]["ImportError401"];
            403: components["responses"]["ImportError403"];
            429: components["responses"]["ImportError429"];
            503: components["responses"]["ImportError503"];
        };
    };
    createImport: {
        parameters: {
            query?: {
                allowReusedIds?: boolean;
                dryRun?: boolean;
                mode?: "create" | "upsert";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dataOrgs": {
                 *         "orgs": [
                 *           {
                 *             "orgId": "example",
                 *             "org": {
                 *               "name": "Example Ltd"
                 *             }
                 *           }
                 *         ]
                 *       },
                 *       "timeout": "5m30s"
                 *     }
                 */
                "application/json": {
                    dataOrgs: {
                        orgs?: ({
                            /** @description id of the organization; created if it does not exist */
                            orgId?: string;
                            humanUsers?: {
                                [key: string]: unknown;
                            }[];
                            groups?: {
                                [key: string]: unknown;
                            }[];
                            groupMembers?: {
                                [key: string]: unknown;
                            }[];
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                    /**
                     * @description longest duration of the import, in Go’s notation; absent: 5m
                     * @example 5m30s
                     */
                    timeout?: string;
                };
                /**
                 * @example {
                 *       "dataOrgs": {
                 *         "orgs": [
                 *           {
                 *             "orgId": "example",
                 *             "org": {
                 *               "name": "Example Ltd"
                 *             }
                 *           }
                 *         ]
                 *       },
                 *       "timeout": "5m30s"
                 *     }
                 */
                "application/x-ndjson": {
                    dataOrgs: {
                        orgs?: ({
                            /** @description id of the organization; created if it does not exist */
                            orgId?: string;
                            humanUsers?: {
                                [key: string]: unknown;
                            }[];
                            groups?: {
                                [key: string]: unknown;
                            }[];
                            groupMembers?: {
                                [key: string]: unknown;
                            }[];
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                    /**
                     * @description longest duration of the import, in Go’s notation; absent: 5m
                     * @example 5m30s
                     */
                    timeout?: string;
                };
                /**
                 * @example {
                 *       "dataOrgs": {
                 *         "orgs": [
                 *           {
                 *             "orgId": "example",
                 *             "org": {
                 *               "name": "Example Ltd"
                 *             }
                 *           }
                 *         ]
                 *       },
                 *       "timeout": "5m30s"
                 *     }
                 */
                "text/csv": {
                    dataOrgs: {
                        orgs?: ({
                            /** @description id of the organization; created if it does not exist */
                            orgId?: string;
                            humanUsers?: {
                                [key: string]: unknown;
                            }[];
                            groups?: {
                                [key: string]: unknown;
                            }[];
                            groupMembers?: {
                                [key: string]: unknown;
                            }[];
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                    /**
                     * @description longest duration of the import, in Go’s notation; absent: 5m
                     * @example 5m30s
                     */
                    timeout?: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["ImportError400"];
            401: components["responses"]["ImportError401"];
            403: components["responses"]["ImportError403"];
            404: components["responses"]["ImportError404"];
            409: components["responses"]["ImportError409"];
            412: components["responses"]["ImportError412"];
            413: components["responses"]["ImportError413"];
            415: components["responses"]["ImportError415"];
            422: components["responses"]["ImportError422"];
            429: components["responses"]["ImportError429"];
            503: components["responses"]["ImportError503"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    downloadImportErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description Not changed since the version in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    resumeImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    searchEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventTypes": [
                 *         "user.human.*"
                 *       ],
                 *       "aggregateTypes": [
                 *         "user"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EventSearchBody"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypes"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listEventAggregateTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AggregateTypes"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listAggregateTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AggregateTypes"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        /** @enum {boolean} */
                        readOnly?: true;
                        checks: {
                            [key: string]: "ok";
                        };
                    };
                };
            };
            400: components["responses"]["OAuthError400"];
            429: components["responses"]["OAuthError429"];
            503: components["responses"]["OAuthError503"];
        };
    };
    getDiscovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What this service can do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discovery"];
                };
            };
            400: components["responses"]["OAuthError400"];
            429: components["responses"]["OAuthError429"];
            503: components["responses"]["OAuthError503"];
        };
    };
    getKeySet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description JSON Web Key Set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            400: components["responses"]["OAuthError400"];
            429: components["responses"]["OAuthError429"];
            503: components["responses"]["OAuthError503"];
        };
    };
    authorize: {
        parameters: {
            query?: {
                client_id?: string;
                redirect_uri?: string;
                response_type?: string;
                response_mode?: string;
                scope?: string;
                state?: string;
                nonce?: string;
                code_challenge?: string;
                code_challenge_method?: string;
                prompt?: string;
                max_age?: string;
                login_hint?: string;
                id_token_hint?: string;
                ui_locales?: string;
                claims?: string;
                request?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for a browser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description On to the next page, or back to the application */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OAuthError400"];
            /** @description A page: too many requests of this network address */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: components["responses"]["OAuthError503"];
        };
    };
    authorizeByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_id": "client",
                 *       "response_type": "code",
                 *       "scope": "openid"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    client_id: string;
                    redirect_uri?: string;
                    response_type?: string;
                    response_mode?: string;
                    scope?: string;
                    state?: string;
                    nonce?: string;
                    code_challenge?: string;
                    code_challenge_method?: string;
                    prompt?: string;
                    max_age?: string;
                    login_hint?: string;
                    id_token_hint?: string;
                    ui_locales?: string;
                    claims?: string;
                    request?: string;
                };
            };
        };
        responses: {
            /** @description A page for a browser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description On to the next page, or back to the application */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OAuthError400"];
            413: components["responses"]["OAuthError413"];
            415: components["responses"]["OAuthError415"];
            /** @description A page: too many requests of this network address */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: components["responses"]["OAuthError503"];
        };
    };
    requestToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    grant_type: string;
                    scope?: string;
                    code?: string;
                    redirect_uri?: string;
                    code_verifier?: string;
                    refresh_token?: string;
                    assertion?: string;
                    subject_token?: string;
                    subject_token_type?: string;
                    actor_token?: string;
                    actor_token_type?: string;
                    requested_token_type?: string;
                    audience?: string;
                    client_id?: string;
                    client_secret?: string;
                    client_assertion?: string;
                    client_assertion_type?: string;
                };
            };
        };
        responses: {
            /** @description The tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["OAuthError400"];
            401: components["responses"]["OAuthError401"];
            413: components["responses"]["OAuthError413"];
            415: components["responses"]["OAuthError415"];
            429: components["responses"]["OAuthError429"];
            503: components["responses"]["OAuthError503"];
        };
    };
    introspectToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "token"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    token: string;
                    token_type_hint?: string;
                    client_id?: string;
                    client_secret?: string;
                    client_assertion?: string;
                    client_assertion_type?: string;
                };
            };
        };
        responses: {
            /** @description What the token says, or that it is not active */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Introspection"];
                };
            };
            400: components["responses"]["OAuthError400"];
            401: components["responses"]["OAuthError401"];
            413: components["responses"]["OAuthError413"];
            415: components["responses"]["OAuthError415"];
            429: components["responses"]["OAuthError429"];
            503: components["responses"]["OAuthError503"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "token"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    token: string;
                    token_type_hint?: string;
                    client_id?: string;
                    client_secret?: string;
                    client_assertion?: string;
                    client_assertion_type?: string;
                };
            };
        };
        responses: {
            /** @description The token is not good any more, if it ever was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OAuthError400"];
            401: components["responses"]["OAuthError401"];
            413: components["responses"]["OAuthError413"];
            415: components["responses"]["OAuthError415"];
            429: components["responses"]["OAuthError429"];
            503: components["responses"]["OAuthError503"];
        };
    };
    getUserinfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserClaims"];
                };
            };
            400: components["responses"]["OAuthError400"];
            401: components["responses"]["OAuthError401"];
            429: components["responses"]["OAuthError429"];
            503: components["responses"]["OAuthError503"];
        };
    };
    postUserinfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The claims */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserClaims"];
                };
            };
            400: components["responses"]["OAuthError400"];
            401: components["responses"]["OAuthError401"];
            413: components["responses"]["OAuthError413"];
            415: components["responses"]["OAuthError415"];
            429: components["responses"]["OAuthError429"];
            503: components["responses"]["OAuthError503"];
        };
    };
    endSession: {
        parameters: {
            query?: {
                id_token_hint?: string;
                client_id?: string;
                post_logout_redirect_uri?: string;
                state?: string;
                logout_hint?: string;
                ui_locales?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for a browser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description On to the next page, or back to the application */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OAuthError400"];
            /** @description A page: too many requests of this network address */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: components["responses"]["OAuthError503"];
        };
    };
    endSessionByForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "any"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    id_token_hint?: string;
                    client_id?: string;
                    post_logout_redirect_uri?: string;
                    state?: string;
                    logout_hint?: string;
                    ui_locales?: string;
                };
            };
        };
        responses: {
            /** @description A page for a browser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description On to the next page, or back to the application */
            303: {
                headers: {
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["OAuthError400"];
            413: components["responses"]["OAuthError413"];
            415: components["responses"]["OAuthError415"];
            /** @description A page: too many requests of this network address */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: components["responses"]["OAuthError503"];
        };
    };
}
