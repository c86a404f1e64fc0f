
CREATE TABLE `address_locks` (
  `no` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  KEY `address_locks_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `address_locks` VALUES
(74816207717212,1795436071707000),
(232050050544286,1795436071707000);
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
(7,'01a20853-f224-7125-8276-afbc17942b55',1,5,'Gatehouse command line','gatehouse-cli','active',0,'{\"type\":\"native\",\"authMethod\":\"none\",\"redirectUris\":[\"http://127.0.0.1/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":true,\"devMode\":false,\"consentRequired\":true,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795436048933000,'gatehouse command line','native'),
(10,'api-explorer',1,8,'API explorer','01a20853-f341-760b-aae2-444c27cd2596','active',0,'{\"type\":\"userAgent\",\"authMethod\":\"none\",\"redirectUris\":[\"https://id.example.com/docs/oauth2-redirect.html\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":true,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795436049218000,'api explorer','userAgent'),
(35,'01a20854-4e2e-745a-b1c8-acfd7cf870a4',1,33,'Web','01a20854-4e2e-734d-ae9c-84b5c7cbb09b','active',0,'{\"type\":\"web\",\"authMethod\":\"client_secret_basic\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795436072494000,'web','web'),
(39,'01a20854-4eeb-756d-9b64-6610d2cec713',1,33,'Native','01a20854-4eeb-70fd-b38c-dd9ffccb3c51','active',0,'{\"type\":\"native\",\"authMethod\":\"none\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"jwt\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"idTokenRoleAssertion\":false,\"accessTokenRoleAssertion\":false,\"groupsClaimValue\":\"name\",\"groupsFilter\":\"all\",\"groupsPrefix\":\"\",\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false,\"allowedOrigins\":[],\"assertionAudienceTokenEndpoint\":true,\"servedOrganizations\":\"every\",\"loginPage\":{\"ways\":[\"password\",\"passkey\"],\"registration\":true,\"forgottenPassword\":true,\"branding\":\"requested\"}}',1795436072683000,'native','native');
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
(46,43);
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
  KEY `authorizations_by_kind` (`project_no`,`holder_kind`,`holder_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `authorizations` VALUES
(46,'01a20854-54ab-77e0-b7de-f41aa2d5a508',1,33,0,41,'group',1795436074155000,1795436074155000,1);
CREATE TABLE `authorized_projects` (
  `project_no` bigint(20) NOT NULL,
  PRIMARY KEY (`project_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `authorized_projects` VALUES
(33);
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
('VMMUtaK4LO7kVvLVWV0msTfZqYyGOoPwtij4BGn3gfQ','pPl8-UOyHknXnAriMOLrIoBGrzUcQ1He-O5GmMlP7WB',11,1,1795436078808000,1796300078782000,NULL,'qY_XwgSGSxbH-NsO0c0ebn'),
('mNfk0i964nnVT521m0OFtHR0N7_BdYD0ww1oG9Num7c','McPn-K3CTn_46yFDg1HIAbNdCRK4OVVFT98-XssN5D4',11,1,1795436081093000,1796300081018000,NULL,'cIMJnUic2zjEz5iQfVbrrb');
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
('gXnZGlV1s7Xn8PTV7IQohExUPfLro9F2FxPEPdL1YEM',48,'{\"kty\":\"EC\",\"x\":\"fZ-uOsSEBies867jpqbbLY9PNMzgLaU6gdGCHWNmjVQ\",\"y\":\"YRmVvivOY1n-tCGNi5mJfWt8IHTKjmavt1nLkJOAUCc\",\"crv\":\"P-256\"}',1795436074835000,NULL,NULL);
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
('01a20853-f0cf-77d5-aaa0-d61e5e3666ec',4,'PNVoYmHijuGHoeZtKiKoI07GUSvPXhXJ9-Dl0N3HOeI',1795436048591000,NULL),
('01a20854-4e4d-7773-9245-4b9fff8f53ba',35,'TYCxHPPKU-TAMpOdX--Kh3QyKC6TuPWxOUFRI4YOTGs',1795436072525000,NULL),
('01a20854-58d2-7693-89f4-2a44d9658893',48,'BjyToc-uykuV6ScL6HmNpWtLZUyAiUEV9VUI8MjkZSs',1795436075218000,NULL);
CREATE TABLE `config_version` (
  `id` int(11) NOT NULL,
  `version` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `config_version` VALUES
(1,30);
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
('2vYB2EmU','access-token','active','AQAAAAAAAP9NMg4aBCpKibvcZpt77lR_9Y2iodmrcjqMSgKkzFY-7fwRjOPdbu7qxWQpoXOW0pmGRpTvO6muJjZrQ8lS3zRsUQxrhKR6TQ',1795436046511000),
('3Fi0tuhP','import','active','AQAAAAAAALrXINPQFNfX_rEx-jZ9xvzpi9F8kasW7gN_PcMMw8Z9ETs_UkY47ZmiqcInPQyFkdBEMDGSqGiBuQko8qwlr_Z0qaxA2opwFQ',1795436046607000),
('3fas1Qdo','totp-setup','active','AQAAAAAAAJuMUKQGc3ws1aipeoroLcrDRp6ntwUXUlLZowmYMqMrQSPJwLEj3E5VqQ-iefv-gEByiCe4erBsghbVeY8d_JjR8h8UncG9vA',1795436046682000),
('CPx-O5lQ','second-step','active','AQAAAAAAABgD7YvRLBcVH7LGphMUzv7GplxsOcmvm1f2z7gadUZ9r7gNCuuFbkoHuj_8ipJ0IgCRs2E-OMdFXg563kyv24gLx61obOMSYA',1795436046650000),
('G4zOCyDZ','totp','active','AQAAAAAAAKXmZkHoi_0L6r4P24Gfz0xICJNR7cSdsL13qwlumN2I549AO_XjlpN7_drwh6I7d8q34R03Kl6j87ctFHBU_IH-xpwaOwLdFw',1795436046679001),
('IeHmwJBF','answer','active','AQAAAAAAAMtHxCRlUfgcMc1kWhsbRwrKk9RdyQC01Oo-TVmEKOBOvNOJ4V1sMI0wwbkHG2tmQyTql2xZzvrC0kyCIOGKBlIZiF5Jb1JcCw',1795436046522000),
('KUwGGALi','mail-server','active','AQAAAAAAAI-2rLUD4xs-3wiMkR8v_kNQG2lOG5NtdKlb4b5FUCFmL54-yMR3wpC9eRs0FjnVX9303_C7EiDsRVKRpUAyYZjm10pdwSMhgA',1795436046622000),
('LOollNt5','mail','active','AQAAAAAAAAuJOFlTOBmiDk4W6BikOa9M_9VjwDnUV-jDALGYPqfwelh_G4qi2fSqujKJ3qP_Ug4kU3JkEg_9rvyEyYc8H3JPNYgKXy_t_Q',1795436046612000),
('OOHe2L73','token-holder','active','AQAAAAAAAJXXVySfPxbE3u1oh0nB0kK_e7RJqmPv971f0lj1IDoEhlcvZo56ZUfgpNf6YBvEgopBfit9cXGlFhIfbdf8oKXhRDex0LMKmQ',1795436046673000),
('OtuckwcQ','digest','active','AQAAAAAAABQkof5YTjIoNqzNjPnVXVmiwXHmh7cyr8I8VtMh9bEl1b8smLOQqogwX_cMyWO2Qq6KVdbmLasUxVUyF8tOe6aORkX4iRsY7g',1795436046601000),
('PqgNA9fB','signing-key','active','AQAAAAAAAPq-wAcaT0UdcGoQGoOawR-PscTtOxCTRCbF52FCxP0Fiyhsk9ukVc8U6FA_Vv8yjgzmJBzUb65zz-lBAGn1noNfebMSlBD6Hw',1795436046657000),
('WNpfaAi5','password-change','active','AQAAAAAAAN-5uFVVUaobXmncUmFW81D6z6NGmC1W_GojNLOVYxO7m22ipjlv9LqfTgkgkelCz9KVOx_t7vM0auKqm8wntIQ1jQM7JJk9Fg',1795436046638000),
('XxTj0y59','sign-in','active','AQAAAAAAAJB-bwfws0CqU-fmKCuaXQS0eBihr5U2ODV0aSLDG9R-1AYdwKtCBNYF78mGPDdXneeArQeyTfAdgSwoB8wD_q2kxbhE8Z06wA',1795436046656000),
('af7cJl3f','sms','active','AQAAAAAAANos5hfSrL3KjlsjqPCl8yqhEF0bzsoCOVHw5rQ5LORCnzIy7fdcx6KNdEvi7gKDj4OD-C4mzDFMgZ7tA84BG2vNepE3ASEXwA',1795436046679000),
('cPTaJtNm','branding-preview','active','AQAAAAAAABzai-lToWxZz3f8LvZs-6y8oUZ8Ff3eBp68kjcfshB2ZW24oY0Cl6qwgfEZJ8EH2YWreE3Fwab30MBe13qxihVpVHNIKXGjyg',1795436046528000),
('hxAK1OWG','cookie','active','AQAAAAAAADYWzjWV_8D6quryCnuXkmg-hCO1JptlI-HzT5p5spuhD-ioQ3eZFkBFAD3ULZsKsJqgWsYsO6dt6i8Nti-63_x0Nbl_lBftcw',1795436046581000),
('kJRBdO2G','registration','active','AQAAAAAAABIeBJhC6jj9Vq-8PC9Ylj86VBnLEuYwooepGvPtHi3ThOPmpY39shNMgXPefZ1vuXrGStXtAxqKZZgcyuAnHPqDgCzuZ7qZ4A',1795436046645000),
('ltvMWA5K','cursor','active','AQAAAAAAAIKk-z14YmPYsbaHCE1ykf9hRyjWPst58kTOu74qGPR8cGkRCVpbUJrlTQ-vz2Sg5JWtZnWBJ5G3f9i1npZEtJUb5O2dzPxM4g',1795436046585000);
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

CREATE TABLE `ended_sessions` (
  `uid` varchar(64) NOT NULL,
  `until_us` bigint(20) NOT NULL,
  PRIMARY KEY (`uid`),
  KEY `ended_sessions_by_expiry` (`until_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `event_commits` (
  `tx_no` bigint(20) NOT NULL,
  `position` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`tx_no`),
  UNIQUE KEY `u_event_commits_position` (`position`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `event_commits` VALUES
(2,NULL),
(6,NULL),
(9,NULL),
(12,NULL),
(14,NULL),
(16,NULL),
(21,NULL),
(23,NULL),
(26,NULL),
(27,NULL),
(30,NULL),
(32,NULL),
(34,NULL),
(36,NULL),
(40,NULL),
(42,NULL),
(44,NULL),
(47,NULL),
(49,NULL),
(50,NULL),
(51,NULL),
(52,NULL),
(53,NULL),
(55,NULL),
(56,NULL),
(57,NULL),
(59,NULL),
(60,NULL),
(62,NULL);
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
(2,0,1,1795436048269000,50,'org','01a20853-ef40-70da-8c11-4ff55545a92a',1,'system','{\"name\":\"Gatehouse\",\"primaryDomain\":\"gatehouse.localhost\"}',NULL),
(2,1,1,1795436048448000,1,'user','01a20853-eff4-77aa-a9ce-cdb47fab3f2d',1,'system','{\"userName\":\"admin\",\"firstName\":\"First\",\"lastName\":\"Administrator\",\"displayName\":\"First Administrator\",\"email\":\"admin@gatehouse.localhost\"}',NULL),
(2,2,1,1795436048524000,20,'user','01a20853-f04f-7186-86ad-13c06a0fd8f4',1,'system','{\"userName\":\"bootstrap\",\"name\":\"Bootstrap service user\",\"clientId\":\"26c2f31548754f1356817157\"}',NULL),
(2,3,1,1795436048549000,90,'instance','instance',1,'system','{\"userId\":\"01a20853-eff4-77aa-a9ce-cdb47fab3f2d\",\"role\":\"IAM_OWNER\"}',NULL),
(2,4,1,1795436048569000,90,'instance','instance',1,'system','{\"userId\":\"01a20853-f04f-7186-86ad-13c06a0fd8f4\",\"role\":\"IAM_OWNER\"}',NULL),
(2,5,1,1795436048674000,21,'user','01a20853-f04f-7186-86ad-13c06a0fd8f4',2,'system','{\"secretId\":\"01a20853-f0cf-77d5-aaa0-d61e5e3666ec\"}',NULL),
(2,6,1,1795436048732000,22,'user','01a20853-f04f-7186-86ad-13c06a0fd8f4',3,'system','{\"tokenId\":\"01a20853-f133-75c2-84d4-aa32c9659361\"}',NULL),
(6,0,1,1795436048888000,60,'project','01a20853-f1b7-7002-addd-e5e8973f7720',1,'system','{\"name\":\"Gatehouse\"}',NULL),
(6,1,1,1795436048969000,70,'application','01a20853-f224-7125-8276-afbc17942b55',1,'system','{\"name\":\"Gatehouse command line\",\"clientId\":\"gatehouse-cli\",\"projectId\":\"01a20853-f1b7-7002-addd-e5e8973f7720\",\"type\":\"native\"}',NULL),
(9,0,1,1795436049190000,60,'project','api-explorer',1,'system','{\"name\":\"API explorer\"}',NULL),
(9,1,1,1795436049222000,70,'application','api-explorer',1,'system','{\"name\":\"API explorer\",\"clientId\":\"01a20853-f341-760b-aae2-444c27cd2596\",\"projectId\":\"api-explorer\",\"type\":\"userAgent\"}',NULL),
(12,0,1,1795436069085000,1,'user','01a20854-4000-773d-8739-4e3a17e52bb8',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userName\":\"bjensen\",\"firstName\":\"Barbara\",\"lastName\":\"Jensen\",\"displayName\":\"Babs Jensen\",\"preferredLanguage\":\"en-US\",\"email\":\"bjensen@example.org\",\"phone\":\"+15555551212\"}',NULL),
(14,0,1,1795436069911000,1,'user','01a20854-43c9-755d-99d3-19ed6e943dc2',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userName\":\"anders\",\"firstName\":\"Anders Jonas\",\"lastName\":\"Ångström\",\"displayName\":\"Anders Jonas Ångström\",\"preferredLanguage\":\"en\",\"email\":\"anders@example.org\"}',NULL),
(16,0,1,1795436070141000,1,'user','01a20854-44f9-735c-bfe4-4bf0742aa1fa',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userName\":\"bo\",\"firstName\":\"波\",\"lastName\":\"李\",\"displayName\":\"波 李\",\"preferredLanguage\":\"en\",\"email\":\"bo@example.net\"}',NULL),
(21,0,1,1795436070336000,1,'user','01a20854-45bc-752f-a744-eeedc4baad0d',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userName\":\"bygone\",\"firstName\":\"Gone\",\"lastName\":\"By\",\"displayName\":\"Gone By\",\"preferredLanguage\":\"en\",\"email\":\"bygone@example.org\"}',NULL),
(23,0,1,1795436071123000,1,'user','01a20854-4883-7794-ae36-204694e25e4f',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userName\":\"Çağlar\",\"firstName\":\"Çağlar\",\"lastName\":\"Ümit\",\"nickName\":\"Ç\",\"displayName\":\"Çağlar Ümit\",\"preferredLanguage\":\"en\",\"email\":\"caglar@example.org\"}',NULL),
(26,0,1,1795436071377000,7,'user','01a20854-44f9-735c-bfe4-4bf0742aa1fa',2,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{}',NULL),
(27,0,1,1795436071672000,9,'user','01a20854-45bc-752f-a744-eeedc4baad0d',2,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{}',NULL),
(30,0,1,1795436071718000,1,'user','imported-grace',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userName\":\"grace\",\"firstName\":\"grace\",\"lastName\":\"Imported\",\"displayName\":\"grace Imported\",\"preferredLanguage\":\"en\",\"email\":\"grace@example.org\"}',NULL),
(30,1,1,1795436071718000,1,'user','imported-alan',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userName\":\"alan\",\"firstName\":\"alan\",\"lastName\":\"Imported\",\"displayName\":\"alan Imported\",\"preferredLanguage\":\"en\",\"email\":\"alan@example.org\"}',NULL),
(32,0,31,1795436072008000,50,'org','01a20854-4bbe-73ad-888d-a39219837b29',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"name\":\"Äther & Co\",\"primaryDomain\":\"other.example.org\"}',NULL),
(34,0,1,1795436072213000,60,'project','01a20854-4cf7-7213-9b28-0a5e6a7c2ee8',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"name\":\"Ångström tools\"}',NULL),
(36,0,1,1795436072500000,70,'application','01a20854-4e2e-745a-b1c8-acfd7cf870a4',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"name\":\"Web\",\"clientId\":\"01a20854-4e2e-734d-ae9c-84b5c7cbb09b\",\"projectId\":\"01a20854-4cf7-7213-9b28-0a5e6a7c2ee8\",\"type\":\"web\"}',NULL),
(40,0,1,1795436072687000,70,'application','01a20854-4eeb-756d-9b64-6610d2cec713',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"name\":\"Native\",\"clientId\":\"01a20854-4eeb-70fd-b38c-dd9ffccb3c51\",\"projectId\":\"01a20854-4cf7-7213-9b28-0a5e6a7c2ee8\",\"type\":\"native\"}',NULL),
(42,0,1,1795436072908000,140,'group','01a20854-4f35-73ca-850e-bb26452b4de2',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"displayName\":\"Öffentlichkeit\"}',NULL),
(42,1,1,1795436072908000,143,'group','01a20854-4f35-73ca-850e-bb26452b4de2',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"memberId\":\"01a20854-4000-773d-8739-4e3a17e52bb8\",\"memberType\":\"user\"}','01a20854-4000-773d-8739-4e3a17e52bb8'),
(42,2,1,1795436072908000,143,'group','01a20854-4f35-73ca-850e-bb26452b4de2',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"memberId\":\"01a20854-43c9-755d-99d3-19ed6e943dc2\",\"memberType\":\"user\"}','01a20854-43c9-755d-99d3-19ed6e943dc2'),
(44,0,1,1795436073231000,163,'project','01a20854-4cf7-7213-9b28-0a5e6a7c2ee8',2,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"roleKey\":\"reader\",\"name\":\"Läser\",\"section\":\"\"}',NULL),
(47,0,1,1795436074261000,169,'authorization','01a20854-54ab-77e0-b7de-f41aa2d5a508',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"projectId\":\"01a20854-4cf7-7213-9b28-0a5e6a7c2ee8\",\"holderId\":\"01a20854-4f35-73ca-850e-bb26452b4de2\",\"holderKind\":\"group\",\"roleKeys\":[\"reader\"]}','01a20854-4f35-73ca-850e-bb26452b4de2'),
(49,0,1,1795436074678000,20,'user','01a20854-56b1-7489-8c7f-acba9e4fdea1',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userName\":\"robot\",\"name\":\"Robot\",\"clientId\":\"9c6965961bb11c1535b8aac1\"}',NULL),
(50,0,1,1795436075019000,23,'user','01a20854-56b1-7489-8c7f-acba9e4fdea1',2,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"keyId\":\"gXnZGlV1s7Xn8PTV7IQohExUPfLro9F2FxPEPdL1YEM\"}',NULL),
(51,0,1,1795436075228000,21,'user','01a20854-56b1-7489-8c7f-acba9e4fdea1',3,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"secretId\":\"01a20854-58d2-7693-89f4-2a44d9658893\"}',NULL),
(52,0,1,1795436075419000,22,'user','01a20854-56b1-7489-8c7f-acba9e4fdea1',4,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"tokenId\":\"01a20854-5988-73cb-9daa-74549bce4470\"}',NULL),
(53,0,1,1795436075578000,51,'org','01a20853-ef40-70da-8c11-4ff55545a92a',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userId\":\"01a20854-56b1-7489-8c7f-acba9e4fdea1\",\"role\":\"ORG_OWNER_VIEWER\"}',NULL),
(55,0,1,1795436075961000,20,'user','01a20854-5bb2-7658-aa0f-9b8ec67480a4',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userName\":\"Directory\",\"name\":\"Directory\",\"clientId\":\"7c5f90c221c82b67fd32c510\"}',NULL),
(55,1,1,1795436076147000,51,'org','01a20853-ef40-70da-8c11-4ff55545a92a',1,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userId\":\"01a20854-5bb2-7658-aa0f-9b8ec67480a4\",\"role\":\"ORG_USER_MANAGER\"}',NULL),
(55,2,1,1795436076177000,59,'org','01a20853-ef40-70da-8c11-4ff55545a92a',2,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"userId\":\"01a20854-5bb2-7658-aa0f-9b8ec67480a4\",\"preset\":\"entra\",\"switches\":{},\"emailTrust\":\"ownedDomains\"}',NULL),
(55,3,1,1795436076224000,22,'user','01a20854-5bb2-7658-aa0f-9b8ec67480a4',2,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"tokenId\":\"01a20854-5ca5-70f0-8731-4a1fae3bfc28\"}',NULL),
(56,0,1,1795436076577000,95,'instance','instance',2,'01a20853-f04f-7186-86ad-13c06a0fd8f4','{\"kind\":\"password\",\"minLength\":10}',NULL),
(57,0,1,1795436078496000,10,'user','01a20854-4000-773d-8739-4e3a17e52bb8',1,'01a20854-4000-773d-8739-4e3a17e52bb8','{\"address\":\"127.0.0.0/24\"}',NULL),
(59,0,1,1795436078770000,36,'user','01a20854-4000-773d-8739-4e3a17e52bb8',1,'01a20854-4000-773d-8739-4e3a17e52bb8','{\"session\":\"qY_XwgSGSxbH-NsO0c0ebn\"}',NULL),
(60,0,1,1795436080771000,10,'user','01a20854-4000-773d-8739-4e3a17e52bb8',1,'01a20854-4000-773d-8739-4e3a17e52bb8','{\"address\":\"127.0.0.0/24\"}',NULL),
(62,0,1,1795436080997000,36,'user','01a20854-4000-773d-8739-4e3a17e52bb8',1,'01a20854-4000-773d-8739-4e3a17e52bb8','{\"session\":\"cIMJnUic2zjEz5iQfVbrrb\"}',NULL);
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
(58,'QxbXjhKxvjRkYU5g9q8T0w',11,35,'pPl8-UOyHknXnAriMOLrIoBGrzUcQ1He-O5GmMlP7WB','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795436078,\"exp\":1795436138,\"accountId\":\"01a20854-4000-773d-8739-4e3a17e52bb8\",\"acr\":\"https://refeds.org/profile/sfa\",\"amr\":[\"pwd\"],\"authTime\":1795436078,\"codeChallenge\":\"UBP-mFRaun20PJmq0PPfwnDxIZfVU2aNKVaKz7heY4A\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"QxbXjhKxvjRkYU5g9q8T0w\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"pPl8-UOyHknXnAriMOLrIoBGrzUcQ1He-O5GmMlP7WB\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a20854-4e2e-734d-ae9c-84b5c7cbb09b\",\"sid\":\"MQR7NU9hs32JCSZu6wUwlbv0rwSx2fS27AQwh1Mxzrn\",\"checks\":[\"pwd\"]}}','gE4nsI35Zp3sGJ24kIWkvTvHhtbSWsVYVEwIWalclls',1795436138719001,1795436079039001,1,0,1795436079039001,1798028079039000,1803212079039000,NULL,1803216279039000,NULL),
(61,'ca6UA8ysyVgjWYevO45FlQ',11,39,'McPn-K3CTn_46yFDg1HIAbNdCRK4OVVFT98-XssN5D4','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795436080,\"exp\":1795436140,\"accountId\":\"01a20854-4000-773d-8739-4e3a17e52bb8\",\"acr\":\"https://refeds.org/profile/sfa\",\"amr\":[\"pwd\"],\"authTime\":1795436080,\"codeChallenge\":\"8WweJknvV1mKmSHj_mazGauaAWlmWtvV_oXbkzVg_ss\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"ca6UA8ysyVgjWYevO45FlQ\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"McPn-K3CTn_46yFDg1HIAbNdCRK4OVVFT98-XssN5D4\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a20854-4eeb-70fd-b38c-dd9ffccb3c51\",\"sid\":\"QC65yYZiHT8R4-UQraq4g5FvuPaS6CD4NcRB4SbTdmJ\",\"checks\":[\"pwd\"]}}','FPV3z_sAfOCXlZlbof90QytenTjjB_n1Yhcf6YWv-kw',1795436140935001,1795436081363001,1,0,1795436081363001,1798028081363000,1803212081363000,NULL,1803216281363000,NULL);
CREATE TABLE `group_counts` (
  `org_no` bigint(20) NOT NULL,
  `slot` int(11) NOT NULL,
  `n` bigint(20) NOT NULL,
  PRIMARY KEY (`org_no`,`slot`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `group_counts` VALUES
(1,0,1),
(1,1,0),
(1,2,0),
(1,3,0),
(1,4,0),
(1,5,0),
(1,6,0),
(1,7,0),
(31,0,0),
(31,1,0),
(31,2,0),
(31,3,0),
(31,4,0),
(31,5,0),
(31,6,0),
(31,7,0);
CREATE TABLE `group_external_ids` (
  `group_no` bigint(20) NOT NULL,
  `domain_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `value` varchar(400) NOT NULL,
  PRIMARY KEY (`group_no`,`domain_no`),
  KEY `group_external_ids_by_value` (`org_no`,`domain_no`,`value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `group_external_ids` VALUES
(41,0,1,'g-1');
CREATE TABLE `group_members` (
  `group_no` bigint(20) NOT NULL,
  `kind` varchar(10) NOT NULL,
  `member_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  PRIMARY KEY (`group_no`,`kind`,`member_no`),
  KEY `group_members_by_member` (`member_no`,`group_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `group_members` VALUES
(41,'user',11,1),
(41,'user',13,1);
CREATE TABLE `group_nesting` (
  `org_no` bigint(20) NOT NULL,
  `version` bigint(20) NOT NULL,
  PRIMARY KEY (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `group_nesting` VALUES
(1,2),
(31,0);
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
  KEY `import_jobs_by_state` (`state`,`no`)
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
('logout notices','fc444921-57a9-437d-ae73-e33159b644c5',0,6,1795436081362000,1795436081406000,NULL),
('mail','fc444921-57a9-437d-ae73-e33159b644c5',0,6,1795436080625000,1795436080635000,NULL),
('removals','fc444921-57a9-437d-ae73-e33159b644c5',0,3,1795436078198000,1795436078243000,NULL),
('sms','fc444921-57a9-437d-ae73-e33159b644c5',0,6,1795436080648000,1795436080656000,NULL);
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
(48,1,'ORG_OWNER_VIEWER'),
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
) ENGINE=InnoDB AUTO_INCREMENT=56 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

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
(55,1700000043400,'HoldersOfProjects1700000043400');
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
('Assertion','xnCYNbTPzWUw_Bv07Iu3GHatfegM4ehqBl7dLC-HjDE',NULL,'{}',1795436441000000),
('Session','6Q7WPxawsGdxybLp7hGWQkgktBoxOFN2foZhJFTpSNk','pPl8-UOyHknXnAriMOLrIoBGrzUcQ1He-O5GmMlP7WB','{\"iat\":1795436078,\"exp\":1796300078,\"kind\":\"Session\",\"uid\":\"pPl8-UOyHknXnAriMOLrIoBGrzUcQ1He-O5GmMlP7WB\",\"accountId\":\"01a20854-4000-773d-8739-4e3a17e52bb8\",\"loginTs\":1795436078,\"amr\":[\"pwd\"],\"acr\":\"https://refeds.org/profile/sfa\",\"holder\":{\"userNo\":11,\"generation\":0,\"organizationGeneration\":0},\"checks\":[{\"method\":\"pwd\",\"at\":1795436078}],\"authorizations\":{\"01a20854-4e2e-734d-ae9c-84b5c7cbb09b\":{\"sid\":\"MQR7NU9hs32JCSZu6wUwlbv0rwSx2fS27AQwh1Mxzrn\",\"grantId\":\"QxbXjhKxvjRkYU5g9q8T0w\",\"persistsLogout\":true}},\"saved\":1795436078}',1795479278741000),
('Session','dGjFs1X5QBbN25Tg5zatfEEQ6CHHet3DwTJ2xuH_ZNg','McPn-K3CTn_46yFDg1HIAbNdCRK4OVVFT98-XssN5D4','{\"iat\":1795436080,\"exp\":1796300080,\"kind\":\"Session\",\"uid\":\"McPn-K3CTn_46yFDg1HIAbNdCRK4OVVFT98-XssN5D4\",\"accountId\":\"01a20854-4000-773d-8739-4e3a17e52bb8\",\"loginTs\":1795436080,\"amr\":[\"pwd\"],\"acr\":\"https://refeds.org/profile/sfa\",\"holder\":{\"userNo\":11,\"generation\":0,\"organizationGeneration\":0},\"checks\":[{\"method\":\"pwd\",\"at\":1795436080}],\"authorizations\":{\"01a20854-4eeb-70fd-b38c-dd9ffccb3c51\":{\"sid\":\"QC65yYZiHT8R4-UQraq4g5FvuPaS6CD4NcRB4SbTdmJ\",\"grantId\":\"ca6UA8ysyVgjWYevO45FlQ\",\"persistsLogout\":true}},\"saved\":1795436080}',1795479280967000);
CREATE TABLE `organization_domains` (
  `domain` varchar(253) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `is_primary` tinyint(1) NOT NULL,
  `verified_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`domain`),
  KEY `organization_domains_by_org` (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `organization_domains` VALUES
('gatehouse.localhost',1,1,1795436048193000),
('other.example.org',31,1,1795436071871000);
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
(1,'01a20853-ef40-70da-8c11-4ff55545a92a','Gatehouse','gatehouse.localhost','active',0,1,1795436048193000,1795436048193000,'gatehouse'),
(31,'01a20854-4bbe-73ad-888d-a39219837b29','Äther & Co','other.example.org','active',0,1,1795436071871000,1795436071871000,'äther & co');
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
  PRIMARY KEY (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `passwords` VALUES
(3,'$2b$10$ZP1QIzQRUg3.YUmR2S6SbeXizmO45D9PHUPT1owal/3CZFgfZB9a2',1795436048372000,0),
(11,'$2b$10$HNTKWniBT4HTB8Dj93vkOeM8S/2bL/Nmx4GX./l7idICZvwHSiAji',1795436068864000,0),
(13,'$2b$10$oDW/tbGyYE9hFjY6y4cRFOlQpXYTs5vUylkoShZllsJOPZDScqvFa',1795436069833000,0),
(15,'$2b$10$J27lEf.tBuR5rKP0d2Xz6OFzHaaVcZWfgdGcElVx5Pvb31tRe0Krq',1795436070137000,0),
(22,'$2b$10$t4Bn8mLny5zynv/urq6GIODbTI00QpMl6goRMSIMHiVSC8mR6sd.O',1795436071043000,0),
(28,'$6$saltSALT$tjZthnih2Bcg8ENjBN8UH9EEmUWMA22.rMqSV/2wsWT4Oi63MBxkXSMFroq77LmStPy5Fd1WbBQWxB.ReywJd.',1795436071714000,0),
(29,'$5$saltSALT$lojmPsO7up8eMxasgmgAViZBetzCcHdP6PThOK9De3C',1795436071714000,0);
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
(1,0,1),
(1,1,1),
(1,2,0),
(1,3,1),
(1,4,2),
(1,5,0),
(1,6,1),
(1,7,1),
(31,0,0),
(31,1,0),
(31,2,0),
(31,3,0),
(31,4,0),
(31,5,0),
(31,6,0),
(31,7,0);
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
('01a20853-f133-75c2-84d4-aa32c9659361',4,'qKmZvHC0Uv7UCzXNScUjbTTK_TwYeZddiwn7TfzHc2s','openid profile','[]',1795436048691000,NULL,1795436066662000,0,0),
('01a20854-5988-73cb-9daa-74549bce4470',48,'78GhJdf1pql-0Xtf1KEfEn68bdjgUnxgi1oM6r_YSlU','openid','[]',1795436075400000,NULL,NULL,0,0),
('01a20854-5ca5-70f0-8731-4a1fae3bfc28',54,'-ye7eYTYGAVnbYWYNZf5QydhDJ6SwTvOk1GgQv1HMcU','openid profile','[]',1795436076197000,NULL,NULL,0,0);
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
  KEY `project_grants_by_granted` (`granted_org_no`,`no`)
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
(43,33,'reader','Läser','',1795436073134000);
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
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_projects_id` (`id`),
  KEY `projects_by_number` (`org_no`,`no`),
  KEY `projects_by_name` (`org_no`,`name_key`,`no`),
  KEY `projects_by_creation` (`org_no`,`created_us`,`no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `projects` VALUES
(5,'01a20853-f1b7-7002-addd-e5e8973f7720',1,'Gatehouse','active',1795436048836000,0,0,0,'gatehouse'),
(8,'api-explorer',1,'API explorer','active',1795436049174000,0,0,0,'api explorer'),
(33,'01a20854-4cf7-7213-9b28-0a5e6a7c2ee8',1,'Ångström tools','active',1795436072204000,0,0,0,'ångström tools');
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
(54,1,0,'entra','{}','ownedDomains',1795436076153000);
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
  PRIMARY KEY (`no`),
  KEY `provisioning_log_by_org` (`org_no`,`created_us`,`no`),
  KEY `provisioning_log_by_target` (`org_no`,`target_id`,`created_us`,`no`),
  KEY `provisioning_log_by_name` (`org_no`,`target_name`,`created_us`,`no`),
  KEY `provisioning_log_by_expiry` (`expires_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `provisioning_log` VALUES
(17,1,1795436069217000,1798028069217000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','create','01a20854-4000-773d-8739-4e3a17e52bb8','bjensen',201,NULL,'[\"externalId\",\"userName\",\"name\",\"displayName\",\"title\",\"preferredLanguage\",\"timezone\",\"active\",\"password\",\"emails\",\"phoneNumbers\",\"addresses\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','fa0ea838-e44b-435f-ab0f-3028e20fd1e2'),
(18,1,1795436069925000,1798028069925000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','create','01a20854-43c9-755d-99d3-19ed6e943dc2','anders',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','53b21494-e1b4-45aa-aea5-0763cdb61488'),
(19,1,1795436070147000,1798028070147000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','create','01a20854-44f9-735c-bfe4-4bf0742aa1fa','bo',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','5fa3f5a8-b16a-40c0-8cf0-099a02757248'),
(24,1,1795436070344000,1798028070344000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','create','01a20854-45bc-752f-a744-eeedc4baad0d','bygone',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','26782a5d-0389-4919-bc4b-b42d937e0332'),
(25,1,1795436071263000,1798028071263000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','create','01a20854-4883-7794-ae36-204694e25e4f','Çağlar',201,NULL,'[\"userName\",\"name\",\"nickName\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','16661fa8-a49f-49ff-b9f9-a7abc326f86b'),
(37,1,1795436071580000,1798028071580000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','patch','01a20854-44f9-735c-bfe4-4bf0742aa1fa','bo',204,NULL,'[\"active\"]','641d0cfc-ae5c-459f-8ea2-cdf6352d0338'),
(38,1,1795436071680000,1798028071680000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','delete','01a20854-45bc-752f-a744-eeedc4baad0d',NULL,204,NULL,'[]','a512f077-c2ec-4475-a057-1ca103857988'),
(45,1,1795436072946000,1798028072946000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','create','01a20854-4f35-73ca-850e-bb26452b4de2','Öffentlichkeit',201,NULL,'[\"externalId\",\"displayName\",\"members\"]','1faddccf-a769-4588-9f9b-82fa3f03f186'),
(63,1,1795436081924000,1798028081924000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','list',NULL,NULL,200,NULL,'[]','1c48953a-37a7-4841-b942-3acab27cf2e4'),
(64,1,1795436081957000,1798028081957000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','list',NULL,NULL,200,NULL,'[]','7d5ecc4f-5c00-4c49-bbc8-5bcdb33e75be'),
(65,1,1795436082021000,1798028082021000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','list',NULL,NULL,200,NULL,'[]','e9db172f-5e39-4ed6-9903-92b087bdcc38'),
(66,1,1795436082155000,1798028082155000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','list',NULL,NULL,200,NULL,'[]','65f86eb2-c853-4562-bf88-bb7b3752ba58'),
(67,1,1795436082417000,1798028082417000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','list',NULL,NULL,200,NULL,'[]','3571bb97-8c8b-44fd-beb0-f1fb46b56ecf'),
(68,1,1795436082592000,1798028082592000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','list',NULL,NULL,200,NULL,'[]','a19fc9e4-29ba-47e7-8d83-1a5303ca06d5'),
(69,1,1795436082972000,1798028082972000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','list',NULL,NULL,200,NULL,'[]','5977e8a3-8348-4c84-80eb-8ab56e30c6c4'),
(70,1,1795436083296000,1798028083296000,'01a20853-f04f-7186-86ad-13c06a0fd8f4','list',NULL,NULL,200,NULL,'[]','0f9ac77a-1b91-418f-a3da-12d878ce954f');
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

CREATE TABLE `removed_people` (
  `user_no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `user_name` varchar(200) NOT NULL,
  `display_name` varchar(1100) NOT NULL,
  `removed_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  `content` mediumtext NOT NULL,
  PRIMARY KEY (`user_no`),
  UNIQUE KEY `u_removed_people_id` (`id`),
  KEY `removed_people_by_org` (`org_no`,`removed_us`,`user_no`),
  KEY `removed_people_by_expiry` (`expires_us`)
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
  PRIMARY KEY (`user_no`),
  UNIQUE KEY `u_service_users_client_id` (`client_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `service_users` VALUES
(4,1,'26c2f31548754f1356817157','Bootstrap service user',NULL,'opaque',0),
(48,1,'9c6965961bb11c1535b8aac1','Robot',NULL,'opaque',0),
(54,1,'7c5f90c221c82b67fd32c510','Directory',NULL,'opaque',0);
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
('gk5i8sOl5oFk2Cb6Jnxz3G9tTTklCM5Hl7FqZhxOZCU',0,2,0,0,1795436678126000);
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
('1hMSdXPWY9pzOFxn0RuccCh0wfm3d-FgUyq6aA9Baa0','EdDSA','published','{\"crv\":\"Ed25519\",\"x\":\"t4t3Xsyi2WDhLiNCpB_eY3bME94vaoPvJI4HGk8FXyk\",\"kty\":\"OKP\",\"kid\":\"1hMSdXPWY9pzOFxn0RuccCh0wfm3d-FgUyq6aA9Baa0\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','AT6oDQPXwcdQi6AQszKjJOnhuPJrzy4Aye_C9-a-NcwLYE2GB3MYdKyL9FOpBb6DZlFckimDvuK-QFaHhG1dVkZuXwwKa8xIYdT4jJVzqyXkIJBlHyUnJZKsgSvBhIsED5SpmYHUfZWIuI8DfzkPDVntb2vcPfOnSh6NPJhziJ1JbPqHMBm2bDEaT5BiiIxT6p0QPPdIzKaSAgbOufjZWHn32tO1EliHs42m4ovwQmx1-wgE8KFIOIkbevd5Rs4e2hBeCF2uP8EoeVBw8GwJ1hWziPQNW292fGEtu6584OctBTJ-A4UFWxuB97zbPmuyAlNfqykQnCxC8seIybc',1795436059598000,1795436079173000,NULL),
('4ht6ZIujEzck88fjdaU0lOUtpSts8W3RxsVY-jATKrw','EdDSA','active','{\"crv\":\"Ed25519\",\"x\":\"jcNKdS28p3HR0VW4lgX84u8846ogOqx_pX5Z77ArcGU\",\"kty\":\"OKP\",\"kid\":\"4ht6ZIujEzck88fjdaU0lOUtpSts8W3RxsVY-jATKrw\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','AT6oDQPXwWMLnWTdQ4cJQvt0kvN6N3L8nX8wPjgj--PsWj8sRbk_1TFeuMNVDe2NE3sdAEG2zVjv9AJc6zIB3_y2zTws9Sea0Gz5-pfTVUz9QhyUVHm75fEUXk_nIpQ-2qqgYZGZAFYmvPHZjPZU37phnBtbSW6bR_xasXUwfrb-2n1-AUifKSLp5bKW9dfOn3cskOo6TnR51qGpiybehH-lmm35iFtnNGpn1zBCA-L3lfKAmMn26aDrZzq-izIY8bKhxs7e8x9f9HIzu9Xt9-qxFiMXD12MbjQ2aSiV2kR-zT4ksT2LEmc5TJgqFiu13o9YqKxXwjbYVYHVjss',1795436058591000,1795436058600000,NULL),
('Cykcq8C8NcU7XTwdX1kIdADrmRIraP4JrI8WSTksTGs','RS256','active','{\"kty\":\"RSA\",\"n\":\"oz1s7icYCb_CJiq_dCef3O-AEl6AE1X9wYNtvT178N279toUDMJM2tVtac5v3KmF7O1-mUJbw5BFSC-yOs9qBqKASXRpzs-PxVwfl7aJlc6PJfLoVXXszew91fhYTP8lTkZwTIxUcgndTE3CGgXsGUMA_JcDeObxu8xTnLLna34zxKGD1-e0lsrnqcDcJyzNsDp0Z0ZHWq7z0IS9ZAfQlSJ8VonQAjY7zwLOdFdciVbxsWTD3mtSVfkvIjuT9vpgHF4DbCjKctD6rq_NNbA1x0stt-wcZaRN-ZwRIXYU0rsr5FkD7DVpVZ-nY7PoIFvLV4fUmf8ZPcPKqYvUQGmgUw\",\"e\":\"AQAB\",\"kid\":\"Cykcq8C8NcU7XTwdX1kIdADrmRIraP4JrI8WSTksTGs\",\"alg\":\"RS256\",\"use\":\"sig\"}','AT6oDQPXwQezz7iaAo1bXam5xpHNxM63M-4teS9vw2r7QF8VJGE1I5NE0yKupuJzugJVIDNYZTBQQqMBLa2KSK3XdNdH58LMlRXu2DyXFnQ1fZK76e1uLiuFCDYI4zUbSCmLPHHoWmbL7rsBOSTRVRGIKAFNMy_dYn6pwXzbktT0sQngfSfv9gPxKLZBlioUyP_zLSBoH8Xx8klTWIKmIiKYMkD6kdSya8Db5zI57jpw8IncDXsA2veTjl4jDdS56gty585aXA88SAK9vzW09eanPThSpkVmMSEPkbVmzqYOoLI2_8MdCyRSi50QOJnVSiA58nGzlpgNmiReY1d4GZGIHXGjz5gZ6QOhytxLlZB7UaXopoCOZ1fgXKqBIYfddTcL7NCGDhJNptNXzvQwhx85PE8ufsW3hcYeLIMdx5LJbZqkFubW9MCaUOdqT4DMAIf9RrbnlgRP88qSUvS1uH8z97F_VaG0xZ09WiqzFZ6GA7yJQwzykO8CwEuh2vG2o8_goaSRDjCatoK0dlXagp0FXA36AM1O77cJ865l7jys2-9Nu7wx8ncJfoKkvJGsPQd0NOcF2LFtvPyLFawHiWTvoFaiZ1dvgdHF_cCYqzezDhno8Ve6zoNVeRMVGUqui39nikomXoOQ14GVWmgNE05QskThYoFUS9mG7nYC7z0nWh2Y_p18dxdrTiL0tcMFOCQQdgbLJUHB7x4eWDsXouHnYJD3TvZxWKogHF0b4AQWz2d-t31aBsYCbPOTPJh6xLzCpCNGeK-AeW6K5ahALKiNWnu19qPE08T7-y6ysx3gkkfzbKgR_EaCObAX1PXNGNQJEsoCQYzRsSLTCoTvQSciKtyL_gqk0DagiDPf8zr4VzbaLg-U8BhMhSYknOoQ_DQM4NcuqPbEK_nWyU5JXHj05aRMjvfk9VUrWfOXtsdw_B_fOKQzYynWpMFIgZznj6hIOuy9H50hQnfmKqcBd61Vp7ykWC_kdaHhrkKaXdLok7Pzz8kZkKPAzsYTjKM1WZJ1MqT8LXr_yYKSMOFvBHDyz_q1FgOrKsZrtht9jUGnnp91RBdhAOTx2Ryr0WpijLdWJ-pueqbdkIreVNHLvNzrOScc-u_irohQhJfYJO4q45Wv-jUgdc8nAnnBl2lgqOPiXe-SOPeuRqQ-H6ocVjEZJ4NbjeXQ0gHhT2ouJAwpjWSpxUGQiT_jgH25xh0NHdVPipTlXqypALL8mBb9FCdGH9zly38QDy6NlSuUJ2Q9l0cO39Jqlhk1UNypy_0TtEqoGgN_9aV5ftymusbQE0jSP-pOWRImvafU0JbTbZZ0Rq2boegSkKZNSfN55AMhc5RQXwLVKICkcDpzPnb15xq8o0Q2CTPn-E3nrx-uPsBFEIRUDYpBEZJQuiHVvfaGtmpGEef4htYL-1Db6CdXmlw_miuMCVFkOK93u1StRyWT_2tKZiBGSJkiJEQaqfRNc1GyTYvuZNSyvNXeREzIDI81uEV50kLorJPLw2p0FfWnJ8aMwoxeXBzZ67otddx3YF5Lo-5UXiR_3FzqW5uZGR4YXk91PKLSwU3qwWfDYBen0I2piY0HNltJTkqzfwbNxNi3nG6EHrbMA8uhn4-YpFG_eW9J2-bYOp1MDLJOAAYAYcDGE1YB4nB_jdpR8f_ylVtAzWDgeXTDRa6aiSqCRV6s5aScOBebArY0bbvuUvqgdzqTSYc68W8xI2QKU7aPc4jF-ydDgoPqeHyJcigKrMgKlr1XR7qDsM5RcmcilnpGZe7aVDPvn-2b5XBwyuXLoasklBz8R2PljaYFh6C2lQIVQZAYYR1zoYvnUAcGNEXf8rRJI0inz3puWzsUxvBfPnIvnK7_MQVe0yx_U08tSnsptX7TbREExMyIEtVhLnC5u2c6vcI-XOAmmWCM8Ys7Oue8yLGcy7_eklvOKgIPxJ8vDHVdWd-aNa852b12qND50Xl3dZSrhFB-G9lc_uc4ZMtxW56ZV2X1wdywrqMGePuw6Qh8kRiKgRFZomocHmcDII1C1mvZh8DQfYOBL6LYC56K1aGBj2dEs7dldWKxhUPRLApNQ0QSgFrC-ULZGQjrQSLZdFArk6Kr6-cc9y_qlt2fLAAWEOJjizikiUIR_-BA-hG_megHEndJQ3KWZrpY1UB_TfA_qeJN6Ijht1gtFJ80mR2Q_cPDABW_-eCHFrZgv87XwzmYhnJn-jd4yuiL7vSs0Uq_tHSteTbDxZyPBacVabQMQCs6RIdnaUhwvHY3Zm7w8APzTUk8QM8NQ_KZeIBaarrfAAb1WIESJldpSZ3K5Yu-OLb5wl8R',1795436058562000,1795436058597003,NULL),
('E5EBwn9sK6lxS6hWXcwWmn_ci3ooH3RTSZYwqNkw37Q','RS256','published','{\"kty\":\"RSA\",\"n\":\"44NjZwZvqhCVTogzINESpGSQa6ZHTlILuyJoXpN0oi-SXlmm1e31r74l9B9m54iWAmh2HZZdq_7ktlArp8P-GulyiaC5sn0Ll01zKBN7XMUINQkXDf320YV87QAFOAuCOIjyGM3YYPAOpNVUgYl1zoqk1n3uPbINWZh9H409DLEqbckV0CyVp8e7jy056aCQqLENeSV-DvTwxm04UDA3jXZ9_X8GRU9ROi-7fzyHX8rYJ93DzIWL4OIgURnNS5XmA018zp_WiOSMNabuUZDGIjJQPQQ_ZIIlMxBH6xSG6mIwlQcLKLSJNt02Xee5OoZuyXeQAvhjYgamSTwE9U4FBw\",\"e\":\"AQAB\",\"kid\":\"E5EBwn9sK6lxS6hWXcwWmn_ci3ooH3RTSZYwqNkw37Q\",\"alg\":\"RS256\",\"use\":\"sig\"}','AT6oDQPXwbDNzvJqRe7ZMLnND5P5BENZBJ9SV_lN9---4ihbJurzHs9rJ6c-i2lA7SSD5LqiCX9b4X5pp5WAhRjrMY-yiXbXT1yJJz0_n2rYXxvoZrl2zfGDaun52lsKxRzTttuLk_QpcLcJD7j_UXCEapLI7umTp8M-1w2dOzyPDqb6vNoklVY1x6srYCBHfVe_G00HDR6qTr2Tpz6CJLwtJkckUkHW9HRcCYZUzYPr2v2DitSTOELi5Pp_u-UJNNNZZ-EsV1X-E8N4hd3ylGYiddYjArUyXvBOMPRlLlcntLssE6Ij1aL-XEha2IpwFmvLJQA7a6P021vWXjAZjCaYzKzH-F3sq_b9dzWA2fGn82OIbmWzzvLDLtu0JJuxDATjl5BoY-Z_2xlF61ZCrloycZuxaEiAIuQGTjpELlZnRZm9P8tLuFoQeRY86lwz832CN3QJo_yRgoE5L-EBAvS0yGvtMylIqkatP7wk5CP-m-I3E3YlkbYNllb8h--t2fHbuKFOyGmVyKuk3yD5J7IMcEANgOXcfPuHmWVQ7EDAV1dJ1WfTxopKkB4Ie8ITzhsH8PMe_VyWR-NgLRwgVc7QZXxOlJmpavr4HWjja2n1Yo1U6UMq0RBvD2yJ16Kv7kBD_qEa2cN86DXFPgTb4V9-u6V01LCozecl5uc5TmEk8n0_4p0rFLipdA97-UH0i-AnENEiVhT3dlwrQTy4vKy22ALK420A9t4cbXoX6Aj7XH0wFFxzJGzGi9HJWjF4Xmorbk40eFNIzy5xLtfnJ0Ome6O0YTuX_67zE9s-pmAcIgF4EAbF1KIS7YvFNr9V4DK6GkUfpPx4o6a6GBRLOf62zcoH35i0HX1crH6u6c5X9QA9n3moOzk6tTj_jyzPBLyYgG1aw9zg9Ty5r349xjN3Pjrq7waSrzPAwcBXtCmy5aPe4PJeHo4M8KgTkuIrKn7ByzAJRVOPi3VQsd9_H1B-ZzTbHB-gZjbm4wy4_zVGCNTw4FMrv1Z-lFiPlS1X1_W7kZSZEVo1vsKoH8xG5GWTGNF4vsyvPKypbcvll7J1XGHJhT79bzB1ApShwNrlObTC9n-aWKWMtHvXMaJjJq90adJ7z-ygg1EXRKGu_dhJ7A5ubQPReZ5UqpSIyPaaHloRyarOOuGC5ktV3g5iO_BPlyZ4FSD5hKWOHmNk5WpoVqJvvfqO4--rx37nWZ1ERYzL5QdDvJexjxxO5s5-wIe55HxclHprJQU_lD5rITBUfFYiMPXHv6tj10Y1ZNoM9Wu5cVGSMxg6XAg27t0exZ-F87gr6qMwIHEDJRFbidzqrwJRHgHs1QETvvuqF3YrlW5RA_wY_W8ISHCEqoChvxh9ygaH5XQysa56pWcOj9HKIYzaPWC0wKMvDQe979b2V7_8yzKt4yU2IKqtV4sCa6vvztLlXOJTteBBRplv6hhxpSyBlgEQOnI09jx0BQNRYpG5z8xVOEQ0f1pJg2bErvifyPTGhDjW4JT3qclgDP-H0msNydy5f-6PTl-OMRkeT7apyKT6BbS7cbWTqGob_CIOApux7AMhv-z82FwghiOkktP7Wkk0tpw71ncFB0asiOATkwkzWB9-WrItEmL3i-2ytlcFdFdQgHwep3MT2feKCSTkgnjfwcfdw41Wo-6xGg6q-HYVEWuOgIN-MxG1s2-5rz6GYBSPFmLTQmQAMb_d8wkRwGDknIyyVsnWLjXuMGwpMZ4b3bENTmawCjqqQj6dO0j_tUVdmrAaJXyNWdvYQoBfjCZPGupEbAcUJvWViiR5EaueD34RzDbgc9YqJLpzWRTy2_JUn7VZwGyl7a4d6IIDK3rd6dSsrcnPyfaSL_ZBbnR0trkRmSmoaIUOIf6TfPEK9vKR53oYpQHrryXy21MdJrf9iQj6R074JVYwEqQOW67Ozo0jARxmVHzXE2J8US3Rbt8EFDiYHbasZe4jGIJBLau9_X6cFFKfNuNYv5xT_7ctfGeA6cCsWVhPoFxS9MxbvBAO9VpcJh20RGfttmpvI3aJXZvyXlP2OqcwlAElXj4zuCPxPaGbAS-5LNbsyHLbIP-wnaQZ3Y9hwM1TTDMf0GIU9qUkXIqnPl3GdFR_zWX0XG9qSOEUXqB89y8TvQ1S5_r3TZ9LidPftn_23bkpBJxMFNlI8vF5UBlbjh1v9p26k27js2XnZ7Ulmr6Rsd8yHeODbYooWxWTWWxYL5RAi0apIV8vqawTbWRr4Rd1E2SZoourPC6VbrzcG6fKC0Z32S6WZjeJUgiCnxvd_0pZgLa99zqbpxW9zrRepisBi243rAnLDQto',1795436059563000,1795436079173000,NULL),
('Tiw1xPnRZogpF6WBy7_340gcVKjiUwTXF-_YQXYhimk','ES256','active','{\"kty\":\"EC\",\"x\":\"CVjbj9soSvW1jG-sdt4-RJl5dXpN0k8TV2NvyO4vTGk\",\"y\":\"uXXIBRetWMLwGp22OvDjm1hfkDWwK6cxC5Y9LvNtMEM\",\"crv\":\"P-256\",\"kid\":\"Tiw1xPnRZogpF6WBy7_340gcVKjiUwTXF-_YQXYhimk\",\"alg\":\"ES256\",\"use\":\"sig\"}','AT6oDQPXwf0wtK1A9nSPBz8gDgovDTJW69HzvpWvyNDYblxCkA9l8il471M8pMLOm_txXbRngmIib1ylrVijhCDALYZ2sJdkHQq6F2OYLDG7wcjeROPzZsc58kiKL2fmWK8x2OTxYC4yGN02Ho8naaxUTy2b5XCiWxu8emvubh0cEENjUaMPkVVZ8qBeObUd0dqH3jrW69toHgXi1xmKUJph1PCvY2NEnY8M6atXQnjwtmGFpLSOszlgkeUbsSXT66yjX2rlSut_blVv-4vwjbSn7DlqTreG5lmNN808mQsYOEJbIIUZ_R6wl65ka3dt82gZ8Syk81wveoy5yGuD9yhkibpo0Bah12u0b9Pva3gVSl5dUHkSQQOFeTvohND085oP7zt4Vo32uJJkDA',1795436058585000,1795436058599000,NULL),
('f_tocYDyMsPEzGr9gklA26lOytTKwuDKnvmLsS6RCn8','ES256','published','{\"kty\":\"EC\",\"x\":\"BMp49G7npCYk8a_30jLRntpBd2Dmm12T04Hb_gvznpk\",\"y\":\"93m8emmQQ4XMjs15SxBSoOIKtMvi-QgNbA9IQvZGs9o\",\"crv\":\"P-256\",\"kid\":\"f_tocYDyMsPEzGr9gklA26lOytTKwuDKnvmLsS6RCn8\",\"alg\":\"ES256\",\"use\":\"sig\"}','AT6oDQPXwd8xq5mCh0BMKh5tzRqsuyS2wwqoKlHgPKnL9tVphq7cgMKO7Vy_18SOlNybcGFwQThS3g79sY8Pz6tfgdRI6WoeYAi2HSXQ1LMnwhSwsaEmhXFgBy7v9n2Yg3loZSkF5kw3MNFp0HbbITYW48PSRz0r14yIXDqSQPr4YCsXzRlQQcNL28ATp74ywLHwjqNO6UZVkPWQ1tASu_vfQHEs7eIcBdl4_B5yall3wrEYGzjn0w2WqT0OmEw8nfBkKA9JsOgrAiOzHIxKxAUesbz9pr4p4N6kK68pHQdant3J74b9JkvdAJA09qADzI89YOlaOxpcXbWEPVn2ZV3hhWiohAx6Bq2Lb7p2PLJl3W0uNSaHyWxLN_Npozx5oQXLwiF5MYbzop99fQ',1795436059597000,1795436079173000,NULL);
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
(41,'01a20854-4f35-73ca-850e-bb26452b4de2',1,'Öffentlichkeit','öffentlichkeit','tiekhciltneffö',1,1795436072757000,1795436072757000);
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
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `user_tombstones` VALUES
('01a20854-45bc-752f-a744-eeedc4baad0d',20,1,1795436071647000);
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
(22,1,0,1,'caglar@example.org','gro.elpmaxe@ralgac',NULL,1),
(28,1,0,1,'grace@example.org','gro.elpmaxe@ecarg',NULL,1),
(29,1,0,1,'alan@example.org','gro.elpmaxe@nala',NULL,1);
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
(3,'01a20853-eff4-77aa-a9ce-cdb47fab3f2d',1,'person',1,0,1,1795436048372000,1795436048372000,'admin','admin','nimda','Administrator','administrator','First','first',NULL,'􏿿','admin@gatehouse.localhost',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{\"emails\":[{\"value\":\"admin@gatehouse.localhost\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'first administrator',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(4,'01a20853-f04f-7186-86ad-13c06a0fd8f4',1,'service',1,0,3,1795436048463000,1795436048463000,'bootstrap','bootstrap','partstoob',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(11,'01a20854-4000-773d-8739-4e3a17e52bb8',1,'person',1,0,1,1795436068864000,1795436068864000,'bjensen','bjensen','nesnejb','Jensen','jensen','Barbara','barbara','Babs Jensen','babs jensen','bjensen@example.org','Ms. Barbara J Jensen, III',NULL,'Ms.',NULL,NULL,NULL,'Tour Guide',NULL,'en-US',NULL,'America/Los_Angeles','{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 Universal City Plaza\",\"locality\":\"Hollywood\",\"country\":\"US\",\"type\":\"work\",\"primary\":true}]}','701984','4130',NULL,NULL,'Tour Operations',NULL,NULL,'ms. barbara j jensen, iii',NULL,'ms.',NULL,NULL,'tour guide',NULL,'en-us',NULL,'america/los_angeles','701984','4130',NULL,NULL,'tour operations',NULL,'{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 universal city plaza\",\"locality\":\"hollywood\",\"country\":\"us\",\"type\":\"work\",\"primary\":true}]}',NULL),
(13,'01a20854-43c9-755d-99d3-19ed6e943dc2',1,'person',1,0,1,1795436069833000,1795436069833000,'anders','anders','sredna','Ångström','ångström','Anders Jonas','anders jonas',NULL,'􏿿','anders@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"anders@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,'Optics',NULL,NULL,'anders jonas ångström',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,'optics',NULL,NULL,NULL),
(15,'01a20854-44f9-735c-bfe4-4bf0742aa1fa',1,'person',0,1,2,1795436070137000,1795436071369000,'bo','bo','ob','李','李','波','波',NULL,'􏿿','bo@example.net',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"bo@example.net\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'波 李',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(22,'01a20854-4883-7794-ae36-204694e25e4f',1,'person',1,0,1,1795436071043000,1795436071043000,'Çağlar','çağlar','ralğaç','Ümit','ümit','Çağlar','çağlar',NULL,'􏿿','caglar@example.org',NULL,NULL,NULL,NULL,'Ç',NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"caglar@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'çağlar ümit',NULL,NULL,NULL,'ç',NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(28,'imported-grace',1,'person',1,0,1,1795436071714000,1795436071714000,'grace','grace','ecarg','Imported','imported','grace','grace',NULL,'􏿿','grace@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"grace@example.org\",\"primary\":true,\"verified\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'grace imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(29,'imported-alan',1,'person',1,0,1,1795436071714000,1795436071714000,'alan','alan','nala','Imported','imported','alan','alan',NULL,'􏿿','alan@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"alan@example.org\",\"primary\":true,\"verified\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'alan imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(48,'01a20854-56b1-7489-8c7f-acba9e4fdea1',1,'service',1,0,4,1795436074673000,1795436074673000,'robot','robot','tobor',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(54,'01a20854-5bb2-7658-aa0f-9b8ec67480a4',1,'service',1,0,2,1795436075954000,1795436075954000,'Directory','directory','yrotcerid',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE `write_proofs` (
  `id` int(11) NOT NULL,
  `proved_us` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `write_proofs` VALUES
(1,1795436065410000);


