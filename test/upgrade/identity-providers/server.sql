
CREATE TABLE `address_locks` (
  `no` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `address_locks_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `address_locks` VALUES
(74816207717212,1795667563443000),
(232050050544286,1795667563443000);
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
(7,'01a21620-8ef3-75d3-adcc-02fdc542609b',1,5,'Gatehouse command line','gatehouse-cli','active',0,'{\"type\":\"native\",\"authMethod\":\"none\",\"redirectUris\":[\"http://127.0.0.1/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":true,\"devMode\":false,\"consentRequired\":true,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795667562227000,'gatehouse command line','native'),
(10,'api-explorer',1,8,'API explorer','01a21620-8efd-7120-85e2-65aad5215f4a','active',0,'{\"type\":\"userAgent\",\"authMethod\":\"none\",\"redirectUris\":[\"https://id.example.com/docs/oauth2-redirect.html\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":true,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795667562237000,'api explorer','userAgent'),
(30,'01a21620-93ed-75c2-b3a6-2c6a01fb77dd',1,28,'Web','01a21620-93ed-7637-9bc1-b042b5b65b5b','active',0,'{\"type\":\"web\",\"authMethod\":\"client_secret_basic\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795667563502000,'web','web'),
(32,'01a21620-93fe-759a-b029-315d486f0c68',1,28,'Native','01a21620-93fe-7530-bd80-8472e9edef93','active',0,'{\"type\":\"native\",\"authMethod\":\"none\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"jwt\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795667563518000,'native','native');
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
(38,'01a21620-943a-777a-985a-a2e5f2a7065d',1,28,0,34,'group',1795667563578000,1795667563578000,1);
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
('IeEiFvKDddYjjKvN0lPvpD-VZgBkFJEpxLk14gX2xq8','sePgLgeLs7uVr9q96dQedpPKLtQy4ilm10VGD-qU3fn',11,1,1795667564050000,1796531564049000,NULL,'09n7eVeWIjvAdOmStckhIq'),
('vnoXQX_XuhqKkA98dCX9KaQGvys7Oh7hkd9by5qFYPs','foR2k_Bq3vQDx51oODyEmNh4DQ5BDTMVzfl695wAV0N',11,1,1795667564199000,1796531564198000,NULL,'wPEJm609vWlXdiVq60VpFr');
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
('-UsUi1HX0bGmpOgVPLTONpOzGOWx1Y9FHrMX50bvTo0',40,'{\"kty\":\"EC\",\"x\":\"uPMDkxCO_8PUBL2c3d_rFKZ3pe_3nM-jUB7S_aMwgyc\",\"y\":\"xvsTpBX59Hh9b7X9NYKyVcvOmWB6_A4uycqZJoOu3qA\",\"crv\":\"P-256\"}',1795667563612000,NULL,NULL);
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
('01a21620-8ee0-709b-968d-baccb4460727',4,'oGgM7vtogqsQ1KFtKT4dYXRGGtU0RKlpkUpSgctrfhU',1795667562208000,NULL),
('01a21620-93f0-720b-b8fb-316d37b7c875',30,'P1I9Vjdj-yrAB8KMLY5u5dRNQx1PCxB8484O3vasfUk',1795667563504000,NULL),
('01a21620-9473-74da-8d95-f6b03e558a1a',40,'1WucylFHPLLuVOicO6GgUQQ2XYe2NfJxlmwNckzs8ZE',1795667563635000,NULL);
CREATE TABLE `config_version` (
  `id` int(11) NOT NULL,
  `version` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `config_version` VALUES
(1,35);
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
('0uIuLzai','proof','active','AQAAAAAAAEsv3RV1F8Jod3LF7GAzAGQJzVmI7fAGKk5t3HSsvre7pLz1TyjUD4HTO-h6N8NTE1tGyG4-sNR9qbZGJa-_N-MXZ5Qs9twqLA',1795667561841000),
('1l3HJf7p','registration','active','AQAAAAAAAHlt4PCXYs0V44f9wL1MP6ZxMQ4jMFNQofue2Lbf_RWdn0R1bcFkYUbgpE0Ya0HoNnOYuUiQcnqzJRa2sYkRV_NRx2Ibp0zGlw',1795667561841001),
('9DHmuh6X','token-holder','active','AQAAAAAAAFDy49s0dxnlHl3qwz85rI-Sexhfiok-_jrzVN4xbm89MiNR3olKTG8bUAIAJAP79uUpAxkXR8kqFxsh6TuRusZNojtk_TqawQ',1795667561843000),
('9RzkhPUj','import','active','AQAAAAAAAJlr5aDdRzF23TyUx6998lOtUACbLPLUxMYBL65A2gkILcygEIORINDztxAw19VS1fYIL8GvqfLPMCSoUGtgiH89DZuNr0U9Mg',1795667561839003),
('CJ71_IgM','sign-in','active','AQAAAAAAADIG0NsgFAp-XBlSgo3ksZefTl9N9I6fEGy4s_BhJlOn2EWCWmSC4OkrlipCwoxZ1KUkybnLHnHM2mxznwzubkBkgUrcjW9y2g',1795667561842000),
('LrYwoSgO','branding-preview','active','AQAAAAAAANmngrWxb8UeUqRjExDfbhXShTHoiur3PAMuMBa62g5X6urJMWatD3lEX7dIh0ufsojB7VJToe6W8oX7bKf-Kq_LUXE1SnHSig',1795667561838000),
('PRxHR3N1','mail','active','AQAAAAAAAI0zlaOOS82Tes09p64-odSBo90H20oV2UbF5tQ5mtHkpa5RFMid2c6dO-Fu8wlIGgVIcmUxbjOMJJcWuBikU4wHvt0J_nVHMA',1795667561840000),
('QgSrw-xn','cursor','active','AQAAAAAAABZDcqgtqMqNbub202bm5irKZbh_Ivrz1lbHLbAwG2em924bL6vEgOPFd84yX_Kwb7HU_53Tuc2kL7PgcQcbz9_MJYCydWjzVA',1795667561839000),
('UBQrUhQ-','totp-setup','active','AQAAAAAAAN9jUiSQ0q3He7pNt4okeQ3BIIq2OiV8DbehT4_vMwbSmoxTfWOLuM09fOFCmrBUG7w0GWCEbo89pQmQp7ZO4lGUROo3W3gKaA',1795667561843002),
('Zu0BXsmQ','answer','active','AQAAAAAAAPJeITVlmJgiR94NTmNMk2xISDcVtFpD4vyRrLoV_14EkI1j1dO5YiukszKKblHOnCaqydSs1-j0ADC-nZ4l27adD4R1bLXvMg',1795667561835000),
('aZy71sR4','access-token','active','AQAAAAAAAATh72YUAcJk83-SudfPuAMbw8Sg0_Yz3FCPqAFS10qAKfOBShFHHI_Tt5Vbxpub5f-9zZio2mzBY_i6WggkeAjHhvUAZ2cVCw',1795667561834000),
('blHAT2Ps','totp','active','AQAAAAAAAIZpyJLpetvdijOrWUJYafloBWuksPCKieem3hkmixo0YQZQ1TT8_6WgEIPpKTA6M5sGVJB-1SvHGuSZ949oc8m5ZHZFugL-WQ',1795667561843001),
('dey4iCto','signing-key','active','AQAAAAAAAJy915pTBh5Lk2LYanhhpBzSBkROv7szo8xy_yARz_3ebIjnGjWvRZY3JQ0Z4QkeQxY_we7BzhQROJqYOyVviHouG1X7fZ73rg',1795667561842001),
('itPKHWgx','password-change','active','AQAAAAAAADwmA7eCRY1mVmsxFiu5fCFImpg0gg5635JL9GT6D1COUh4TPR9x_OKtctkdshYuwahpcke_graOHF4jugLagqHjChfsqLYFiQ',1795667561840002),
('k0Wo-edH','returned-identity','active','AQAAAAAAAP50QU-Ct41UWWmcpj7vvckTOmvdlryyoIDnzQUUJcJC2ADRJ0CpYo1Aqc0e9SV6S_TPj69iZCi81mqNQMiWXZ1m4An0CJBtOQ',1795667561841002),
('mEE1QQHb','identity-provider','active','AQAAAAAAAAocYMljc9O1smVXQAfQwhoNA8N4snlIjmZ3w6Hg780680hasd6BiOGbON1VWOS5IMtOZT9ZmZk8OXiBMAANVkCOST4f66HmpA',1795667561839002),
('oWRG_cRC','cookie','active','AQAAAAAAAAop_44kiB_yQ1juiUFp3XilHKseXeS9Mnl44Kgm87LegrXGXaPahl1H6L6EL8x5On8FIt6-d5714o0kHd3nvYkz91GnBHY1hg',1795667561838001),
('sdOZzsXc','sms','active','AQAAAAAAAJL98qVCEINBktwXDuJVfmZuIarI9pFDVc4nx-xgxWO8qqD1vcM5xFFFBK8LHGlOc4qhxuNMTIJv9oPGSSBOxmw0ct7SvjOE_g',1795667561842002),
('tySx-sJh','upstream-request','active','AQAAAAAAAC_0AI0VMe92GX7ztD4ngXi5_qpJCIK6BlLhpYKT_5v1fGyJG31FcjePYIwGYjiRlv_dZlf3-O0WXZlFGo50DbSxHcte9V2s9w',1795667561843003),
('xwGIUw7I','mail-server','active','AQAAAAAAAKzdbA1hub1BgMgiA6ivnTmcVWQW2ozspdNkAiHpR3hGIMfzMy8IAfEYjPicUK8xWEUKr_utllVnBnAtN-3OF9SlXlUFdLZN-Q',1795667561840001),
('yL-V7Fz3','second-step','active','AQAAAAAAAIPS-C5szhoE15kvi2lgdzxo3so9sTBIrezK6nzyKbCVs074JOUSw69fQosojjkjDCoMcxSOH1qHXaSeOv3KECveXq4DeDIMNg',1795667561841003),
('ytlUAfir','digest','active','AQAAAAAAAHDvTrBd6JFzl99Th-xQQcPqoU7PrxHZi2xo0cyzjftsMapmQFCmyCS8aOreOuAVKb-cLY_CS-sQHB5VONrgJyDWxY5qQTrYrQ',1795667561839001);
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
(17,'01a21620-9325-7763-82e7-2e93aed5a756',1795667563400000);
CREATE TABLE `event_commits` (
  `tx_no` bigint(20) NOT NULL,
  `position` bigint(20) DEFAULT NULL,
  `recorded_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`tx_no`),
  UNIQUE KEY `u_event_commits_position` (`position`),
  KEY `event_commits_by_time` (`position`,`recorded_us`,`tx_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `event_commits` VALUES
(2,NULL,1795667562214767),
(6,NULL,1795667562229094),
(9,NULL,1795667562239054),
(12,NULL,1795667563083600),
(14,NULL,1795667563172419),
(16,NULL,1795667563244106),
(18,NULL,1795667563302880),
(20,NULL,1795667563366962),
(21,NULL,1795667563386134),
(22,NULL,1795667563423979),
(25,NULL,1795667563460519),
(27,NULL,1795667563472229),
(29,NULL,1795667563488840),
(31,NULL,1795667563505309),
(33,NULL,1795667563519314),
(35,NULL,1795667563535415),
(37,NULL,1795667563551683),
(39,NULL,1795667563580413),
(41,NULL,1795667563592705),
(42,NULL,1795667563614342),
(43,NULL,1795667563636746),
(44,NULL,1795667563654693),
(45,NULL,1795667563668790),
(47,NULL,1795667563684700),
(48,NULL,1795667563710969),
(50,NULL,1795667563735275),
(52,NULL,1795667563751593),
(54,NULL,1795667563761829),
(56,NULL,1795667563799680),
(58,NULL,1795667563823150),
(60,NULL,1795667564010508),
(62,NULL,1795667564049107),
(71,NULL,1795667564180382),
(73,NULL,1795667564197990);
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
(2,0,1,1795667562178000,50,'org','01a21620-8ebe-7308-b3df-1db79808b8a7',1,'system','{\"name\":\"Gatehouse\",\"primaryDomain\":\"gatehouse.localhost\"}',NULL),
(2,1,1,1795667562193000,1,'user','01a21620-8ecb-729a-b20e-6c90809d6d61',1,'system','{\"userName\":\"admin\",\"firstName\":\"First\",\"lastName\":\"Administrator\",\"displayName\":\"First Administrator\",\"email\":\"admin@gatehouse.localhost\"}',NULL),
(2,2,1,1795667562197000,20,'user','01a21620-8ed2-769f-827d-79397cd153ad',1,'system','{\"userName\":\"bootstrap\",\"name\":\"Bootstrap service user\",\"clientId\":\"8dd1d9c616dab3356f653125\"}',NULL),
(2,3,1,1795667562203000,90,'instance','instance',1,'system','{\"userId\":\"01a21620-8ecb-729a-b20e-6c90809d6d61\",\"role\":\"IAM_OWNER\"}',NULL),
(2,4,1,1795667562206000,90,'instance','instance',1,'system','{\"userId\":\"01a21620-8ed2-769f-827d-79397cd153ad\",\"role\":\"IAM_OWNER\"}',NULL),
(2,5,1,1795667562210000,21,'user','01a21620-8ed2-769f-827d-79397cd153ad',2,'system','{\"secretId\":\"01a21620-8ee0-709b-968d-baccb4460727\"}',NULL),
(2,6,1,1795667562213000,22,'user','01a21620-8ed2-769f-827d-79397cd153ad',3,'system','{\"tokenId\":\"01a21620-8ee4-72fd-aa57-724315bec570\"}',NULL),
(6,0,1,1795667562225001,60,'project','01a21620-8eec-710b-995b-1c9a6040be18',1,'system','{\"name\":\"Gatehouse\"}',NULL),
(6,1,1,1795667562228000,70,'application','01a21620-8ef3-75d3-adcc-02fdc542609b',1,'system','{\"name\":\"Gatehouse command line\",\"clientId\":\"gatehouse-cli\",\"projectId\":\"01a21620-8eec-710b-995b-1c9a6040be18\",\"type\":\"native\"}',NULL),
(9,0,1,1795667562236000,60,'project','api-explorer',1,'system','{\"name\":\"API explorer\"}',NULL),
(9,1,1,1795667562238000,70,'application','api-explorer',1,'system','{\"name\":\"API explorer\",\"clientId\":\"01a21620-8efd-7120-85e2-65aad5215f4a\",\"projectId\":\"api-explorer\",\"type\":\"userAgent\"}',NULL),
(12,0,1,1795667563083000,1,'user','01a21620-9241-75e8-bc8a-2ad4444949c7',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userName\":\"bjensen\",\"firstName\":\"Barbara\",\"lastName\":\"Jensen\",\"displayName\":\"Babs Jensen\",\"preferredLanguage\":\"en-US\",\"email\":\"bjensen@example.org\",\"phone\":\"+15555551212\"}',NULL),
(14,0,1,1795667563172000,1,'user','01a21620-92a2-7380-84b3-e91b0011a06d',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userName\":\"anders\",\"firstName\":\"Anders Jonas\",\"lastName\":\"Ångström\",\"displayName\":\"Anders Jonas Ångström\",\"preferredLanguage\":\"en\",\"email\":\"anders@example.org\"}',NULL),
(16,0,1,1795667563243000,1,'user','01a21620-92e9-7072-98fa-ee9437db55b3',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userName\":\"bo\",\"firstName\":\"波\",\"lastName\":\"李\",\"displayName\":\"波 李\",\"preferredLanguage\":\"en\",\"email\":\"bo@example.net\"}',NULL),
(18,0,1,1795667563302000,1,'user','01a21620-9325-7763-82e7-2e93aed5a756',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userName\":\"bygone\",\"firstName\":\"Gone\",\"lastName\":\"By\",\"displayName\":\"Gone By\",\"preferredLanguage\":\"en\",\"email\":\"bygone@example.org\"}',NULL),
(20,0,1,1795667563366000,1,'user','01a21620-9365-721f-b790-d92dd9d7182a',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userName\":\"Çağlar\",\"firstName\":\"Çağlar\",\"lastName\":\"Ümit\",\"nickName\":\"Ç\",\"displayName\":\"Çağlar Ümit\",\"preferredLanguage\":\"en\",\"email\":\"caglar@example.org\"}',NULL),
(21,0,1,1795667563379001,7,'user','01a21620-92e9-7072-98fa-ee9437db55b3',2,'01a21620-8ed2-769f-827d-79397cd153ad','{}',NULL),
(22,0,1,1795667563423000,9,'user','01a21620-9325-7763-82e7-2e93aed5a756',2,'01a21620-8ed2-769f-827d-79397cd153ad','{}',NULL),
(25,0,1,1795667563459000,1,'user','imported-grace',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userName\":\"grace\",\"firstName\":\"grace\",\"lastName\":\"Imported\",\"displayName\":\"grace Imported\",\"preferredLanguage\":\"en\",\"email\":\"grace@example.org\"}',NULL),
(25,1,1,1795667563459000,1,'user','imported-alan',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userName\":\"alan\",\"firstName\":\"alan\",\"lastName\":\"Imported\",\"displayName\":\"alan Imported\",\"preferredLanguage\":\"en\",\"email\":\"alan@example.org\"}',NULL),
(27,0,26,1795667563471000,50,'org','01a21620-93ce-750f-aaae-29fbd865ff44',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"name\":\"Äther & Co\",\"primaryDomain\":\"other.example.org\"}',NULL),
(29,0,1,1795667563488001,60,'project','01a21620-93df-77a2-ae3d-f3142e080a39',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"name\":\"Ångström tools\"}',NULL),
(31,0,1,1795667563502001,70,'application','01a21620-93ed-75c2-b3a6-2c6a01fb77dd',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"name\":\"Web\",\"clientId\":\"01a21620-93ed-7637-9bc1-b042b5b65b5b\",\"projectId\":\"01a21620-93df-77a2-ae3d-f3142e080a39\",\"type\":\"web\"}',NULL),
(33,0,1,1795667563518001,70,'application','01a21620-93fe-759a-b029-315d486f0c68',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"name\":\"Native\",\"clientId\":\"01a21620-93fe-7530-bd80-8472e9edef93\",\"projectId\":\"01a21620-93df-77a2-ae3d-f3142e080a39\",\"type\":\"native\"}',NULL),
(35,0,1,1795667563534000,140,'group','01a21620-940a-76ba-9f66-4bcf222c60a7',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"displayName\":\"Öffentlichkeit\"}',NULL),
(35,1,1,1795667563534000,143,'group','01a21620-940a-76ba-9f66-4bcf222c60a7',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"memberId\":\"01a21620-9241-75e8-bc8a-2ad4444949c7\",\"memberType\":\"user\"}','01a21620-9241-75e8-bc8a-2ad4444949c7'),
(35,2,1,1795667563534000,143,'group','01a21620-940a-76ba-9f66-4bcf222c60a7',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"memberId\":\"01a21620-92a2-7380-84b3-e91b0011a06d\",\"memberType\":\"user\"}','01a21620-92a2-7380-84b3-e91b0011a06d'),
(37,0,1,1795667563551000,163,'project','01a21620-93df-77a2-ae3d-f3142e080a39',2,'01a21620-8ed2-769f-827d-79397cd153ad','{\"roleKey\":\"reader\",\"name\":\"Läser\",\"section\":\"\"}',NULL),
(39,0,1,1795667563579000,169,'authorization','01a21620-943a-777a-985a-a2e5f2a7065d',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"projectId\":\"01a21620-93df-77a2-ae3d-f3142e080a39\",\"holderId\":\"01a21620-940a-76ba-9f66-4bcf222c60a7\",\"holderKind\":\"group\",\"roleKeys\":[\"reader\"]}','01a21620-940a-76ba-9f66-4bcf222c60a7'),
(41,0,1,1795667563592000,20,'user','01a21620-9446-7589-96b4-18530b2a9dd6',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userName\":\"robot\",\"name\":\"Robot\",\"clientId\":\"617caee24ef86a714e21a317\"}',NULL),
(42,0,1,1795667563614000,23,'user','01a21620-9446-7589-96b4-18530b2a9dd6',2,'01a21620-8ed2-769f-827d-79397cd153ad','{\"keyId\":\"-UsUi1HX0bGmpOgVPLTONpOzGOWx1Y9FHrMX50bvTo0\"}',NULL),
(43,0,1,1795667563636000,21,'user','01a21620-9446-7589-96b4-18530b2a9dd6',3,'01a21620-8ed2-769f-827d-79397cd153ad','{\"secretId\":\"01a21620-9473-74da-8d95-f6b03e558a1a\"}',NULL),
(44,0,1,1795667563654000,22,'user','01a21620-9446-7589-96b4-18530b2a9dd6',4,'01a21620-8ed2-769f-827d-79397cd153ad','{\"tokenId\":\"01a21620-9485-73b5-abd1-e532ff65822a\"}',NULL),
(45,0,1,1795667563668000,51,'org','01a21620-8ebe-7308-b3df-1db79808b8a7',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userId\":\"01a21620-9446-7589-96b4-18530b2a9dd6\",\"role\":\"ORG_OWNER_VIEWER\"}',NULL),
(47,0,1,1795667563680000,20,'user','01a21620-949f-71d3-b3d9-54e9ee5dbdcb',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userName\":\"Directory\",\"name\":\"Directory\",\"clientId\":\"c2966469dc48415a1536654c\"}',NULL),
(47,1,1,1795667563682000,51,'org','01a21620-8ebe-7308-b3df-1db79808b8a7',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userId\":\"01a21620-949f-71d3-b3d9-54e9ee5dbdcb\",\"role\":\"ORG_USER_MANAGER\"}',NULL),
(47,2,1,1795667563683000,59,'org','01a21620-8ebe-7308-b3df-1db79808b8a7',2,'01a21620-8ed2-769f-827d-79397cd153ad','{\"userId\":\"01a21620-949f-71d3-b3d9-54e9ee5dbdcb\",\"preset\":\"entra\",\"switches\":{},\"emailTrust\":\"ownedDomains\"}',NULL),
(47,3,1,1795667563684000,22,'user','01a21620-949f-71d3-b3d9-54e9ee5dbdcb',2,'01a21620-8ed2-769f-827d-79397cd153ad','{\"tokenId\":\"01a21620-94a3-708c-a117-ea723ce44a5b\"}',NULL),
(48,0,1,1795667563710000,95,'instance','instance',2,'01a21620-8ed2-769f-827d-79397cd153ad','{\"kind\":\"password\",\"minLength\":10}',NULL),
(50,0,1,1795667563734000,550,'org','01a21620-8ebe-7308-b3df-1db79808b8a7',3,'01a21620-8ed2-769f-827d-79397cd153ad','{\"identityProviderId\":\"01a21620-94d3-7295-b0d6-c49e8e8d32f3\",\"name\":\"Verzeichnis Süd\",\"kind\":\"oauth\",\"template\":\"generic\",\"enabled\":true,\"buttonShown\":true,\"buttonOrder\":0,\"domains\":[],\"creation\":\"off\",\"linking\":\"proof\",\"updates\":[],\"secondFactorValues\":[],\"phishingResistantValues\":[],\"authorizationUrl\":\"https://directory.example.org/authorize\",\"tokenUrl\":\"https://directory.example.org/token\",\"userinfoUrl\":\"https://directory.example.org/userinfo\",\"clientId\":\"gatehouse\",\"clientAuthentication\":\"client_secret_basic\",\"scopes\":[\"profile\"],\"subjectMember\":\"id\",\"changed\":[\"name\",\"enabled\",\"buttonShown\",\"buttonOrder\",\"domains\",\"creation\",\"linking\",\"updates\",\"secondFactorValues\",\"phishingResistantValues\",\"authorizationUrl\",\"tokenUrl\",\"userinfoUrl\",\"clientId\",\"clientAuthentication\",\"scopes\",\"subjectMember\"]}',NULL),
(52,0,1,1795667563751000,550,'org','01a21620-8ebe-7308-b3df-1db79808b8a7',4,'01a21620-8ed2-769f-827d-79397cd153ad','{\"identityProviderId\":\"01a21620-94e5-7520-88ee-0258bd27b78b\",\"name\":\"Entra\",\"kind\":\"oidc\",\"template\":\"entra\",\"enabled\":true,\"buttonShown\":true,\"buttonOrder\":0,\"domains\":[],\"creation\":\"off\",\"linking\":\"proof\",\"updates\":[],\"secondFactorValues\":[],\"phishingResistantValues\":[],\"issuer\":\"https://login.microsoftonline.com/organizations/v2.0\",\"clientId\":\"gatehouse\",\"clientAuthentication\":\"client_secret_basic\",\"scopes\":[\"openid\",\"profile\",\"email\"],\"tenants\":[\"6e9b7f8a-0c53-4a58-9d4e-0d6bfa2d8f11\"],\"hostedDomains\":[],\"externalIdClaim\":\"oid\",\"subjectClaims\":[\"tid\",\"oid\"],\"changed\":[\"name\",\"enabled\",\"buttonShown\",\"buttonOrder\",\"domains\",\"creation\",\"linking\",\"updates\",\"secondFactorValues\",\"phishingResistantValues\",\"issuer\",\"clientId\",\"clientAuthentication\",\"scopes\",\"tenants\",\"hostedDomains\",\"externalIdClaim\",\"subjectClaims\"]}',NULL),
(54,0,1,1795667563761000,550,'org','01a21620-8ebe-7308-b3df-1db79808b8a7',5,'01a21620-8ed2-769f-827d-79397cd153ad','{\"identityProviderId\":\"01a21620-94f0-7077-8790-e9f4aa8328ca\",\"name\":\"LDAP\",\"kind\":\"ldap\",\"template\":\"generic\",\"enabled\":false,\"buttonShown\":true,\"buttonOrder\":0,\"domains\":[],\"creation\":\"off\",\"linking\":\"proof\",\"updates\":[],\"secondFactorValues\":[],\"phishingResistantValues\":[],\"urls\":[\"ldaps://ldap.example.org\"],\"startTls\":false,\"bindDn\":\"cn=reader,dc=example,dc=org\",\"baseDn\":\"dc=example,dc=org\",\"loginAttributes\":[\"uid\",\"mail\"],\"subjectAttribute\":\"entryUUID\",\"activeDirectory\":false,\"loginNameAttribute\":\"uid\",\"emailAttribute\":\"mail\",\"givenNameAttribute\":\"givenName\",\"familyNameAttribute\":\"sn\",\"displayNameAttribute\":\"cn\",\"languageAttribute\":\"preferredLanguage\",\"changed\":[\"name\",\"enabled\",\"buttonShown\",\"buttonOrder\",\"domains\",\"creation\",\"linking\",\"updates\",\"secondFactorValues\",\"phishingResistantValues\",\"urls\",\"startTls\",\"bindDn\",\"baseDn\",\"loginAttributes\",\"subjectAttribute\",\"activeDirectory\",\"loginNameAttribute\",\"emailAttribute\",\"givenNameAttribute\",\"familyNameAttribute\",\"displayNameAttribute\",\"languageAttribute\"]}',NULL),
(56,0,0,1795667563799000,553,'instance','instance',3,'01a21620-8ed2-769f-827d-79397cd153ad','{\"identityProviderId\":\"01a21620-9513-7177-9dba-2e977de2c6f4\",\"name\":\"Google\",\"kind\":\"oidc\",\"template\":\"google\",\"enabled\":true,\"buttonShown\":true,\"buttonOrder\":0,\"domains\":[],\"creation\":\"off\",\"linking\":\"address\",\"updates\":[],\"secondFactorValues\":[],\"phishingResistantValues\":[],\"issuer\":\"https://accounts.google.com\",\"clientId\":\"gatehouse\",\"clientAuthentication\":\"client_secret_basic\",\"scopes\":[\"openid\",\"profile\",\"email\"],\"tenants\":[],\"hostedDomains\":[],\"externalIdClaim\":\"sub\",\"subjectClaims\":[\"sub\"],\"changed\":[\"name\",\"enabled\",\"buttonShown\",\"buttonOrder\",\"domains\",\"creation\",\"linking\",\"updates\",\"secondFactorValues\",\"phishingResistantValues\",\"issuer\",\"clientId\",\"clientAuthentication\",\"scopes\",\"tenants\",\"hostedDomains\",\"externalIdClaim\",\"subjectClaims\"]}',NULL),
(58,0,1,1795667563815000,560,'user','01a21620-92a2-7380-84b3-e91b0011a06d',1,'01a21620-8ed2-769f-827d-79397cd153ad','{\"identityProviderId\":\"01a21620-94d3-7295-b0d6-c49e8e8d32f3\",\"name\":\"Verzeichnis Süd\",\"subject\":\"Ünïque 1 \",\"loginName\":\"babs@directory.example.org\"}',NULL),
(60,0,1,1795667564009000,10,'user','01a21620-9241-75e8-bc8a-2ad4444949c7',1,'01a21620-9241-75e8-bc8a-2ad4444949c7','{\"address\":\"127.0.0.0/24\"}',NULL),
(62,0,1,1795667564048000,36,'user','01a21620-9241-75e8-bc8a-2ad4444949c7',1,'01a21620-9241-75e8-bc8a-2ad4444949c7','{\"session\":\"09n7eVeWIjvAdOmStckhIq\"}',NULL),
(71,0,1,1795667564179000,10,'user','01a21620-9241-75e8-bc8a-2ad4444949c7',1,'01a21620-9241-75e8-bc8a-2ad4444949c7','{\"address\":\"127.0.0.0/24\"}',NULL),
(73,0,1,1795667564197000,36,'user','01a21620-9241-75e8-bc8a-2ad4444949c7',1,'01a21620-9241-75e8-bc8a-2ad4444949c7','{\"session\":\"wPEJm609vWlXdiVq60VpFr\"}',NULL);
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
(61,'bpY4HYfYqroJEWkbYe_HvQ',11,30,'sePgLgeLs7uVr9q96dQedpPKLtQy4ilm10VGD-qU3fn','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795667564,\"exp\":1795667624,\"accountId\":\"01a21620-9241-75e8-bc8a-2ad4444949c7\",\"acr\":\"https://refeds.org/profile/sfa\",\"amr\":[\"pwd\"],\"authTime\":1795667564,\"codeChallenge\":\"-5BBM18Cn_4CwvIvdor0Xtz9LAjFaUsQJWkr2Mre8w0\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"bpY4HYfYqroJEWkbYe_HvQ\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"sePgLgeLs7uVr9q96dQedpPKLtQy4ilm10VGD-qU3fn\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a21620-93ed-7637-9bc1-b042b5b65b5b\",\"sid\":\"S9jvy9nIfVvw_ZXkf6OPp5GDLIFIomgrf46WqnAw5Mr\",\"checks\":[\"pwd\"]}}','Np3q0Dv-ERIsBMlO74NxbxngWfMykiRBUTRDAQ9SN94',1795667624040001,1795667564058853,1,0,1795667564058853,1798259564058040,1803443564058000,NULL,1803447764058000,NULL),
(72,'VOPAg_N1mw_j8Y-F2U9hwA',11,32,'foR2k_Bq3vQDx51oODyEmNh4DQ5BDTMVzfl695wAV0N','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795667564,\"exp\":1795667624,\"accountId\":\"01a21620-9241-75e8-bc8a-2ad4444949c7\",\"acr\":\"https://refeds.org/profile/sfa\",\"amr\":[\"pwd\"],\"authTime\":1795667564,\"codeChallenge\":\"bWiFeijR02UOSnWQKo1HYoyAcrYFVfQNU5whE-VMyJ0\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"VOPAg_N1mw_j8Y-F2U9hwA\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"foR2k_Bq3vQDx51oODyEmNh4DQ5BDTMVzfl695wAV0N\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a21620-93fe-7530-bd80-8472e9edef93\",\"sid\":\"oDT9vUaih_7ukTFPa4kV5gWA-rCcr_8KimtASgZ8izf\",\"checks\":[\"pwd\"]}}','zG5lvswg5Zlql32Y6dJWGCC2_oX73uJuHeW1TozBfOg',1795667624193001,1795667564205115,1,0,1795667564205115,1798259564205365,1803443564205000,NULL,1803447764205000,NULL);
CREATE TABLE `group_counts` (
  `org_no` bigint(20) NOT NULL,
  `slot` int(11) NOT NULL,
  `n` bigint(20) NOT NULL,
  PRIMARY KEY (`org_no`,`slot`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `group_counts` VALUES
(1,0,0),
(1,1,0),
(1,2,1),
(1,3,0),
(1,4,0),
(1,5,0),
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

CREATE TABLE `identity_links` (
  `no` bigint(20) NOT NULL,
  `provider_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `user_no` bigint(20) NOT NULL,
  `subject_digest` varchar(64) NOT NULL,
  `subject` varchar(256) NOT NULL,
  `login_name` varchar(320) DEFAULT NULL,
  `created_us` bigint(20) NOT NULL,
  `last_used_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_identity_links_subject` (`provider_no`,`subject_digest`),
  UNIQUE KEY `u_identity_links_person` (`provider_no`,`user_no`),
  KEY `identity_links_by_user` (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `identity_links` VALUES
(57,49,1,13,'IVedL4TgJVEFdwMF3XZ7eCcXYMsBWKqSWVpKK47A8_8','Ünïque 1 ','babs@directory.example.org',1795667563814000,NULL);
CREATE TABLE `identity_providers` (
  `no` bigint(20) NOT NULL,
  `id` varchar(36) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `kind` varchar(20) NOT NULL,
  `template` varchar(40) NOT NULL,
  `name` varchar(200) NOT NULL,
  `enabled` tinyint(1) NOT NULL,
  `rules` mediumtext NOT NULL,
  `connection` mediumtext NOT NULL,
  `sealed_secret` mediumtext DEFAULT NULL,
  `created_us` bigint(20) NOT NULL,
  `modified_us` bigint(20) NOT NULL,
  `last_used_us` bigint(20) DEFAULT NULL,
  `last_failure_us` bigint(20) DEFAULT NULL,
  `last_failure` varchar(500) DEFAULT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_identity_providers_id` (`id`),
  KEY `identity_providers_by_org` (`org_no`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `identity_providers` VALUES
(49,'01a21620-94d3-7295-b0d6-c49e8e8d32f3',1,'oauth','generic','Verzeichnis Süd',1,'{\"buttonShown\":true,\"buttonOrder\":0,\"domains\":[],\"creation\":\"off\",\"linking\":\"proof\",\"updates\":[],\"secondFactorValues\":[],\"phishingResistantValues\":[]}','{\"authorizationUrl\":\"https://directory.example.org/authorize\",\"tokenUrl\":\"https://directory.example.org/token\",\"userinfoUrl\":\"https://directory.example.org/userinfo\",\"clientId\":\"gatehouse\",\"clientAuthentication\":\"client_secret_basic\",\"scopes\":[\"profile\"],\"subjectMember\":\"id\"}','AZhBNUEB25otdvR3wHzxdtlUXjwpTjXjppd07rejasDTWIlJHXSvIzIr59S5DVsNJ8SaXbwxI5nAQ6_2Xihx5gAnHe2tRQ',1795667563732000,1795667563732000,NULL,NULL,NULL),
(51,'01a21620-94e5-7520-88ee-0258bd27b78b',1,'oidc','entra','Entra',1,'{\"buttonShown\":true,\"buttonOrder\":0,\"domains\":[],\"creation\":\"off\",\"linking\":\"proof\",\"updates\":[],\"secondFactorValues\":[],\"phishingResistantValues\":[]}','{\"issuer\":\"https://login.microsoftonline.com/organizations/v2.0\",\"clientId\":\"gatehouse\",\"clientAuthentication\":\"client_secret_basic\",\"scopes\":[\"openid\",\"profile\",\"email\"],\"tenants\":[\"6e9b7f8a-0c53-4a58-9d4e-0d6bfa2d8f11\"],\"hostedDomains\":[],\"externalIdClaim\":\"oid\",\"subjectClaims\":[\"tid\",\"oid\"]}','AZhBNUEB23ovR3H7pBQVgsjcY1zU6mCSIxBmnFV3DSZ_BUHYtYsjaUhvgefj_8cKnhhQu3hQsmIUKSZ34-FFgpYxQ4lxDQ',1795667563750000,1795667563750000,NULL,NULL,NULL),
(53,'01a21620-94f0-7077-8790-e9f4aa8328ca',1,'ldap','generic','LDAP',0,'{\"buttonShown\":true,\"buttonOrder\":0,\"domains\":[],\"creation\":\"off\",\"linking\":\"proof\",\"updates\":[],\"secondFactorValues\":[],\"phishingResistantValues\":[]}','{\"urls\":[\"ldaps://ldap.example.org\"],\"startTls\":false,\"bindDn\":\"cn=reader,dc=example,dc=org\",\"baseDn\":\"dc=example,dc=org\",\"loginAttributes\":[\"uid\",\"mail\"],\"subjectAttribute\":\"entryUUID\",\"activeDirectory\":false,\"loginNameAttribute\":\"uid\",\"emailAttribute\":\"mail\",\"givenNameAttribute\":\"givenName\",\"familyNameAttribute\":\"sn\",\"displayNameAttribute\":\"cn\",\"languageAttribute\":\"preferredLanguage\"}','AZhBNUEB2_7chpKl9l1rn53qHbO2Dh4pyFxB6xAlN-uhcgPjtc-roiAsE6sntVKKkTfTYRuBE6tP8BeNlTMyimr0qKe55w',1795667563760000,1795667563760000,NULL,NULL,NULL),
(55,'01a21620-9513-7177-9dba-2e977de2c6f4',0,'oidc','google','Google',1,'{\"buttonShown\":true,\"buttonOrder\":0,\"domains\":[],\"creation\":\"off\",\"linking\":\"address\",\"updates\":[],\"secondFactorValues\":[],\"phishingResistantValues\":[]}','{\"issuer\":\"https://accounts.google.com\",\"clientId\":\"gatehouse\",\"clientAuthentication\":\"client_secret_basic\",\"scopes\":[\"openid\",\"profile\",\"email\"],\"tenants\":[],\"hostedDomains\":[],\"externalIdClaim\":\"sub\",\"subjectClaims\":[\"sub\"]}','AZhBNUEB20EMjqXGBhItliJp1k83b8k4rauV0RR_1u-28ldzWvrtjuLrmVnhkr6o4m7x3yZ35M1b9nSFqvkQf1QKFDpJAA',1795667563795000,1795667563795000,NULL,NULL,NULL);
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

INSERT INTO `leases` VALUES
('mail','daef78f0-6dbd-4aac-ad59-2440bbc91cf5',0,1,1795667563831000,1795667563926000,NULL);
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
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

INSERT INTO `migrations` VALUES
(1,1700000047000,'Baseline1700000047000'),
(2,1700000048000,'IdentityProviders1700000048000');
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
('Assertion','lumPo0vX_hlnJuvj-wundSDetJUGRh3pndBl_L6R7mY',NULL,'{}',1795667924000000),
('Interaction','7wA9wlhUkARAH3IHLlWT0mkF4WLeSMpL9X8V63vFlZM',NULL,'{\"begun\":1795667563,\"browser\":\"7JvNwFeGH1kX-GlDQwdlQGAKMY6JVjNvFHMv7M_qekw\",\"iat\":1795667563,\"exp\":1795671163,\"returnTo\":\"https://id.example.com/oauth/v2/authorize/Y5niN5dZ57IRi9TjhHE1MZH62f3oq4pifDuu-sSemF1\",\"prompt\":{\"name\":\"login\",\"reasons\":[\"no_session\"],\"details\":{}},\"params\":{\"client_id\":\"01a21620-93ed-7637-9bc1-b042b5b65b5b\",\"code_challenge\":\"LLMtEWkDqsC-B2D5-J0KQGE4gy7LsUM8ihT0nqx0tUA\",\"code_challenge_method\":\"S256\",\"redirect_uri\":\"https://app.example.com/callback\",\"response_type\":\"code\",\"scope\":\"openid urn:gatehouse:iam:org:idp:id:01a21620-94d3-7295-b0d6-c49e8e8d32f3\"},\"cid\":\"293FYJVgWSyNsx1xEuSM5CfO-t7KsdKIdvTrkUY04YP\",\"kind\":\"Interaction\"}',1795671163850000),
('Session','o5pfrM93ZbPsZzWHSGbtOeTd8GZpdch_d6Lc5ZO5XiQ','foR2k_Bq3vQDx51oODyEmNh4DQ5BDTMVzfl695wAV0N','{\"iat\":1795667564,\"exp\":1796531564,\"kind\":\"Session\",\"uid\":\"foR2k_Bq3vQDx51oODyEmNh4DQ5BDTMVzfl695wAV0N\",\"accountId\":\"01a21620-9241-75e8-bc8a-2ad4444949c7\",\"loginTs\":1795667564,\"amr\":[\"pwd\"],\"acr\":\"https://refeds.org/profile/sfa\",\"holder\":{\"userNo\":11,\"generation\":0,\"organizationGeneration\":0},\"checks\":[{\"method\":\"pwd\",\"at\":1795667564,\"isFresh\":true}],\"authorizations\":{\"01a21620-93fe-7530-bd80-8472e9edef93\":{\"sid\":\"oDT9vUaih_7ukTFPa4kV5gWA-rCcr_8KimtASgZ8izf\",\"grantId\":\"VOPAg_N1mw_j8Y-F2U9hwA\",\"persistsLogout\":true}},\"saved\":1795667564}',1795710764195000),
('Session','tbBiujfvL9_EuuAEn7UXj5oVVZJRag2YK9BQcElNY1I','sePgLgeLs7uVr9q96dQedpPKLtQy4ilm10VGD-qU3fn','{\"iat\":1795667564,\"exp\":1796531564,\"kind\":\"Session\",\"uid\":\"sePgLgeLs7uVr9q96dQedpPKLtQy4ilm10VGD-qU3fn\",\"accountId\":\"01a21620-9241-75e8-bc8a-2ad4444949c7\",\"loginTs\":1795667564,\"amr\":[\"pwd\"],\"acr\":\"https://refeds.org/profile/sfa\",\"holder\":{\"userNo\":11,\"generation\":0,\"organizationGeneration\":0},\"checks\":[{\"method\":\"pwd\",\"at\":1795667564,\"isFresh\":true}],\"authorizations\":{\"01a21620-93ed-7637-9bc1-b042b5b65b5b\":{\"sid\":\"S9jvy9nIfVvw_ZXkf6OPp5GDLIFIomgrf46WqnAw5Mr\",\"grantId\":\"bpY4HYfYqroJEWkbYe_HvQ\",\"persistsLogout\":true}},\"saved\":1795667564}',1795710764046000);
CREATE TABLE `organization_domains` (
  `domain` varchar(253) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `is_primary` tinyint(1) NOT NULL,
  `verified_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`domain`),
  KEY `organization_domains_by_org` (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `organization_domains` VALUES
('gatehouse.localhost',1,1,1795667562175000),
('other.example.org',26,1,1795667563470000);
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
(1,'01a21620-8ebe-7308-b3df-1db79808b8a7','Gatehouse','gatehouse.localhost','active',0,1,1795667562175000,1795667562175000,'gatehouse'),
(26,'01a21620-93ce-750f-aaae-29fbd865ff44','Äther & Co','other.example.org','active',0,1,1795667563470000,1795667563470000,'äther & co');
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
(3,'$2b$10$nWuMdLnjXF53EMnVcPcYveElOnaCIhiF4pM0WSm6Gu0ZBsnqXr8rq',1795667562187000,0,'',NULL),
(11,'$2b$10$BarxfatYKp8UWTgkytnlbe7VFgHpBynKfQiMafsAcStfR9iROu6lG',1795667563073000,0,'',NULL),
(13,'$2b$10$ocklAtJPUI4BPEv9.6iVLecVqp5FeWZ0fbcW7y9nk0RmZPilVRcaa',1795667563170000,0,'',NULL),
(15,'$2b$10$zeosmDa0mMBtrt48YmPaw..A0IF.J73I6RJmfs2gRkB.IYA/NYy3a',1795667563241000,0,'',NULL),
(19,'$2b$10$owf0jnOtMrOA6Lr0J6REMOGDlM8aq0ISpQzmvDLJsEnwS8zPtglbS',1795667563365000,0,'',NULL),
(23,'$6$saltSALT$tjZthnih2Bcg8ENjBN8UH9EEmUWMA22.rMqSV/2wsWT4Oi63MBxkXSMFroq77LmStPy5Fd1WbBQWxB.ReywJd.',1795667563455000,0,'x46ZgQztKsnTJTvX5Db4FCvVj-75WVShBptVyXTt6aw',NULL),
(24,'$5$saltSALT$lojmPsO7up8eMxasgmgAViZBetzCcHdP6PThOK9De3C',1795667563455000,0,'t6wkoi5Gx66LaFAMg0yF5l9Zj-a6DvvjFI_EIO-ku2E',NULL);
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

INSERT INTO `pending_sign_ins` VALUES
('7wA9wlhUkARAH3IHLlWT0mkF4WLeSMpL9X8V63vFlZM',80347928306407,55,1795671163850000);
CREATE TABLE `people_counts` (
  `org_no` bigint(20) NOT NULL,
  `slot` int(11) NOT NULL,
  `n` bigint(20) NOT NULL,
  PRIMARY KEY (`org_no`,`slot`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `people_counts` VALUES
(1,0,2),
(1,1,0),
(1,2,1),
(1,3,0),
(1,4,0),
(1,5,1),
(1,6,1),
(1,7,2),
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
('01a21620-8ee4-72fd-aa57-724315bec570',4,'7klLJUDZ7-uME8JB4v1zvpnVt9AKLIdkGZBZjZ1-iOU','openid profile','[]',1795667562212000,NULL,1795667562969000,0,0),
('01a21620-9485-73b5-abd1-e532ff65822a',40,'XyMNNKod9XLHd7ijDB5MK98hymipr_Mcdqj1n3JHKrQ','openid','[]',1795667563653000,NULL,NULL,0,0),
('01a21620-94a3-708c-a117-ea723ce44a5b',46,'keS_JrnDu6h1EZugcRDh2G-d0AVQ0TiIjJz_BFg1uPs','openid profile','[]',1795667563683001,NULL,NULL,0,0);
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
(36,28,'reader','Läser','',1795667563549000);
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
(5,'01a21620-8eec-710b-995b-1c9a6040be18',1,'Gatehouse','active',1795667562225000,0,0,0,'gatehouse',0),
(8,'api-explorer',1,'API explorer','active',1795667562233000,0,0,0,'api explorer',0),
(28,'01a21620-93df-77a2-ae3d-f3142e080a39',1,'Ångström tools','active',1795667563488000,0,0,0,'ångström tools',0);
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
(46,1,0,'entra','{}','ownedDomains',1795667563682001);
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
(63,1,1795667563100000,1798259563100000,'01a21620-8ed2-769f-827d-79397cd153ad','create','01a21620-9241-75e8-bc8a-2ad4444949c7','bjensen',201,NULL,'[\"externalId\",\"userName\",\"name\",\"displayName\",\"title\",\"preferredLanguage\",\"timezone\",\"active\",\"password\",\"emails\",\"phoneNumbers\",\"addresses\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','95e07a7b-c8f4-42aa-a541-618a3c0b5293','User',NULL,NULL),
(64,1,1795667563175000,1798259563175000,'01a21620-8ed2-769f-827d-79397cd153ad','create','01a21620-92a2-7380-84b3-e91b0011a06d','anders',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','004d4035-50c5-4aaa-a0ed-c2c22ba90791','User',NULL,NULL),
(65,1,1795667563245000,1798259563245000,'01a21620-8ed2-769f-827d-79397cd153ad','create','01a21620-92e9-7072-98fa-ee9437db55b3','bo',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','fd52a7bc-fb6e-4e44-aa7c-cc4ac1b73c41','User',NULL,NULL),
(66,1,1795667563304000,1798259563304000,'01a21620-8ed2-769f-827d-79397cd153ad','create','01a21620-9325-7763-82e7-2e93aed5a756','bygone',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','8a0165f3-ad2d-46e7-91b2-87a971ab8007','User',NULL,NULL),
(67,1,1795667563367000,1798259563367000,'01a21620-8ed2-769f-827d-79397cd153ad','create','01a21620-9365-721f-b790-d92dd9d7182a','Çağlar',201,NULL,'[\"userName\",\"name\",\"nickName\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','6fb38ee6-e505-4018-883b-2eeaaadc4821','User',NULL,NULL),
(68,1,1795667563387000,1798259563387000,'01a21620-8ed2-769f-827d-79397cd153ad','patch','01a21620-92e9-7072-98fa-ee9437db55b3','bo',204,NULL,'[\"active\"]','b34e1289-87b9-457f-a783-0e0d6e03bb3c','User',NULL,NULL),
(69,1,1795667563426000,1798259563426000,'01a21620-8ed2-769f-827d-79397cd153ad','delete','01a21620-9325-7763-82e7-2e93aed5a756',NULL,204,NULL,'[]','08c88a79-6fd7-45ca-bde4-6114e5ca1914','User',NULL,NULL),
(70,1,1795667563540000,1798259563540000,'01a21620-8ed2-769f-827d-79397cd153ad','create','01a21620-940a-76ba-9f66-4bcf222c60a7','Öffentlichkeit',201,NULL,'[\"externalId\",\"displayName\",\"members\"]','373f406a-b6e5-42c1-813d-0e187c6b2f4d','Group',NULL,NULL),
(74,1,1795667564234000,1798259564234000,'01a21620-8ed2-769f-827d-79397cd153ad','list',NULL,NULL,200,NULL,'[]','6a8f2710-d9f0-4457-a59b-0aac9ed00afc','User',NULL,NULL),
(75,1,1795667564240000,1798259564240000,'01a21620-8ed2-769f-827d-79397cd153ad','list',NULL,NULL,200,NULL,'[]','83c982db-f376-4ecc-8773-8fbdf2d2f507','User',NULL,NULL),
(76,1,1795667564249000,1798259564249000,'01a21620-8ed2-769f-827d-79397cd153ad','list',NULL,NULL,200,NULL,'[]','96bec64b-e9b3-4227-8cf0-f47e9e907570','User',NULL,NULL),
(77,1,1795667564253000,1798259564253000,'01a21620-8ed2-769f-827d-79397cd153ad','list',NULL,NULL,200,NULL,'[]','73800a6c-a303-4fce-9eaf-cb046bdcf828','User',NULL,NULL),
(78,1,1795667564261000,1798259564261000,'01a21620-8ed2-769f-827d-79397cd153ad','list',NULL,NULL,200,NULL,'[]','0ca8bd12-8aeb-4e18-937e-e03b0e9a83c8','User',NULL,NULL),
(79,1,1795667564271000,1798259564271000,'01a21620-8ed2-769f-827d-79397cd153ad','list',NULL,NULL,200,NULL,'[]','0c62f082-b3a5-464a-b8c4-84b01b8c3580','User',NULL,NULL),
(80,1,1795667564281000,1798259564281000,'01a21620-8ed2-769f-827d-79397cd153ad','list',NULL,NULL,200,NULL,'[]','fd59d0e1-5cc8-455d-b779-d0f1e1779724','User',NULL,NULL),
(81,1,1795667564290000,1798259564290000,'01a21620-8ed2-769f-827d-79397cd153ad','list',NULL,NULL,200,NULL,'[]','5f13ae8b-dd08-4a60-9e41-6270a4e4300e','User',NULL,NULL);
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
(4,1,'8dd1d9c616dab3356f653125','Bootstrap service user',NULL,'opaque',0,'bootstrap service user'),
(40,1,'617caee24ef86a714e21a317','Robot',NULL,'opaque',0,'robot'),
(46,1,'c2966469dc48415a1536654c','Directory',NULL,'opaque',0,'directory');
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
('Jmpkcy70RhsetbiHSd-5jYxkwp1bGt2OysYL__dRAE4',0,2,0,0,1795668163953000);
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
('2Cvm268uOxeLm_WanJCMCikkd6mYRsefBaBpNzrqP4Q','RS256','active','{\"kty\":\"RSA\",\"n\":\"wiE0b0Gn2ek0vJ_4yW9-lErlZKPIM2vaqFOxp4E29tJvnctT9vmnkCh1dlbQdILS_1SL2SlJejwOs21H0BNYZHTZyTK8Q9vUOab0wnh2dCA_oOlZHP8ixhK3o_PBm5q9P39INxwC6nbUrIww3Z25BIUNNLQrIDEIPuaB9uznrrhLXHu8CBQ9TtNm0KZ2Qu9r0l62-MBXuF5RLbqAt2SmPTj4Su1J9oQtFY29Dv6DNPPalpxfMgXJ1OBxY-RPvVkq4LIRTxU5mVWwHd-OFR1gS5l6heQl8qut-KdD0-0pabqtS8VKdRlgISQSrIPfYniRl7x3ELuM7g0aynCiazcmRQ\",\"e\":\"AQAB\",\"kid\":\"2Cvm268uOxeLm_WanJCMCikkd6mYRsefBaBpNzrqP4Q\",\"alg\":\"RS256\",\"use\":\"sig\"}','AXXsuIgraH6ChdYowY4-hu46RzazGxDvsK4Ub7myx1_vBmXXX8xektOmWnm-7XJam2DcYoXIrqtEKVuQsQa_sFLA_NJ9eP2vzzZ1NA_86xvGsRm7Tnt7q6slHG-xWUqCcfVK-GbXqm75q5A_pxDV7m0THYm6-02ncCD8sb_H3Ut8B4NpSt-ZYOxt1ouJiwvzYiGP0uXhd9G-HD2Iu7L9-RlrkuOc53oDTDcS0lwt0PFfJQb5AFJ273jWXFhscmTVmo_1Ii95Z7OQyyX7JC4t5VT0DuQ1QYQIIYiBwPf00HWRA0op6knILU5mv-EtCmSFRhAQFqdPfjVzMUrfuR-pvxsvpltnrHqDqk4kQeCt-taNxxdSeNNQJRQjEufSueukQNpGy_4pCNQuuEaPAaeOUND7jXqHbO5a2o3kJAn2WrSiHcHN1SwnHGlugLdygjFHPHxVzSRhz_PLtIWk1wgHziIVhtWrVjjNxCkWx89et9wtMHqbqVZvojbChL0XjpZl3qTJalMFbAyQGJ4PYG5AayvBTUNZfafHWiQ5b7neNs9uqyQFiIhEwku1DfRn99mRhKFTAH3d-KeuMdCu0Qzm7hAtGo7GRlLqoB890jYip77E4ppPNfiXy_bmrG6KLZZXUhn3e__GD7F4aaUgfoSsO7rtQsJxLg5pkP0bsdKPH2xJFfC7q2P_r3GLipCPDY4WR9UpYNTMfh9FXSPrn2ZIC9y16-Awp_rup3jLnAnz4pcJecydCeurg3WFtkxBt5RtvjvBJAN_8nKE91Rq8Cyf62qJsX_qCvggFyUQ7iPd9dg_upN9xqlRsLDl36BqBiiEeKAFqAtujzhuOq_fD_u469ib5aRA0XH_ftBx_OmZxIORZ0q7IzoZz-aCkLw9YBuBfaYZ2pSDXdbypftifM0R53u08Tr2r2UixsqH5WaUK2PHggB1aLLAEiV24avHD2gAhzt3cvbEwH7Mb7yENOET3eZDKxlxv4rnww8cm8YO4wRCEqWlAAaGvpMLX3FJyg0iwwUG-U_jnt91YivEq4Dj8lPRLnlvyC6dpM7z700noQSKBd19YVBpK_pM-H2oyYw1Nn6z6m1X9vSTQBl5tVctgj04Zo36vkzXI-eFwqME9TCQyjoUf4uKdCmkzib0pknfrn6SBBh4JKc_iRt19WtETYE6t4eS3QrIdk3rdMqNRoSYPCIqVsbF94XqiaNiNNgDeRKmgFsIwDIKBSxmClv-3L-KXO29CbV8QJen32Myw93fUoYUdbFpGS-GcnieNEtaxVbG2ilaue_vt0s8qVNOR0az4mKQRnegPYhKwluNi1h7of4CIQcssu65Tj4r-ykUq1XndB5yHX7wUoozIDlgUed4lxRtesUbRj1moaqnpdL-Qj54M2IZxZLDNY4suf8X6ptOuzna5LQ9wgQjqESjapGK3uTq1HxfIa5vaJKDrrNFuPbg7VsFRmO0DTiuW8krdFEyCc0TZ03Yno7PX-vD1JePe2JM0BQ-uYHZFLcc0e1R6Wv3vvNh3PYyaZLExOeR2dLQudLkYZxMTATY--3lrKtoR8MXMYtQ0zkqbTkNxVODacNPfVMlyXzkInkvJF_Q6ZCWt1HpLVopffr_2D0RU1rwJs8JA4UU1JIw28cu3ZCOOnPltyz76lTdnxtCUBnHt8HJmSOH9-rK_7vyoAUV6rpGSMOKsmLjsFxecadMFWTsPUbrptwbkfN_ixSlqHJqO2u9rq7l8ZFxZtLO-X1a7ve73iqVbfuI7Dny35gplTV-qFlg1ZV0WvuU9FfVqbKDU69iRlaT9AZPhaL0afhsRyWbX1Gxsx9UhoqwnzRfnIoo1KxGI7lJBqWxgxJr2N43Gl9Fc-m5d5gRyGmFqyv3GfAcwccDvLULUD7RA8_RKE4Il6gTJ6d78tMqFfv8y1wyOuL0qo_FqL3279v4s5R_GVKnAdwwCEHQoN9fgY6Oc7haE_dJ4wUfh_-3uW6Zlx7fCJawD4a9NBHhV4NqomwHsQuMPykfOyL-PEL7qienDkNmymSgs_x_IqW6JBq_msvc1ONNOUwviFEq7BuIYZhRv7OZ6BgIRX3i_QrSAqdxuU_i-6tmyFKXcWWQJ8Y9pSHeGfFp1pU4Xbxa37S-27zA_6njGV6s2kyuhA4eGNaBnp_TBJWNAOqeEq0HqqGCokhxurAKFVsnCLyK_mUkHXQjmyavYSC5p439gZA-WdBH1hh1aa54YOsRPucoKi75gdpvdI4-yfOOeAckba8a-Vbelh-o06DYi0iwdqIw_l9D4gSewQDL6SV4upYwUg1YMbB9WneDrh9nbwe2nQ',1795667562354000,1795667562361003,NULL),
('EeELLI2_KiFNLQ9Zd6PHFY97GPdj-VnA1bI_1nChgVQ','EdDSA','published','{\"crv\":\"Ed25519\",\"x\":\"p6hZuErGW1tW7ZwxrS225ljW1MrID53x4ML8_TnVdR0\",\"kty\":\"OKP\",\"kid\":\"EeELLI2_KiFNLQ9Zd6PHFY97GPdj-VnA1bI_1nChgVQ\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','AXXsuIgraCcQuWLnJ7LTgh2nt9H66-ponTcdNuxZfjcAsTyXtUyiTQoqE4WX_XTigriYZYM3y6YGnd6s4IWdfl_8kPagfIzdtXvPRaiGpeVFFFtCyxs_5JNDfHBfcqyxl2o9CUWraG-rHACexF3QOdB_41KdfA07Z7SR1z-MsbG9bOy0_AL2SnLG0W8Gu1i5h6QLOGKz7TzwkOdVoaM-rQ-ROy_0WRsFvnClOla0y7yY9INS4K8isa1-r8EBLZgeszq7BLv0ISvTzxrd2W-uS_slSOZYSXwuTh6r2I_vjuEa6S_NzcChOQHLfxJYSV-we8ZslElEIYfD4MdULVA',1795667562522000,1795667564067000,NULL),
('RSOSeJmAil5biassTHdnWD0MYJmLL8ERhibcLY3yQeA','EdDSA','active','{\"crv\":\"Ed25519\",\"x\":\"Ogr0VeZo3xRnnqylxV2zbVzI7-1SmlHfIduEiEwMLzk\",\"kty\":\"OKP\",\"kid\":\"RSOSeJmAil5biassTHdnWD0MYJmLL8ERhibcLY3yQeA\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','AXXsuIgraNzBLFJH5YmzOsGUUvPpW66QFadUUtcrF2MfdEH88toKlvNuF-hmZtAG46C63FTBSdBVkr_03FvL_DsMVa_0Nkjjg4FcTgpESEBnI0vlRd_mMjK_ieW1U1ZKrgLBcJ2ML3h0Jc9rDswK-aLMJQzdLLf1yTouvsNmwXiSjFTxsXNQAKLQHrhUFrjy7vl5thA-HkXrrZ4ZV2My5ssAacB2z9C8ajOtfXOKS2LmNFCsVCigohEmMlFovIliPK2EAWyInoP79lPY-w6q_kPoC9OQ08olQmm7g0iE5G4CQ26b1RLMesisqKIEJkbniFng6cyL4WE5bqsLuZg',1795667562360000,1795667562362000,NULL),
('VrBdeEOEXPJodJ-yhmPsghAxPKnwFvJKPhYZYd5WSBg','ES256','active','{\"kty\":\"EC\",\"x\":\"wwEzAZ_5RevHlrAnFRALE4NA12FrlNjUM_LCNrq4nM4\",\"y\":\"CPKcGIThnfu85jWCzLjy3PYTsXKiJYWZkYmCwG0ncTw\",\"crv\":\"P-256\",\"kid\":\"VrBdeEOEXPJodJ-yhmPsghAxPKnwFvJKPhYZYd5WSBg\",\"alg\":\"ES256\",\"use\":\"sig\"}','AXXsuIgraHrYxRGLJhS_H6DJQ1YhtXqjrs3fi8suhTfw_B8UH21zMuL2_Cq9BmvqjyyjpUzmG5DD8QOjL6nZLsnh3uhb0c3TYTbVTqHoMB4oDF21RjlROF-Q4lDwue9IAE1FFMCoAzUGwHHIbRr9oZdf1O7xAOrgNHc6ClFiKg6rhx3UAhCGHB_NiGcSh23DJ7nzn0lacdnfNR82J9G9V8EHT3m4jP0h_qF3yQIwEUfDWHqzWTrY_6Fspij4K5FlD_9pUpm9KZSKl-M7TQjBE8T3yYrUnF4GgvxR5IwSslAGi__epRSzB39QHqxvK256OYgT-ztVwnsn7gSvxOmX4kSlZQtVBhS7vLe5ZoUVD355OB0FezSYTW6JgvUOeSDTj0-cQp7RYJfyFkVuBw',1795667562358000,1795667562361004,NULL),
('jHwoC2KZE11icYhegu13bdMQq9QAG-foqBF8VAHYnt8','ES256','published','{\"kty\":\"EC\",\"x\":\"kYoabsdGcgGKT_ciYkWXf0P34lppyR1FHzHCOr_eOcM\",\"y\":\"GgdLaFTe_Ymb69j9ZwCblqSjXCHw6VpoCANnOpfaSpg\",\"crv\":\"P-256\",\"kid\":\"jHwoC2KZE11icYhegu13bdMQq9QAG-foqBF8VAHYnt8\",\"alg\":\"ES256\",\"use\":\"sig\"}','AXXsuIgraMQa51HOYOEc1-q7_g6CuXCsnWUjR52XvRMupZfZmd7RHmXqEX4054n4dFD_TCy1eucWKcWPgXovAZA4OsYYyQ7hGgYjcYiAUYkx92IN1k29rc13wj0zmz1UHqvKDIuaOR8lar_rt6bzt1sKgchjG71M80VfbWkDjESD1w3hHul_Hk0svY2bs2DB12Z8E0WBvCwzEiFv2Y8dPGugOfMcFnORMAPmUQeJvqCRnz8heBjgFFEy8zYTfwVhrFS2gSWaywmx5La8rSxPUQnuESjuhyY9YjZVwkSs8fqmtqM8KBBh-DE6UPjWtctCabqlQDQUU0bgyEb6mg2swLJWtieFS4r92LepjpgbB1GZAk2qKkMaPJHZvci-beNdGWb2wMOcTFeid3m-hQ',1795667562519000,1795667564067000,NULL),
('xF46AAVJbEFY5fnqPqH5xGZlpivM62-izB-6pA428CI','RS256','published','{\"kty\":\"RSA\",\"n\":\"6LO_5aPXoFWOSi6vAsy4I63kbBkhvso5Bt9BbdW184JU0ptPi7N4gXsTEOeyC6AuPHR6suJahrGSsfXcrspLyJp3jga5umtFJPHjjU08Wv_vCq_0lg8OdXErUV81lCBVbdEYGY7G5tunzxvocFbNAzHkjNrd9n7euYqQ1kg4VwpE25gXhC2bOD_plW2371kNsshvKiRytW9G0AFM2tg_efzawNBmjtDOn1VapSrShXUxlIhhIp39LDrTyjbBPhMUkH_b5BE1DBD1sTCFpsdD_q_f-jd5Lw-zFvKisFiziRn93LP87lpxpFhb3lNnQwOnkhs6YOGl4BKofFDRfxisiw\",\"e\":\"AQAB\",\"kid\":\"xF46AAVJbEFY5fnqPqH5xGZlpivM62-izB-6pA428CI\",\"alg\":\"RS256\",\"use\":\"sig\"}','AXXsuIgraLTP1QtzP-k0fo1LWJIwOnhEXJOo05xIeh15RvyPw21yxR2PzTb4bQl0BNuVRmXL6gxlHh9asQdw9J1yuR679ubrkvcQsr4NM8g1hHJgVEB8izyFLCCOBIcnyWgeVjK1UsqqAAcOULldqZ1jQJwGP_MIq8YQrJ1G4FdLCpi6GUeYJqAOp_GvBq6U6V3ii5VC7UmlUzyum9Tj4fHdSn7of4J0URCeWLmU3vt6UgJSwKXyddLbIZKtYP9grdPZLxu_GB9rztLM7wbeXRLHMRVDjwam2MyaTXWVohHK764VYMcNjfLeeA6n3mwzDNPWmoCC2KANO4krdKRKoL1PLzNFhefqN1Ec6fiRJeXD1fzhSBsG5ATpc-p6AKJThS3oaw_1_4Zx9C07MViblCMPVs5nKbyqA_vhFT7DKZEFoEAll6ssuQWN_Je6RQwiVK2avgms6pgDmJz3pkKoSWhIm5oJOqi9vjNcyTy2QQyLlkImJTUZWw6HUyS4pLhCs22hIUwJcM56kMASxstBJZWyT2WEqoNCsolGcI6346-5UVesQ2oP3nczSLsSQtwtUD5sECgZhncUkAhBbsQ-hkIgSyulEcNlKia459XwYcIYWsAjRaD3j8ds2g8MAXhbUu4_hn-7un97Y8WyXrLAxPSzNkR5Rx4-dRNicrNgVZNv2Nuz1TylxDmaJI4o33qJ1tIQjzeSnOhOcDn21dAK27u1mr1fzol_z5vy8mK6tmK-E0OmUT6S8eo5CQe_RyCb5eiQPEVjKP_3EjA6BNK2TGOfocaV4llJjW8hQn2ijDkLdS7wM23dD9cYI50bIpkdtbZ5MkIy7724YV134h4Ag8tuXUiQeYCILIxHUIR4on_oSK5t3Xi-pYz53wnl7-n28qR9sSk8ZXbFIhmse64GMMM1U2BEAoHWRG8V1RBJZSK2BkYipobzV-rm3Gp0iMFPjBAXxI5yZ2Rbj0opf5JK3QXWD7O5wHH_KAhWqNwr2ZwdRlJAYbAky_hOYNyfSPAnzxkvcjIuUX5IyvhxD0dVK0jnuNsCWIHZhgoDbTYle807LyxsXC_rUnm_2uiHFlk0oPlV5blV_E5QGRYwNc9j2LGGq9fGDdZFXe1I4d-eyGjs0qwBw6sqtY79wobnLXJKQv0ZuTg0F_LGvTZmvkki614E2P0H7jfd5IpeTR5mgDw-uZ7nBM1UQKUcmRHqtRXeh0obIqn9PGR_Hq7xCZ5bkeztsDm9EI6UTnMKqbjRXBO47AhGsjbO4KGb7a1zs7JCPJc1v41vshdvav57yiAVz7UBL8u_d9EmiE16UxtbtEcub87Lt5edwyP_qTVP_gV1DTxVYlwz_K9jAWpHguNz1J6IQzU6ErlkjfeXbWzOmFrCpNgh6iw7xEkHE8PHnDQ7E2OdsC7f_LnnF2DOzX-szCV29MDmXWMJUOH1SoOUkQeb3xJXZ0dCWWqunPW0JQ_d13kJgMGW1fHvlnCEtgu5f_ESRBT_y8OdVrP2DmFUE_3dAOOFbMTNY4jPQCFDdDRP_ROOvJf1cu4OlR92-q0mz7uI0MiIXu39K7vTEjBxK68sZCvpa7rm0J7s1RnrzU2shgsPz6cZp5jKBbj-K_1vdtGWKWain7BhEUm8QkDasN--stR_tAvzhDebT8xFmcrMZ_S4On7RqbKRUAnMccVfI7PcThdMKYyaGIdTc1dCrhVRjgPdwmENEsz5CXe_eKlrKsJqa0bFyL5fg-mJl7BDItgChPBpK-iO8dporH7T6wb8MTiYGTLUTckmXKWzSNit9vCOjD40CuJjHOvwhxbWPD1s-gC8t4AMlSr9SSLUqzcUnzds0vWpiU7ATHHBxdTXeAshP-Dn_c2z3tZq_9zr5o4EiqPWXmoJIpJ_rLmCXygNOVqQk1T0a1i2kX3Wnc7c7FQSYgRoh6MaD_APp71KmFQfqTDBOBoMpCzHMB_svbLlgdCCLjX42pkXiEIj3ZwjKuujjC8xzIEYV189IWGD1IfvuZzWhS5jUhFOdohTUfGdwGc1rFz5FH1o_cb4-EjmqUCzyTWpTDrIB6OzBa9VR81OcPa9ts2rZoGBTWiwvoKunKl7CKAbws4PuLzI7XAX2EkHMXbDuyT42bNDrJncld9GcvMnWo_Gk6kx1eldKckaafHh4whpf9k9wWW7NBagFGdlcnAJ0YAELpH26ybH0UUg7ZySkAQMhQvVJOYFRTyr8lhXEcvQyfFTyy5chj6t0E8Cgp_MWvl9RiNKoUWnbBsCOHE2dpiM07hT2QFIBeNzVc6wsVtTbvyC9DeDNfMTrLrhL1huIV-XSTB5',1795667562515000,1795667564067000,NULL);
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

CREATE TABLE `upstream_requests` (
  `digest` varchar(64) NOT NULL,
  `provider_no` bigint(20) NOT NULL,
  `content` mediumtext NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`digest`),
  KEY `upstream_requests_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `upstream_requests` VALUES
('O43a8EsVPoGJQ4bO-zvHwC2NiNihFDYsCe8NEmo0ODc',49,'AbcksfrCYYzJXv9Oz5y4c2M2ayrCUXibuEfjL0zHXwPoinOBpyuaVzM3V8c8Y-TsUwmFJ0l_6zS_q41C_Tj92qyXJ_PuuznjErfJYs0m75O5aXiPXHhUUBuMzM3iMdj3t6XIpFHuO-uf_Wf71CygguIjP5zxvFD4ctBuTpEELQL3lBO1avt4MT3WlKD1sHlUddB-1zlzgRSJ54oMmhr8Q2DZ9R5MrseuHPrqwoSISBTr4_xFsW7VhFB56cyuZ14gALdC8Hp0lQUVpkPdLdg75ljC4uksHR1qAlBxgbRmLzBRAegjJKtAM2miK8euhxJa8ewV9TTBFKPsLJYOSTYOZpXPZG7FAEqVa8eMKSqyQZ09DeDzbMPURuyN9wGpx3_mw7ND48_QHbSrttoq1iY2B5a6tYVp8u4oRIONJA07aMTw-faWUT9CLGeN6b0iTDVE_ewYibpTPyRorr35L6DAsPOfnrDNr-ngUwdVrErZm1h4OMRwmn-ZCVc_28u2uQJ_R3xL_v-lygA3vI-d8F_Df3O9_PXNdog_BAzxBRwn9BFFKnpvr18rZ00VkFMfr0cdo9Eb9AZ3FGmRi85dpmOVtm4_SHC1nQJrrH9O9NpnQHmy78BbJrb0FCN0qqpAQag35nz1NLUiW2T76y-QL6U-I44iAxQebO6WiAqi2IhBeW5Nxd5cUZzzoHX6sc4KXKSJez_ivgtyLbj2h1MmDFL7Y3lxKlyMOd2af-Vo0RcpZzEIVkkrCx-WasujvxiInVFS9n2LMpAP8GH48w84OCxEj5VqDo7yveEl34UW47mKma4Cas3uiYqoYz66XmxtALsg_R-iYFj5NxsBqVp5AMEzploTHkSmzQMqJlyqx67_yg5AE8gHY4P94jUlNkda3CvoUv97OHxc9nQvUtCiRm6Ij_b7rMNdpeqfAQAg7O7ZEm4ZGeXnmnRSgIPNxySKax2scGUgO4rOGoQBPFrInyN8xAJspddKLm6u6OhPUn6LylpXJZh0IJJNL2DUEvIQqUU-bWYNY7sgyuIn82pzRIo7c7NTquBW1KbVDFV3bV76iQM2A_3QraIRLzeCXZOCsO0e',1795668463873000);
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
(34,'01a21620-940a-76ba-9f66-4bcf222c60a7',1,'Öffentlichkeit','öffentlichkeit','tiekhciltneffö',1,1795667563530000,1795667563530000);
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
('01a21620-9325-7763-82e7-2e93aed5a756',17,1,1795667563400000);
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
(3,'01a21620-8ecb-729a-b20e-6c90809d6d61',1,'person',1,0,1,1795667562187000,1795667562187000,'admin','admin','nimda','Administrator','administrator','First','first',NULL,'􏿿','admin@gatehouse.localhost',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{\"emails\":[{\"value\":\"admin@gatehouse.localhost\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'first administrator',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(4,'01a21620-8ed2-769f-827d-79397cd153ad',1,'service',1,0,3,1795667562194000,1795667562194000,'bootstrap','bootstrap','partstoob',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(11,'01a21620-9241-75e8-bc8a-2ad4444949c7',1,'person',1,0,1,1795667563073000,1795667563073000,'bjensen','bjensen','nesnejb','Jensen','jensen','Barbara','barbara','Babs Jensen','babs jensen','bjensen@example.org','Ms. Barbara J Jensen, III',NULL,'Ms.',NULL,NULL,NULL,'Tour Guide',NULL,'en-US',NULL,'America/Los_Angeles','{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 Universal City Plaza\",\"locality\":\"Hollywood\",\"country\":\"US\",\"type\":\"work\",\"primary\":true}]}','701984','4130',NULL,NULL,'Tour Operations',NULL,NULL,'ms. barbara j jensen, iii',NULL,'ms.',NULL,NULL,'tour guide',NULL,'en-us',NULL,'america/los_angeles','701984','4130',NULL,NULL,'tour operations',NULL,'{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 universal city plaza\",\"locality\":\"hollywood\",\"country\":\"us\",\"type\":\"work\",\"primary\":true}]}',NULL),
(13,'01a21620-92a2-7380-84b3-e91b0011a06d',1,'person',1,0,1,1795667563170000,1795667563170000,'anders','anders','sredna','Ångström','ångström','Anders Jonas','anders jonas',NULL,'􏿿','anders@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"anders@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,'Optics',NULL,NULL,'anders jonas ångström',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,'optics',NULL,NULL,NULL),
(15,'01a21620-92e9-7072-98fa-ee9437db55b3',1,'person',0,1,2,1795667563241000,1795667563379000,'bo','bo','ob','李','李','波','波',NULL,'􏿿','bo@example.net',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"bo@example.net\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'波 李',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(19,'01a21620-9365-721f-b790-d92dd9d7182a',1,'person',1,0,1,1795667563365000,1795667563365000,'Çağlar','çağlar','ralğaç','Ümit','ümit','Çağlar','çağlar',NULL,'􏿿','caglar@example.org',NULL,NULL,NULL,NULL,'Ç',NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"caglar@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'çağlar ümit',NULL,NULL,NULL,'ç',NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(23,'imported-grace',1,'person',1,0,1,1795667563455000,1795667563455000,'grace','grace','ecarg','Imported','imported','grace','grace',NULL,'􏿿','grace@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"grace@example.org\",\"primary\":true,\"verified\":true}],\"verifiedBy\":{\"grace@example.org\":\"import\"}}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'grace imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(24,'imported-alan',1,'person',1,0,1,1795667563455000,1795667563455000,'alan','alan','nala','Imported','imported','alan','alan',NULL,'􏿿','alan@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"alan@example.org\",\"primary\":true,\"verified\":true}],\"verifiedBy\":{\"alan@example.org\":\"import\"}}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'alan imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(40,'01a21620-9446-7589-96b4-18530b2a9dd6',1,'service',1,0,4,1795667563590000,1795667563590000,'robot','robot','tobor',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(46,'01a21620-949f-71d3-b3d9-54e9ee5dbdcb',1,'service',1,0,2,1795667563679000,1795667563679000,'Directory','directory','yrotcerid',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE `write_proofs` (
  `id` int(11) NOT NULL,
  `proved_us` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `write_proofs` VALUES
(1,1795667562948000);


