
CREATE TABLE `address_locks` (
  `no` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `address_locks_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `address_locks` VALUES
(74816207717212,1795641800786000),
(232050050544286,1795641800786000);
CREATE TABLE `application_origins` (
  `origin` varchar(300) NOT NULL,
  `application_no` bigint(20) NOT NULL,
  PRIMARY KEY (`origin`,`application_no`),
  KEY `application_origins_by_application` (`application_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `applications` (
  `no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `project_no` bigint(20) NOT NULL,
  `name` varchar(200) NOT NULL,
  `client_id` varchar(100) NOT NULL,
  `state` varchar(20) NOT NULL,
  `token_gen` int(11) NOT NULL,
  `config` mediumtext NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `name_key` varchar(400) NOT NULL DEFAULT '',
  `type` varchar(20) NOT NULL DEFAULT '',
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_applications_client_id` (`client_id`),
  UNIQUE KEY `u_applications_id` (`id`),
  KEY `applications_by_org` (`org_no`),
  KEY `applications_by_number` (`project_no`,`no`),
  KEY `applications_by_name` (`project_no`,`name_key`,`no`),
  KEY `applications_by_creation` (`project_no`,`created_us`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `applications` VALUES
(7,'01a21497-6e7a-735a-8119-27bdf7f3f222',1,5,'Gatehouse command line','gatehouse-cli','active',0,'{\"type\":\"native\",\"authMethod\":\"none\",\"redirectUris\":[\"http://127.0.0.1/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":true,\"devMode\":false,\"consentRequired\":true,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795641798267000,'gatehouse command line','native'),
(10,'api-explorer',1,8,'API explorer','01a21497-6e8d-76c0-aa45-2ff12bc16092','active',0,'{\"type\":\"userAgent\",\"authMethod\":\"none\",\"redirectUris\":[\"https://id.example.com/docs/oauth2-redirect.html\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":true,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795641798286000,'api explorer','userAgent'),
(30,'01a21497-78ee-746a-a5d6-9c0141ca06d9',1,28,'Web','01a21497-78ee-71eb-820a-4a4a05167b7b','active',0,'{\"type\":\"web\",\"authMethod\":\"client_secret_basic\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795641800942000,'web','web'),
(32,'01a21497-7917-7670-87a8-4422d59a9b7c',1,28,'Native','01a21497-7917-7652-80d0-2b60f7565ea4','active',0,'{\"type\":\"native\",\"authMethod\":\"none\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"jwt\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795641800984000,'native','native');
CREATE TABLE `audit_streams` (
  `target` varchar(64) NOT NULL,
  `position` bigint(20) NOT NULL,
  `ord` bigint(20) NOT NULL,
  PRIMARY KEY (`target`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `authorization_removals` (
  `no` bigint(20) NOT NULL,
  `editor` varchar(200) NOT NULL,
  PRIMARY KEY (`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `authorization_roles` (
  `authorization_no` bigint(20) NOT NULL,
  `source_no` bigint(20) NOT NULL,
  PRIMARY KEY (`authorization_no`,`source_no`),
  KEY `authorization_roles_by_source` (`source_no`,`authorization_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `authorization_roles` VALUES
(38,36);
CREATE TABLE `authorizations` (
  `no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `project_no` bigint(20) NOT NULL,
  `grant_no` bigint(20) NOT NULL,
  `holder_no` bigint(20) NOT NULL,
  `holder_kind` varchar(10) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `modified_us` bigint(20) NOT NULL,
  `version` int(11) NOT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_authorizations_id` (`id`),
  UNIQUE KEY `u_authorizations_holder` (`project_no`,`grant_no`,`holder_no`),
  KEY `authorizations_by_holder` (`holder_no`,`project_no`),
  KEY `authorizations_by_org` (`org_no`,`no`),
  KEY `authorizations_by_project` (`project_no`,`grant_no`,`no`),
  KEY `authorizations_by_kind` (`project_no`,`holder_kind`,`holder_no`),
  KEY `authorizations_by_creation` (`org_no`,`created_us`,`no`),
  KEY `authorizations_of_project_by_creation` (`project_no`,`grant_no`,`created_us`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `authorizations` VALUES
(38,'01a21497-79cd-71b1-b40f-54a91ad042b2',1,28,0,34,'group',1795641801165000,1795641801165000,1);
CREATE TABLE `authorized_projects` (
  `project_no` bigint(20) NOT NULL,
  PRIMARY KEY (`project_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `authorized_projects` VALUES
(28);
CREATE TABLE `branding_drafts` (
  `org_no` bigint(20) NOT NULL,
  `body` mediumtext NOT NULL,
  PRIMARY KEY (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `branding_images` (
  `digest` varchar(43) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `content` mediumtext NOT NULL,
  PRIMARY KEY (`digest`,`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `browser_sessions` (
  `browser` varchar(64) NOT NULL,
  `session_uid` varchar(64) NOT NULL,
  `user_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `used_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  `browser_name` varchar(60) DEFAULT NULL,
  `name` varchar(22) DEFAULT NULL,
  PRIMARY KEY (`browser`,`session_uid`),
  KEY `browser_sessions_by_session` (`session_uid`),
  KEY `browser_sessions_by_expiry` (`expires_us`),
  KEY `browser_sessions_by_user` (`user_no`),
  KEY `browser_sessions_by_org` (`org_no`),
  KEY `browser_sessions_by_use` (`org_no`,`used_us`,`name`),
  KEY `browser_sessions_by_name` (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `browser_sessions` VALUES
('65Ig-iXHJ3fOML6bVvuVR3AmSQDdQE5_l6og3SHA2b0','gNxZRTm_pFYOdlnTXqu5vIX_zwm1pZcfrSx4hDvb5FK',11,1,1795641802271000,1796505802265000,NULL,'_3wXPAFCFeE8faI7IGU-tv'),
('QeJexhazvrYOs6aBFYlvl48MULJWksQkg7Yq1Dble24','7A5hCL8GLn8QCooK2gjzN8DnNABa6EdTG1jg5uywaEV',11,1,1795641802642000,1796505802638000,NULL,'uf2WR2C-deRHMspIKqiuG3');
CREATE TABLE `claimed_ids` (
  `id` varchar(200) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `client_keys` (
  `id` varchar(64) NOT NULL,
  `owner_no` bigint(20) NOT NULL,
  `public_jwk` mediumtext NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) DEFAULT NULL,
  `key_id` varchar(200) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `u_client_keys_key_id` (`owner_no`,`key_id`),
  KEY `client_keys_by_owner` (`owner_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `client_keys` VALUES
('lYSAjLPk2OOw-3C_WZCbEptTPWQfW83rJj6Rl9mN7QI',40,'{\"kty\":\"EC\",\"x\":\"MG1Q8QG4Eeg7CEilkMYv2RzXeYJdm4KhSrEgul2hM3I\",\"y\":\"mS_2fmb1_MTdHGfPq0RW8UKf2t2-lMk_YxaFRNwzy70\",\"crv\":\"P-256\"}',1795641801242000,NULL,NULL);
CREATE TABLE `client_secrets` (
  `id` varchar(36) NOT NULL,
  `owner_no` bigint(20) NOT NULL,
  `digest` varchar(64) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `client_secrets_by_owner` (`owner_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `client_secrets` VALUES
('01a21497-6e5d-755e-8c1b-9d4b1ee4656a',4,'BHPK6zVwt-A07GR5ASjRy5mjvq_Jr4HhjIdTEnsWeKE',1795641798237000,NULL),
('01a21497-7901-70f7-b109-4afdc01723a8',30,'n_DQtNG_eHuGEjnlow54AEhcbNBL0rZF-hBrmpn0770',1795641800961000,NULL),
('01a21497-7a46-701a-9a7c-7900a7ad335c',40,'8ZgBYxwyRqFiamfIvkp846jDRxXso9FL3xFP3duKX5c',1795641801286000,NULL);
CREATE TABLE `config_version` (
  `id` int(11) NOT NULL,
  `version` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `config_version` VALUES
(1,31);
CREATE TABLE `consents` (
  `user_no` bigint(20) NOT NULL,
  `client_no` bigint(20) NOT NULL,
  `scope` varchar(2000) NOT NULL,
  `given_us` bigint(20) NOT NULL,
  PRIMARY KEY (`user_no`,`client_no`),
  KEY `consents_by_client` (`client_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `data_keys` (
  `id` varchar(32) NOT NULL,
  `purpose` varchar(40) NOT NULL,
  `state` varchar(20) NOT NULL,
  `wrapped` varchar(200) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `data_keys` VALUES
('-8vYtNWj','second-step','active','AQAAAAAAAAKUDWHIAADfuLbDwmpJvUxwpgpXpKGfpv5wYbN2TOvvSucS6VZXELWqPS77ecR0K3kfetAeZOnQGvNXADE-v9VYqiLq5C1DpQ',1795641797719002),
('-Yl3EXkz','digest','active','AQAAAAAAAC7_omieZ8xAI6_8gboTNSq-nd8t0UTwTyb4ygJsNWYNbZXAWz0MX9N0yA75AFoGjxNB1pLJON94OCugwdQeDAdf-AlUa9fLPQ',1795641797716000),
('-u5EcbT3','import','active','AQAAAAAAADp34SaGxhCW1ctgnz4BsxIB2xiu86ZGNrrwvAwvbSuE3rMnCwLC8gDL8TZ0FEQ-cQ03FxoeESsBGmszWz9X8-cto-_h12jmwg',1795641797717000),
('7B7CZQoN','signing-key','active','AQAAAAAAABN98Ct2I-Q6UnAltqxmvOaF1k_1_XUURe1trDjh5pb4gxTdnoPAWtkfjr4nS3_lqjQ-7Oz15Qo2oFh4yOiwgy8TH6NIkKueKw',1795641797720000),
('BNwKZjM9','totp','active','AQAAAAAAAJMqAxBTX2-La9sp93Doe85qyMTxoraulL1kCRy7y2dm2qE43I_4Xdx5Tg9JB5KLJIIDZHAqJL3XYMXm5JmrPpAWQ__X-ZMkVQ',1795641797725000),
('LIxrnFRr','cursor','active','AQAAAAAAAFId1RpW-WD7OHO7KqAyXYorCBAB8jOn_JEjAkIVIVa2UjjZoPWehdUEoZ_AFyocoCWvgLPzgOb3KX0MOrpbbw1bLqHGKX9MVQ',1795641797694000),
('QDRa-Y6R','sms','active','AQAAAAAAAOEf7vE9ZxfrktwWGGgR43_YyYy67gK73St9G6pJNJ8VCDrF47TOrk03LyIml7_1APyYtREOrBi4J6mK3EUjMI2meAXCXNhNEg',1795641797720001),
('SO_cocfT','mail-server','active','AQAAAAAAACeWrwdvdgQI2iNgoiIeBrk7aEydzw4tLEn3BwRCfWdRhj05KA53TpXKcFqa2kXaHnd4l25BZvlQJbG9f1VvEZsvjrXFoe377A',1795641797718001),
('T2rc7Y2m','totp-setup','active','AQAAAAAAAP2So5lx-DIgZTdhW6DHyIzOdDFixcn2qiZYLLRRZSJa4RZl9tZZnYF5J9rb7osN0-ccsfP1qqUeeaCgx5P4uZppbLTtslKqlw',1795641797728000),
('TROGgVAf','mail','active','AQAAAAAAACdO2FvmmGLynYHLLBMIbMX_Adv-ZP_42RTF26zEpwX5vRva9q5zfvuVws0bZIJ7hpr1IISffIpM6wTJLQ6KGCeqCZx2haMOeQ',1795641797718000),
('VtXlep1l','cookie','active','AQAAAAAAAK6LtmhqUPI4jQW5PuzRa9n7qtsXzKnDM9ayNWsaaR-Yvs48S9ZOPHRkElazakKpsKWTBL1anqiW1HURg1WtEE25ZjeHbTnDfg',1795641797688000),
('avUM19Al','proof','active','AQAAAAAAAHhzpyhmpb6TbbA4v4mSG_BUIcpBOohV5q936VgckhmSCnYVNvTo6qaDB9N3wmrkIOwbAejs6S_R1sghDen2EE9Z0BOAV6yLVQ',1795641797719000),
('cjY65IAX','token-holder','active','AQAAAAAAAMeu93r-XiVYkVW9-Gx8nCH2YLreW_k_Duw46xNReBTw36atCNkcq5HxfBIinDK4bKPdTOhKjdr0bPXtHvZtaaDXSpFDUt3aug',1795641797720002),
('fs2R0Vw5','sign-in','active','AQAAAAAAAGKqvf2xG3UcECSpzUxHJU3f50czZ1mGKGp3YAExbVr6sDAg7OIxJMy5qpYXmgEJNOU7Sp7RV_--QLYN0A3iVPe3TZgOoBuVsg',1795641797719003),
('hS6fsWEB','answer','active','AQAAAAAAAKySPKPiYLhZfdzZOAdC68O40qyZw3tOIWMSnL5E6N_2KoOVqOLYWqds4QvHkg90nsADBSMfMrNuBWKFXD4uAbTkUecqBDvtMg',1795641797683000),
('l8XjVjoq','branding-preview','active','AQAAAAAAACm8vCg-jdY45os_upqFsdmZD9kyFE37Rv-P7Dhuj-l4ekgCSYChN4kzYrGJTmD7mFhWjmkyvVkOKOIkgygc8zwr-Pj0VFqXag',1795641797686000),
('olErStCt','registration','active','AQAAAAAAAGtnbFSZCp9I-7IlkYQcHm6bQInXYxtUK5L2dd83WN3YqyOQ2nu9PDaoEhplzTfjuhd-Hol8ZOCQxB9QfaB1DX4yjJvGFtQpJA',1795641797719001),
('qVlS4oeG','access-token','active','AQAAAAAAANRdDA1ay8PRRF8OBf2lMHGlJBcFiz8-NBgnIT-o4sGdEQeH7LsaZ2OmlpVHLrAS_VuDubYFOpp_eYmwwfyKK1Bl-E3oSPGIpg',1795641797666000),
('yB4UvnPh','password-change','active','AQAAAAAAAOFjKvN5MbrzcibJzsmwVNFpfQViQvNz_49a748plccOzI3IKn7CNXzXz5yWvQeF9pwINP8TcYhML-dMLS-m2nqV4XMcmYW_vQ',1795641797718002);
CREATE TABLE `database_node` (
  `id` int(11) NOT NULL,
  `epoch` bigint(20) NOT NULL,
  `host` varchar(300) NOT NULL,
  `changed_s` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `database_node` VALUES
(1,0,'',0);
CREATE TABLE `domain_challenges` (
  `org_no` bigint(20) NOT NULL,
  `domain` varchar(253) NOT NULL,
  `method` varchar(10) NOT NULL,
  `token` varchar(64) NOT NULL,
  `proof` varchar(64) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  `tried_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`org_no`,`domain`),
  KEY `domain_challenges_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `domain_claims` (
  `org_no` bigint(20) NOT NULL,
  `domain` varchar(253) NOT NULL,
  PRIMARY KEY (`org_no`,`domain`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `domain_losses` (
  `no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `domain` varchar(253) NOT NULL,
  `after_rev` varchar(400) NOT NULL,
  `after_user` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `domain_losses_by_org` (`org_no`,`domain`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `ended_sessions` (
  `uid` varchar(64) NOT NULL,
  `until_us` bigint(20) NOT NULL,
  PRIMARY KEY (`uid`),
  KEY `ended_sessions_by_expiry` (`until_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `event_blankings` (
  `user_no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `removed_us` bigint(20) NOT NULL,
  PRIMARY KEY (`user_no`),
  KEY `event_blankings_by_removal` (`removed_us`,`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `event_blankings` VALUES
(17,'01a21497-7748-71f7-b08c-530c4fb3d1be',1795641800712000);
CREATE TABLE `event_commits` (
  `tx_no` bigint(20) NOT NULL,
  `position` bigint(20) DEFAULT NULL,
  `recorded_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`tx_no`),
  UNIQUE KEY `u_event_commits_position` (`position`),
  KEY `event_commits_by_time` (`position`,`recorded_us`,`tx_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `event_commits` VALUES
(2,NULL,1795641798253301),
(6,NULL,1795641798268459),
(9,NULL,1795641798286963),
(12,NULL,1795641800206349),
(14,NULL,1795641800313702),
(16,NULL,1795641800419221),
(18,NULL,1795641800530001),
(20,NULL,1795641800648628),
(21,NULL,1795641800697474),
(22,NULL,1795641800723514),
(25,NULL,1795641800819008),
(27,NULL,1795641800862085),
(29,NULL,1795641800902038),
(31,NULL,1795641800962163),
(33,NULL,1795641800991497),
(35,NULL,1795641801097916),
(37,NULL,1795641801126616),
(39,NULL,1795641801171348),
(41,NULL,1795641801196789),
(50,NULL,1795641801244810),
(51,NULL,1795641801287413),
(52,NULL,1795641801330776),
(53,NULL,1795641801395585),
(55,NULL,1795641801472620),
(56,NULL,1795641801537000),
(57,NULL,1795641802071078),
(59,NULL,1795641802256113),
(60,NULL,1795641802578019),
(62,NULL,1795641802638102);
CREATE TABLE `event_head` (
  `id` int(11) NOT NULL,
  `position` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `event_head` VALUES
(1,0);
CREATE TABLE `event_upkeep` (
  `id` int(11) NOT NULL,
  `blanked_us` bigint(20) NOT NULL,
  `archived_position` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `events` (
  `tx_no` bigint(20) NOT NULL,
  `ord` int(11) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `type_no` int(11) NOT NULL,
  `aggregate_type` varchar(30) NOT NULL,
  `aggregate_id` varchar(200) NOT NULL,
  `sequence` int(11) NOT NULL,
  `editor` varchar(200) NOT NULL,
  `payload` mediumtext NOT NULL,
  `subject_id` varchar(200) DEFAULT NULL,
  PRIMARY KEY (`tx_no`,`ord`),
  KEY `events_by_org` (`org_no`,`created_us`),
  KEY `events_by_type` (`type_no`,`created_us`),
  KEY `events_by_time` (`created_us`,`tx_no`,`ord`),
  KEY `events_of_aggregate` (`aggregate_id`,`created_us`),
  KEY `events_of_subject` (`subject_id`,`created_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `events` VALUES
(2,0,1,1795641798199000,50,'org','01a21497-6e34-7544-bfd4-538597a8a5d1',1,'system','{\"name\":\"Gatehouse\",\"primaryDomain\":\"gatehouse.localhost\"}',NULL),
(2,1,1,1795641798215000,1,'user','01a21497-6e43-72ff-94a0-414d0d2bd5f5',1,'system','{\"userName\":\"admin\",\"firstName\":\"First\",\"lastName\":\"Administrator\",\"displayName\":\"First Administrator\",\"email\":\"admin@gatehouse.localhost\"}',NULL),
(2,2,1,1795641798231000,20,'user','01a21497-6e49-77ae-a10b-b89764ca6239',1,'system','{\"userName\":\"bootstrap\",\"name\":\"Bootstrap service user\",\"clientId\":\"a9286dc8d0bffcd869ad1dc8\"}',NULL),
(2,3,1,1795641798234000,90,'instance','instance',1,'system','{\"userId\":\"01a21497-6e43-72ff-94a0-414d0d2bd5f5\",\"role\":\"IAM_OWNER\"}',NULL),
(2,4,1,1795641798236000,90,'instance','instance',1,'system','{\"userId\":\"01a21497-6e49-77ae-a10b-b89764ca6239\",\"role\":\"IAM_OWNER\"}',NULL),
(2,5,1,1795641798246000,21,'user','01a21497-6e49-77ae-a10b-b89764ca6239',2,'system','{\"secretId\":\"01a21497-6e5d-755e-8c1b-9d4b1ee4656a\"}',NULL),
(2,6,1,1795641798250000,22,'user','01a21497-6e49-77ae-a10b-b89764ca6239',3,'system','{\"tokenId\":\"01a21497-6e67-7049-986e-6b924f5a40fc\"}',NULL),
(6,0,1,1795641798265000,60,'project','01a21497-6e76-7690-94cd-fcbd7147012f',1,'system','{\"name\":\"Gatehouse\"}',NULL),
(6,1,1,1795641798267001,70,'application','01a21497-6e7a-735a-8119-27bdf7f3f222',1,'system','{\"name\":\"Gatehouse command line\",\"clientId\":\"gatehouse-cli\",\"projectId\":\"01a21497-6e76-7690-94cd-fcbd7147012f\",\"type\":\"native\"}',NULL),
(9,0,1,1795641798282000,60,'project','api-explorer',1,'system','{\"name\":\"API explorer\"}',NULL),
(9,1,1,1795641798286001,70,'application','api-explorer',1,'system','{\"name\":\"API explorer\",\"clientId\":\"01a21497-6e8d-76c0-aa45-2ff12bc16092\",\"projectId\":\"api-explorer\",\"type\":\"userAgent\"}',NULL),
(12,0,1,1795641800205000,1,'user','01a21497-7603-7214-9fce-92f6c5e7abc3',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userName\":\"bjensen\",\"firstName\":\"Barbara\",\"lastName\":\"Jensen\",\"displayName\":\"Babs Jensen\",\"preferredLanguage\":\"en-US\",\"email\":\"bjensen@example.org\",\"phone\":\"+15555551212\"}',NULL),
(14,0,1,1795641800313000,1,'user','01a21497-7673-7651-8dae-c72faad0b6ba',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userName\":\"anders\",\"firstName\":\"Anders Jonas\",\"lastName\":\"Ångström\",\"displayName\":\"Anders Jonas Ångström\",\"preferredLanguage\":\"en\",\"email\":\"anders@example.org\"}',NULL),
(16,0,1,1795641800418000,1,'user','01a21497-76df-70e8-a1ea-49dda9c300cd',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userName\":\"bo\",\"firstName\":\"波\",\"lastName\":\"李\",\"displayName\":\"波 李\",\"preferredLanguage\":\"en\",\"email\":\"bo@example.net\"}',NULL),
(18,0,1,1795641800524000,1,'user','01a21497-7748-71f7-b08c-530c4fb3d1be',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userName\":\"bygone\",\"firstName\":\"Gone\",\"lastName\":\"By\",\"displayName\":\"Gone By\",\"preferredLanguage\":\"en\",\"email\":\"bygone@example.org\"}',NULL),
(20,0,1,1795641800648000,1,'user','01a21497-77c2-7097-a7ad-6697725faf1e',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userName\":\"Çağlar\",\"firstName\":\"Çağlar\",\"lastName\":\"Ümit\",\"nickName\":\"Ç\",\"displayName\":\"Çağlar Ümit\",\"preferredLanguage\":\"en\",\"email\":\"caglar@example.org\"}',NULL),
(21,0,1,1795641800679000,7,'user','01a21497-76df-70e8-a1ea-49dda9c300cd',2,'01a21497-6e49-77ae-a10b-b89764ca6239','{}',NULL),
(22,0,1,1795641800720000,9,'user','01a21497-7748-71f7-b08c-530c4fb3d1be',2,'01a21497-6e49-77ae-a10b-b89764ca6239','{}',NULL),
(25,0,1,1795641800814000,1,'user','imported-grace',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userName\":\"grace\",\"firstName\":\"grace\",\"lastName\":\"Imported\",\"displayName\":\"grace Imported\",\"preferredLanguage\":\"en\",\"email\":\"grace@example.org\"}',NULL),
(25,1,1,1795641800814000,1,'user','imported-alan',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userName\":\"alan\",\"firstName\":\"alan\",\"lastName\":\"Imported\",\"displayName\":\"alan Imported\",\"preferredLanguage\":\"en\",\"email\":\"alan@example.org\"}',NULL),
(27,0,26,1795641800856000,50,'org','01a21497-788d-76fe-851b-a9e9faad1243',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"name\":\"Äther & Co\",\"primaryDomain\":\"other.example.org\"}',NULL),
(29,0,1,1795641800899000,60,'project','01a21497-78be-71cc-9a3e-8fe2d5ef299a',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"name\":\"Ångström tools\"}',NULL),
(31,0,1,1795641800944000,70,'application','01a21497-78ee-746a-a5d6-9c0141ca06d9',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"name\":\"Web\",\"clientId\":\"01a21497-78ee-71eb-820a-4a4a05167b7b\",\"projectId\":\"01a21497-78be-71cc-9a3e-8fe2d5ef299a\",\"type\":\"web\"}',NULL),
(33,0,1,1795641800985000,70,'application','01a21497-7917-7670-87a8-4422d59a9b7c',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"name\":\"Native\",\"clientId\":\"01a21497-7917-7652-80d0-2b60f7565ea4\",\"projectId\":\"01a21497-78be-71cc-9a3e-8fe2d5ef299a\",\"type\":\"native\"}',NULL),
(35,0,1,1795641801094000,140,'group','01a21497-7939-76ec-b2b3-655c8553c39c',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"displayName\":\"Öffentlichkeit\"}',NULL),
(35,1,1,1795641801094000,143,'group','01a21497-7939-76ec-b2b3-655c8553c39c',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"memberId\":\"01a21497-7603-7214-9fce-92f6c5e7abc3\",\"memberType\":\"user\"}','01a21497-7603-7214-9fce-92f6c5e7abc3'),
(35,2,1,1795641801094000,143,'group','01a21497-7939-76ec-b2b3-655c8553c39c',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"memberId\":\"01a21497-7673-7651-8dae-c72faad0b6ba\",\"memberType\":\"user\"}','01a21497-7673-7651-8dae-c72faad0b6ba'),
(37,0,1,1795641801126000,163,'project','01a21497-78be-71cc-9a3e-8fe2d5ef299a',2,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"roleKey\":\"reader\",\"name\":\"Läser\",\"section\":\"\"}',NULL),
(39,0,1,1795641801170000,169,'authorization','01a21497-79cd-71b1-b40f-54a91ad042b2',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"projectId\":\"01a21497-78be-71cc-9a3e-8fe2d5ef299a\",\"holderId\":\"01a21497-7939-76ec-b2b3-655c8553c39c\",\"holderKind\":\"group\",\"roleKeys\":[\"reader\"]}','01a21497-7939-76ec-b2b3-655c8553c39c'),
(41,0,1,1795641801193000,20,'user','01a21497-79e4-768b-bf7b-687d71917f00',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userName\":\"robot\",\"name\":\"Robot\",\"clientId\":\"c2707c79ffe56ac506aad7f7\"}',NULL),
(50,0,1,1795641801244000,23,'user','01a21497-79e4-768b-bf7b-687d71917f00',2,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"keyId\":\"lYSAjLPk2OOw-3C_WZCbEptTPWQfW83rJj6Rl9mN7QI\"}',NULL),
(51,0,1,1795641801287000,21,'user','01a21497-79e4-768b-bf7b-687d71917f00',3,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"secretId\":\"01a21497-7a46-701a-9a7c-7900a7ad335c\"}',NULL),
(52,0,1,1795641801330000,22,'user','01a21497-79e4-768b-bf7b-687d71917f00',4,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"tokenId\":\"01a21497-7a71-7278-a381-9573276bb46e\"}',NULL),
(53,0,1,1795641801392000,51,'org','01a21497-6e34-7544-bfd4-538597a8a5d1',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userId\":\"01a21497-79e4-768b-bf7b-687d71917f00\",\"role\":\"ORG_OWNER_VIEWER\"}',NULL),
(55,0,1,1795641801445000,20,'user','01a21497-7adc-752d-bf6c-d42fb2748770',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userName\":\"Directory\",\"name\":\"Directory\",\"clientId\":\"fe4064ad7bec377017906ec0\"}',NULL),
(55,1,1,1795641801449000,51,'org','01a21497-6e34-7544-bfd4-538597a8a5d1',1,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userId\":\"01a21497-7adc-752d-bf6c-d42fb2748770\",\"role\":\"ORG_USER_MANAGER\"}',NULL),
(55,2,1,1795641801456000,59,'org','01a21497-6e34-7544-bfd4-538597a8a5d1',2,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"userId\":\"01a21497-7adc-752d-bf6c-d42fb2748770\",\"preset\":\"entra\",\"switches\":{},\"emailTrust\":\"ownedDomains\"}',NULL),
(55,3,1,1795641801471000,22,'user','01a21497-7adc-752d-bf6c-d42fb2748770',2,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"tokenId\":\"01a21497-7af2-72e4-9e65-eb78471936f5\"}',NULL),
(56,0,1,1795641801536000,95,'instance','instance',2,'01a21497-6e49-77ae-a10b-b89764ca6239','{\"kind\":\"password\",\"minLength\":10}',NULL),
(57,0,1,1795641802068000,10,'user','01a21497-7603-7214-9fce-92f6c5e7abc3',1,'01a21497-7603-7214-9fce-92f6c5e7abc3','{\"address\":\"127.0.0.0/24\"}',NULL),
(59,0,1,1795641802255000,36,'user','01a21497-7603-7214-9fce-92f6c5e7abc3',1,'01a21497-7603-7214-9fce-92f6c5e7abc3','{\"session\":\"_3wXPAFCFeE8faI7IGU-tv\"}',NULL),
(60,0,1,1795641802577000,10,'user','01a21497-7603-7214-9fce-92f6c5e7abc3',1,'01a21497-7603-7214-9fce-92f6c5e7abc3','{\"address\":\"127.0.0.0/24\"}',NULL),
(62,0,1,1795641802635000,36,'user','01a21497-7603-7214-9fce-92f6c5e7abc3',1,'01a21497-7603-7214-9fce-92f6c5e7abc3','{\"session\":\"uf2WR2C-deRHMspIKqiuG3\"}',NULL);
CREATE TABLE `external_ids` (
  `user_no` bigint(20) NOT NULL,
  `domain_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `value` varchar(400) NOT NULL,
  PRIMARY KEY (`user_no`,`domain_no`),
  KEY `external_ids_by_value` (`org_no`,`domain_no`,`value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `external_ids` VALUES
(11,0,1,'701984');
CREATE TABLE `factor_states` (
  `user_no` bigint(20) NOT NULL,
  `generation` int(11) NOT NULL,
  `kinds` varchar(100) NOT NULL,
  `asked_us` bigint(20) DEFAULT NULL,
  `told_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `features` (
  `name` varchar(100) NOT NULL,
  `enabled` tinyint(1) NOT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `grant_origins` (
  `jti` varchar(64) NOT NULL,
  `grant_no` bigint(20) NOT NULL,
  `until_us` bigint(20) NOT NULL,
  PRIMARY KEY (`jti`,`grant_no`),
  KEY `grant_origins_by_expiry` (`until_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `grants` (
  `no` bigint(20) NOT NULL,
  `id` varchar(64) NOT NULL,
  `user_no` bigint(20) NOT NULL,
  `client_no` bigint(20) NOT NULL,
  `session_uid` varchar(64) DEFAULT NULL,
  `scope` varchar(2000) NOT NULL,
  `payload` mediumtext NOT NULL,
  `code_digest` varchar(64) DEFAULT NULL,
  `code_until_us` bigint(20) DEFAULT NULL,
  `code_used_us` bigint(20) DEFAULT NULL,
  `refresh_n` int(11) NOT NULL,
  `min_n` int(11) NOT NULL,
  `rotated_us` bigint(20) DEFAULT NULL,
  `refresh_idle_us` bigint(20) DEFAULT NULL,
  `refresh_until_us` bigint(20) DEFAULT NULL,
  `revoked_us` bigint(20) DEFAULT NULL,
  `expires_us` bigint(20) NOT NULL,
  `actor_no` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_grants_id` (`id`),
  UNIQUE KEY `u_grants_code` (`code_digest`),
  KEY `grants_by_expiry` (`expires_us`),
  KEY `grants_by_client` (`client_no`),
  KEY `grants_by_user` (`user_no`),
  KEY `grants_by_session` (`session_uid`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `grants` VALUES
(58,'sUIdJwfIaI4eidG6e6-giw',11,30,'gNxZRTm_pFYOdlnTXqu5vIX_zwm1pZcfrSx4hDvb5FK','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795641802,\"exp\":1795641862,\"accountId\":\"01a21497-7603-7214-9fce-92f6c5e7abc3\",\"acr\":\"https://refeds.org/profile/sfa\",\"amr\":[\"pwd\"],\"authTime\":1795641802,\"codeChallenge\":\"FL9AcKK5yKS_mEPz90P93LDwpd05-pRjz0XguybshLc\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"sUIdJwfIaI4eidG6e6-giw\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"gNxZRTm_pFYOdlnTXqu5vIX_zwm1pZcfrSx4hDvb5FK\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a21497-78ee-71eb-820a-4a4a05167b7b\",\"sid\":\"Jwxg4OVHle-zCEQ45_Sy1lbL9W4cD54CmxN3r5OSOcM\",\"checks\":[\"pwd\"]}}','0FtbJwPjuK8QOR20hThY2EkSIrn8ZjgDCzHxb1yNPHk',1795641862239001,1795641802311001,1,0,1795641802311001,1798233802311000,1803417802311000,NULL,1803422002311000,NULL),
(61,'LzaIhYccDSxrlEhgtjukPA',11,32,'7A5hCL8GLn8QCooK2gjzN8DnNABa6EdTG1jg5uywaEV','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795641802,\"exp\":1795641862,\"accountId\":\"01a21497-7603-7214-9fce-92f6c5e7abc3\",\"acr\":\"https://refeds.org/profile/sfa\",\"amr\":[\"pwd\"],\"authTime\":1795641802,\"codeChallenge\":\"qcOcQlg7OAaC5r2ppIz6lWi6EQfmPRE7L9H53ZyZLRU\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"LzaIhYccDSxrlEhgtjukPA\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"7A5hCL8GLn8QCooK2gjzN8DnNABa6EdTG1jg5uywaEV\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a21497-7917-7652-80d0-2b60f7565ea4\",\"sid\":\"4linKjlPJribhaaa2wTYoeUBTLVL0u0kwZIFQBGhOFe\",\"checks\":[\"pwd\"]}}','iJP96gClVXMHzAML-Itz5A2hcmve5q2Glg9vw67MhEc',1795641862620001,1795641802661001,1,0,1795641802661001,1798233802661000,1803417802661000,NULL,1803422002661000,NULL);
CREATE TABLE `group_counts` (
  `org_no` bigint(20) NOT NULL,
  `slot` int(11) NOT NULL,
  `n` bigint(20) NOT NULL,
  PRIMARY KEY (`org_no`,`slot`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `group_counts` VALUES
(1,0,0),
(1,1,0),
(1,2,0),
(1,3,0),
(1,4,0),
(1,5,0),
(1,6,1),
(1,7,0),
(26,0,0),
(26,1,0),
(26,2,0),
(26,3,0),
(26,4,0),
(26,5,0),
(26,6,0),
(26,7,0);
CREATE TABLE `group_external_ids` (
  `group_no` bigint(20) NOT NULL,
  `domain_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `value` varchar(400) NOT NULL,
  PRIMARY KEY (`group_no`,`domain_no`),
  KEY `group_external_ids_by_value` (`org_no`,`domain_no`,`value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `group_external_ids` VALUES
(34,0,1,'g-1');
CREATE TABLE `group_members` (
  `group_no` bigint(20) NOT NULL,
  `kind` varchar(10) NOT NULL,
  `member_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  PRIMARY KEY (`group_no`,`kind`,`member_no`),
  KEY `group_members_by_member` (`member_no`,`group_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `group_members` VALUES
(34,'user',11,1),
(34,'user',13,1);
CREATE TABLE `group_nesting` (
  `org_no` bigint(20) NOT NULL,
  `version` bigint(20) NOT NULL,
  PRIMARY KEY (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `group_nesting` VALUES
(1,2),
(26,0);
CREATE TABLE `group_roles` (
  `group_no` bigint(20) NOT NULL,
  `scope_no` bigint(20) NOT NULL,
  `role` varchar(50) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  PRIMARY KEY (`group_no`,`scope_no`,`role`),
  KEY `group_roles_by_scope` (`scope_no`,`role`),
  KEY `group_roles_by_org` (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `idempotency_keys` (
  `caller_no` bigint(20) NOT NULL,
  `idempotency_key` varchar(255) NOT NULL,
  `request_digest` varchar(64) NOT NULL,
  `sealed_answer` mediumtext DEFAULT NULL,
  `running_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`caller_no`,`idempotency_key`),
  KEY `idempotency_keys_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `import_chunks` (
  `job_no` bigint(20) NOT NULL,
  `n` int(11) NOT NULL,
  `phase` int(11) NOT NULL,
  `records` int(11) NOT NULL,
  `line` int(11) NOT NULL,
  `added` int(11) NOT NULL,
  `changed` int(11) NOT NULL,
  `failed` int(11) NOT NULL,
  `fence` bigint(20) NOT NULL,
  `content` mediumtext NOT NULL,
  `added_groups` bigint(20) DEFAULT NULL,
  `added_members` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`job_no`,`n`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `import_errors` (
  `job_no` bigint(20) NOT NULL,
  `no` bigint(20) NOT NULL,
  `line` bigint(20) NOT NULL,
  `type` varchar(40) NOT NULL,
  `kind` varchar(60) NOT NULL,
  `ref_id` varchar(400) NOT NULL,
  `message` varchar(1000) NOT NULL,
  PRIMARY KEY (`job_no`,`no`),
  KEY `import_errors_by_line` (`job_no`,`line`,`no`),
  KEY `import_errors_by_kind` (`job_no`,`kind`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `import_jobs` (
  `no` bigint(20) NOT NULL,
  `id` varchar(36) NOT NULL,
  `state` varchar(20) NOT NULL,
  `options` varchar(1000) NOT NULL,
  `editor` varchar(200) NOT NULL,
  `editor_no` bigint(20) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `updated_us` bigint(20) NOT NULL,
  `started_us` bigint(20) DEFAULT NULL,
  `ended_us` bigint(20) DEFAULT NULL,
  `worked_us` bigint(20) NOT NULL,
  `records` bigint(20) NOT NULL,
  `added` bigint(20) NOT NULL,
  `changed` bigint(20) NOT NULL,
  `failed` bigint(20) NOT NULL,
  `reason` varchar(1000) DEFAULT NULL,
  `done` bigint(20) DEFAULT NULL,
  `added_groups` bigint(20) DEFAULT NULL,
  `added_members` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_import_jobs_id` (`id`),
  KEY `import_jobs_by_state` (`state`,`no`),
  KEY `import_jobs_by_creation` (`created_us`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `import_locks` (
  `org_id` varchar(200) NOT NULL,
  `job_no` bigint(20) NOT NULL,
  PRIMARY KEY (`org_id`),
  KEY `import_locks_by_job` (`job_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `import_nesting` (
  `job_no` bigint(20) NOT NULL,
  `group_no` bigint(20) NOT NULL,
  `member_no` bigint(20) NOT NULL,
  PRIMARY KEY (`job_no`,`group_no`,`member_no`),
  KEY `import_nesting_by_member` (`job_no`,`member_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `import_seen` (
  `job_no` bigint(20) NOT NULL,
  `entry` varchar(64) NOT NULL,
  `no` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`job_no`,`entry`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `leases` (
  `name` varchar(100) NOT NULL,
  `owner` varchar(64) NOT NULL,
  `until_us` bigint(20) NOT NULL,
  `fence` bigint(20) NOT NULL,
  `started_us` bigint(20) DEFAULT NULL,
  `ended_us` bigint(20) DEFAULT NULL,
  `failure` varchar(300) DEFAULT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `logout_notices` (
  `no` bigint(20) NOT NULL,
  `client_no` bigint(20) NOT NULL,
  `sub` varchar(200) NOT NULL,
  `sid` varchar(64) NOT NULL,
  `due_us` bigint(20) NOT NULL,
  `tries` int(11) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `logout_notices_by_due` (`due_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `mail_outbox` (
  `no` bigint(20) NOT NULL,
  `sealed_message` mediumtext NOT NULL,
  `due_us` bigint(20) NOT NULL,
  `tries` int(11) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `mail_outbox_by_due` (`due_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `mail_settings` (
  `id` int(11) NOT NULL,
  `body` mediumtext NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `mail_texts` (
  `org_no` bigint(20) NOT NULL,
  `kind` varchar(50) NOT NULL,
  `language` varchar(20) NOT NULL,
  `body` mediumtext NOT NULL,
  PRIMARY KEY (`org_no`,`kind`,`language`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `mailed_codes` (
  `id` varchar(64) NOT NULL,
  `user_no` bigint(20) DEFAULT NULL,
  `purpose` varchar(20) NOT NULL,
  `code_digest` varchar(64) NOT NULL,
  `address` varchar(400) NOT NULL,
  `tries` int(11) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  `ended_us` bigint(20) DEFAULT NULL,
  `given_by` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `mailed_codes_by_user` (`user_no`,`purpose`),
  KEY `mailed_codes_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `memberships` (
  `user_no` bigint(20) NOT NULL,
  `scope_no` bigint(20) NOT NULL,
  `role` varchar(50) NOT NULL,
  PRIMARY KEY (`user_no`,`scope_no`,`role`),
  KEY `memberships_by_scope` (`scope_no`,`role`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `memberships` VALUES
(3,0,'IAM_OWNER'),
(4,0,'IAM_OWNER'),
(40,1,'ORG_OWNER_VIEWER'),
(54,1,'ORG_USER_MANAGER');
CREATE TABLE `migration_lock` (
  `id` int(11) NOT NULL,
  `until_s` bigint(20) NOT NULL,
  `owner` varchar(40) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

INSERT INTO `migration_lock` VALUES
(1,0,'');
CREATE TABLE `migrations` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `timestamp` bigint(20) NOT NULL,
  `name` varchar(255) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=2 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

INSERT INTO `migrations` VALUES
(1,1700000047000,'Baseline1700000047000');
CREATE TABLE `oidc_artifacts` (
  `kind` varchar(30) NOT NULL,
  `id` varchar(64) NOT NULL,
  `uid` varchar(64) DEFAULT NULL,
  `payload` mediumtext NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`kind`,`id`),
  KEY `oidc_artifacts_by_expiry` (`expires_us`),
  KEY `oidc_artifacts_by_uid` (`kind`,`uid`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `oidc_artifacts` VALUES
('Assertion','r9ry3yI-fKZv2w86fmhDtWP7e8xlvCQzV7EtTkzRAck',NULL,'{}',1795642162000000),
('Session','YVcX-62rVGutTxiP5D4PryuioEfv7ghkAUHrRUt7X6o','7A5hCL8GLn8QCooK2gjzN8DnNABa6EdTG1jg5uywaEV','{\"iat\":1795641802,\"exp\":1796505802,\"kind\":\"Session\",\"uid\":\"7A5hCL8GLn8QCooK2gjzN8DnNABa6EdTG1jg5uywaEV\",\"accountId\":\"01a21497-7603-7214-9fce-92f6c5e7abc3\",\"loginTs\":1795641802,\"amr\":[\"pwd\"],\"acr\":\"https://refeds.org/profile/sfa\",\"holder\":{\"userNo\":11,\"generation\":0,\"organizationGeneration\":0},\"checks\":[{\"method\":\"pwd\",\"at\":1795641802,\"isFresh\":true}],\"authorizations\":{\"01a21497-7917-7652-80d0-2b60f7565ea4\":{\"sid\":\"4linKjlPJribhaaa2wTYoeUBTLVL0u0kwZIFQBGhOFe\",\"grantId\":\"LzaIhYccDSxrlEhgtjukPA\",\"persistsLogout\":true}},\"saved\":1795641802}',1795685002628000),
('Session','qZ6Ywj3zz7Yl-2gH5bAMwu5pOnN8EcJ192h9pzg5Hb0','gNxZRTm_pFYOdlnTXqu5vIX_zwm1pZcfrSx4hDvb5FK','{\"iat\":1795641802,\"exp\":1796505802,\"kind\":\"Session\",\"uid\":\"gNxZRTm_pFYOdlnTXqu5vIX_zwm1pZcfrSx4hDvb5FK\",\"accountId\":\"01a21497-7603-7214-9fce-92f6c5e7abc3\",\"loginTs\":1795641802,\"amr\":[\"pwd\"],\"acr\":\"https://refeds.org/profile/sfa\",\"holder\":{\"userNo\":11,\"generation\":0,\"organizationGeneration\":0},\"checks\":[{\"method\":\"pwd\",\"at\":1795641802,\"isFresh\":true}],\"authorizations\":{\"01a21497-78ee-71eb-820a-4a4a05167b7b\":{\"sid\":\"Jwxg4OVHle-zCEQ45_Sy1lbL9W4cD54CmxN3r5OSOcM\",\"grantId\":\"sUIdJwfIaI4eidG6e6-giw\",\"persistsLogout\":true}},\"saved\":1795641802}',1795685002253000);
CREATE TABLE `organization_domains` (
  `domain` varchar(253) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `is_primary` tinyint(1) NOT NULL,
  `verified_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`domain`),
  KEY `organization_domains_by_org` (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `organization_domains` VALUES
('gatehouse.localhost',1,1,1795641798197000),
('other.example.org',26,1,1795641800846000);
CREATE TABLE `organization_metadata` (
  `org_no` bigint(20) NOT NULL,
  `meta_key` varchar(200) NOT NULL,
  `value` mediumtext NOT NULL,
  PRIMARY KEY (`org_no`,`meta_key`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `organizations` (
  `no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `name` varchar(200) NOT NULL,
  `primary_domain` varchar(253) NOT NULL,
  `state` varchar(20) NOT NULL,
  `token_gen` int(11) NOT NULL,
  `version` int(11) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `modified_us` bigint(20) NOT NULL,
  `name_key` varchar(400) NOT NULL DEFAULT '',
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_organizations_id` (`id`),
  KEY `organizations_by_name` (`name_key`,`no`),
  KEY `organizations_by_creation` (`created_us`,`no`),
  KEY `organizations_by_change` (`modified_us`,`no`),
  KEY `organizations_by_state` (`state`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `organizations` VALUES
(1,'01a21497-6e34-7544-bfd4-538597a8a5d1','Gatehouse','gatehouse.localhost','active',0,1,1795641798197000,1795641798197000,'gatehouse'),
(26,'01a21497-788d-76fe-851b-a9e9faad1243','Äther & Co','other.example.org','active',0,1,1795641800846000,1795641800846000,'äther & co');
CREATE TABLE `passkey_challenges` (
  `digest` varchar(64) NOT NULL,
  `place` varchar(64) NOT NULL,
  `user_no` bigint(20) DEFAULT NULL,
  `created_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `passkey_challenges_by_place` (`place`,`created_us`),
  KEY `passkey_challenges_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `passkey_holders` (
  `user_no` bigint(20) NOT NULL,
  `handle` varchar(100) NOT NULL,
  `offer_declined_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `passkeys` (
  `id` varchar(36) NOT NULL,
  `user_no` bigint(20) NOT NULL,
  `credential_digest` varchar(64) NOT NULL,
  `credential_id` varchar(1400) NOT NULL,
  `public_key` mediumtext NOT NULL,
  `counter` bigint(20) NOT NULL,
  `aaguid` varchar(36) NOT NULL,
  `transports` varchar(200) NOT NULL,
  `synced` tinyint(1) NOT NULL,
  `backed_up` tinyint(1) NOT NULL,
  `passwordless` tinyint(1) NOT NULL,
  `name` varchar(200) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `last_used_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `u_passkeys_credential` (`credential_digest`),
  KEY `passkeys_by_user` (`user_no`,`created_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `passwords` (
  `user_no` bigint(20) NOT NULL,
  `hash` varchar(1000) NOT NULL,
  `changed_us` bigint(20) NOT NULL,
  `change_required` tinyint(1) NOT NULL,
  `import_mark` varchar(50) DEFAULT NULL,
  `given_by` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `passwords` VALUES
(3,'$2b$10$oXP/EDR7olGg8QoBrPqfXequJE6jYhC3WTquFZJhVciW1CRnneQIC',1795641798211000,0,'',NULL),
(11,'$2b$10$MfecoJzs.8hicLFpKJSLJ.v1ofQ8ENHO52OxZ6egldMCA6Cumnmta',1795641800195000,0,'',NULL),
(13,'$2b$10$zUREWjqIKr.HeDzniX7kKeA61/txRhHJwJTqyCurzVzbgcth60vX.',1795641800307000,0,'',NULL),
(15,'$2b$10$6ZuWdU41CBlLNKbfqc7kxuFovyuS11R5dg6m/yPMH4tCVG.tpLPSK',1795641800415000,0,'',NULL),
(19,'$2b$10$q3BTmByiy3kTawQryra9UOwAqwnGJ9nTLbOzByzDh.U5QVIcwriDm',1795641800642000,0,'',NULL),
(23,'$6$saltSALT$tjZthnih2Bcg8ENjBN8UH9EEmUWMA22.rMqSV/2wsWT4Oi63MBxkXSMFroq77LmStPy5Fd1WbBQWxB.ReywJd.',1795641800807000,0,'DWFTQirwkD4ocL5hjaAgQ6qAdwgjw2Dm4UCUyvdtLDo',NULL),
(24,'$5$saltSALT$lojmPsO7up8eMxasgmgAViZBetzCcHdP6PThOK9De3C',1795641800807000,0,'maMm2qHe2Lgr0Jo53kw8yggLRT3-vd_JgvrnQS8RqP4',NULL);
CREATE TABLE `pending_sign_ins` (
  `id` varchar(64) NOT NULL,
  `network_no` bigint(20) NOT NULL,
  `slot` int(11) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `pending_sign_ins_by_network` (`network_no`,`expires_us`),
  KEY `pending_sign_ins_by_slot` (`slot`,`expires_us`),
  KEY `pending_sign_ins_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `people_counts` (
  `org_no` bigint(20) NOT NULL,
  `slot` int(11) NOT NULL,
  `n` bigint(20) NOT NULL,
  PRIMARY KEY (`org_no`,`slot`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `people_counts` VALUES
(1,0,3),
(1,1,0),
(1,2,0),
(1,3,-1),
(1,4,0),
(1,5,3),
(1,6,1),
(1,7,1),
(26,0,0),
(26,1,0),
(26,2,0),
(26,3,0),
(26,4,0),
(26,5,0),
(26,6,0),
(26,7,0);
CREATE TABLE `personal_access_tokens` (
  `id` varchar(36) NOT NULL,
  `user_no` bigint(20) NOT NULL,
  `digest` varchar(64) NOT NULL,
  `scope` varchar(1000) NOT NULL,
  `audience` mediumtext NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) DEFAULT NULL,
  `last_used_us` bigint(20) DEFAULT NULL,
  `user_gen` int(11) DEFAULT NULL,
  `org_gen` int(11) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `u_personal_access_tokens_digest` (`digest`),
  KEY `personal_access_tokens_by_user` (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `personal_access_tokens` VALUES
('01a21497-6e67-7049-986e-6b924f5a40fc',4,'sj5W2RjoJP-Ph6qWuIGk7mquPGyOCWPIDg2T8hSoFxw','openid profile','[]',1795641798247000,NULL,1795641800089000,0,0),
('01a21497-7a71-7278-a381-9573276bb46e',40,'sKIM6X4Gl8BypPj8XHrMj8SZPHQc2Y4l_5_QYba5aHA','openid','[]',1795641801329000,NULL,NULL,0,0),
('01a21497-7af2-72e4-9e65-eb78471936f5',54,'Lp-cQAy9g4ArmMKGNI2ArdIyZJ2tcAO2_wFbpy-T26A','openid profile','[]',1795641801458000,NULL,NULL,0,0);
CREATE TABLE `policies` (
  `org_no` bigint(20) NOT NULL,
  `kind` varchar(50) NOT NULL,
  `body` mediumtext NOT NULL,
  PRIMARY KEY (`org_no`,`kind`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `policies` VALUES
(1,'password','{\"minLength\":10}');
CREATE TABLE `project_grant_roles` (
  `no` bigint(20) NOT NULL,
  `grant_no` bigint(20) NOT NULL,
  `project_no` bigint(20) NOT NULL,
  `role_key` varchar(200) NOT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_project_grant_roles_key` (`grant_no`,`role_key`),
  KEY `project_grant_roles_by_project` (`project_no`,`role_key`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `project_grants` (
  `no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `project_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `granted_org_no` bigint(20) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `accepted_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_project_grants_id` (`id`),
  UNIQUE KEY `u_project_grants_org` (`project_no`,`granted_org_no`),
  KEY `project_grants_by_granted` (`granted_org_no`,`no`),
  KEY `project_grants_by_granted_creation` (`granted_org_no`,`created_us`,`no`),
  KEY `project_grants_by_number` (`project_no`,`no`),
  KEY `project_grants_by_creation` (`project_no`,`created_us`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `project_roles` (
  `no` bigint(20) NOT NULL,
  `project_no` bigint(20) NOT NULL,
  `role_key` varchar(200) NOT NULL,
  `name` varchar(200) NOT NULL,
  `section` varchar(200) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_project_roles_key` (`project_no`,`role_key`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `project_roles` VALUES
(36,28,'reader','Läser','',1795641801120000);
CREATE TABLE `projects` (
  `no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `name` varchar(200) NOT NULL,
  `state` varchar(20) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `role_assertion` tinyint(1) DEFAULT NULL,
  `role_check` tinyint(1) DEFAULT NULL,
  `grant_check` tinyint(1) DEFAULT NULL,
  `name_key` varchar(400) NOT NULL DEFAULT '',
  `applications_in_audience` tinyint(1) DEFAULT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_projects_id` (`id`),
  KEY `projects_by_number` (`org_no`,`no`),
  KEY `projects_by_name` (`org_no`,`name_key`,`no`),
  KEY `projects_by_creation` (`org_no`,`created_us`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `projects` VALUES
(5,'01a21497-6e76-7690-94cd-fcbd7147012f',1,'Gatehouse','active',1795641798264000,0,0,0,'gatehouse',0),
(8,'api-explorer',1,'API explorer','active',1795641798281000,0,0,0,'api explorer',0),
(28,'01a21497-78be-71cc-9a3e-8fe2d5ef299a',1,'Ångström tools','active',1795641800895000,0,0,0,'ångström tools',0);
CREATE TABLE `provisioning_connections` (
  `user_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `domain_no` bigint(20) NOT NULL,
  `preset` varchar(20) NOT NULL,
  `switches` mediumtext NOT NULL,
  `email_trust` varchar(20) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  PRIMARY KEY (`user_no`),
  KEY `provisioning_connections_by_org` (`org_no`,`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `provisioning_connections` VALUES
(54,1,0,'entra','{}','ownedDomains',1795641801449001);
CREATE TABLE `provisioning_domains` (
  `no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `name` varchar(200) NOT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_provisioning_domains_name` (`org_no`,`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `provisioning_log` (
  `no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  `caller_id` varchar(200) NOT NULL,
  `operation` varchar(20) NOT NULL,
  `target_id` varchar(200) DEFAULT NULL,
  `target_name` varchar(200) DEFAULT NULL,
  `status` int(11) NOT NULL,
  `error_id` varchar(100) DEFAULT NULL,
  `changed` mediumtext NOT NULL,
  `request_id` varchar(100) NOT NULL,
  `resource_type` varchar(40) DEFAULT NULL,
  `attribute` varchar(200) DEFAULT NULL,
  `omitted` mediumtext DEFAULT NULL,
  PRIMARY KEY (`no`),
  KEY `provisioning_log_by_org` (`org_no`,`created_us`,`no`),
  KEY `provisioning_log_by_expiry` (`expires_us`),
  KEY `provisioning_log_by_time` (`created_us`,`no`),
  KEY `provisioning_log_by_target` (`target_id`,`org_no`,`created_us`,`no`),
  KEY `provisioning_log_by_name` (`target_name`,`org_no`,`created_us`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `provisioning_log` VALUES
(42,1,1795641800210000,1798233800210000,'01a21497-6e49-77ae-a10b-b89764ca6239','create','01a21497-7603-7214-9fce-92f6c5e7abc3','bjensen',201,NULL,'[\"externalId\",\"userName\",\"name\",\"displayName\",\"title\",\"preferredLanguage\",\"timezone\",\"active\",\"password\",\"emails\",\"phoneNumbers\",\"addresses\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','060c53ba-22a9-4753-b0a8-a91b450035f7','User',NULL,NULL),
(43,1,1795641800315000,1798233800315000,'01a21497-6e49-77ae-a10b-b89764ca6239','create','01a21497-7673-7651-8dae-c72faad0b6ba','anders',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','b114e68a-2c20-4f71-97b9-7f9bff6f0cc0','User',NULL,NULL),
(44,1,1795641800422000,1798233800422000,'01a21497-6e49-77ae-a10b-b89764ca6239','create','01a21497-76df-70e8-a1ea-49dda9c300cd','bo',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','2121b08c-f4cc-4f7f-babe-6ebd3b4023b5','User',NULL,NULL),
(45,1,1795641800532000,1798233800532000,'01a21497-6e49-77ae-a10b-b89764ca6239','create','01a21497-7748-71f7-b08c-530c4fb3d1be','bygone',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','0e191ae9-18cf-4f66-a5ab-6e05fe74f718','User',NULL,NULL),
(46,1,1795641800652000,1798233800652000,'01a21497-6e49-77ae-a10b-b89764ca6239','create','01a21497-77c2-7097-a7ad-6697725faf1e','Çağlar',201,NULL,'[\"userName\",\"name\",\"nickName\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','043c5098-f049-41dd-85a7-bcfbed2a79e6','User',NULL,NULL),
(47,1,1795641800698000,1798233800698000,'01a21497-6e49-77ae-a10b-b89764ca6239','patch','01a21497-76df-70e8-a1ea-49dda9c300cd','bo',204,NULL,'[\"active\"]','98e651bf-61b6-4f4f-8695-e8eb2c21c7c9','User',NULL,NULL),
(48,1,1795641800724000,1798233800724000,'01a21497-6e49-77ae-a10b-b89764ca6239','delete','01a21497-7748-71f7-b08c-530c4fb3d1be',NULL,204,NULL,'[]','c617dd16-79a3-459b-bc04-a2d329d695f6','User',NULL,NULL),
(49,1,1795641801108000,1798233801108000,'01a21497-6e49-77ae-a10b-b89764ca6239','create','01a21497-7939-76ec-b2b3-655c8553c39c','Öffentlichkeit',201,NULL,'[\"externalId\",\"displayName\",\"members\"]','e1f1660e-8bb5-481f-863e-fcd088079495','Group',NULL,NULL),
(63,1,1795641802786000,1798233802786000,'01a21497-6e49-77ae-a10b-b89764ca6239','list',NULL,NULL,200,NULL,'[]','4eae34a3-a1a3-42b7-87e7-3f3a65b6a4a5','User',NULL,NULL),
(64,1,1795641802803000,1798233802803000,'01a21497-6e49-77ae-a10b-b89764ca6239','list',NULL,NULL,200,NULL,'[]','2dad9742-984b-4d7c-bcc8-5810dd8b1fee','User',NULL,NULL),
(65,1,1795641802845000,1798233802845000,'01a21497-6e49-77ae-a10b-b89764ca6239','list',NULL,NULL,200,NULL,'[]','c751d9a2-1433-427e-97ce-6a4f465fd49a','User',NULL,NULL),
(66,1,1795641802868000,1798233802868000,'01a21497-6e49-77ae-a10b-b89764ca6239','list',NULL,NULL,200,NULL,'[]','865267a2-e286-427a-b0c2-54e7ad125454','User',NULL,NULL),
(67,1,1795641802885000,1798233802885000,'01a21497-6e49-77ae-a10b-b89764ca6239','list',NULL,NULL,200,NULL,'[]','f6f5d51b-dce4-4185-87d8-7dfa6e0148bb','User',NULL,NULL),
(68,1,1795641802907000,1798233802907000,'01a21497-6e49-77ae-a10b-b89764ca6239','list',NULL,NULL,200,NULL,'[]','b7a051a3-9cf7-441b-9307-1d726b2654fd','User',NULL,NULL),
(69,1,1795641802933000,1798233802933000,'01a21497-6e49-77ae-a10b-b89764ca6239','list',NULL,NULL,200,NULL,'[]','3b9afbfb-3b97-40c6-9f65-48a0e3ff7aa2','User',NULL,NULL),
(70,1,1795641802956000,1798233802956000,'01a21497-6e49-77ae-a10b-b89764ca6239','list',NULL,NULL,200,NULL,'[]','279b27bc-4489-43ee-8620-91875fe6f4e1','User',NULL,NULL);
CREATE TABLE `provisioning_omissions` (
  `no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `caller_id` varchar(200) NOT NULL,
  `target_id` varchar(200) NOT NULL,
  `attribute` varchar(200) NOT NULL,
  `kind` varchar(40) NOT NULL,
  `error_id` varchar(100) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `provisioning_omissions_by_caller` (`org_no`,`caller_id`),
  KEY `provisioning_omissions_by_target` (`target_id`,`caller_id`),
  KEY `provisioning_omissions_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `read_only_mode` (
  `id` int(11) NOT NULL,
  `since_us` bigint(20) NOT NULL,
  `editor` varchar(200) NOT NULL,
  `reason` varchar(300) DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `recovery_codes` (
  `user_no` bigint(20) NOT NULL,
  `code_digest` varchar(64) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  PRIMARY KEY (`user_no`,`code_digest`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `removals` (
  `no` bigint(20) NOT NULL,
  `kind` varchar(20) NOT NULL,
  `editor` varchar(200) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `due_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `removals_by_due` (`due_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `removed_names` (
  `user_no` bigint(20) NOT NULL,
  `value_key` varchar(400) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`user_no`,`value_key`),
  KEY `removed_names_by_key` (`org_no`,`value_key`,`user_no`),
  KEY `removed_names_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `removed_people` (
  `user_no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `user_name` varchar(200) NOT NULL,
  `display_name` varchar(1100) NOT NULL,
  `removed_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  `content` mediumtext NOT NULL,
  `user_name_key` varchar(400) NOT NULL DEFAULT '',
  `display_name_key` varchar(400) NOT NULL DEFAULT '',
  PRIMARY KEY (`user_no`),
  UNIQUE KEY `u_removed_people_id` (`id`),
  KEY `removed_people_by_org` (`org_no`,`removed_us`,`user_no`),
  KEY `removed_people_by_expiry` (`expires_us`),
  KEY `removed_people_by_name` (`org_no`,`user_name_key`,`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `request_counts` (
  `key_digest` varchar(64) NOT NULL,
  `requests` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`key_digest`),
  KEY `request_counts_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `revoked_tokens` (
  `jti` varchar(64) NOT NULL,
  `until_us` bigint(20) NOT NULL,
  PRIMARY KEY (`jti`),
  KEY `revoked_tokens_by_expiry` (`until_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `schema_floors` (
  `migration` varchar(100) NOT NULL,
  `version` varchar(40) NOT NULL,
  `because` varchar(400) NOT NULL,
  PRIMARY KEY (`migration`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

INSERT INTO `schema_floors` VALUES
('Baseline1700000047000','0.1.0','v0.1.0-long-sequence and older would run their own migrations over its tables');
CREATE TABLE `sequences` (
  `name` varchar(50) NOT NULL,
  `next_no` bigint(20) NOT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `sequences` VALUES
('numbers',100001);
CREATE TABLE `service_users` (
  `user_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `client_id` varchar(100) NOT NULL,
  `name` varchar(200) NOT NULL,
  `description` varchar(500) DEFAULT NULL,
  `access_token_type` varchar(10) NOT NULL,
  `assertion_reuse` tinyint(1) DEFAULT NULL,
  `name_key` varchar(400) NOT NULL DEFAULT '',
  PRIMARY KEY (`user_no`),
  UNIQUE KEY `u_service_users_client_id` (`client_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `service_users` VALUES
(4,1,'a9286dc8d0bffcd869ad1dc8','Bootstrap service user',NULL,'opaque',0,'bootstrap service user'),
(40,1,'c2707c79ffe56ac506aad7f7','Robot',NULL,'opaque',0,'robot'),
(54,1,'fe4064ad7bec377017906ec0','Directory',NULL,'opaque',0,'directory');
CREATE TABLE `sign_in_attempts` (
  `key_digest` varchar(64) NOT NULL,
  `user_no` bigint(20) NOT NULL,
  `attempts` int(11) NOT NULL,
  `failed` int(11) NOT NULL,
  `not_before_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`key_digest`),
  KEY `sign_in_attempts_by_user` (`user_no`),
  KEY `sign_in_attempts_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `sign_in_attempts` VALUES
('6yxUbWNEasTb4l5ENAojuBKBM0Kd1yXuMPda2z6Dsyk',0,2,0,0,1795642401903000);
CREATE TABLE `signing_keys` (
  `kid` varchar(64) NOT NULL,
  `alg` varchar(10) NOT NULL,
  `state` varchar(20) NOT NULL,
  `public_jwk` mediumtext NOT NULL,
  `sealed_private_jwk` mediumtext NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `activated_us` bigint(20) DEFAULT NULL,
  `retired_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`kid`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `signing_keys` VALUES
('BxEVrQOb5OuhctdAdkOokSRZ0JlILy0UKp1sL7Ed4fw','RS256','published','{\"kty\":\"RSA\",\"n\":\"9UxwwyGiExcTDQz7mjX1hCM86CtLyX2WBP04rzB9R9aDxMESYvrTEalTwaqf4Hr5hPWyemQvXJs4Tl_nPr0IsvQior1rY6P4z37drVGbUOJ1RIGEMJUBkZgiQb1WUgShpB4iZDoNRw4xT0gwQtMcbOABLJ7cs6pJug6hHBpvx0Fv6KUoyVMyyO3R2tiwc4cHsQ2EvdnBJSkDFetPlnLkmNOI0mc__kOfw1pX8rmVesWFKmWJuN38xbarpPBtG8NfkBVyoudbvHTngKgmd-FTWhi0Ba6PNAh151f-jFHYl962fwAco23yMFrKZyologQ43y8Cj-b8tFUVwjosfBr0yQ\",\"e\":\"AQAB\",\"kid\":\"BxEVrQOb5OuhctdAdkOokSRZ0JlILy0UKp1sL7Ed4fw\",\"alg\":\"RS256\",\"use\":\"sig\"}','AewewmUKDXv09fe32SuWF3qcir3CVh7A0YSw8ZbvqTJ97OO5Ppp9cLjK2cc27YC4VuoPIuQdsJW05GaFCO860dXLoWtBhnhi9JWbIHK-lCU8Zj3mXkKhypjpGRjr_twKWHN9ZK83pDPTnkMSltqFSHxLMM8ygeTe03ReLOvelxjm2JV6z2JryMixWm6TIqzyFn2_xFc5ratJEfthyFazeawEThv-LKgVZVu3qZ6CZ4FmeQatqh3IiYIpI25Dh2pmCQin1h929eGhE9nHVi1MSzrEwWxRuRxZs4GKv3HEHQkfXzMXyJ1EUwG3GYQv8L__Ivtm7zHplHcVa4tealpZOuhYiTtDqSjbb1QmRgLmym56Rb6tPeQ5T2GYz0-ERNItdxlfiGvs6H8AH8b6goLJl-JuXSa63p6aSXyYlD5lAMPA-UrMTqU2cfFK53R4nlupce60IQJ7dfTkA0kezwzUKoty5qURcyl6LZc-jmfabuMQAQcj4F25AjB5P0rEgz9w6xNLVKpW5_LQNXkBSxVB44t02dnCssFrpNCELs-GOzMeMW15foOoKYysjSXU451dBMflARKdAxTNWFPL5xNxOmwrYvYHcxfq8LhHC9Ix2giRTpfKHWQEzOqzljS6GvGPF_zW4gWoF--tooM1B7q-DJIGJKC7nNcfpc49dI5xPyri7ykgy5-QXiSGpmbmC6eDa3jPn1tAMDwWSkcYZtoGULcnYzW1aApFjCreSJrnsi79zd56CGTGQ3uASnf0ZH3xUMhElPGJRIoUq3BHMHYSbZeBQNtBcjmk9J1jc-BfYB1nptMPfaVUSlGNr_OJs2I36GVszw7L4tJt9xNWG4gRgIekuJu1aB9msUtb96sgJPPAxmPfhyPEEhrBCjsfgy7X4qtOrXQORCDUo7nA_iHXrTu_P1OJaWVFRHuh483rq5mOB8Djqu8KC_a7x2UboFCsOiUWoPAZK1VleKuJ77CboPMV9a3PDmY8v7aagtBgGPyBXLh_dT__rTaEYeUUxE0vfa4UKcl23wvokgTbFFr0SlNL85OPeOuuWKHxPn_gt4gWx6VQPGjgoeAC2GkYoVP3agyjKRd36GguH-P_86ZU1vx465G2O-vBVI4kBEqw7YWVjBzfFrkzDJWtceP3D1G8vZ179MlzrHbnZhpfBM8QCAXtCzEgUubgn0w8TmiHesUy87tyiTVlgAtsz7dtl6T0FwibVVCxQaHD9ZVivox0brb7fyHqWu541nPv-wVH6NZRqWxg1JJvsd2louflRpqTpzmGRIKfa6qVZHM5OGnTd5vrP12MF7idx2XeMp-pC9_XpiwWwEalog4ATsT0XSund8AMy5IZp3W4oYjrUgvrDOEZgzVNALRKZY1jVGLlgnXN2iPxna2wfjI2NmAB43drz4QgXWwI6Q6NMD14jMJHz7uMWbbjedqvVCOg6bcoj3_4jx8HovE3aZySQgNDe_kOqK6Tx5L_KBc32SW4YUgK-2DzVfgLkhuqUfW5gmVTxGNdibyOENTYbcuytP69RaMCw2eluWOxZHXoyss7_P4VL7K49DsbEluQhujakfn2EV3HCdH0_iFmSoyi1PL_tFlpdGZJKDrogqnxZBIqwCivwfdZWwhMMDtqXLzIzqrVRTMsEqqwlRwR4a6No-XDuFfExjs2aKkRaHUfRNWRitncp6GrOjBBuLdAnC2R2NVjXTKg6lUupjhpC14hKG-fgRU7jFN4lexyi86r1j2XDa2x5buZceU2YpbS9n-Ntp7k86NQIPF7tk6TMeAtVoUJwX_ydy7gspFBpquMYKfZgGXVWWRNqENTc68KCQyG5oTTQgMWDaXmEFxFHsWtJSVyAXX_U2KXXsX4lN1q4Yrj-Z_UYPHn67TcpEDJnRZLvoEN9IC3kyA2a-sGyUyvbmJfC_sSEA1cf_t1uI-B4-SbLQk8ATQwFMv3ILCQdrZCT5SIJ2p6nk6_aHthbanQz3WrcQIQpAQZaL0U9bH5XhprhBpsNv_AYkq8oCFn7FEdu4Waa2QIlvP5WeHmQj1LvkV2lG2iCEI_c7zeDIP2QqhvzSake_9l1QParAkum-r5H7Wpx9ilN_0UIgPrIWTEM4qxpMK2w515UjuCNtS9egv-iL-ZjS5RUAfNM0zifNqC0kbVO9yvsJxF6opefmRQM_GcwC8fIeucOgypJFGtvtrmNH3jEvrqCoCtyPtDpdgx1tTv43bVRVK9OOxNlArBFt0_Sjr9GWaoIPjy2PP9nUT4L6_-ZwjdKpMi9O84YeuOdHgRQQPNv85VaRQViq6LRRbuagHi62-V-rkd6k6N6QpC',1795641798945000,1795641802359000,NULL),
('czKmqgdC2O2NblZc-DdVV4cZPIpzH6MHW_uO6h5KOOc','RS256','active','{\"kty\":\"RSA\",\"n\":\"tja9AcYfdIgKCbJf_1u-nFUNB8pfHeN9kBoaJDzHdgTNn2VYlynNjsoWVJd-ToEwihJuWWYRVwKuJ2x28YOsdJGN583VtreqkzGMHCF-uQIpDYLHYE7R4Zjb0FYJhNOwi8eWpUM2UwDIE7KLZhLWzRVV1rpI8ftbYgWj8VaSf0cGdNKwPAAaHPb8OGXGmrULXieAJLlDToXlf5nI_Pvaph7Ge0Lrqtx5al_K42DffFi2PJ0_XjfTfk7uRwQW9GG6vAOR2iGDSMs5ACt4RdoG-buTgirTWr1Sujwtlhd6Dz7O7HyEcrjKc7cLODTvsWGu2kedFsXtxxR0AT7an-3_4Q\",\"e\":\"AQAB\",\"kid\":\"czKmqgdC2O2NblZc-DdVV4cZPIpzH6MHW_uO6h5KOOc\",\"alg\":\"RS256\",\"use\":\"sig\"}','AewewmUKDUrT9oVTYhRKAGYWuiYJXXEcbEI8s5IYm5Yh-JzoUKhpHEljbFUP8pbay_vyLi-NFQRKHf_RkqcN8-GxadlV410hBeecmSizBcmlyVgkaC8OzAdlF0fmwvFn6wkO4Cf-_8F098mJMrCaTYHJvqot4gHWFVi_be2aWbOTLes3yYHsZT4uNDoBaN5qgvyzShMZKpSrdtSBzL1n1IRKSDMYQinoxFolxxemM3PSzdYSM0keTwElMlTojrjIV5KzI4GVutlP8CofBAdUFqBqGz4Hy6XEmvUfyKEdcLu0pfLt8SEC1gdhrUtjlz-Z4IUeV1-YcrUF46m2Ezq5zO6iBHZBpEWnfo1RmR89NpuE63mF8pNJ118k0C0cEjsJLRGs3uLklII6nDbPJjJqioeVb_6elIc5SQtUl4FUYtbJGh5g153t_5po2Gd8HpoKaQ3cEygzvQeFKvHOLfouKArFLcGa_PHf4TdsAxi_FgDOkuuI-DDyMDZCu8vhM3bT1S7ZOjwBmNOg4I7PNBRBVxxiiW7Ujq3EUQPcpgftCyatz1DBRx0ETnidGvEQL8Vabq-72T24ZZyeWJDSzrgnACdMok7vyL3oPVUMJBIKMyp26Jl_QW3k-A1Upd_lVJU_2W_dzHZSOQVjA6d2pTXc7Hi33DlhAwKO0xw7LAnnH-4LOpafPJYPU7PE8YtweneeDHkvRWR1u2uXLJI1hg6vAFSmz-wbPX5NIC0Gg7W4jXeCBu4TkO5QtKqzrlZMCs6wVKERc6tjug3jTdCUV73IeISSDHPu9k_6eflqTLJ3GU3p0ghxZqWBbptwnOtjk-602JivrlLk8YHSLojkSpoDKqxehWxVXrAjhqKwLOHylXfTlJDYNQ-CRCNf79ImBjvEe3jlzlYZpylvQBCC4PSGdAQBQgNlwqA2zptZh4AEn685zm-6DpSCjzHqBCOH0J8Xm7SWZLMr1-MF1hf7nqA_Xdr5DkR5iAIMlY9XykJT3dAUAlhXksCm7PUQfIgehSvcR68UjG42rKnW82dABEfr_A41OdcXUzO-amiLDgyTx9LPR1g_mlJYP9miXgFfS98fAZAmQI-Mf5tstvugFKPyhCqOVl2ruxjBfBtbP-eRgpi9bRJ2Zm9nnJWAWZk6r2RAx-BrYcHWCy5qPH25sajMaI9TQLfDhvCT3ILVKmYi5dIlm9jeOne0sFQrHZuD3yZbOjBWMht8cNTj_TAbyIJ1zYyFYiT6GSEGuxM0hRVuxmr4-gRTcsiB7wYOTawfSDZ9PcP6RLsv40OSkVbdN5IRzezO6Y6U4ehFwwR8SqDuvn1HpfVwXrj8xriWEZeJMu_UlyWFxvwPYjSf5HBVy-TlFwIGfJKez4n6Iov25O2GshxntlgV4JgEwYcBDazobKkTWwKE94-LRanWVccCevnJYYBaDaNdDxdEZlBmGCBAUs9_iOtgzJ9uIp-e4wWzVSQAMKrTDTGEJCcKBvw2EIN4jUzG_SCbvId3OmqY5HdfiSHmuNeClBGOAIqdrQszI-fFLwxgjbWbAPcstEUvc2lscyIJvoPOS6smdje506lLREv1isS95PooXb5QJLegpB5Jw8P8ucm-rYfFt0X4MuazVYBHnsfqP5K-er2ePpuDf62gAVLWd6URQdo0wV8kGUUZiyrTyC-_QvNp6TX7QEudEzuyRAMvD-znzjofcLjlGTZr44BEdm-ZL53-mhCBHpxFHmAHNX2j_TbSuenbvUgFDuIZHuhl37bR2a-i6iEwiPabxKBQ9IWb6gUWsBXQKANXvHzv06f-ktqMMDMU91GeOxxQLgp3sqs7xR3BuBsIXE7QdZx_wVZJkXgmfkFaeTcLDYgVNtcaS1tHyLkol0a4_MRvwxZXD7OX-HGBa6CR5qeAWzKpRjw3L5xogTE1t64i2g0rDi0rkvq_MvqZy_2rJrcEZ0yiFX7UFtiV-7D5IYGLpd1vZPbUju_PE8ahuJe-0pFy8dDEVEgMaYyUU6kTImHXzR-8yp9vBL8jIi4GBCUZ-S_LU5hdH8WAzdhTbu4mQwF0RmT_WwnO9FMF3l6z2JLRZYyXr1IXoklVuXZyvKKUfCKTcMtkeVXd9vktln37nI2Z_Bhu_XXaFVvJfq38fyJBrwBHOszlQ7yBdC_xDRaDGxmfL5WVNmI9ZiQRmiYji0tuJRY36YQCUrN_fp1vO7jpNzS9RxFSCBI32VaKD1lFM1O4DRvvNnL001NI1IDipjnfrRlkfz2NyAJ8G6osHryKRN7aeu2jpdUUSTyKHf3IUVXyASBAX2TWNYltLj-ABJU2o-yuWUYH9wZT',1795641798704000,1795641798709003,NULL),
('eu9CjHRCGy1Irzy37pxYWQJkHt1J3bByDttjBlQvrIM','ES256','active','{\"kty\":\"EC\",\"x\":\"hv9hDT0WixlcFTGCezLgoBHjvXSwjeKd3DcKwsyXh84\",\"y\":\"zX_r2U_vxkqhEL5guDOweu-MOK-aqwSH2AdghB7811Q\",\"crv\":\"P-256\",\"kid\":\"eu9CjHRCGy1Irzy37pxYWQJkHt1J3bByDttjBlQvrIM\",\"alg\":\"ES256\",\"use\":\"sig\"}','AewewmUKDV6v0gOjmrEKN_MSmp9uVUSzlZX9D46aM6XYODZWdUfrgP0BXWwO0xe0mOVjbbPl2DSjQWlcssrKRkZx1Y6bdxNOjQQQQelSETfg78vBPwcQX7Oy91pTwd0QdTrQOq_R5HCpsD5Vtge6vKcRCeV8rxVYeMdXHSR_cVNuHyNrY_uj1udjlP7VS96gV_6e3akZc2MnoGcXfC9DFWiZGSm_xkTC61CazVq74ZS3w1c1QldqF_6YLD14xBt2ET7D-y7E4gVPO_XzxgdfKxrHw8eIRCYlzf4fMFwoKuxt_2oSCfdFZmRfRY6fSgYI2WaT9CmS6WnLrhHl7p8734a0GHFXBGrCmGpI_zwkx-k-bDv3wYRSu6D6YsZzqURoIqOX1_MCeW5gsYB91g',1795641798706000,1795641798709004,NULL),
('hLfbHySWnlbrnQihAIBPiC0GmNmdiEGhP-edvSPTeTM','EdDSA','published','{\"crv\":\"Ed25519\",\"x\":\"-Q_XCVfd4XLPCdqFHsWcd3W46yiLawOoF48Vh5obe44\",\"kty\":\"OKP\",\"kid\":\"hLfbHySWnlbrnQihAIBPiC0GmNmdiEGhP-edvSPTeTM\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','AewewmUKDWO3TFaXfP7qJrpJm4qc06Jk2I-CQcy2l0BXglOPakZbmKwRTu50gWvnkYt3MLXsoHXFIyh364UWw9_veHkcCuD294v0cfGQf5IO3o_5CiiRjtc9IER0nzLe5UuOiLpZWttezG2CxxG4hbPHqA-KPptlxYD5M8eEx70gb9NEdWyCfVrumJvabfr4N-fdLumOZT65TTEFnc3f1diLoD97IIvkxEJGFPb0ltNex0e_mxNzgTP-OMxT4SHIL98UMGWt66IeprPkBBOm97neBVvGLVN9wsUiBCxmAK0SNN6C4mCpmeMxkX7Apk12xr-M2kfLgSlbTzWMURY',1795641798948000,1795641802359000,NULL),
('tSJ5IpUxC2Os8h2f2ALUu-6ujGfD4Pf_Z0bSDaTUuXU','EdDSA','active','{\"crv\":\"Ed25519\",\"x\":\"bFg1rjsmw2UtOSS4NdlcG6SC3IriqxDU3e0ZB2KSxfE\",\"kty\":\"OKP\",\"kid\":\"tSJ5IpUxC2Os8h2f2ALUu-6ujGfD4Pf_Z0bSDaTUuXU\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','AewewmUKDUgbMxtfJ0sA-CoBlaxvFD3Jv-ZV8p3wp1HPE6BzXeOHyZjcgdCxG858rHmYg2mfcmSRhfWL9Pt-iIlmVUXEVg6TIcWIB_cOFMMKm7LWC5PlPwOEK0L7fsX44eBJATGlMR2JW_ettfA7ingIt6YAP1K2gIUPZIuZxV3If3MCXMHx0OPoqKEZEdo8RBL1c9qeHz1sfMuSqar6loD4-7lkR7Wvn_uKKHr-o2lzWD9hZAMgn3-XRvXl8TBcvoqBTU8M29wGy7KEpbsrMl1HnV4qaPIFFzcNfpY2S47rnbXFrUiRSQ9dvpF56-1yTvVYV4Xpx4M6o54iewA',1795641798707000,1795641798709005,NULL),
('y-EFCR1nXpzstlAGY9wyXwy-jyjIN7arQFj2VhPgVCg','ES256','published','{\"kty\":\"EC\",\"x\":\"CPoy2cVkwMZrLlxuA73Watd0Ux40tE53nz9zH3ROCsw\",\"y\":\"8UAx3bHInSVnWMGlLuQ7UqD-Q_1xS99D-6-RcqJnBG0\",\"crv\":\"P-256\",\"kid\":\"y-EFCR1nXpzstlAGY9wyXwy-jyjIN7arQFj2VhPgVCg\",\"alg\":\"ES256\",\"use\":\"sig\"}','AewewmUKDd2UXX9NYoLVYem_1aPFoGQ4X7rVhfZ4HLKGh2o7KCDxmXsr_Te9R88ipIZL66QvyzI41IFY6zznnDsOMeU6T0TRBHJeA5UAYBCTVhUIEdNfkRaEKluQpTmdLRSzPENjinxaX6oX6AVB0Bt3aHyM5HWsU2YfCAICU6pt0mrdXK1tyHya3yl7wtlEi3TTFMunCHdUFMwBS3NDkXunCrm93ZOv_FQhNb0pHfR06FxIjnRiBhoFWEqcC9-ykuK4YVogLJ-nT6LmHvhbQ5YktGNEISOO9o6TMI7gda8L7QI-1z6MS_1S3aJnP-H3t31SPDAEYd_Q4Jd55JZ2K8yUUCCCO4W0KvXuWgLVf2TBSc0ky6bxbCos19ilogQejXWyPA-_OQ9r6zBkmw',1795641798947000,1795641802359000,NULL);
CREATE TABLE `sms_factors` (
  `user_no` bigint(20) NOT NULL,
  `id` varchar(36) NOT NULL,
  `phone` varchar(20) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `used_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `sms_outbox` (
  `no` bigint(20) NOT NULL,
  `sealed_message` mediumtext NOT NULL,
  `due_us` bigint(20) NOT NULL,
  `tries` int(11) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `sms_outbox_by_due` (`due_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `totp_secrets` (
  `user_no` bigint(20) NOT NULL,
  `id` varchar(36) NOT NULL,
  `secret` varchar(400) NOT NULL,
  `last_step` bigint(20) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `used_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `user_groups` (
  `no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `display_name` varchar(500) NOT NULL,
  `display_name_key` varchar(600) NOT NULL,
  `display_name_rev` varchar(600) NOT NULL,
  `version` int(11) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `modified_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_user_groups_id` (`id`),
  UNIQUE KEY `u_user_groups_name` (`org_no`,`display_name_key`),
  KEY `user_groups_by_name_end` (`org_no`,`display_name_rev`,`no`),
  KEY `user_groups_by_id` (`org_no`,`id`,`no`),
  KEY `user_groups_by_created` (`org_no`,`created_us`,`no`),
  KEY `user_groups_by_modified` (`org_no`,`modified_us`,`no`),
  KEY `user_groups_by_number` (`org_no`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `user_groups` VALUES
(34,'01a21497-7939-76ec-b2b3-655c8553c39c',1,'Öffentlichkeit','öffentlichkeit','tiekhciltneffö',1,1795641801016000,1795641801016000);
CREATE TABLE `user_metadata` (
  `user_no` bigint(20) NOT NULL,
  `meta_key` varchar(200) NOT NULL,
  `value` mediumtext NOT NULL,
  PRIMARY KEY (`user_no`,`meta_key`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `user_tombstones` (
  `id` varchar(200) NOT NULL,
  `no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `removed_us` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `user_tombstones_by_removal` (`removed_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `user_tombstones` VALUES
('01a21497-7748-71f7-b08c-530c4fb3d1be',17,1,1795641800712000);
CREATE TABLE `user_values` (
  `user_no` bigint(20) NOT NULL,
  `attr_no` int(11) NOT NULL,
  `ord` int(11) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `value_key` varchar(400) NOT NULL,
  `value_rev` varchar(400) NOT NULL,
  `type` varchar(100) DEFAULT NULL,
  `is_primary` tinyint(1) NOT NULL,
  PRIMARY KEY (`user_no`,`attr_no`,`ord`),
  KEY `user_values_by_login` (`value_key`,`attr_no`),
  KEY `user_values_by_end` (`org_no`,`attr_no`,`value_rev`,`user_no`),
  KEY `user_values_by_key` (`org_no`,`attr_no`,`value_key`,`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `user_values` VALUES
(3,1,0,1,'admin@gatehouse.localhost','tsohlacol.esuohetag@nimda',NULL,1),
(11,1,0,1,'bjensen@example.org','gro.elpmaxe@nesnejb','work',1),
(11,1,1,1,'babs@jensen.example','elpmaxe.nesnej@sbab','home',0),
(11,2,0,1,'+15555551212','21215555551+','work',0),
(13,1,0,1,'anders@example.org','gro.elpmaxe@sredna',NULL,1),
(15,1,0,1,'bo@example.net','ten.elpmaxe@ob',NULL,1),
(19,1,0,1,'caglar@example.org','gro.elpmaxe@ralgac',NULL,1),
(23,1,0,1,'grace@example.org','gro.elpmaxe@ecarg',NULL,1),
(24,1,0,1,'alan@example.org','gro.elpmaxe@nala',NULL,1);
CREATE TABLE `users` (
  `no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `kind` varchar(10) NOT NULL,
  `active` tinyint(1) NOT NULL,
  `token_gen` int(11) NOT NULL,
  `version` int(11) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `modified_us` bigint(20) NOT NULL,
  `user_name` varchar(200) NOT NULL,
  `user_name_key` varchar(400) NOT NULL,
  `user_name_rev` varchar(400) NOT NULL,
  `family_name` varchar(200) DEFAULT NULL,
  `family_name_key` varchar(400) NOT NULL,
  `given_name` varchar(200) DEFAULT NULL,
  `given_name_key` varchar(400) NOT NULL,
  `display_name` varchar(500) DEFAULT NULL,
  `display_name_key` varchar(600) NOT NULL,
  `email_key` varchar(400) NOT NULL,
  `formatted_name` varchar(1000) DEFAULT NULL,
  `middle_name` varchar(200) DEFAULT NULL,
  `honorific_prefix` varchar(200) DEFAULT NULL,
  `honorific_suffix` varchar(200) DEFAULT NULL,
  `nick_name` varchar(200) DEFAULT NULL,
  `profile_url` varchar(2000) DEFAULT NULL,
  `title` varchar(200) DEFAULT NULL,
  `user_type` varchar(200) DEFAULT NULL,
  `preferred_language` varchar(100) DEFAULT NULL,
  `locale` varchar(100) DEFAULT NULL,
  `timezone` varchar(100) DEFAULT NULL,
  `lists` mediumtext NOT NULL,
  `employee_number` varchar(200) DEFAULT NULL,
  `cost_center` varchar(200) DEFAULT NULL,
  `organization` varchar(200) DEFAULT NULL,
  `division` varchar(200) DEFAULT NULL,
  `department` varchar(200) DEFAULT NULL,
  `manager_id` varchar(200) DEFAULT NULL,
  `manager_ref` varchar(1000) DEFAULT NULL,
  `formatted_name_key` varchar(1100) DEFAULT NULL,
  `middle_name_key` varchar(200) DEFAULT NULL,
  `honorific_prefix_key` varchar(200) DEFAULT NULL,
  `honorific_suffix_key` varchar(200) DEFAULT NULL,
  `nick_name_key` varchar(200) DEFAULT NULL,
  `title_key` varchar(200) DEFAULT NULL,
  `user_type_key` varchar(200) DEFAULT NULL,
  `preferred_language_key` varchar(100) DEFAULT NULL,
  `locale_key` varchar(100) DEFAULT NULL,
  `timezone_key` varchar(100) DEFAULT NULL,
  `employee_number_key` varchar(200) DEFAULT NULL,
  `cost_center_key` varchar(200) DEFAULT NULL,
  `organization_key` varchar(200) DEFAULT NULL,
  `division_key` varchar(200) DEFAULT NULL,
  `department_key` varchar(200) DEFAULT NULL,
  `manager_id_key` varchar(200) DEFAULT NULL,
  `lists_key` mediumtext DEFAULT NULL,
  `locked_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_users_id` (`id`),
  UNIQUE KEY `u_users_login` (`user_name_key`,`org_no`),
  KEY `users_by_name` (`org_no`,`kind`,`user_name_key`,`no`),
  KEY `users_by_id` (`org_no`,`kind`,`id`,`no`),
  KEY `users_by_name_end` (`org_no`,`kind`,`user_name_rev`,`no`),
  KEY `users_by_family_name` (`org_no`,`kind`,`family_name_key`,`no`),
  KEY `users_by_given_name` (`org_no`,`kind`,`given_name_key`,`no`),
  KEY `users_by_display_name` (`org_no`,`kind`,`display_name_key`,`no`),
  KEY `users_by_email` (`org_no`,`kind`,`email_key`,`no`),
  KEY `users_by_created` (`org_no`,`kind`,`created_us`,`no`),
  KEY `users_by_modified` (`org_no`,`kind`,`modified_us`,`no`),
  KEY `users_by_active` (`org_no`,`kind`,`active`,`no`),
  KEY `users_by_employee_number` (`org_no`,`kind`,`employee_number_key`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `users` VALUES
(3,'01a21497-6e43-72ff-94a0-414d0d2bd5f5',1,'person',1,0,1,1795641798211000,1795641798211000,'admin','admin','nimda','Administrator','administrator','First','first',NULL,'􏿿','admin@gatehouse.localhost',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{\"emails\":[{\"value\":\"admin@gatehouse.localhost\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'first administrator',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(4,'01a21497-6e49-77ae-a10b-b89764ca6239',1,'service',1,0,3,1795641798217000,1795641798217000,'bootstrap','bootstrap','partstoob',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(11,'01a21497-7603-7214-9fce-92f6c5e7abc3',1,'person',1,0,1,1795641800195000,1795641800195000,'bjensen','bjensen','nesnejb','Jensen','jensen','Barbara','barbara','Babs Jensen','babs jensen','bjensen@example.org','Ms. Barbara J Jensen, III',NULL,'Ms.',NULL,NULL,NULL,'Tour Guide',NULL,'en-US',NULL,'America/Los_Angeles','{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 Universal City Plaza\",\"locality\":\"Hollywood\",\"country\":\"US\",\"type\":\"work\",\"primary\":true}]}','701984','4130',NULL,NULL,'Tour Operations',NULL,NULL,'ms. barbara j jensen, iii',NULL,'ms.',NULL,NULL,'tour guide',NULL,'en-us',NULL,'america/los_angeles','701984','4130',NULL,NULL,'tour operations',NULL,'{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 universal city plaza\",\"locality\":\"hollywood\",\"country\":\"us\",\"type\":\"work\",\"primary\":true}]}',NULL),
(13,'01a21497-7673-7651-8dae-c72faad0b6ba',1,'person',1,0,1,1795641800307000,1795641800307000,'anders','anders','sredna','Ångström','ångström','Anders Jonas','anders jonas',NULL,'􏿿','anders@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"anders@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,'Optics',NULL,NULL,'anders jonas ångström',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,'optics',NULL,NULL,NULL),
(15,'01a21497-76df-70e8-a1ea-49dda9c300cd',1,'person',0,1,2,1795641800415000,1795641800678000,'bo','bo','ob','李','李','波','波',NULL,'􏿿','bo@example.net',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"bo@example.net\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'波 李',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(19,'01a21497-77c2-7097-a7ad-6697725faf1e',1,'person',1,0,1,1795641800642000,1795641800642000,'Çağlar','çağlar','ralğaç','Ümit','ümit','Çağlar','çağlar',NULL,'􏿿','caglar@example.org',NULL,NULL,NULL,NULL,'Ç',NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"caglar@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'çağlar ümit',NULL,NULL,NULL,'ç',NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(23,'imported-grace',1,'person',1,0,1,1795641800807000,1795641800807000,'grace','grace','ecarg','Imported','imported','grace','grace',NULL,'􏿿','grace@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"grace@example.org\",\"primary\":true,\"verified\":true}],\"verifiedBy\":{\"grace@example.org\":\"import\"}}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'grace imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(24,'imported-alan',1,'person',1,0,1,1795641800807000,1795641800807000,'alan','alan','nala','Imported','imported','alan','alan',NULL,'􏿿','alan@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"alan@example.org\",\"primary\":true,\"verified\":true}],\"verifiedBy\":{\"alan@example.org\":\"import\"}}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'alan imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(40,'01a21497-79e4-768b-bf7b-687d71917f00',1,'service',1,0,4,1795641801188000,1795641801188000,'robot','robot','tobor',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(54,'01a21497-7adc-752d-bf6c-d42fb2748770',1,'service',1,0,2,1795641801436000,1795641801436000,'Directory','directory','yrotcerid',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE `write_proofs` (
  `id` int(11) NOT NULL,
  `proved_us` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `write_proofs` VALUES
(1,1795641800051000);


