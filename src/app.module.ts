import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AdminModule } from './admin/admin.module.js';
import { IMPORT_ERROR_RENDERER } from './admin/imports/import-error-renderer.js';
import { AccessGuard } from './common/admission/access.guard.js';
import { BearerCorridor } from './common/admission/admit.js';
import { Admissions } from './common/access/admission.js';
import { CallerLimits } from './common/access/caller-limits.js';
import { BearerStrategy } from './common/access/bearer.strategy.js';
import { CommonModule, MASTER_KEYS_TOKEN, READER, WRITER } from './common/common.module.js';
import { ProblemFilter } from './common/http/problem.filter.js';
import { BodyPipe, VALIDATION } from './common/http/problem.js';
import { SettingsModule } from './common/settings/settings.module.js';
import type { Settings } from './common/settings/settings.js';
import { HealthModule } from './health/health.controller.js';
import { OidcModule } from './oidc/oidc.module.js';
import { PageErrors } from './oidc/pages/http/page-errors.filter.js';
import { ACCOUNT_PATH } from './oidc/protocol/endpoints.js';
import { scimErrorRenderer } from './scim/error/scim-fault.js';
import { ScimModule } from './scim/scim.module.js';
import type { Storage } from './storage.js';
import { RequestQuotas } from './users/organizations/limits/request-quotas.service.js';
import { UsersModule } from './users/users.module.js';

/** The storage opened before Nest, the only part that modules can't create themselves. */
@Module({})
class OpenedModule {
  static with({ masterKeys }: Storage): DynamicModule {
    return {
      module: OpenedModule,
      global: true,
      providers: [{ provide: MASTER_KEYS_TOKEN, useValue: masterKeys }],
      exports: [MASTER_KEYS_TOKEN],
    };
  }
}

@Module({})
export class AppModule {
  static with(settings: Settings, storage: Storage): DynamicModule {
    const dataSource = (name: string, opened: Storage['writer']) =>
      TypeOrmModule.forRootAsync({ name, useFactory: () => opened.options, dataSourceFactory: async () => opened });
    return {
      module: AppModule,
      imports: [
        SettingsModule.with(settings),
        OpenedModule.with(storage),
        dataSource(WRITER, storage.writer),
        dataSource(READER, storage.reader),
        CommonModule,
        UsersModule,
        ScimModule,
        OidcModule,
        AdminModule,
        HealthModule,
      ],
      providers: [
        Admissions,
        BearerCorridor,
        BearerStrategy,
        { provide: CallerLimits, useExisting: RequestQuotas },
        { provide: APP_GUARD, useClass: AccessGuard },
        {
          provide: APP_FILTER,
          inject: [PageErrors],
          useFactory: (pages: PageErrors) =>
            new ProblemFilter(settings.publicUrl, [scimErrorRenderer(settings.vendor), IMPORT_ERROR_RENDERER], (request, response) =>
              pages.sendErrorPage(request, response, 'missing', ACCOUNT_PATH),
            ),
        },
        {
          provide: APP_PIPE,
          useValue: new BodyPipe(VALIDATION),
        },
      ],
    };
  }
}
