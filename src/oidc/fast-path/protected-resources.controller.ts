// The metadata of this service's own APIs as protected resources (RFC 9728), by which clients find the issuer of their tokens.
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../common/access/access.js';
import { ADMIN_API, RESOURCE_METADATA, SCIM_API } from '../../common/access/own-resources.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { PROOF_ALGORITHMS } from '../proofs/proof.js';
import { USERINFO_ENDPOINT } from '../protocol/endpoints.js';
import { apiScope } from '../protocol/scopes.js';

@Controller(RESOURCE_METADATA)
@Public()
@ApiExcludeController()
export class ProtectedResourcesController {
  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Settings) {}

  @Get()
  service(@Res() response: Response): void {
    this.send(response, '', 'Gatehouse');
  }

  @Get(ADMIN_API)
  admin(@Res() response: Response): void {
    this.send(response, ADMIN_API, 'Gatehouse admin API');
  }

  @Get(SCIM_API)
  scim(@Res() response: Response): void {
    this.send(response, SCIM_API, 'Gatehouse SCIM API');
  }

  @Get(USERINFO_ENDPOINT)
  userinfo(@Res() response: Response): void {
    this.send(response, USERINFO_ENDPOINT, 'Gatehouse userinfo', ['openid']);
  }

  /** Section 2. Pages of every origin may read it, as they may read discovery. */
  private send(response: Response, path: string, name: string, scopes = ['openid', apiScope(this.settings.vendor)]): void {
    const { publicUrl } = this.settings;
    response.set('Access-Control-Allow-Origin', '*').json({
      resource: publicUrl + path,
      authorization_servers: [publicUrl],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
      resource_name: name,
    });
  }
}
