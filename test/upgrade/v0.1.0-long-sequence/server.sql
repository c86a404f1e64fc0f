
CREATE TABLE `address_locks` (
  `no` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `address_locks_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `address_locks` VALUES
(74816207717212,1795641777517000),
(232050050544286,1795641777517000);
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
(7,'01a21497-1691-7740-9c57-e85fa681bbbc',1,5,'Gatehouse command line','gatehouse-cli','active',0,'{\"type\":\"native\",\"authMethod\":\"none\",\"redirectUris\":[\"http://127.0.0.1/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":true,\"devMode\":false,\"consentRequired\":true,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795641775762000,'gatehouse command line','native'),
(10,'api-explorer',1,8,'API explorer','01a21497-1699-7067-abf3-744eb2383b98','active',0,'{\"type\":\"userAgent\",\"authMethod\":\"none\",\"redirectUris\":[\"https://id.example.com/docs/oauth2-redirect.html\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":true,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795641775769000,'api explorer','userAgent'),
(30,'01a21497-1dea-712f-ac99-85d38ae99e52',1,28,'Web','01a21497-1dea-76bd-85f0-c5babf9128a9','active',0,'{\"type\":\"web\",\"authMethod\":\"client_secret_basic\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795641777642000,'web','web'),
(32,'01a21497-1e03-7681-9820-eac74ed87d99',1,28,'Native','01a21497-1e03-7430-b52f-a2c5b22e6eb3','active',0,'{\"type\":\"native\",\"authMethod\":\"none\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"jwt\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795641777667000,'native','native');
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
(38,'01a21497-1e82-71bd-a239-ed478dae323e',1,28,0,34,'group',1795641777794000,1795641777794000,1);
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
('Vl141IljqyDKieTt-La3Tt1HKfp6KoJW8Izes6zpDiU','xrw30JHqQUDRbeACCmmOThVPLDVUDUIkHGRn0cmXlGV',11,1,1795641778540000,1796505778539000,NULL,'eAHtpogdYQQUqK_I7uD-z8'),
('oJsg13wCHArrnm1ybrJWFGAdrs27FtoKpo3TfR9IzRU','aIhHoKBclEfRjKmp7HyWB9xLbDkAZynavuZGXyxsOp-',11,1,1795641778271000,1796505778270000,NULL,'YNyCQgxQZaR71R77XE7ZEy');
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
('piWsyXguFLKaSMFBzBue5GLpE62NR6xfSSEPDKg5zKg',40,'{\"kty\":\"EC\",\"x\":\"sQCjS_EqG1yQOihLMU2qwKWH3Du6M2zxhJsrfVr8tKc\",\"y\":\"LxdVyvyghqZFLlyNc2cwmSA752uDiXOPmHWc1PIdOeU\",\"crv\":\"P-256\"}',1795641777853000,NULL,NULL);
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
('01a21497-167f-7033-a577-a4d3e1551b0c',4,'5FDeCVugd4zDbKa4zm7tCjZyzsqzIGybmf9r4x4nfc4',1795641775743000,NULL),
('01a21497-1deb-718c-896a-7352eec3d530',30,'qX3npjDkpM1bc9fXjN4De4h4lZkxYjwb_W5-7Wbv-1w',1795641777643000,NULL),
('01a21497-1edf-7187-947c-f0bea59690e7',40,'tdyBX4leiFV3aSmpPnE872dBC6wxBcpBJ7kLHLVjKDY',1795641777887000,NULL);
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
('6gfxEdgD','password-change','active','AQAAAAAAAB9HHfe4EGyhZ3glvPSEarJ3ZQj6T48kl8O5jyl28_xYs-G8FIm2tPrXS108RIfMR4ED4OUr_nf4Us45ocFR0wldf9GwPpBE3g',1795641775461002),
('7d1DDd3o','proof','active','AQAAAAAAAFXLlNbTJAFIIOJTCgHllmDgq-0ASoEsdcsVxnzasWBf3X3cZ9o-l82JOptrwJGpbPM1JiohTzGtRsTWhBR7aTd-VbR8uGRQ-Q',1795641775462000),
('GDOlgW7i','access-token','active','AQAAAAAAAAJLYAI-utSEs8IMQoZ2185tl96EMFdSI8-bqWbBIhcLLW2SYYb43dFdzJOWFoviSKF8GxH0m6RSyEyyjWKFm-Fc-QEoMquNgw',1795641775456000),
('Gw5pKkn8','mail','active','AQAAAAAAAGjFWXIPCON5ybrXnIslj1PuZx1cxc3DvoXj2iio1rbZ8MuazJEQHj7pF11aNj_6HcfoKYFXxhGt8lM-JsmZuJRtZ5Qq76eGrw',1795641775461000),
('HV1pID1B','sign-in','active','AQAAAAAAAA0L47MAbrzH3Twtw24PbZiIqIA99blmLTYpi_s8NjtPfFgMsajn2zqf6Qi1wdZF2u1-iPyDXSNILR1Zd9554lgly_YxlTCLpQ',1795641775462003),
('JLEPyqoD','sms','active','AQAAAAAAAPkun3SR849KwyI_eMj1lumWaZ7ksw1oIIBAb8FkE_lcxYRbblDZdQ8AFhFd6TsX3fL7EvtOZxVzQlfgYitwGuH7FxqnDDErLQ',1795641775463001),
('KwjkyMuM','signing-key','active','AQAAAAAAALfgBm_ba7THR5iObqNnJDKvQWWvFvn2HycIdXbYMdmz--rx5WmTNCKDm4jmqe1LSrYG1txvWIzpis_4wy7HGjLD8Lk6Y5_I-g',1795641775463000),
('LLOAbeK5','second-step','active','AQAAAAAAAOr01VnzJqu7AXl7VZR4BYwP-X3CgGlaidSZcxJLqgY8RCyaYEU0aSSzDGRenWjARp0XgEuPARviqYUWjPLPhfSpMZhqxKPWAg',1795641775462002),
('Ly_GFuS0','mail-server','active','AQAAAAAAAMzonBwN8dLwwQzoctGL-H17Yl7wO7UOOYBVeT-LsL7MdtcIi_0WsHDU524tCsu_Htyr2XQ2ifLaKMPUaKWBaB54r-gQcvz-9Q',1795641775461001),
('MLKftYMD','answer','active','AQAAAAAAAISAxUCkcMhfL_q1w8mNPCktwuo6Cp1nk5uAWxRDLtKhdnucDNBz6Zwe0OtQGAXd58oXqQUo0eGmw0CqrIseHwIY1TLt3Bjoug',1795641775458000),
('S28EQMMC','totp','active','AQAAAAAAAJBfYZjc6z0-yTB-h3PdXJ2vXgXK-jNEbtmcNSLkQ_ZqwzAwhequQeWwLhrHUg1u9cYAIFCvXNdM5Wko11bcNqUWDFjqiLNTBg',1795641775463003),
('WrwzYZVZ','totp-setup','active','AQAAAAAAAKY3nUPn1kLWbaRi3MGAmjIz4fgML7UML_RBAEh2n0-k75uN4Mly3V8acZYN60GkOxVyCF-B-7O_CS_Kvc-HijRGEhVGJUuDag',1795641775464000),
('YfI5UPaZ','token-holder','active','AQAAAAAAAGRFUZovNkF0fEDYrb8j29MltGds8fOqgmsblyNg6WEtE9ZOpXXQ3aNEQauipl03Az6y0viGtJxeCE74PH9xxR-NyrcR1USg6g',1795641775463002),
('n4APZiQx','cookie','active','AQAAAAAAAFdPSjUnQ10e4JkX2rF57DmaZ7gFUj4A9VBc0pL_octQa0LBXQRSrBjniX2hltskWZVvCuiUGwXRKtciqNHnW-xEUXrtvQv4kA',1795641775458002),
('nCRk63aj','registration','active','AQAAAAAAAJZE6WOTyi1bBLsNElgpUDVPvgfyw-I26xDHQgR_KAq5hACZxRVST4Q9O5XGFdjvcl3Ou55ZFZCttC72Jf4uXutFf5PG8kYTtg',1795641775462001),
('oj6TFNcU','cursor','active','AQAAAAAAAELh7kRsDW-p3t2WoRFeHf6CJQQuBi2jyhO35Pa56SrHtO6F_Y0i4scAPZIzMn8fa_d503X84AhVlDlI_qx7u_TZpOXQmBvDIg',1795641775459000),
('p-RUfAks','branding-preview','active','AQAAAAAAAIg_vPwlT1YX9MLfJXxAhQT81nOjeKBXHkpgveKYn5bEQFxIjs2pwzz1MNd3uibsMOVY9yBepF3GAG5hLHv9fYPdB2JYaS4mlw',1795641775458001),
('x5zdo14q','import','active','AQAAAAAAAIiLCabxUPU37DhqdBy5JpZXKOM-PjHvp7QI26q0Mg_PNJ2mWyL-CeeJQ4Qo0RJWb8Br4Hv8movqg4GkdJS7qJG-HLVqDYyouA',1795641775460000),
('yIHuz8TK','digest','active','AQAAAAAAALjaykNnexOpDuetcL-zdLOXU5VMa7icxOpXHtUf82zh5xgENI9p7Yu9U1GBwyuj7zkOZ3MZ01yVDEApT8_FWCesplCrSO7lDg',1795641775459001);
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
(17,'01a21497-1cc6-76b6-a86f-b83426fa5964',1795641777468000);
CREATE TABLE `event_commits` (
  `tx_no` bigint(20) NOT NULL,
  `position` bigint(20) DEFAULT NULL,
  `recorded_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`tx_no`),
  UNIQUE KEY `u_event_commits_position` (`position`),
  KEY `event_commits_by_time` (`position`,`recorded_us`,`tx_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `event_commits` VALUES
(2,NULL,1795641775746687),
(6,NULL,1795641775763014),
(9,NULL,1795641775770496),
(12,NULL,1795641777074429),
(14,NULL,1795641777141524),
(16,NULL,1795641777265798),
(18,NULL,1795641777353109),
(20,NULL,1795641777425077),
(21,NULL,1795641777453624),
(22,NULL,1795641777483013),
(25,NULL,1795641777524969),
(27,NULL,1795641777591938),
(29,NULL,1795641777620092),
(31,NULL,1795641777644188),
(33,NULL,1795641777670092),
(35,NULL,1795641777717617),
(37,NULL,1795641777764616),
(39,NULL,1795641777795653),
(41,NULL,1795641777825230),
(42,NULL,1795641777857467),
(43,NULL,1795641777889108),
(44,NULL,1795641777907417),
(45,NULL,1795641777937561),
(47,NULL,1795641777976136),
(48,NULL,1795641778013284),
(57,NULL,1795641778227527),
(59,NULL,1795641778269629),
(60,NULL,1795641778518410),
(62,NULL,1795641778539070);
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
(2,0,1,1795641775730000,50,'org','01a21497-166f-745f-803e-2a73ccfda223',1,'system','{\"name\":\"Gatehouse\",\"primaryDomain\":\"gatehouse.localhost\"}',NULL),
(2,1,1,1795641775737000,1,'user','01a21497-1677-7336-bcaf-996cc60fe17a',1,'system','{\"userName\":\"admin\",\"firstName\":\"First\",\"lastName\":\"Administrator\",\"displayName\":\"First Administrator\",\"email\":\"admin@gatehouse.localhost\"}',NULL),
(2,2,1,1795641775740000,20,'user','01a21497-167a-73eb-a7d2-fb7993578170',1,'system','{\"userName\":\"bootstrap\",\"name\":\"Bootstrap service user\",\"clientId\":\"ff212ab250403cfbea897845\"}',NULL),
(2,3,1,1795641775742000,90,'instance','instance',1,'system','{\"userId\":\"01a21497-1677-7336-bcaf-996cc60fe17a\",\"role\":\"IAM_OWNER\"}',NULL),
(2,4,1,1795641775742001,90,'instance','instance',1,'system','{\"userId\":\"01a21497-167a-73eb-a7d2-fb7993578170\",\"role\":\"IAM_OWNER\"}',NULL),
(2,5,1,1795641775744000,21,'user','01a21497-167a-73eb-a7d2-fb7993578170',2,'system','{\"secretId\":\"01a21497-167f-7033-a577-a4d3e1551b0c\"}',NULL),
(2,6,1,1795641775746000,22,'user','01a21497-167a-73eb-a7d2-fb7993578170',3,'system','{\"tokenId\":\"01a21497-1681-711b-a83a-06373f28008d\"}',NULL),
(6,0,1,1795641775758000,60,'project','01a21497-1688-72d0-8aed-467fc0bc37e1',1,'system','{\"name\":\"Gatehouse\"}',NULL),
(6,1,1,1795641775762001,70,'application','01a21497-1691-7740-9c57-e85fa681bbbc',1,'system','{\"name\":\"Gatehouse command line\",\"clientId\":\"gatehouse-cli\",\"projectId\":\"01a21497-1688-72d0-8aed-467fc0bc37e1\",\"type\":\"native\"}',NULL),
(9,0,1,1795641775768001,60,'project','api-explorer',1,'system','{\"name\":\"API explorer\"}',NULL),
(9,1,1,1795641775770000,70,'application','api-explorer',1,'system','{\"name\":\"API explorer\",\"clientId\":\"01a21497-1699-7067-abf3-744eb2383b98\",\"projectId\":\"api-explorer\",\"type\":\"userAgent\"}',NULL),
(12,0,1,1795641777074000,1,'user','01a21497-1bb0-7480-8740-67942dc1c020',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userName\":\"bjensen\",\"firstName\":\"Barbara\",\"lastName\":\"Jensen\",\"displayName\":\"Babs Jensen\",\"preferredLanguage\":\"en-US\",\"email\":\"bjensen@example.org\",\"phone\":\"+15555551212\"}',NULL),
(14,0,1,1795641777141000,1,'user','01a21497-1bf4-73b8-ad55-dc6d5bc701a7',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userName\":\"anders\",\"firstName\":\"Anders Jonas\",\"lastName\":\"Ångström\",\"displayName\":\"Anders Jonas Ångström\",\"preferredLanguage\":\"en\",\"email\":\"anders@example.org\"}',NULL),
(16,0,1,1795641777265000,1,'user','01a21497-1c6e-7303-b2d3-f9e916a68b7e',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userName\":\"bo\",\"firstName\":\"波\",\"lastName\":\"李\",\"displayName\":\"波 李\",\"preferredLanguage\":\"en\",\"email\":\"bo@example.net\"}',NULL),
(18,0,1,1795641777352000,1,'user','01a21497-1cc6-76b6-a86f-b83426fa5964',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userName\":\"bygone\",\"firstName\":\"Gone\",\"lastName\":\"By\",\"displayName\":\"Gone By\",\"preferredLanguage\":\"en\",\"email\":\"bygone@example.org\"}',NULL),
(20,0,1,1795641777424000,1,'user','01a21497-1d0f-761f-aa15-53c3a2891f2a',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userName\":\"Çağlar\",\"firstName\":\"Çağlar\",\"lastName\":\"Ümit\",\"nickName\":\"Ç\",\"displayName\":\"Çağlar Ümit\",\"preferredLanguage\":\"en\",\"email\":\"caglar@example.org\"}',NULL),
(21,0,1,1795641777449001,7,'user','01a21497-1c6e-7303-b2d3-f9e916a68b7e',2,'01a21497-167a-73eb-a7d2-fb7993578170','{}',NULL),
(22,0,1,1795641777482000,9,'user','01a21497-1cc6-76b6-a86f-b83426fa5964',2,'01a21497-167a-73eb-a7d2-fb7993578170','{}',NULL),
(25,0,1,1795641777524000,1,'user','imported-grace',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userName\":\"grace\",\"firstName\":\"grace\",\"lastName\":\"Imported\",\"displayName\":\"grace Imported\",\"preferredLanguage\":\"en\",\"email\":\"grace@example.org\"}',NULL),
(25,1,1,1795641777524000,1,'user','imported-alan',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userName\":\"alan\",\"firstName\":\"alan\",\"lastName\":\"Imported\",\"displayName\":\"alan Imported\",\"preferredLanguage\":\"en\",\"email\":\"alan@example.org\"}',NULL),
(27,0,26,1795641777591000,50,'org','01a21497-1db5-7519-98fc-76396560dbe5',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"name\":\"Äther & Co\",\"primaryDomain\":\"other.example.org\"}',NULL),
(29,0,1,1795641777619001,60,'project','01a21497-1dd1-75e8-a112-03aecaca32ae',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"name\":\"Ångström tools\"}',NULL),
(31,0,1,1795641777642001,70,'application','01a21497-1dea-712f-ac99-85d38ae99e52',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"name\":\"Web\",\"clientId\":\"01a21497-1dea-76bd-85f0-c5babf9128a9\",\"projectId\":\"01a21497-1dd1-75e8-a112-03aecaca32ae\",\"type\":\"web\"}',NULL),
(33,0,1,1795641777668000,70,'application','01a21497-1e03-7681-9820-eac74ed87d99',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"name\":\"Native\",\"clientId\":\"01a21497-1e03-7430-b52f-a2c5b22e6eb3\",\"projectId\":\"01a21497-1dd1-75e8-a112-03aecaca32ae\",\"type\":\"native\"}',NULL),
(35,0,1,1795641777710000,140,'group','01a21497-1e21-7606-be24-cd20d69bfbf1',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"displayName\":\"Öffentlichkeit\"}',NULL),
(35,1,1,1795641777710000,143,'group','01a21497-1e21-7606-be24-cd20d69bfbf1',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"memberId\":\"01a21497-1bb0-7480-8740-67942dc1c020\",\"memberType\":\"user\"}','01a21497-1bb0-7480-8740-67942dc1c020'),
(35,2,1,1795641777710000,143,'group','01a21497-1e21-7606-be24-cd20d69bfbf1',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"memberId\":\"01a21497-1bf4-73b8-ad55-dc6d5bc701a7\",\"memberType\":\"user\"}','01a21497-1bf4-73b8-ad55-dc6d5bc701a7'),
(37,0,1,1795641777759000,163,'project','01a21497-1dd1-75e8-a112-03aecaca32ae',2,'01a21497-167a-73eb-a7d2-fb7993578170','{\"roleKey\":\"reader\",\"name\":\"Läser\",\"section\":\"\"}',NULL),
(39,0,1,1795641777795000,169,'authorization','01a21497-1e82-71bd-a239-ed478dae323e',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"projectId\":\"01a21497-1dd1-75e8-a112-03aecaca32ae\",\"holderId\":\"01a21497-1e21-7606-be24-cd20d69bfbf1\",\"holderKind\":\"group\",\"roleKeys\":[\"reader\"]}','01a21497-1e21-7606-be24-cd20d69bfbf1'),
(41,0,1,1795641777824000,20,'user','01a21497-1e9f-76ce-8d0c-fc68e802fe68',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userName\":\"robot\",\"name\":\"Robot\",\"clientId\":\"188585572e98f794e1bed924\"}',NULL),
(42,0,1,1795641777857000,23,'user','01a21497-1e9f-76ce-8d0c-fc68e802fe68',2,'01a21497-167a-73eb-a7d2-fb7993578170','{\"keyId\":\"piWsyXguFLKaSMFBzBue5GLpE62NR6xfSSEPDKg5zKg\"}',NULL),
(43,0,1,1795641777888000,21,'user','01a21497-1e9f-76ce-8d0c-fc68e802fe68',3,'01a21497-167a-73eb-a7d2-fb7993578170','{\"secretId\":\"01a21497-1edf-7187-947c-f0bea59690e7\"}',NULL),
(44,0,1,1795641777907000,22,'user','01a21497-1e9f-76ce-8d0c-fc68e802fe68',4,'01a21497-167a-73eb-a7d2-fb7993578170','{\"tokenId\":\"01a21497-1ef2-759c-85d3-0a0eaad8746f\"}',NULL),
(45,0,1,1795641777937000,51,'org','01a21497-166f-745f-803e-2a73ccfda223',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userId\":\"01a21497-1e9f-76ce-8d0c-fc68e802fe68\",\"role\":\"ORG_OWNER_VIEWER\"}',NULL),
(47,0,1,1795641777970000,20,'user','01a21497-1f31-75af-a431-5d6acce61d26',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userName\":\"Directory\",\"name\":\"Directory\",\"clientId\":\"6a7ad17560974db16f389567\"}',NULL),
(47,1,1,1795641777970001,51,'org','01a21497-166f-745f-803e-2a73ccfda223',1,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userId\":\"01a21497-1f31-75af-a431-5d6acce61d26\",\"role\":\"ORG_USER_MANAGER\"}',NULL),
(47,2,1,1795641777973000,59,'org','01a21497-166f-745f-803e-2a73ccfda223',2,'01a21497-167a-73eb-a7d2-fb7993578170','{\"userId\":\"01a21497-1f31-75af-a431-5d6acce61d26\",\"preset\":\"entra\",\"switches\":{},\"emailTrust\":\"ownedDomains\"}',NULL),
(47,3,1,1795641777975000,22,'user','01a21497-1f31-75af-a431-5d6acce61d26',2,'01a21497-167a-73eb-a7d2-fb7993578170','{\"tokenId\":\"01a21497-1f36-7119-b7b7-77e7e63a3a39\"}',NULL),
(48,0,1,1795641778012000,95,'instance','instance',2,'01a21497-167a-73eb-a7d2-fb7993578170','{\"kind\":\"password\",\"minLength\":10}',NULL),
(57,0,1,1795641778227000,10,'user','01a21497-1bb0-7480-8740-67942dc1c020',1,'01a21497-1bb0-7480-8740-67942dc1c020','{\"address\":\"127.0.0.0/24\"}',NULL),
(59,0,1,1795641778269000,36,'user','01a21497-1bb0-7480-8740-67942dc1c020',1,'01a21497-1bb0-7480-8740-67942dc1c020','{\"session\":\"YNyCQgxQZaR71R77XE7ZEy\"}',NULL),
(60,0,1,1795641778518000,10,'user','01a21497-1bb0-7480-8740-67942dc1c020',1,'01a21497-1bb0-7480-8740-67942dc1c020','{\"address\":\"127.0.0.0/24\"}',NULL),
(62,0,1,1795641778538000,36,'user','01a21497-1bb0-7480-8740-67942dc1c020',1,'01a21497-1bb0-7480-8740-67942dc1c020','{\"session\":\"eAHtpogdYQQUqK_I7uD-z8\"}',NULL);
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
(58,'kQVHr9aIxls_tys-XXInbw',11,30,'aIhHoKBclEfRjKmp7HyWB9xLbDkAZynavuZGXyxsOp-','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795641778,\"exp\":1795641838,\"accountId\":\"01a21497-1bb0-7480-8740-67942dc1c020\",\"acr\":\"https://refeds.org/profile/sfa\",\"amr\":[\"pwd\"],\"authTime\":1795641778,\"codeChallenge\":\"w2d0m5yVOghdbp4M4ZrUCctf_uS1vH_hOO-9ECM5Es8\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"kQVHr9aIxls_tys-XXInbw\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"aIhHoKBclEfRjKmp7HyWB9xLbDkAZynavuZGXyxsOp-\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a21497-1dea-76bd-85f0-c5babf9128a9\",\"sid\":\"SDAnKecShMt3egCMDHwdT9Ly-4FbSXMhSvFFn8H6hOx\",\"checks\":[\"pwd\"]}}','OsiDIiJjuE1FWHvg25Egafe6Lm2GzRpGCcTlsLjzM2M',1795641838261001,1795641778284000,1,0,1795641778284000,1798233778283000,1803417778283000,NULL,1803421978283000,NULL),
(61,'WYXHczKfl7Ljfi8jMWJOZg',11,32,'xrw30JHqQUDRbeACCmmOThVPLDVUDUIkHGRn0cmXlGV','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795641778,\"exp\":1795641838,\"accountId\":\"01a21497-1bb0-7480-8740-67942dc1c020\",\"acr\":\"https://refeds.org/profile/sfa\",\"amr\":[\"pwd\"],\"authTime\":1795641778,\"codeChallenge\":\"--UkWwnMWdIAq24d_GBqHRr6TLKnW0AF1uN3WI1UYLE\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"WYXHczKfl7Ljfi8jMWJOZg\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"xrw30JHqQUDRbeACCmmOThVPLDVUDUIkHGRn0cmXlGV\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a21497-1e03-7430-b52f-a2c5b22e6eb3\",\"sid\":\"hWm15TvFmq9ISwkVn6cURQr7MZguAdNe5RGdRUhWu-e\",\"checks\":[\"pwd\"]}}','YTQLYc1zxO4tCPcg7w8arYfWU0rYrbPG2J6zgJUVFmI',1795641838530001,1795641778547001,1,0,1795641778547001,1798233778547000,1803417778547000,NULL,1803421978547000,NULL);
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
(1,5,1),
(1,6,0),
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
(46,1,'ORG_USER_MANAGER');
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
) ENGINE=InnoDB AUTO_INCREMENT=69 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

INSERT INTO `migrations` VALUES
(1,1700000000000,'FirstTables1700000000000'),
(2,1700000001000,'ClientKeys1700000001000'),
(3,1700000004000,'PersonalAccessTokenGenerations1700000004000'),
(4,1700000005000,'SignInAttempts1700000005000'),
(5,1700000006000,'BrowserSessions1700000006000'),
(6,1700000007000,'MailedCodes1700000007000'),
(7,1700000008000,'LogoutNotices1700000008000'),
(8,1700000008500,'SessionsOfUsers1700000008500'),
(9,1700000009000,'DirectorySearch1700000009000'),
(10,1700000010000,'OrganizationDomains1700000010000'),
(11,1700000011000,'Imports1700000011000'),
(12,1700000012000,'EventsByAggregate1700000012000'),
(13,1700000012500,'EventUpkeep1700000012500'),
(14,1700000013000,'Provisioning1700000013000'),
(15,1700000013500,'ArchivedEvents1700000013500'),
(16,1700000014000,'ImportFigures1700000014000'),
(17,1700000015000,'EmployeeNumbers1700000015000'),
(18,1700000021000,'KeptKeyIds1700000021000'),
(19,1700000022000,'DomainClaims1700000022000'),
(20,1700000023000,'ApplicationOrigins1700000023000'),
(21,1700000024000,'GrantOrigins1700000024000'),
(22,1700000025000,'Groups1700000025000'),
(23,1700000025500,'GroupsByNumber1700000025500'),
(24,1700000026000,'Authorizations1700000026000'),
(25,1700000026500,'AcceptedGrants1700000026500'),
(26,1700000028000,'AddressLocks1700000028000'),
(27,1700000028500,'PendingSignIns1700000028500'),
(28,1700000029000,'ImportedGroups1700000029000'),
(29,1700000030000,'JobRuns1700000030000'),
(30,1700000030301,'AuthorizedProjects1700000030301'),
(31,1700000031000,'OrganizationNames1700000031000'),
(32,1700000031010,'IdempotencyKeys1700000031010'),
(33,1700000032000,'LockedPeople1700000032000'),
(34,1700000032050,'RemovedPeople1700000032050'),
(35,1700000033000,'Removals1700000033000'),
(36,1700000033001,'GroupLeftovers1700000033001'),
(37,1700000033010,'DomainChallenges1700000033010'),
(38,1700000038000,'MailSettings1700000038000'),
(39,1700000038001,'MailTexts1700000038001'),
(40,1700000040100,'AuthorizationLeftovers1700000040100'),
(41,1700000040200,'NamesOfSessions1700000040200'),
(42,1700000040450,'ProjectLists1700000040450'),
(43,1700000041000,'FactorStates1700000041000'),
(44,1700000041001,'CodesOfPeople1700000041001'),
(45,1700000041100,'Passkeys1700000041100'),
(46,1700000041200,'Brandings1700000041200'),
(47,1700000042000,'AuditStreams1700000042000'),
(48,1700000043000,'WriteProofs1700000043000'),
(49,1700000043001,'DatabaseNode1700000043001'),
(50,1700000043100,'ReadOnlyMode1700000043100'),
(51,1700000043200,'RequestCounts1700000043200'),
(52,1700000043300,'PasswordDefaults1700000043300'),
(53,1700000043301,'ToldOfGrace1700000043301'),
(54,1700000043302,'TextMessages1700000043302'),
(55,1700000043400,'HoldersOfProjects1700000043400'),
(56,1700000043500,'ListFilters1700000043500'),
(57,1700000043600,'EventBlankings1700000043600'),
(58,1700000043700,'CommitTimes1700000043700'),
(59,1700000043800,'ImportMarks1700000043800'),
(60,1700000043900,'ProvisioningSearches1700000043900'),
(61,1700000044000,'ServiceUserNames1700000044000'),
(62,1700000045200,'CodeGivers1700000045200'),
(63,1700000045300,'DomainLosses1700000045300'),
(64,1700000045310,'RemovedNames1700000045310'),
(65,1700000045500,'ProvisioningOmissions1700000045500'),
(66,1700000045600,'ApplicationsInAudience1700000045600'),
(67,1700000045700,'ClaimedIds1700000045700'),
(68,1700000046300,'PasswordGivers1700000046300');
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
('Assertion','RxmCXxLHtk-E0leyqUPCCoB5dNuf1FdS0E08XySeElo',NULL,'{}',1795642138000000),
('Session','01ZG5rq6iIJf7eAaW0TxaDmBhUj1CpwZ9bMsOVD86Io','xrw30JHqQUDRbeACCmmOThVPLDVUDUIkHGRn0cmXlGV','{\"iat\":1795641778,\"exp\":1796505778,\"kind\":\"Session\",\"uid\":\"xrw30JHqQUDRbeACCmmOThVPLDVUDUIkHGRn0cmXlGV\",\"accountId\":\"01a21497-1bb0-7480-8740-67942dc1c020\",\"loginTs\":1795641778,\"amr\":[\"pwd\"],\"acr\":\"https://refeds.org/profile/sfa\",\"holder\":{\"userNo\":11,\"generation\":0,\"organizationGeneration\":0},\"checks\":[{\"method\":\"pwd\",\"at\":1795641778,\"isFresh\":true}],\"authorizations\":{\"01a21497-1e03-7430-b52f-a2c5b22e6eb3\":{\"sid\":\"hWm15TvFmq9ISwkVn6cURQr7MZguAdNe5RGdRUhWu-e\",\"grantId\":\"WYXHczKfl7Ljfi8jMWJOZg\",\"persistsLogout\":true}},\"saved\":1795641778}',1795684978537000),
('Session','4g3R2wVWscJ17juQOiD540BM7PUtKOMHNObr57K7uvQ','aIhHoKBclEfRjKmp7HyWB9xLbDkAZynavuZGXyxsOp-','{\"iat\":1795641778,\"exp\":1796505778,\"kind\":\"Session\",\"uid\":\"aIhHoKBclEfRjKmp7HyWB9xLbDkAZynavuZGXyxsOp-\",\"accountId\":\"01a21497-1bb0-7480-8740-67942dc1c020\",\"loginTs\":1795641778,\"amr\":[\"pwd\"],\"acr\":\"https://refeds.org/profile/sfa\",\"holder\":{\"userNo\":11,\"generation\":0,\"organizationGeneration\":0},\"checks\":[{\"method\":\"pwd\",\"at\":1795641778,\"isFresh\":true}],\"authorizations\":{\"01a21497-1dea-76bd-85f0-c5babf9128a9\":{\"sid\":\"SDAnKecShMt3egCMDHwdT9Ly-4FbSXMhSvFFn8H6hOx\",\"grantId\":\"kQVHr9aIxls_tys-XXInbw\",\"persistsLogout\":true}},\"saved\":1795641778}',1795684978265000);
CREATE TABLE `organization_domains` (
  `domain` varchar(253) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `is_primary` tinyint(1) NOT NULL,
  `verified_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`domain`),
  KEY `organization_domains_by_org` (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `organization_domains` VALUES
('gatehouse.localhost',1,1,1795641775728000),
('other.example.org',26,1,1795641777589000);
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
(1,'01a21497-166f-745f-803e-2a73ccfda223','Gatehouse','gatehouse.localhost','active',0,1,1795641775728000,1795641775728000,'gatehouse'),
(26,'01a21497-1db5-7519-98fc-76396560dbe5','Äther & Co','other.example.org','active',0,1,1795641777589000,1795641777589000,'äther & co');
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
(3,'$2b$10$SBE0Ta7iMDIkDn3W3BKZN./xOq12O4GBiS1XQoR1X5sC75FuDRnhu',1795641775735000,0,'',NULL),
(11,'$2b$10$7X7XRfwAM.dU3mqRmL12VufoMNMBHoKW.OHpLHFVsf/e8q9BO9dAe',1795641777072000,0,'',NULL),
(13,'$2b$10$u0sptc64ofggVGBjgFwKrONp854jmUgo2SRZX2XhB2Qp1G2yb3VcK',1795641777140000,0,'',NULL),
(15,'$2b$10$jOpMscAwoN3BOmya/ssD8.ElnlOsSYV/7AZKjvnNTcDeAjFUkkzS6',1795641777262000,0,'',NULL),
(19,'$2b$10$ZqwQPo5qemhwjhDlSGHy4.mF6J4.0EFzBhS8WmkiSm7by/UAR9J2i',1795641777423000,0,'',NULL),
(23,'$6$saltSALT$tjZthnih2Bcg8ENjBN8UH9EEmUWMA22.rMqSV/2wsWT4Oi63MBxkXSMFroq77LmStPy5Fd1WbBQWxB.ReywJd.',1795641777521000,0,'UMUNNz2c2xkcO_hC31W5K5TnWLEYc0YuNOXj4OAJ-sI',NULL),
(24,'$5$saltSALT$lojmPsO7up8eMxasgmgAViZBetzCcHdP6PThOK9De3C',1795641777521000,0,'UTyEwUDZTHauZRz728Hne3x7dF3cp3-4yagpFS-RJg4',NULL);
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
(1,0,4),
(1,1,0),
(1,2,1),
(1,3,1),
(1,4,-1),
(1,5,1),
(1,6,0),
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
('01a21497-1681-711b-a83a-06373f28008d',4,'MjNSJNP7UujnnvltxetBVboLfsBk6Vu1HTP-IrlrNP8','openid profile','[]',1795641775745000,NULL,1795641776904000,0,0),
('01a21497-1ef2-759c-85d3-0a0eaad8746f',40,'6ed7z3ZlYQbVNIhaB-62zD4VEk92DvKuptTv0-8OR2I','openid','[]',1795641777906000,NULL,NULL,0,0),
('01a21497-1f36-7119-b7b7-77e7e63a3a39',46,'_9zXpJSDaGVyxlGDvyQOTPD7plTaO0s2c5qMPhCTe9Q','openid profile','[]',1795641777974000,NULL,NULL,0,0);
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
(36,28,'reader','Läser','',1795641777753000);
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
(5,'01a21497-1688-72d0-8aed-467fc0bc37e1',1,'Gatehouse','active',1795641775757000,0,0,0,'gatehouse',0),
(8,'api-explorer',1,'API explorer','active',1795641775768000,0,0,0,'api explorer',0),
(28,'01a21497-1dd1-75e8-a112-03aecaca32ae',1,'Ångström tools','active',1795641777619000,0,0,0,'ångström tools',0);
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
(46,1,0,'entra','{}','ownedDomains',1795641777971000);
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
(49,1,1795641777077000,1798233777077000,'01a21497-167a-73eb-a7d2-fb7993578170','create','01a21497-1bb0-7480-8740-67942dc1c020','bjensen',201,NULL,'[\"externalId\",\"userName\",\"name\",\"displayName\",\"title\",\"preferredLanguage\",\"timezone\",\"active\",\"password\",\"emails\",\"phoneNumbers\",\"addresses\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','5d55684e-1f8f-479a-81cb-bbfb6004e4d8','User',NULL,NULL),
(50,1,1795641777142000,1798233777142000,'01a21497-167a-73eb-a7d2-fb7993578170','create','01a21497-1bf4-73b8-ad55-dc6d5bc701a7','anders',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','717f9def-facf-4d85-8801-424556becd63','User',NULL,NULL),
(51,1,1795641777266000,1798233777266000,'01a21497-167a-73eb-a7d2-fb7993578170','create','01a21497-1c6e-7303-b2d3-f9e916a68b7e','bo',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','a8df0096-e112-4f7e-932a-c84d9e9bb288','User',NULL,NULL),
(52,1,1795641777354000,1798233777354000,'01a21497-167a-73eb-a7d2-fb7993578170','create','01a21497-1cc6-76b6-a86f-b83426fa5964','bygone',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','825d0500-f039-4902-8e94-1234042b143e','User',NULL,NULL),
(53,1,1795641777426000,1798233777426000,'01a21497-167a-73eb-a7d2-fb7993578170','create','01a21497-1d0f-761f-aa15-53c3a2891f2a','Çağlar',201,NULL,'[\"userName\",\"name\",\"nickName\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','8d91dea4-6f3d-4f22-a8d7-758d5f2abd61','User',NULL,NULL),
(54,1,1795641777454000,1798233777454000,'01a21497-167a-73eb-a7d2-fb7993578170','patch','01a21497-1c6e-7303-b2d3-f9e916a68b7e','bo',204,NULL,'[\"active\"]','e43b443a-3fca-4d8c-9651-4e960d0d901c','User',NULL,NULL),
(55,1,1795641777483000,1798233777483000,'01a21497-167a-73eb-a7d2-fb7993578170','delete','01a21497-1cc6-76b6-a86f-b83426fa5964',NULL,204,NULL,'[]','6c7501e6-bcb3-4033-b8b3-9dff5dbc0b38','User',NULL,NULL),
(56,1,1795641777721000,1798233777721000,'01a21497-167a-73eb-a7d2-fb7993578170','create','01a21497-1e21-7606-be24-cd20d69bfbf1','Öffentlichkeit',201,NULL,'[\"externalId\",\"displayName\",\"members\"]','b2ea91b4-65e0-42fc-b9be-39c0b52c2472','Group',NULL,NULL),
(63,1,1795641778591000,1798233778591000,'01a21497-167a-73eb-a7d2-fb7993578170','list',NULL,NULL,200,NULL,'[]','afb55659-0a6b-4fe1-9bd4-5745f1395493','User',NULL,NULL),
(64,1,1795641778603000,1798233778603000,'01a21497-167a-73eb-a7d2-fb7993578170','list',NULL,NULL,200,NULL,'[]','237c0556-4ead-407f-91d1-a033a06102ed','User',NULL,NULL),
(65,1,1795641778613000,1798233778613000,'01a21497-167a-73eb-a7d2-fb7993578170','list',NULL,NULL,200,NULL,'[]','23f87285-1d4c-43d4-bccd-8d55f498a56b','User',NULL,NULL),
(66,1,1795641778621000,1798233778621000,'01a21497-167a-73eb-a7d2-fb7993578170','list',NULL,NULL,200,NULL,'[]','4226949a-a062-4d93-8c4f-d75be0e9a374','User',NULL,NULL),
(67,1,1795641778631000,1798233778631000,'01a21497-167a-73eb-a7d2-fb7993578170','list',NULL,NULL,200,NULL,'[]','d239c052-8ca3-4f1f-a1e0-c5a269a3847e','User',NULL,NULL),
(68,1,1795641778642000,1798233778642000,'01a21497-167a-73eb-a7d2-fb7993578170','list',NULL,NULL,200,NULL,'[]','4ea0c129-7beb-4623-ba1c-d0ba614b413a','User',NULL,NULL),
(69,1,1795641778648000,1798233778648000,'01a21497-167a-73eb-a7d2-fb7993578170','list',NULL,NULL,200,NULL,'[]','398f217c-5544-4fcd-a165-7e057567a22a','User',NULL,NULL),
(70,1,1795641778784000,1798233778784000,'01a21497-167a-73eb-a7d2-fb7993578170','list',NULL,NULL,200,NULL,'[]','330d5193-ec60-41f2-bfa5-2c2e70d6b448','User',NULL,NULL);
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
(4,1,'ff212ab250403cfbea897845','Bootstrap service user',NULL,'opaque',0,'bootstrap service user'),
(40,1,'188585572e98f794e1bed924','Robot',NULL,'opaque',0,'robot'),
(46,1,'6a7ad17560974db16f389567','Directory',NULL,'opaque',0,'directory');
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
('DdJLq9Fo3_-n7Im2McfY_yyqIPhDhG817EGhWux_u3w',0,2,0,0,1795642378133000);
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
('4E7qXxBlTBbh7iET8Smof5X8JWUuDLxYsg7g_Mic5IY','ES256','active','{\"kty\":\"EC\",\"x\":\"DIJtgBt9rcRlbpxsewK_X7ixmssRtkwCjRDBartLrnE\",\"y\":\"J9RW4aEgejzB4kxNUJi9dGjPCyGL-jj1syaEPsZxzp8\",\"crv\":\"P-256\",\"kid\":\"4E7qXxBlTBbh7iET8Smof5X8JWUuDLxYsg7g_Mic5IY\",\"alg\":\"ES256\",\"use\":\"sig\"}','ASsI5MjLjFSUHUpxTnGaFAevxA3LYX1sUNXl4sSytcW30Md2IJYKWBJIueFYtA2BnQd3tMOteL0bAtVaRea2rDXpIOh7OMa7T0vvM3S34dsZJe_IvtbWXYbdzNmeZdyAigfjAehPAwfypBV18OPtkUo7oxLA5YISnxFPGlwx0cGYR06BA6l1arCEVrLqsA6PiPzLzevWrHdgx18IItE64vqq-OuDeE3GCmjpPRBVP2jgQClo1fo6As4sPHLA1RW9U2TEFzN-zM4KwU8sP9mHLToEVLp-CFoK8bMMtdlxToNwsk28UQru46XWEKOraiaP_RM9lgR249oicV6Cz4chTFsvOW50YwPYrUVheggs8kVhryvudb1NBU_lPAOS7XaRquzeerCEm8RBbleIOg',1795641775942000,1795641775944004,NULL),
('7E34L6SRgsFG1IFXqgjohDCWwR9i5N-9nQNdyxwjE94','EdDSA','active','{\"crv\":\"Ed25519\",\"x\":\"Rrfdfw5YKSS8plj3c26HwFjpFZS367EoPo7_esXkmJ8\",\"kty\":\"OKP\",\"kid\":\"7E34L6SRgsFG1IFXqgjohDCWwR9i5N-9nQNdyxwjE94\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','ASsI5MjLjKNtUd83-U-FWNlFusTL0IdNnEMU7m0R5i84Jefwng70GNyrb2Kt05WT7Xfz4FHCu675OYnrDbcuFwPU3Q3WnhdYtISw7Ha3KmHBoxxEzx2LcKFdi84Fp6X87BsAxXG4AH9ng5Nh7ETnwR_lzDuKwR17OLkS8259Antpqpt2pi7Mo7CUtMzqjNzj2jy1sI_LBE6416rvhvBZesBTsChrJ9Qdw0UPbpYFWYYUSZtH-Zr5NWssjXQsV1Lp5BO3PDWA0pHuaQkyOayRYj9EgARPtl7FK0apbC8-ASu6NunOmDkaq5phUi94Sg5LIKqwLycJ2xCcfsAD8uM',1795641775943000,1795641775944005,NULL),
('GQ7dhneT447oAeQmIBtI6na7ZcJPzxDnMmLdEHmi9Qw','RS256','active','{\"kty\":\"RSA\",\"n\":\"l8AhVESlGHvgTZfOUNG-a0Ngpmfu6Awc4LTh-Ld_vNenem9bZD_IEKSDKqCMRyv0KccXIK-c5l5lB1wcIRY5skHMz8RPCqK_tGmHCNSYId33qNY3m_Tf9He8Oib1oFhxJ3sWyYVW_G7e_YZ8zfWNLmODJCGH5zc0edtX_POrUcC69dmom07AO4_VhpZ0QB3xeAu1SaSXhA6fTq3ZB-cNbwcS5vaEl2dcq5eUy6sem96hJhoKHfAL0PdQdaqzMQ7yGGKfwuQDgYpZ0iTwCagRx8XuAkKdmL6v1J4uIruVu7MtkZOFkQFPis07GrvJDfpDf00OprCRB6APt8fYnvnCWw\",\"e\":\"AQAB\",\"kid\":\"GQ7dhneT447oAeQmIBtI6na7ZcJPzxDnMmLdEHmi9Qw\",\"alg\":\"RS256\",\"use\":\"sig\"}','ASsI5MjLjJz4s9Y4XyUBc8BPfDvx9DOaEH36CJEAnLrAH9LoGpQao82gioQiiCcUL5G-ktIUT4_EK-6Yq9vBCefOF6U4dKaRxQELLeyn0BtafihJkqDSvVDFi7bWJTfWW903bIoAJauoq2JWuBTQpDPQWg57YbT0bArQSRVJEnU3IIucOcHURHESXiWF9PKV9tF1ozgZxdkflcAN5N5m8r-S2mJiQoZL6RQSKTzGtE5pdUmMoF6QXMy46_EY54gDWTTyiWtwFiys0K_43TFLJhztppr48e9S497fWPyvZX5wOthswssm0EFJk6zo8AEAK9afGhLoL2dcf-5OxPUQC1ZFtYYJ5EugEsS3SbQrKd12hUslp6PP98hpj7DHnrP72g0EIkUlhUAZaSEqOIjMiwh8nsREGfE9uOxiCxgNhYbQIsnSEfH9yv9EHnxGuztJ8E4eCW0vFfSSh31fduToJjEr03JZdKz-x6MYiV2VWfoM08csj-qkdfACA6QAuiRKZabpIYR8uofcmwMgqQIP51hoBVhd_IoSltzVYdRaQQD1xHvt_Bo09jF9BD_TiBWoaAtbx1QR7aLglfV63nQCMRJrHj-7puiCdc2WtrdNUdWv4lMyG9JrNuQQCEfbmyKMlowgV7RA_c0sZzSp0HDkK8iCxDKxLFOqHBdCUXL9YT5tpyZ5hlOHqKNQRpu6TJMzpKGVGfDDEqRfVVkXqOqfbvkNKywgnfdVnxkYzbw04KLqtuQC8_Ub63IWGOUTkQ0zXFiLqPZCyEop_FWjcRJFkMz7nGTqnHgh2Mc0deKlO_dJDQpNG7aXVPRLJF42vvYlkOKqfV_B0jqZJVgxG6RsLXbc5eA88h8f2IopXx4r_81uCOELO5Xsrb2Tr4riuAJq8Ci7XrfrX8T5SepXdkz3B7nS7D0TeYXoc5nNwJnR90MxNpRv-oxB5CeTV_mfAunw4fyh0Zf52b0I8a5S-K85dTdJa6FPpXMql5iXxX8PwRlMVCgLgQ7BvyXH5aDZ0UkNLx6RT-MZAD_KkihP9xUsRuNKcWj4vQwHodD2oHCjPJsoH2cWydKrkCaoJfn4u9uXhQBKMMEqM92BpFjOk52YbW7DB-NlRRlyOhch3OQWmqRWdQCjhPlsGhYpVcw3krExJBuHXa5q3AM9xk2ypDmH7OPTB_iaemfsSpLaxIfCq1MC5CvC0QhbnAons_RW9qjjdu68_EyW-0NsubgLBs6KXGf3PB4zTU-YpZfXrJcd8S0s2idKVl1QmIZD0JTrs98MYlM2AxadfCjB-ycDrZrIk-JZBdn_WRsQGkwL9PNR5OLSCvRKO6TcUX3ml3lq7NsQ6t5lnSVIers46kH6aHcup04T7JCcbzsMeerw2PlZ5Ehs7QB--JlcUIvpAxv-R90PnTKseHFOZmLAKK-3K4w3Vp8p6zLGtqHmtI28ynAZF9u4fm_vz09X45Oh1rkzN3j86MT6ZoD6gRjaOm5HZ8YWJ3OCC4lhF4U7WLECC23ogPu4jTmRXedYOIGNDmVGcubdJM7JPxfudRvjkt5QkzpQeIb-4mGDZPk3NgB86Un8bLj5X4Aqw7iCCZOClo_mgldRWLxPay2fghh-TiDZuICpxrzXhsKDnYisUfDymPx4myZu38W3CCw4LD-UVCrZfnx7ZrmHZ6CBb9m-8CALdtpBUt7pRXTLwjZjt3ncffJEgUElvwfSLQmLoxmm79BE8cSaIeOFyTGNrtHaI8EIkp9tYABYPW_QIVtwZJC4Q3Kc6RmViJznUV1MggmRxngO4WPVVaNWUEgQK6lN8FkkupXeKo6F0S1D60kptXm157IoYjZrX7idxe-8tk61wiH6QGyQ6RHPIqjGy4nBTpIu80ovPvjZeReZws0L42uPYe_cQanRsO3BoR8cTxBsnh9B9jl4co8JVodEHLQVOJk2t5bRxIj-EQ2d8bY_DOJNr-HUKQO-MTGNkzINNA6Dev75x0NWy1moVG3d4bWh3pLTE9YWDz2Alap2gQP8mpzvcjgW12OOw1JA45iabS6M2gSrtOadNSWuBWE4C5UoeDHALoMRFDBsm3gkeYZYJNEJfYR-oKwQCIO9npwynxMC_x7voi8CvkhLT1xGkue-97lDt9Mp7eHuPlGrcsYNESTO2N0nyvghxDq6d1KVsxOiGwpVWFkwoniYzpqQcAm8aMu-_7cHvCkO8dzkkXU4F_FshYEwNaAmaRnNHWGNAFmt9LuspPQawvLheO32ejssUOwefORS-sEdPSyQO2CKQM0GlGq-QLoyMP_0d1qTL_3OY4Hn-6LtcqE8Oe9FH38Nonz8',1795641775936000,1795641775944003,NULL),
('JF6o1dWnVEC0_KJw_lCIRX5jQpmRf-zo8b0fPuOGspc','RS256','published','{\"kty\":\"RSA\",\"n\":\"rck7QBWc7wXdyGTLy71FukAohtkaZ5RsoiawltHZnq4ny-01w4dJPElizZlRqNOhqGdsAbmq7PbDC0sWyyZI0NvLfY1MzU7g6tYgJlvMKFdrgv8hYbIW0qAjkCcM98PX1Ux8k3VyptWx3nsTuSqYJrRysrx0cpM8UdBVsEGg4mPwFrv_knSqfM5Uvgo8V6l_AZpgyZkKjYIEnUew_CFRxWIFGKO-qO1GarHNB6QgyO4nPk14QPMh_ulrhtGMcx-CtAYPW0IfReBHzSarj3AjgqL-f02Rpj_3hCeZHd808leEmY__InjB-SiCFPitBaHrOSuax4I30YloSTZ4XJxUvQ\",\"e\":\"AQAB\",\"kid\":\"JF6o1dWnVEC0_KJw_lCIRX5jQpmRf-zo8b0fPuOGspc\",\"alg\":\"RS256\",\"use\":\"sig\"}','ASsI5MjLjBckXvB-iibtD4JtHKyI0ycXVRmRmFTSgq09nJFMAfS9o1C16dvtGGB_LANg_0bfaAT3P2JJDP7GeEIbSoDgHsRqCsgWMH5713Q96U_2Rts7EOyinz5iNjVAglvUNG3Idg6qJB40GL8l-dYrolyF1l1DUE-8uIoQ9b34Yqp3wYZ_9lOMC12a9lkF99OUql5o1AlezSKccQhoT09sOHc7_Z9SbHcJik28v8df_cBQPtxANhieYfTkSwlbTlUxchL_jgjmuOpx1mW-nT8NURsgQFywkQ0azMFkLLABmbPkZ6s5L8_NlGpWobE_aWpyXqEXi_4tdsEzADShfXDBb1oWv4-1c5Jtt6rY1Cj_XOMuAPb5J3JT1X8E_eK7LUoyXmANoovc4yAatqdZB9gZbBQmdoA1BiipvqS6Pg5UHM6Kl9Sh8fAZ4jqnV0GjAeEpDOdGxMKA1cMU61SCrHGMlPK-xSE2owR-53uX4cIwiLNucFIj0ZtGqTqP5PssFPPBOkkV5EHpou_fgOvesouU20dYuMuWM8YiV5dCzIAbwtKB4Ghxd-bJITrV__SQ4xROPozB932fsOdLwAltAMZS1hRAEt9P5b9BR-wktcaP0DoAL78RJK-AKcHjU2wyj6ea6f03-irPJu5cB_Had0npo29kBtVVLwKyI1v2Jjhu_tEVNlz7Brxu__Tch-vtvsyq5W4EmBQvmPYgemrfCE7SsxzH6EEM7cJH0Vq2JD52IDSEtXsofFjU0bnxwa0C7JSBB9bwbNwHqSBuIzgtPvpamgiXGaWWs9-yqpQMo_3jRp7QY9QQBIh4gszgZy8FSB4cY9jZpaCiI3Y9PIRdKms0f9H9SMxwj9vZz3ZrRLHfd2KWFTVn6FO1XV2SQqeWpZYl1-kjsiAoCo5iTpviE5N5M0o9v8fAZMl0E1xGrqIdj7c2adnZhyKQmQf4MtroffQj-sX8u1L9-5_Quicr9qp9NRtlH7x7_W9zipSlFsnLkVmSEp5TIf3-LcSeLFQWdk0GleV81Uovbuarvk8H577_dlJs-K6hYZ7Va4P8lv6QQWh7e-qLm5uWndvU-PdxlQxkd2fSTP4Srmm4cqFqV2TwFBpS_87tMQOAbAdq2HJ_4NTmxsxTfSwP_EgXYt__SQjZ8bmoXtvHe7KOKP93M1_1-4IF1q_MRVr7cGWuZ-Lv7bvD3X-QYAR5syRB6vFaHZLo23CUg-3FuL7w5q9mOYtAGxB-8FNMykOR0sJI-XKFCR2Dp37TDxxOWXXlrA9bMe4f3yc-KhnQpUYJjgCzcaE1XonTeMYcLXX4Fk27GsNMFSNiVOBHHLzEtZzaSX4PdJVBOskyaZq8kMEMcMNUTCEqSHsoUJWUmDWpM8GXshLi7iiY884tSiSp_5yXASv0hPcHSkPulxUKm5znNJsMgot3E_BccIVUIgyruO5pnw8yryY5RZCCAujLliO9XGvXg4p_jDZFgVAgm0Mi2gvpTkH0Q-R04cP6_47yr-cH1vm5EK-nKNO5iOFPy6X_JCvgWv0z0l3jFRXihIpggxrDCXV7gjtGmdLnBI8Q5snKtj-zoK7fyyet4s7fxUUdy0WnZEeFgRFoaM9fQDpHczwOoSFdwOEUh1rvWf93RP2MlFg-_syidFtnWpgS35N5HlXd_7sGmVgAddf__1Sd0zAiZyFiEvhChq3jazGMIC51XqSa1ewxOrrOc6Jvx2ARf6sd4blo4lPDu5DgaBUv8uBrBPfXdCgyPagGJk7W9ACC7mNWOc4RPgvV4G_Bwrs9R-7uFygMFJoRbsl8seXdMiI5On_TchR5l7rgnLO0M9b-lMuElEIErMIkgEQQuMxYFgAIizN2oTOZChEuLHwQkpTXWb_UFNfxj2cqE1-rFG2XKK7kbjRXheOaLpTWlkc5uaa9oiLPoSf9C4d4yS9dHmgtgMnUgZ6QX3UmUl8TwZoMUEyFuzsaB21kzM7oQ2M83VbPRl5QMZGkkLSuGlSKG1j7eoeCKPk-D988BA4zLW61H04KbfNGrtvnkxhd_W251bY0FcjtMJFrLlsPG-aZD7sf_KGzfl7gXwbQKoUNjaYQYlVrOCF8Vl0YV4N4D-zeUncjtzmnf20Z2iC2gV17i3iuEdWv5Xaa8uHQeA0wANjPGdjyo6f2lXAi4uAsJpepyITGn3bmxjQlDYoWGYU1zC1-hSTpGISDld4DSgNUmAzzXHLgX9OdspSDqUwwSdtFT812LQKbo8NwFxqraaRLgG9fH3buwOnX_9EgD6nhK_QpRMVLTyEqD1f123KB-BFiL2i0YOTC45J2jdNs02Nz',1795641776247000,1795641778317000,NULL),
('ea0xZenesaOb8v0FlHdRooNhHhXHWj0UmbfFhkgr83E','EdDSA','published','{\"crv\":\"Ed25519\",\"x\":\"rpejVPgZyCU6UkdxM6HbO3QglWYxudxJNEivYih1khg\",\"kty\":\"OKP\",\"kid\":\"ea0xZenesaOb8v0FlHdRooNhHhXHWj0UmbfFhkgr83E\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','ASsI5MjLjJq0THH_hnch9xhUGBgIA6uw1ALKf8eaiCgFD1aw7fLwoEWFP2AFnb_9hguHHRbIZUxmHhiZuavcl4dKpiYMRTL3VpoIOWyJybGHclu0ohqEy63mg6qMpPfmjGYwagnuIxm_Qo7Qcc2W7Tc7t4g4fA-us2tsu9YS__eWyuFIXamDSYwVpUu9vb5XSoyt-XFXTvqVrveJ7-SeOC9rvXfoPvJTTdtPgdYRKAFYHGNlZTzD2J-b7De9fNT2M5vEQzXEf3E7ibe4JDBeGgPa8yahCgn3_ih6CgmYesU4FPg-zrfLgWdWcoAZesVbdPRESMpIF6QnpNKqd-g',1795641776250000,1795641778317000,NULL),
('owpDfUGnqg2cL6DHESWEXGiostQXHX2Rvb_IksvKF_w','ES256','published','{\"kty\":\"EC\",\"x\":\"FJFteDV70xWouNxIPJTCbKNEKusTEh5uJMmKaSpGTVs\",\"y\":\"4DU8W_JSwXiMbZnA46nZ31cjHm0MsE-nTKADqzy8EdE\",\"crv\":\"P-256\",\"kid\":\"owpDfUGnqg2cL6DHESWEXGiostQXHX2Rvb_IksvKF_w\",\"alg\":\"ES256\",\"use\":\"sig\"}','ASsI5MjLjMdpuvmZY-qn2DCCBpUjFvb6YSuTpOx581AAMhy_YmD_QjDJe99GcaCjhDj6QN1lc3Ab-KcdJbxuHWXJc1mRBgun85GKl3UmKl_L5dtCi4kBRVe05tgQWjrmAyev-j0G0E0cifEC17P7eIIA0ChlmC5uWxeSfUAgffepm7if9_sbQ-yf-jEYRPJyJf34SaVWzJL-DzJDsHtPQFRg4aCjk8OtY8R3jd2LxKCqxdbi1-uCnKr92x__I_N_i83MPbocvX10z_hCRC-FLicxTy7jZk37hEwGOL5yrVMRe8_-ayTzLGWSvgW6iz6_sodhJria8XXqMLGaurU6bovBwq5B7sbZC1ro79KYyWM5eaR2q9sccG-s5V2QQkKpHMCldSAAQzpn_G2jXw',1795641776249000,1795641778317000,NULL);
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
(34,'01a21497-1e21-7606-be24-cd20d69bfbf1',1,'Öffentlichkeit','öffentlichkeit','tiekhciltneffö',1,1795641777697000,1795641777697000);
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
('01a21497-1cc6-76b6-a86f-b83426fa5964',17,1,1795641777468000);
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
(3,'01a21497-1677-7336-bcaf-996cc60fe17a',1,'person',1,0,1,1795641775735000,1795641775735000,'admin','admin','nimda','Administrator','administrator','First','first',NULL,'􏿿','admin@gatehouse.localhost',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{\"emails\":[{\"value\":\"admin@gatehouse.localhost\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'first administrator',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(4,'01a21497-167a-73eb-a7d2-fb7993578170',1,'service',1,0,3,1795641775738000,1795641775738000,'bootstrap','bootstrap','partstoob',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(11,'01a21497-1bb0-7480-8740-67942dc1c020',1,'person',1,0,1,1795641777072000,1795641777072000,'bjensen','bjensen','nesnejb','Jensen','jensen','Barbara','barbara','Babs Jensen','babs jensen','bjensen@example.org','Ms. Barbara J Jensen, III',NULL,'Ms.',NULL,NULL,NULL,'Tour Guide',NULL,'en-US',NULL,'America/Los_Angeles','{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 Universal City Plaza\",\"locality\":\"Hollywood\",\"country\":\"US\",\"type\":\"work\",\"primary\":true}]}','701984','4130',NULL,NULL,'Tour Operations',NULL,NULL,'ms. barbara j jensen, iii',NULL,'ms.',NULL,NULL,'tour guide',NULL,'en-us',NULL,'america/los_angeles','701984','4130',NULL,NULL,'tour operations',NULL,'{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 universal city plaza\",\"locality\":\"hollywood\",\"country\":\"us\",\"type\":\"work\",\"primary\":true}]}',NULL),
(13,'01a21497-1bf4-73b8-ad55-dc6d5bc701a7',1,'person',1,0,1,1795641777140000,1795641777140000,'anders','anders','sredna','Ångström','ångström','Anders Jonas','anders jonas',NULL,'􏿿','anders@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"anders@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,'Optics',NULL,NULL,'anders jonas ångström',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,'optics',NULL,NULL,NULL),
(15,'01a21497-1c6e-7303-b2d3-f9e916a68b7e',1,'person',0,1,2,1795641777262000,1795641777449000,'bo','bo','ob','李','李','波','波',NULL,'􏿿','bo@example.net',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"bo@example.net\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'波 李',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(19,'01a21497-1d0f-761f-aa15-53c3a2891f2a',1,'person',1,0,1,1795641777423000,1795641777423000,'Çağlar','çağlar','ralğaç','Ümit','ümit','Çağlar','çağlar',NULL,'􏿿','caglar@example.org',NULL,NULL,NULL,NULL,'Ç',NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"caglar@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'çağlar ümit',NULL,NULL,NULL,'ç',NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(23,'imported-grace',1,'person',1,0,1,1795641777521000,1795641777521000,'grace','grace','ecarg','Imported','imported','grace','grace',NULL,'􏿿','grace@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"grace@example.org\",\"primary\":true,\"verified\":true}],\"verifiedBy\":{\"grace@example.org\":\"import\"}}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'grace imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(24,'imported-alan',1,'person',1,0,1,1795641777521000,1795641777521000,'alan','alan','nala','Imported','imported','alan','alan',NULL,'􏿿','alan@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"alan@example.org\",\"primary\":true,\"verified\":true}],\"verifiedBy\":{\"alan@example.org\":\"import\"}}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'alan imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(40,'01a21497-1e9f-76ce-8d0c-fc68e802fe68',1,'service',1,0,4,1795641777823000,1795641777823000,'robot','robot','tobor',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(46,'01a21497-1f31-75af-a431-5d6acce61d26',1,'service',1,0,2,1795641777969000,1795641777969000,'Directory','directory','yrotcerid',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE `write_proofs` (
  `id` int(11) NOT NULL,
  `proved_us` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `write_proofs` VALUES
(1,1795641776872000);


