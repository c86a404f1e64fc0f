
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
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_applications_client_id` (`client_id`),
  UNIQUE KEY `u_applications_id` (`id`),
  KEY `applications_by_project` (`project_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `applications` VALUES
(31,'01a2076c-9132-737f-b45e-ce3cf9c990b6',1,29,'Web','01a2076c-9132-7166-b728-79daf8367fb0','active',0,'{\"type\":\"web\",\"authMethod\":\"client_secret_basic\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"opaque\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false}',1795420885298000),
(33,'01a2076c-91a1-746e-bdf7-f8a274b522af',1,29,'Native','01a2076c-91a1-77dc-8689-977ab269cc6f','active',0,'{\"type\":\"native\",\"authMethod\":\"none\",\"redirectUris\":[\"https://app.example.com/callback\"],\"postLogoutRedirectUris\":[],\"responseTypes\":[\"code\"],\"grantTypes\":[\"authorization_code\",\"refresh_token\"],\"accessTokenType\":\"jwt\",\"accessTokenSigningAlg\":\"ES256\",\"idTokenSigningAlg\":\"RS256\",\"idTokenUserinfoAssertion\":false,\"backchannelLogoutUri\":\"\",\"backchannelLogoutSessionRequired\":false,\"apiAccess\":false,\"devMode\":false,\"consentRequired\":false}',1795420885409000);
CREATE TABLE `browser_sessions` (
  `browser` varchar(64) NOT NULL,
  `session_uid` varchar(64) NOT NULL,
  `user_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `used_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) NOT NULL,
  `browser_name` varchar(60) DEFAULT NULL,
  PRIMARY KEY (`browser`,`session_uid`),
  KEY `browser_sessions_by_session` (`session_uid`),
  KEY `browser_sessions_by_expiry` (`expires_us`),
  KEY `browser_sessions_by_user` (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `browser_sessions` VALUES
('9_5shIIS6lO7JEykuO-y3U2UyE8K_V8iKv7dmSOPu5U','DrHoyOpXGxxnBZd-uQxrpiI4MNyxr32KW5_xoJzeiJw',5,1,1795420888271000,1796284888240000,NULL),
('DHckszSpJOI20HCWKElmsczv3wcoaVPH7PiwbJIqUxw','TZS5522AZLZTOXWrjnS7JfN84NqSO4Mb2GECYcai9v3',5,1,1795420889722000,1796284889703000,NULL);
CREATE TABLE `client_keys` (
  `id` varchar(64) NOT NULL,
  `owner_no` bigint(20) NOT NULL,
  `public_jwk` mediumtext NOT NULL,
  `created_us` bigint(20) NOT NULL,
  `expires_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `client_keys_by_owner` (`owner_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `client_keys` VALUES
('lQfQbLvgdGm3pNm4C3krs5JWi1yk-hzu6hbQ6VR6-G8',35,'{\"kty\":\"EC\",\"x\":\"i-KTCNGvI53SCwdoC90E-vQSIn965CmvGfrNGb86MlU\",\"y\":\"grN9I96dkHIrrjuFMx1WMRTPCw8K8QUd-EVCkGE2o9s\",\"crv\":\"P-256\"}',1795420885670000,NULL);
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
('01a2076c-7d23-72cd-b5a4-a88452c8814f',4,'XZwZ8zmNowvoTC11S51sT-KfB2lTK72v_6Dyn0W5qNQ',1795420880163000,NULL),
('01a2076c-9149-779d-89e6-d6c9812b3d8a',31,'o8GfmvdfxZELmn1WioLJLaJV-ze76lJL2blrXyDtUxc',1795420885321000,NULL),
('01a2076c-9374-76e7-839f-880588c71161',35,'9Axmk6cQGOnqkUirOr0GBnN6XRR1JogfhJTOpuhKA0U',1795420885876000,NULL);
CREATE TABLE `config_version` (
  `id` int(11) NOT NULL,
  `version` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `config_version` VALUES
(1,23);
CREATE TABLE `consents` (
  `user_no` bigint(20) NOT NULL,
  `client_no` bigint(20) NOT NULL,
  `scope` varchar(2000) NOT NULL,
  `given_us` bigint(20) NOT NULL,
  PRIMARY KEY (`user_no`,`client_no`)
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
('-UAp359t','password-change','active','AQAAAAAAAPFp9MAT0EgxSDlO1IUwYJFxOhTZmMHB6E-54K5KztNuUbG0RcrAcbJQ_5z7x1QFO8Sg9B4jYUxG9kFT77PFjBjPay1WG5HUUg',1795420878266000),
('14JfuZdq','signing-key','active','AQAAAAAAAL2fL95LwEY_JFuV1sBRJ8O9uiCh6yP0J9QzKslSXtPEZpncMzz9VAnYTgikGn5_GwnS6jbU7izIT5kVYnNyFWTitsIO-pSunQ',1795420878271000),
('Btw9-sQB','import','active','AQAAAAAAADxiLPvHSJXeMBUyhPagEMtxPSnpjIc0MFYO4YfOjfnVU0z7dYARnChlO0AuzqcPo2-fbviziLMmwkzFAa5DPl_Vx8MEWujyLA',1795420878261000),
('GelDXjWZ','cookie','active','AQAAAAAAAK9N4-vI6WG6CYMdr5Bsm59Yjhf2BTinzjd06HRg1JtsqIxnYoaKOW-yXhhR6mBoFwVu5QjnMrUMarHUtbey8Q3GwzZXKmVPjQ',1795420878249000),
('UO1_gIys','access-token','active','AQAAAAAAAEvuOgxf30pJFZ3RHsjHkbD_gkzuBC801zKcGQkcwyldvVtBnfF4xtdffdP1BPD9l-XS1ftzS3I7bGOn28n6NiyYh1h5X8drrA',1795420878234000),
('YkCaeBrm','cursor','active','AQAAAAAAAF5OpSVPibnHWSfHtU3fmRMWb7sDpo_DLbbb4ik067Pa059hmunEEVq2T22AX25ZiWBFhEQtr9Pc3kyxVNKiJSWoakMzIiZdqw',1795420878252000),
('eE1mvuaq','registration','active','AQAAAAAAAA5dzLvCyESONo6vJYWQ-PFoT5T5Mpbe5JFDAjWXKd93I3MgwhFRUYhhRyu6lsLmkXIyFcCW4ar7kuJ6c_So0rc8F6Ly3_8cPQ',1795420878269000),
('fLh9Xcz2','sign-in','active','AQAAAAAAALfon7WwV3hd_l2aPi-b_Ic_FrX7Cl_NCy0ZxfxFrBmcOVp7ud3YN_3-8H16adjeHKTSUcR7oPgvC9grDSOuNrBoj9Ke8MCrDA',1795420878270000),
('q66qJvbi','digest','active','AQAAAAAAAJVMpeB5AISlPjvnpYhaiexxaEm6LYgj7J9Qj4v_HiM8DWKq2adiqEW-YV_UKYkSJ16g3jzHGyYhyxKCia5lCxzucp6q5RcTSA',1795420878257000),
('z8HudC8I','mail','active','AQAAAAAAADYw-J0aHTe1uURBqOqQ17E5h_OwkU-1vSYA3kLM1FrRcUOMEoneL8y8MN4nOm2Aigi9qVQnCJhwkH8_1S2f-FHLlEPVSrPazQ',1795420878265000);
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
(8,NULL),
(10,NULL),
(15,NULL),
(17,NULL),
(18,NULL),
(19,NULL),
(22,NULL),
(28,NULL),
(30,NULL),
(32,NULL),
(34,NULL),
(36,NULL),
(37,NULL),
(38,NULL),
(39,NULL),
(40,NULL),
(42,NULL),
(43,NULL),
(44,NULL),
(46,NULL),
(47,NULL),
(49,NULL);
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
  PRIMARY KEY (`tx_no`,`ord`),
  KEY `events_by_org` (`org_no`,`created_us`),
  KEY `events_by_type` (`type_no`,`created_us`),
  KEY `events_by_time` (`created_us`,`tx_no`,`ord`),
  KEY `events_of_aggregate` (`aggregate_id`,`created_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `events` VALUES
(2,0,1,1795420880069000,50,'org','01a2076c-7c9a-733b-944e-fd6a168da98b',1,'system','{\"name\":\"Gatehouse\",\"primaryDomain\":\"gatehouse.localhost\"}'),
(2,1,1,1795420880113000,1,'user','01a2076c-7cdb-754e-a622-7bb05d495212',1,'system','{\"userName\":\"admin\",\"firstName\":\"First\",\"lastName\":\"Administrator\",\"displayName\":\"First Administrator\",\"email\":\"admin@gatehouse.localhost\"}'),
(2,2,1,1795420880135000,20,'user','01a2076c-7cf2-76c2-a218-e5f377a69b13',1,'system','{\"userName\":\"bootstrap\",\"name\":\"Bootstrap service user\",\"clientId\":\"72140bef44e0ff4c01909a27\"}'),
(2,3,1,1795420880148000,90,'instance','instance',1,'system','{\"userId\":\"01a2076c-7cdb-754e-a622-7bb05d495212\",\"role\":\"IAM_OWNER\"}'),
(2,4,1,1795420880157000,90,'instance','instance',1,'system','{\"userId\":\"01a2076c-7cf2-76c2-a218-e5f377a69b13\",\"role\":\"IAM_OWNER\"}'),
(2,5,1,1795420880177000,21,'user','01a2076c-7cf2-76c2-a218-e5f377a69b13',2,'system','{\"secretId\":\"01a2076c-7d23-72cd-b5a4-a88452c8814f\"}'),
(2,6,1,1795420880200000,22,'user','01a2076c-7cf2-76c2-a218-e5f377a69b13',3,'system','{\"tokenId\":\"01a2076c-7d3d-7635-b13b-b903f82d2bce\"}'),
(6,0,1,1795420882908000,1,'user','01a2076c-87a6-7365-9828-ee6a6f261068',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userName\":\"bjensen\",\"firstName\":\"Barbara\",\"lastName\":\"Jensen\",\"displayName\":\"Babs Jensen\",\"preferredLanguage\":\"en-US\",\"email\":\"bjensen@example.org\",\"phone\":\"+15555551212\"}'),
(8,0,1,1795420883244000,1,'user','01a2076c-8921-740f-8e4d-08ffbec260dc',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userName\":\"anders\",\"firstName\":\"Anders Jonas\",\"lastName\":\"Ångström\",\"displayName\":\"Anders Jonas Ångström\",\"preferredLanguage\":\"en\",\"email\":\"anders@example.org\"}'),
(10,0,1,1795420883595000,1,'user','01a2076c-8a78-765b-8511-86c35a86fef2',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userName\":\"bo\",\"firstName\":\"波\",\"lastName\":\"李\",\"displayName\":\"波 李\",\"preferredLanguage\":\"en\",\"email\":\"bo@example.net\"}'),
(15,0,1,1795420884002000,1,'user','01a2076c-8c1b-74cb-8f7f-7cfb596c42fc',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userName\":\"bygone\",\"firstName\":\"Gone\",\"lastName\":\"By\",\"displayName\":\"Gone By\",\"preferredLanguage\":\"en\",\"email\":\"bygone@example.org\"}'),
(17,0,1,1795420884428000,1,'user','01a2076c-8dc2-75d5-8200-42e6a3e1387c',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userName\":\"Çağlar\",\"firstName\":\"Çağlar\",\"lastName\":\"Ümit\",\"nickName\":\"Ç\",\"displayName\":\"Çağlar Ümit\",\"preferredLanguage\":\"en\",\"email\":\"caglar@example.org\"}'),
(18,0,1,1795420884567000,7,'user','01a2076c-8a78-765b-8511-86c35a86fef2',2,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{}'),
(19,0,1,1795420884801000,9,'user','01a2076c-8c1b-74cb-8f7f-7cfb596c42fc',2,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{}'),
(22,0,1,1795420884960000,1,'user','imported-grace',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userName\":\"grace\",\"firstName\":\"grace\",\"lastName\":\"Imported\",\"displayName\":\"grace Imported\",\"preferredLanguage\":\"en\",\"email\":\"grace@example.org\"}'),
(22,1,1,1795420884960000,1,'user','imported-alan',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userName\":\"alan\",\"firstName\":\"alan\",\"lastName\":\"Imported\",\"displayName\":\"alan Imported\",\"preferredLanguage\":\"en\",\"email\":\"alan@example.org\"}'),
(28,0,23,1795420885045000,50,'org','01a2076c-9026-736a-a28a-623f41300840',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"name\":\"Äther & Co\",\"primaryDomain\":\"other.example.org\"}'),
(30,0,1,1795420885217000,60,'project','01a2076c-90bd-7205-b501-012973406a3a',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"name\":\"Ångström tools\"}'),
(32,0,1,1795420885306000,70,'application','01a2076c-9132-737f-b45e-ce3cf9c990b6',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"name\":\"Web\",\"clientId\":\"01a2076c-9132-7166-b728-79daf8367fb0\",\"projectId\":\"01a2076c-90bd-7205-b501-012973406a3a\",\"type\":\"web\"}'),
(34,0,1,1795420885426000,70,'application','01a2076c-91a1-746e-bdf7-f8a274b522af',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"name\":\"Native\",\"clientId\":\"01a2076c-91a1-77dc-8689-977ab269cc6f\",\"projectId\":\"01a2076c-90bd-7205-b501-012973406a3a\",\"type\":\"native\"}'),
(36,0,1,1795420885570000,20,'user','01a2076c-9232-7493-b72e-716b4f37ad9e',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userName\":\"robot\",\"name\":\"Robot\",\"clientId\":\"98a529a30fe8979ff178285c\"}'),
(37,0,1,1795420885693000,23,'user','01a2076c-9232-7493-b72e-716b4f37ad9e',2,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"keyId\":\"lQfQbLvgdGm3pNm4C3krs5JWi1yk-hzu6hbQ6VR6-G8\"}'),
(38,0,1,1795420885880000,21,'user','01a2076c-9232-7493-b72e-716b4f37ad9e',3,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"secretId\":\"01a2076c-9374-76e7-839f-880588c71161\"}'),
(39,0,1,1795420886111000,22,'user','01a2076c-9232-7493-b72e-716b4f37ad9e',4,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"tokenId\":\"01a2076c-944d-73df-8a71-77a4483a7f2c\"}'),
(40,0,1,1795420886240000,51,'org','01a2076c-7c9a-733b-944e-fd6a168da98b',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userId\":\"01a2076c-9232-7493-b72e-716b4f37ad9e\",\"role\":\"ORG_OWNER_VIEWER\"}'),
(42,0,1,1795420886385000,20,'user','01a2076c-955e-7438-ba46-7ccbde8e3b05',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userName\":\"Directory\",\"name\":\"Directory\",\"clientId\":\"f74d0a5f26f838608c0357bf\"}'),
(42,1,1,1795420886398000,51,'org','01a2076c-7c9a-733b-944e-fd6a168da98b',1,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userId\":\"01a2076c-955e-7438-ba46-7ccbde8e3b05\",\"role\":\"ORG_USER_MANAGER\"}'),
(42,2,1,1795420886434000,59,'org','01a2076c-7c9a-733b-944e-fd6a168da98b',2,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"userId\":\"01a2076c-955e-7438-ba46-7ccbde8e3b05\",\"preset\":\"entra\",\"switches\":{},\"emailTrust\":\"ownedDomains\"}'),
(42,3,1,1795420886485000,22,'user','01a2076c-955e-7438-ba46-7ccbde8e3b05',2,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"tokenId\":\"01a2076c-95ad-7770-9ed8-9b36647073d1\"}'),
(43,0,1,1795420886619000,95,'instance','instance',2,'01a2076c-7cf2-76c2-a218-e5f377a69b13','{\"kind\":\"password\",\"minLength\":10}'),
(44,0,1,1795420887892000,10,'user','01a2076c-87a6-7365-9828-ee6a6f261068',1,'01a2076c-87a6-7365-9828-ee6a6f261068','{\"address\":\"127.0.0.0/24\"}'),
(46,0,1,1795420888229000,36,'user','01a2076c-87a6-7365-9828-ee6a6f261068',1,'01a2076c-87a6-7365-9828-ee6a6f261068','{\"session\":\"lBrItdRvRLBrABqx35Vq0-\"}'),
(47,0,1,1795420889521000,10,'user','01a2076c-87a6-7365-9828-ee6a6f261068',1,'01a2076c-87a6-7365-9828-ee6a6f261068','{\"address\":\"127.0.0.0/24\"}'),
(49,0,1,1795420889692000,36,'user','01a2076c-87a6-7365-9828-ee6a6f261068',1,'01a2076c-87a6-7365-9828-ee6a6f261068','{\"session\":\"TW32PYPt81KmwD2-AfbeSu\"}');
CREATE TABLE `external_ids` (
  `user_no` bigint(20) NOT NULL,
  `domain_no` bigint(20) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `value` varchar(400) NOT NULL,
  PRIMARY KEY (`user_no`,`domain_no`),
  KEY `external_ids_by_value` (`org_no`,`domain_no`,`value`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `external_ids` VALUES
(5,0,1,'701984');
CREATE TABLE `features` (
  `name` varchar(100) NOT NULL,
  `enabled` tinyint(1) NOT NULL,
  PRIMARY KEY (`name`)
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
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_grants_id` (`id`),
  UNIQUE KEY `u_grants_code` (`code_digest`),
  KEY `grants_by_expiry` (`expires_us`),
  KEY `grants_by_client` (`client_no`),
  KEY `grants_by_user` (`user_no`),
  KEY `grants_by_session` (`session_uid`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `grants` VALUES
(45,'q1HYmlvh6ycEkuOdq1Lg7Q',5,31,'DrHoyOpXGxxnBZd-uQxrpiI4MNyxr32KW5_xoJzeiJw','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795420888,\"exp\":1795420948,\"accountId\":\"01a2076c-87a6-7365-9828-ee6a6f261068\",\"amr\":[\"pwd\"],\"authTime\":1795420887,\"codeChallenge\":\"KsyE4NpqiEhekJ8NKQiFbq5_X7w8Mhfmx_Cvt9Ej5t0\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"q1HYmlvh6ycEkuOdq1Lg7Q\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"DrHoyOpXGxxnBZd-uQxrpiI4MNyxr32KW5_xoJzeiJw\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a2076c-9132-7166-b728-79daf8367fb0\",\"sid\":\"ioahU-tNk3eGj53N5yj1l9yY0gF1FNxt7JFuN6RLM_9\"}}','I7xTn9lMaVEBAupfTImsNaE8-ziymF65Pt_VSEtYQpg',1795420948161001,1795420888375000,1,0,1795420888537000,1798012888532000,1803196888532001,NULL,1803201088532001),
(48,'W8jIur35AHPLMv7db3z1jw',5,33,'TZS5522AZLZTOXWrjnS7JfN84NqSO4Mb2GECYcai9v3','openid profile email offline_access','{\"generations\":{\"user\":0,\"organization\":0,\"client\":0},\"code\":{\"iat\":1795420889,\"exp\":1795420949,\"accountId\":\"01a2076c-87a6-7365-9828-ee6a6f261068\",\"amr\":[\"pwd\"],\"authTime\":1795420889,\"codeChallenge\":\"xhU0LHTTS9LOr4YuU-XJznkuAbyfPPKSHcxT-X46--0\",\"codeChallengeMethod\":\"S256\",\"grantId\":\"W8jIur35AHPLMv7db3z1jw\",\"redirectUri\":\"https://app.example.com/callback\",\"scope\":\"openid profile email offline_access\",\"sessionUid\":\"TZS5522AZLZTOXWrjnS7JfN84NqSO4Mb2GECYcai9v3\",\"kind\":\"AuthorizationCode\",\"clientId\":\"01a2076c-91a1-77dc-8689-977ab269cc6f\",\"sid\":\"ApIKUgtb83siKWHKVzmg2UI1dHl35o9ENGh8mPB8Vp6\"}}','aoUzamBjafHyB_RtYmS9KyLo7B_9LQZAjxCrMva39iU',1795420949628001,1795420889806000,1,0,1795420889839000,1798012889831000,1803196889831001,NULL,1803201089831001);
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

CREATE TABLE `import_seen` (
  `job_no` bigint(20) NOT NULL,
  `entry` varchar(64) NOT NULL,
  PRIMARY KEY (`job_no`,`entry`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE `leases` (
  `name` varchar(100) NOT NULL,
  `owner` varchar(64) NOT NULL,
  `until_us` bigint(20) NOT NULL,
  `fence` bigint(20) NOT NULL,
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `leases` VALUES
('logout notices','c817c56a-b919-4c16-92a0-00993d060942',0,2),
('mail','c817c56a-b919-4c16-92a0-00993d060942',0,2);
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
(35,1,'ORG_OWNER_VIEWER'),
(41,1,'ORG_USER_MANAGER');
CREATE TABLE `migration_lock` (
  `id` int(11) NOT NULL,
  `until_s` bigint(20) NOT NULL,
  `owner` varchar(40) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

INSERT INTO `migration_lock` VALUES
(1,0,'a065840d-3507-4d6c-83d4-87f355284fc9');
CREATE TABLE `migrations` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `timestamp` bigint(20) NOT NULL,
  `name` varchar(255) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB AUTO_INCREMENT=18 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;

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
(17,1700000015000,'EmployeeNumbers1700000015000');
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
('Assertion','j8dJC9BxPN8beZq1HcPLD-q2r5hHlffbHWlu9TrVm5M',NULL,'{}',1795421249000000),
('Session','Ra6JbKAjP8YOwzVsfO0E763fun6L7io4Iwre8AyST_8','TZS5522AZLZTOXWrjnS7JfN84NqSO4Mb2GECYcai9v3','{\"iat\":1795420889,\"exp\":1796284889,\"kind\":\"Session\",\"uid\":\"TZS5522AZLZTOXWrjnS7JfN84NqSO4Mb2GECYcai9v3\",\"accountId\":\"01a2076c-87a6-7365-9828-ee6a6f261068\",\"loginTs\":1795420889,\"amr\":[\"pwd\"],\"holder\":{\"userNo\":5,\"generation\":0,\"organizationGeneration\":0},\"authorizations\":{\"01a2076c-91a1-77dc-8689-977ab269cc6f\":{\"sid\":\"ApIKUgtb83siKWHKVzmg2UI1dHl35o9ENGh8mPB8Vp6\",\"grantId\":\"W8jIur35AHPLMv7db3z1jw\",\"persistsLogout\":true}}}',1796284889644000),
('Session','mc6q6O15lgTuO7_p0pItXLlOuuJrtEuM76BmKlGgnrI','DrHoyOpXGxxnBZd-uQxrpiI4MNyxr32KW5_xoJzeiJw','{\"iat\":1795420888,\"exp\":1796284888,\"kind\":\"Session\",\"uid\":\"DrHoyOpXGxxnBZd-uQxrpiI4MNyxr32KW5_xoJzeiJw\",\"accountId\":\"01a2076c-87a6-7365-9828-ee6a6f261068\",\"loginTs\":1795420887,\"amr\":[\"pwd\"],\"holder\":{\"userNo\":5,\"generation\":0,\"organizationGeneration\":0},\"authorizations\":{\"01a2076c-9132-7166-b728-79daf8367fb0\":{\"sid\":\"ioahU-tNk3eGj53N5yj1l9yY0gF1FNxt7JFuN6RLM_9\",\"grantId\":\"q1HYmlvh6ycEkuOdq1Lg7Q\",\"persistsLogout\":true}}}',1796284888200000);
CREATE TABLE `organization_domains` (
  `domain` varchar(253) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `is_primary` tinyint(1) NOT NULL,
  `verified_us` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`domain`),
  KEY `organization_domains_by_org` (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `organization_domains` VALUES
('gatehouse.localhost',1,1,1795420880027000),
('other.example.org',23,1,1795420885030000);
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
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_organizations_id` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `organizations` VALUES
(1,'01a2076c-7c9a-733b-944e-fd6a168da98b','Gatehouse','gatehouse.localhost','active',0,1,1795420880027000,1795420880027000),
(23,'01a2076c-9026-736a-a28a-623f41300840','Äther & Co','other.example.org','active',0,1,1795420885030000,1795420885030000);
CREATE TABLE `passwords` (
  `user_no` bigint(20) NOT NULL,
  `hash` varchar(1000) NOT NULL,
  `changed_us` bigint(20) NOT NULL,
  `change_required` tinyint(1) NOT NULL,
  PRIMARY KEY (`user_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `passwords` VALUES
(3,'$2b$10$ZD2V1pXD.4MiYOjS/90AR.6k9.NqeZlufZK4ezyvYSYoRTSYydZY2',1795420880091000,0),
(5,'$2b$10$jka.EGIYzI2mWnjkwqVn1Oijg0yWNkL5Wd.XVrTGcv1x67p8FH19G',1795420882854000,0),
(7,'$2b$10$oCto1fdEpZOY/drG4xJKJumu1o91AUmrV2tnzuLX1ZBZdu0HhPG3i',1795420883233000,0),
(9,'$2b$10$QwHPpnNe42jMp/CZNf/J9.g2B1oO.ULXxRml32JprjjJskjhWTk0.',1795420883575000,0),
(16,'$2b$10$7i91oE5nVZ/L50BKyhRkHed1wskLPjbb7ZrBruKRRdh3MF962rhvW',1795420884418000,0),
(20,'$6$saltSALT$tjZthnih2Bcg8ENjBN8UH9EEmUWMA22.rMqSV/2wsWT4Oi63MBxkXSMFroq77LmStPy5Fd1WbBQWxB.ReywJd.',1795420884927000,0),
(21,'$5$saltSALT$lojmPsO7up8eMxasgmgAViZBetzCcHdP6PThOK9De3C',1795420884927000,0);
CREATE TABLE `people_counts` (
  `org_no` bigint(20) NOT NULL,
  `slot` int(11) NOT NULL,
  `n` bigint(20) NOT NULL,
  PRIMARY KEY (`org_no`,`slot`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `people_counts` VALUES
(1,0,1),
(1,1,2),
(1,2,0),
(1,3,0),
(1,4,1),
(1,5,3),
(1,6,0),
(1,7,0),
(23,0,0),
(23,1,0),
(23,2,0),
(23,3,0),
(23,4,0),
(23,5,0),
(23,6,0),
(23,7,0);
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
('01a2076c-7d3d-7635-b13b-b903f82d2bce',4,'-rBlue-aszMxcTSJ1FFMlG5QybOztWXu-HNLuPl-PSc','openid profile','[]',1795420880189000,NULL,1795420882387000,0,0),
('01a2076c-944d-73df-8a71-77a4483a7f2c',35,'5slIGVCf3AK57F6swUGHWeGawQAB1eleqCSWA8JZ_94','openid','[]',1795420886093000,NULL,NULL,0,0),
('01a2076c-95ad-7770-9ed8-9b36647073d1',41,'brP1CuA96F900EeMTYSZ2rj8QA136ec9w6E1lF8oEAk','openid profile','[]',1795420886445000,NULL,NULL,0,0);
CREATE TABLE `policies` (
  `org_no` bigint(20) NOT NULL,
  `kind` varchar(50) NOT NULL,
  `body` mediumtext NOT NULL,
  PRIMARY KEY (`org_no`,`kind`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `policies` VALUES
(1,'password','{\"minLength\":10}');
CREATE TABLE `projects` (
  `no` bigint(20) NOT NULL,
  `id` varchar(200) NOT NULL,
  `org_no` bigint(20) NOT NULL,
  `name` varchar(200) NOT NULL,
  `state` varchar(20) NOT NULL,
  `created_us` bigint(20) NOT NULL,
  PRIMARY KEY (`no`),
  UNIQUE KEY `u_projects_id` (`id`),
  KEY `projects_by_org` (`org_no`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO `projects` VALUES
(29,'01a2076c-90bd-7205-b501-012973406a3a',1,'Ångström tools','active',1795420885213000);
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
(41,1,0,'entra','{}','ownedDomains',1795420886403000);
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
(11,1,1795420882931000,1798012882931000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','create','01a2076c-87a6-7365-9828-ee6a6f261068','bjensen',201,NULL,'[\"externalId\",\"userName\",\"name\",\"displayName\",\"title\",\"preferredLanguage\",\"timezone\",\"active\",\"password\",\"emails\",\"phoneNumbers\",\"addresses\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','16082f65-e846-4aa4-a711-0616b8a1da59'),
(12,1,1795420883265000,1798012883265000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','create','01a2076c-8921-740f-8e4d-08ffbec260dc','anders',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\",\"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User\"]','29031e3c-119f-4aa7-9a75-54c008ed8b00'),
(13,1,1795420883602000,1798012883602000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','create','01a2076c-8a78-765b-8511-86c35a86fef2','bo',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','2d546f7c-f154-44d5-84e3-69a07dc13294'),
(24,1,1795420884026000,1798012884026000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','create','01a2076c-8c1b-74cb-8f7f-7cfb596c42fc','bygone',201,NULL,'[\"userName\",\"name\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','66a30d9b-3b7b-401e-b582-c0c8665ebe0d'),
(25,1,1795420884434000,1798012884434000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','create','01a2076c-8dc2-75d5-8200-42e6a3e1387c','Çağlar',201,NULL,'[\"userName\",\"name\",\"nickName\",\"preferredLanguage\",\"active\",\"password\",\"emails\"]','b7b966c4-a5b3-4e84-a189-8646389796ba'),
(26,1,1795420884618000,1798012884618000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','patch','01a2076c-8a78-765b-8511-86c35a86fef2','bo',204,NULL,'[\"active\"]','1b5b1e2e-385c-4804-b428-28396b1b0a37'),
(27,1,1795420884811000,1798012884811000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','delete','01a2076c-8c1b-74cb-8f7f-7cfb596c42fc',NULL,204,NULL,'[]','831880ef-1dc8-4af9-aa15-9512f76e2de2'),
(50,1,1795420890219000,1798012890219000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','list',NULL,NULL,200,NULL,'[]','703f720c-af8d-41c9-8973-79fa9b598aee'),
(51,1,1795420890273000,1798012890273000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','list',NULL,NULL,200,NULL,'[]','49c741c7-2be4-4568-be9e-46c4b912d79d'),
(52,1,1795420890411000,1798012890411000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','list',NULL,NULL,200,NULL,'[]','1fc64912-f531-4269-9523-2a9aa9fc7e65'),
(53,1,1795420890679000,1798012890679000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','list',NULL,NULL,200,NULL,'[]','bab4b89b-9416-4165-9f6a-fcfbec7b0673'),
(54,1,1795420891072000,1798012891072000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','list',NULL,NULL,200,NULL,'[]','2384cd41-d0db-402b-9d74-10b55c1fbe8f'),
(55,1,1795420891132000,1798012891132000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','list',NULL,NULL,200,NULL,'[]','51d0b81a-c356-4935-87fe-c9004407b9a8'),
(56,1,1795420891203000,1798012891203000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','list',NULL,NULL,200,NULL,'[]','77c4792a-ef65-4ae4-a37d-b6f1c69815c9'),
(57,1,1795420891291000,1798012891291000,'01a2076c-7cf2-76c2-a218-e5f377a69b13','list',NULL,NULL,200,NULL,'[]','28429f3b-49cb-45a1-93e1-50741ea5d0cf');
CREATE TABLE `revoked_tokens` (
  `jti` varchar(64) NOT NULL,
  `until_us` bigint(20) NOT NULL,
  PRIMARY KEY (`jti`),
  KEY `revoked_tokens_by_expiry` (`until_us`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

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
(4,1,'72140bef44e0ff4c01909a27','Bootstrap service user',NULL,'opaque',0),
(35,1,'98a529a30fe8979ff178285c','Robot',NULL,'opaque',0),
(41,1,'f74d0a5f26f838608c0357bf','Directory',NULL,'opaque',0);
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
('Lidyyr2BBspZ_ejjlbPHW26m1XwkTKNU-ODSBGy_MrM',0,0,0,0,1795421487396000);
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
('2J1BeSuPcYtL4g2cZMtHuy4-1hFUt_ZF1M-q5za7Lr4','EdDSA','published','{\"crv\":\"Ed25519\",\"x\":\"Ah7GdoMZIKPCeXTbNewhUUEYgtxGCbk29AUiAI36qrI\",\"kty\":\"OKP\",\"kid\":\"2J1BeSuPcYtL4g2cZMtHuy4-1hFUt_ZF1M-q5za7Lr4\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','AdeCX7mXahQM4GET1J2aCt6v_6lsOygcLYYepUQvmGsp8-IwSSNHa34gJ9-DI2IOlDeIyEpQ4A0rHcCzwwQQbcqWh1GhrA20nrUlH4PPY1QoFLZcIWDT4oFUW2KeG_aMsRCAqXPPLrrqB-5SY-DpllXypl9lll381bKMTtMFJDr6t4735DOLmPzYVUmGxj9bjB0UwNf1R57_Ym34BorIb6mvC2AOpmpgcEIQu9ymhO3yjXYc3JSUMypU4qr_yYOX_fUtycTryNiX3A3vaiqO0DgI3OblDVGw0j0RZh7eozv5NIdk5eATpGI4bbANynDqq0tkOGqZcyXjOHK7Bfs',1795420882013000,1795420888889000,NULL),
('TyGgqctH0euQT0vd3vRQHyHEz2KxIP0vL52wJEKT2zc','ES256','active','{\"kty\":\"EC\",\"x\":\"IV6pnN0--7AxjaXpTPo5j9YsTYpVWrFYtt9hLdRvZOs\",\"y\":\"Ke6i4ceQv-0iY54bRrjn0PINmHWWn8yJqjeK0L-n80A\",\"crv\":\"P-256\",\"kid\":\"TyGgqctH0euQT0vd3vRQHyHEz2KxIP0vL52wJEKT2zc\",\"alg\":\"ES256\",\"use\":\"sig\"}','AdeCX7mXauFpSfi28aHy0LQ_GALRtcNh4Px79kai_QTsjLges_-JEFd7tiU4qJLwcISjP4NtT8pZrhnmwzEdnMcOVJHDvHVdykbSbrFLum2vb7a7HZC6rGbiWX4xD_4_WuqB07jql1pSRat5ZBR6C__kdv9CYseL4et-RAtHE7RdBsPpnrnsVnCDPomQEhh_L0lpZHiSV_4buktrKRI09RTtEd_GX10_gboSQyaW7pDCbPhi3vJJS1PWwsohU5TE8T9hUQacyOP_d1b2Y1R_5a4XBvzqWxUu_58PVy8xsa6QmBjz1_-hCArV4wQffgDzEo6GiB1UQMN3SeMoRq2oIjIj4T1YvNF_LFxEkAuMrqyR9c9tYsLHrJgbqzmOUFlty1aPrgcOd5u-hrnVSQ',1795420881641000,1795420881663000,NULL),
('cxZcDZ4uD-AGQiZURt1I1qw8YYEM8f3fw-JsxyzPf6A','RS256','active','{\"kty\":\"RSA\",\"n\":\"rr5SGGCd5XkG3kzB02IpMv_EbzWFQojqoHG9C8AMRhOLZmaqOTIyqkeQuqGlwCVh-hAXZYtdgZARVc4kUry35fUKopUPIxHQGu3-5X4grsNubMDOtM80Q1475UtIlKV9buC83ruUazZuvuBJlquSRThQE4WqhiE2JjI1b3i-vgnbzSENMnJcP67pBNJlqk6emITcUZLGzki-BxCY-4Hu4y9a26sTGNBdeCCss-FMNyWdSWu95z8joadsEHV6Sdrd0GUKDzOB2w9Id3kRqAmYDlnKolxyHyS1BHKCZZWnxPtj2CNG92Adoqx9lSBEBaSlrckefvhzS9NHMAjuQLAyLQ\",\"e\":\"AQAB\",\"kid\":\"cxZcDZ4uD-AGQiZURt1I1qw8YYEM8f3fw-JsxyzPf6A\",\"alg\":\"RS256\",\"use\":\"sig\"}','AdeCX7mXauMMd0StNLb8dzcFkShjw6NbiDaghSghkWtW743wdfxAvZ01Me4OV11Ka_56DQGOXyFou_lSQQC0zUmxajTs6CD3XwhpgC-GTKnLAY4oEiEpCQJBX3TfutLn_-92-DIDRBdunv-3HyJYzIOlxbexsjzn7ueldWJdu3pl9IOrZbgYydL9mJZUUwjnhfDxM_gOLDPnzIIOEH-dtAE2UQYRRnP0lm8_ITkRRlHsucqAT1OJiu-bU0S3BIrhmVq1IJQTC86USrnVUrCLNI2G4Ec6nUpNfMQ35YPCk3B-IPHmS7Y92TBzHIlyLIUccBRpFyWsUL0b5AqQbVu6lBgmr7oqMkmK8_AU27A29xFs50OY_wZcXQfaAUa93xewvY5E8XNrFStSxRkWI3tanL1IWvMXlWlQ_bMu2oBPHxlIm-tCjiJY3h00HT5VJM2QFfW9cEfAwFFzbZ45zuiWkxXrIzyZvwkIhn3fIuk7ZLzLjCbubR9IU8_uDXaOLcVdXAb4Nm_MGBWsFZR6iXHPLnDg2Xbf4NcHDK5gMx2nh2zKZ5PhSwv2Mk8qC2x647UjVsNWsje0A_zW5uaFhsFxJjFVr0lscFcq3SZcFGO_1d5j5dplZvtd_mRU2Aor9KV7t9tVJ8DDqpBgKxzylBqlKmaHFVx05FUjmStXMLZ5HC8mkrNtQ312FtehlHfimkVE5cNxKSzQ1H5sgP-XJWo7FG5jWjNLLiGyUzeDGfgKqM6G9f-EVH5NfutPom7AKPt7dOw6sYfzqfV7iolSrFQzCJum5NWB6WlIGJms4NLnHljvhBzCCWRsjavLe7slfR_hMQwF9Z6NffhfLYH2Tu5NBiMOPX0YisFBjs7xgRSVLkvFiB810KWzcbpA1bnaXZ2LDW4gUgcxK0WJ7eLCHcfjAubLgFJYYHvfJW3tnmhGu29k1-okxPVF0jr12IcYca3o5t4bFGdy9uUAu2SXzxNcBj--Fa2eQzodqyGfKtcXpyt-JetrXoenUApuVo82clFwPMZ37j63KBPkw6CX-Wks43ur9syDa6SH0INYqGyl28Hj2fybTpRCq1x7LZ_gSHmpm-0l-3InzCOXMVe4eF1FJzy0txdeJ2lF9y_6MyWYPLBjxtj4O8vDm0pKBOIw7ggG9WNFJYgJi35o2LwzCBDgKp7J-xx8NKEFTnMd9hZBf-EoMb7VbFG_aburBz6tOifsmroWQZSzypNFFsH-6sWdpN5vTRhM9fCg36aTnVRVfDN7fbe6s2TV97bqOLJNTrtnminx-xIAM6pkOhD6X4hgENqwYnCv9RW0cfr_QPf39TdkXEAPuoy8oQsWHfAAjMY9xVJKn-dK02fkve3PYeMJjUHqQ76EgnX1CyKxELJmoegagH5YALFDQplFHQxHT2K4tEQg7AksXvyCIhgF_F360UsDTp2Mp515ntXr-EPdN8hPAgbt3Xbe5ZghQdnfzpf8j-rJ8fYYMrx1fxAwLN39sus3qhfNM-oarD8-SXMPNdWrcTTTBoUfAYSp6bSGMwf2jJmGjG7h-QZNE5Sq2KbBifwIg6VDikBrhQL-zV2ZT3EW9vjUe3m83PtXF1fl77mrB8w5bkSh98c3zlwOHeocBusAdvkhqa3GiMpzJS9fo-_9AIYFtpXjll6V6PgmV9lQDfPc2Ft31cvy93lFAUK4jtoC-_OVHNMqv6x8NlprnwQGH7m_67p5ZLPesC36gm1X8F1tWAltOIUYRHxoMTmF7GPhCkUaMUjkIEFj83oUcoCgz_hvziHF-29e8OMs7oymf5Pv6CuKgJstQtK0PsvQVBuY6pvmn50wHX1OLVBs-tiPAHjSmJ1mBTBsb-fQ9SQh2stf-wqVEBsSNBCOygbGk7KlHAJKDmSTk6LYiMXE3u-MYLQ1X4r_OOShpwjYjHQOSfo7hFcEglPGazfbwH11fVvcugquG9YyPwqD-axuRL53kgWQinFB1rML3JqewyfY7myCMk3NLi_8kdZ54hVeEPkwa0CSlo_rFguYF_b1OvXk3Fvq-3R2VO3h_8J_fyBSSVknqX7NMCMj884doWedR8SCAlUchpf465IA2se7meIrzSczGe8whwpZvUTWYu_-EHqJlzVa_P9EZLkJv9qEg5Sn32JGqukiookBPU6EHF3pkXrmBfZrNjQ9bVgQ-t6L1kWbBmGmoCTqv_RM2Xuf3NRh_ilR8Jw644noC3NjoNSy2-FXcfkmNrmtjpFWu58Cn8wEarO-b8IhPSu_4uhsRQu5tPzujTNY2pxNfIOLpYh3NcZubxXLdqGF0iIcOLmtteB6DwaCYAf4C7KE',1795420881634000,1795420881662003,NULL),
('djNQSRHizCkGsYhzivzV01piBCsOMp5cuWiRhs2cE34','RS256','published','{\"kty\":\"RSA\",\"n\":\"mjvRn15YGuQarSb6XIV7WFSgHTxbSmCt_hhr5qLOiyldaSJBwNn8rUA-czG5W8YSM6hnya5MfAlrkFZOJRmKDVyJeZS2UCg0r2qiSITm8vZZR87rlNAnJv-89_3q5mAHiW2n4vFzZegjxe3djf2Incl_XJF8hojfC3518wGEHhY9XzObNNjIn2lHoZVQu-eAWN6bu1N40DgUjFJ_BaDV-wsegzkSTHuTuNbtLvrSiA96uK-Y9HtKl8kYTEWSma2qqntus36oCtAfu-JsDjBSgEGI-uO9lw8YAEf5PPo9cM5YIKvQsvqB2S2UXnZG7R4hgXm55Zm_5_DUTaLe0aSLSw\",\"e\":\"AQAB\",\"kid\":\"djNQSRHizCkGsYhzivzV01piBCsOMp5cuWiRhs2cE34\",\"alg\":\"RS256\",\"use\":\"sig\"}','AdeCX7mXam7whkf8R4B0gVAIfK4LSkqBtHjbPsy1Cwg8HZ1i0cphzLvS-htgoWmINOEVupZ3PwA7iZnQfZBZY9acGN7ejYlNZyQ7GZE-HcKQDUa3HNDjCsOdB1MFhkUOQOpoRFZdGzpg-G7L69F3X3Oupf-A7v_7KddlzLLSk-RkCagAChdOH44i4ErJEMsUAtJosy_1grfO8l507_Dad1BWpS2ZQZeO7_qYg74WuC7Vn2bIqvD6snfb885KAQEj_pzZ942Lo2NE44KpMbRy7XN7GowemR2fA04UxIXsT8lcDd1_b1TIy3TAGdthbmOMWtnt93T7wF767oX6W_pcxunM6_9Dzd7N9x8kQHlSgS6mBpI6tHx1oEeQNhIDFjaBZuqBHo4KJX3od9P2PoAZPqRj2Do_U0TqzDuPbIaxCF5pQQy1b48zHXZBIUxqY2K2wFoXhksW1scomTAe8QVQjs1heyqH3y4LWxxajrT7R8KHfDQeF8dYOZvIJXGsUftngM3Lr2IcKNj5jDPCP3n0qZSAEoyxa8291RefkZ3BW47IlN9jEXFdYwayKmJiwjdKDajtzptaW_Wq3IUDehCVRy2Yvu9cgON2_LKBBN9uYSrkcevO4xrXxnbgsJ6IaLL57mqxvtM2zZSZpa-hz7DiCSVjyQuiBYVieJmwGx4Hk2PNvTC4oBBe5TLt8tXIzBnBAMqnw9GN74Vk-vtLjwRm0NvkSh5G4sowuo_s6P07PWnj0g4R2JK2a36dhJoOcm2jUDU_c6NrStawJZnY-mRtLfmmCoXCXSf4PmAJX_vbrpACI7MW4Iy2Ucx3-YJXqReLYTYvTUlDH632aJuELM29b383l0pbvPxKY23CsN9SMtP0Dpc7JbYQxqgUnic2GSZKSYS3sSCNZ3OHpq9CBhbhPu1HqE7yXGQDYYpMqV3OVWHxAZ04O9IvX48kvrcsRgUQgczmfM-Q25fbIvQqpTXXMFG4kMKcEFQVPmGSCs5R5RxJNbgNn6pNudiMQzEipo5vPW2Gx-d2PR_v5zhzOLaDr4yCG9Hxi7bxRaXV-sXWe8LyljGNbzEyStDB33UOcoX4QDHNpBfT2j_FuiKNcQQIT31IcRUVYl0W_Og3-VTG5G7syldPfMnMJ2EgwN23LkHjGj4Am74dwzya9kf1KwuXt8EVTOHkin92AhNYUBAb_YNCdvt0rJHkY4Cq9r8anckqn5o6duLyNWIpl0Hb4naY-DUEa9fZMZ0cPe2DT1Sv5nFKZkdFOp-pIEHQU1AL2Y_D5EfKqzZxog7g65724MxF6x8_4p4zm7WbP1TBRyr-w38G1o2mI30vM7KoSnSJgTiMHfHr6iWVGEMmvvYNffy7fu9Tt1lVRCQ5gsojjEZ9nivFSlI0fU9YvspCY2I-UYAWr8bkx3oIxH4JLstzpaIIES6n-8cPVDIhXT63JWG1aAx6GQD-MQ61jYROhyrJgDrKDJHLWotNDGsWBTcNjBV8jTi6qCQUGNbwixtz7aoU52BDIM_azCtFpF8_poU5r6LR_7_ha44giFSbg6ugaLmKy4NBbqgpK0le-10UkzLF24Hna3SdVMoLl94rOBwS7xYPEbxbVKnV-aLnnkUX4h6NeFq4yWJEQ8lfRpGPtktdo_6cot9czekFvYg9VAg9qnRbW1BRzgYibhimC8b0nu3JStXZI9SlbQTdo56tcsPCtLMAeYsAOoNE4tFhpRX0WBe4jDXg-oqnVoZLZ2U5Pdxag7AD_KlXiBFYu4bbnPeV_EXPBPxo8sbYe-9wbfna1r9mAPfw4qdZ-B685ZN45YOdAqKhBI_PZwA51SS5WlAIdzhra8nSxlfbUhpbOwDdWKXRCp0hlFGTB6XMc0HTxABH8zkFf7vmftpqFx20XTT21CfRUPuThk3UxRtyECSBmJ6-Vz286WQ-EQUGw_fDbTy1H7hII8StV3e4NmO0HK6X9aAq5lIYrDDDgHx3YH6JSYfi1eA7rw-0WJpataKkWFPoQgqKFv-HisQo8b59M6N0KDLCnnwkMqzpkJtjDDb2b-zUGkU4PvVcXcXNmWgLQiN1CZNGFD2BCBJXI0P-5pEMWVv19STP3MffwPOoSFksVcwXtrzzcTycmDZeGucStzgnoZJkaHkxuW_p07AMkb-fHN6cTR5MedYmVnL64oZn7wY8qBmVZup7oSqGU14cbyBwNN3KmQQb71YbpU_ucO1xxgMPCeBU-M-XIzK4fZrDZ5G_kjskEoV7D0Jlh32LIT3Lrb2f0Bwj7GFASdppDI8AlC9HPvzINKL7QJ6HNtXJXKjtlhlYBAmJHRl-43T-',1795420882001000,1795420888889000,NULL),
('e1npEyoY8xStY1cZs19zDLuz51mHn4pTY2BeyDZ5RDo','EdDSA','active','{\"crv\":\"Ed25519\",\"x\":\"MzEHTgRM9jDUDqkeHXKl-Ees8eB-zvFSEfyV36dJBrE\",\"kty\":\"OKP\",\"kid\":\"e1npEyoY8xStY1cZs19zDLuz51mHn4pTY2BeyDZ5RDo\",\"alg\":\"EdDSA\",\"use\":\"sig\"}','AdeCX7mXauhnWLdADY0bCGZ7Uxiwnt1qZzXcV7BCfon-1qUP80_RDn-3RB2XeNZlqvmybIhGhFZZH189yy3qao6Ss-NISBJ5cQpkyCqeVDIyEFKPXObtmSjH2lQ4HDo7mHTPTpjPT9F5erKxkDAkaIyXg6g0uInPu5hqAmXlFyO7l6usn34GERFXMqINGNAdwIO5VZVeBCqydF4CXSijpj8vxrdTCapWWwK0D0BZKdNuUWe5JDtqnKLhmapA2j_Gwmhrsti7J6BgP6OfD1WFhiXjrxKp00muKSho8iuNnkGUduVnnwDxER12Rqpeu4xa3F5IrH-SuqhGnfueEiY',1795420881642000,1795420881664000,NULL),
('wAXYidOHIwkbZLL7Wk6CZlgKViaKtXhTKwDLyqjhHwY','ES256','published','{\"kty\":\"EC\",\"x\":\"wswOV1VWg1juj9dE8EYUQmY6_PVW3l7JcDlvIytiCBg\",\"y\":\"HJFvUvA8AbRCBpixwNx6Wkgz0oR8q13K1x3Z-_l79Y0\",\"crv\":\"P-256\",\"kid\":\"wAXYidOHIwkbZLL7Wk6CZlgKViaKtXhTKwDLyqjhHwY\",\"alg\":\"ES256\",\"use\":\"sig\"}','AdeCX7mXaip0EbSnaudIufPeFJ1WFvxsgNnhNABoExv1PEitZy8Hjzdj7zvOyOX3awxNOos994Q8tG43iwwcZk-_95-CpTya4_VmRMaDz--TEmCkVX_kGKFeoS34oEBjURJcTJEkUKcUFTCGOCeNPeuT4l2hMMRBlsm0GPaDpkUsuCS722Gg8GEPvi1KdwOwivAmTaxycusEQCif3WupvcrlrNFOOR2FCYL37Ku71LRpey5SnoVPrrgKTSwnURp2n5qS7l52xr-cM7c31kiMpxJDEB5IXdT229qaDLM2uxbHoRB3DSsxZgN2Rp0xEfjX0GwXCHEIQgJRRNq3vntXxvfmYzgj3u7cznOlFnc50AZKWqh3MMc8Mjv6QmdqgZCOMinpqIQ0_bzBLeYhtA',1795420882007000,1795420888889000,NULL);
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
('01a2076c-8c1b-74cb-8f7f-7cfb596c42fc',14,1,1795420884760000);
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
(5,1,0,1,'bjensen@example.org','gro.elpmaxe@nesnejb','work',1),
(5,1,1,1,'babs@jensen.example','elpmaxe.nesnej@sbab','home',0),
(5,2,0,1,'+15555551212','21215555551+','work',0),
(7,1,0,1,'anders@example.org','gro.elpmaxe@sredna',NULL,1),
(9,1,0,1,'bo@example.net','ten.elpmaxe@ob',NULL,1),
(16,1,0,1,'caglar@example.org','gro.elpmaxe@ralgac',NULL,1),
(20,1,0,1,'grace@example.org','gro.elpmaxe@ecarg',NULL,1),
(21,1,0,1,'alan@example.org','gro.elpmaxe@nala',NULL,1);
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
(3,'01a2076c-7cdb-754e-a622-7bb05d495212',1,'person',1,0,1,1795420880091000,1795420880091000,'admin','admin','nimda','Administrator','administrator','First','first',NULL,'􏿿','admin@gatehouse.localhost',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{\"emails\":[{\"value\":\"admin@gatehouse.localhost\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'first administrator',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(4,'01a2076c-7cf2-76c2-a218-e5f377a69b13',1,'service',1,0,3,1795420880114000,1795420880114000,'bootstrap','bootstrap','partstoob',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(5,'01a2076c-87a6-7365-9828-ee6a6f261068',1,'person',1,0,1,1795420882854000,1795420882854000,'bjensen','bjensen','nesnejb','Jensen','jensen','Barbara','barbara','Babs Jensen','babs jensen','bjensen@example.org','Ms. Barbara J Jensen, III',NULL,'Ms.',NULL,NULL,NULL,'Tour Guide',NULL,'en-US',NULL,'America/Los_Angeles','{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 Universal City Plaza\",\"locality\":\"Hollywood\",\"country\":\"US\",\"type\":\"work\",\"primary\":true}]}','701984','4130',NULL,NULL,'Tour Operations',NULL,NULL,'ms. barbara j jensen, iii',NULL,'ms.',NULL,NULL,'tour guide',NULL,'en-us',NULL,'america/los_angeles','701984','4130',NULL,NULL,'tour operations',NULL,'{\"emails\":[{\"value\":\"bjensen@example.org\",\"type\":\"work\",\"primary\":true},{\"value\":\"babs@jensen.example\",\"type\":\"home\"}],\"phoneNumbers\":[{\"value\":\"+15555551212\",\"type\":\"work\"}],\"addresses\":[{\"streetAddress\":\"100 universal city plaza\",\"locality\":\"hollywood\",\"country\":\"us\",\"type\":\"work\",\"primary\":true}]}'),
(7,'01a2076c-8921-740f-8e4d-08ffbec260dc',1,'person',1,0,1,1795420883233000,1795420883233000,'anders','anders','sredna','Ångström','ångström','Anders Jonas','anders jonas',NULL,'􏿿','anders@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"anders@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,'Optics',NULL,NULL,'anders jonas ångström',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,'optics',NULL,NULL),
(9,'01a2076c-8a78-765b-8511-86c35a86fef2',1,'person',0,1,2,1795420883575000,1795420884560000,'bo','bo','ob','李','李','波','波',NULL,'􏿿','bo@example.net',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"bo@example.net\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'波 李',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(16,'01a2076c-8dc2-75d5-8200-42e6a3e1387c',1,'person',1,0,1,1795420884418000,1795420884418000,'Çağlar','çağlar','ralğaç','Ümit','ümit','Çağlar','çağlar',NULL,'􏿿','caglar@example.org',NULL,NULL,NULL,NULL,'Ç',NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"caglar@example.org\",\"primary\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'çağlar ümit',NULL,NULL,NULL,'ç',NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(20,'imported-grace',1,'person',1,0,1,1795420884927000,1795420884927000,'grace','grace','ecarg','Imported','imported','grace','grace',NULL,'􏿿','grace@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"grace@example.org\",\"primary\":true,\"verified\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'grace imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(21,'imported-alan',1,'person',1,0,1,1795420884927000,1795420884927000,'alan','alan','nala','Imported','imported','alan','alan',NULL,'􏿿','alan@example.org',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,'{\"emails\":[{\"value\":\"alan@example.org\",\"primary\":true,\"verified\":true}]}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'alan imported',NULL,NULL,NULL,NULL,NULL,NULL,'en',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(35,'01a2076c-9232-7493-b72e-716b4f37ad9e',1,'service',1,0,4,1795420885554000,1795420885554000,'robot','robot','tobor',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL),
(41,'01a2076c-955e-7438-ba46-7ccbde8e3b05',1,'service',1,0,2,1795420886366000,1795420886366000,'Directory','directory','yrotcerid',NULL,'􏿿',NULL,'􏿿',NULL,'􏿿','􏿿',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);


