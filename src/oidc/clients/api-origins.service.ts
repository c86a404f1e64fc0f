// The web origins that may call the APIs of this service from a browser: those of the settings, and those of applications with `apiAccess`.
import { Inject, Injectable } from '@nestjs/common';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import type { AllowedOrigins } from '../../common/http/cors.middleware.js';
import { isWebOrigin } from '../../common/http/web-origin.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { ApplicationsRepository } from './applications.repository.js';

@Injectable()
export class ApiOrigins implements AllowedOrigins {
  private readonly cache: ConfigCache<string, boolean>;
  private readonly configured: ReadonlySet<string>;

  constructor(
    private readonly applications: ApplicationsRepository,
    config: ConfigVersion,
    @Inject(SETTINGS_TOKEN) { corsOrigins }: Settings,
  ) {
    this.cache = new ConfigCache(config);
    this.configured = new Set(corsOrigins);
  }

  async allows(origin: string): Promise<boolean> {
    if (this.configured.has(origin)) return true;
    return isWebOrigin(origin) && this.cache.get(origin, () => this.applications.isApiOrigin(origin));
  }
}
