// Composes the service: storage, modules, the OAuth entry before Express, and middleware. Used by serve.ts and by the tests.
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { provideConsoleApplication } from './admin/console/console-application.js';
import { serveConsole } from './admin/console/console.js';
import { provideExplorerApplication, serveOpenApi } from './admin/openapi/explorer.js';
import { AppModule } from './app.module.js';
import { bootstrap } from './bootstrap.js';
import { Admissions } from './common/access/admission.js';
import { ClientAddresses } from './common/http/client-network.js';
import { corsMiddleware } from './common/http/cors.middleware.js';
import { refusedAtGate } from './common/admission/gate.js';
import { HttpServerAdapter } from './common/admission/http-server.adapter.js';
import { type BodyRule, jsonBodies } from './common/admission/json-body.js';
import { MERGE_PATCH_TYPE } from './common/http/merge-patch.js';
import { BODY_BYTES } from './common/admission/request-bounds.js';
import { requestId } from './common/http/observed-requests.js';
import { answerSecurity } from './common/admission/security-headers.js';
import { JsonLog } from './common/logging/log.js';
import { startObservers } from './common/logging/observers.js';
import { Metrics } from './common/metrics/metrics.service.js';
import type { Settings } from './common/settings/settings.js';
import { Leases } from './common/work/leases.service.js';
import { ApiOrigins } from './oidc/clients/api-origins.service.js';
import { PageErrors } from './oidc/pages/http/page-errors.filter.js';
import { OidcEntry } from './oidc/provider/oidc-entry.js';
import { acceptable } from './scim/error/negotiation.js';
import { Connections } from './scim/provisioning/connections.service.js';
import { ProvisioningLog } from './scim/provisioning/provisioning-log.service.js';
import { identifyRefused, recordProvisioning, verifyEarly } from './scim/provisioning/record-provisioning.js';
import { RequestQuotas } from './users/organizations/limits/request-quotas.service.js';
import { Organizations } from './users/organizations/organizations.service.js';
import { OrdinaryRequests } from './scim/resources/ordinary-requests.service.js';
import { Readiness } from './common/primitives/readiness.js';
import { SCIM_MEDIA_TYPE } from './scim/error/scim-fault.js';
import { LIMITS } from './scim/protocol/wire/limits.js';
import { openStorage, type Storage } from './storage.js';

const JSON_TYPE = 'application/json';

/** The bodies that are read before the caller is known. The first matching rule applies. */
const BODIES: readonly BodyRule[] = [
  { prefix: '/scim/', types: [SCIM_MEDIA_TYPE, JSON_TYPE], limit: LIMITS.bodyBytes, anyCharset: true },
  // Read by its handler as a stream, after the guard has admitted the request.
  { prefix: '/admin/v1/import', streamed: true },
  // Decorators validate each member, which takes fifty times as long as parsing it.
  { prefix: '/admin/', types: [JSON_TYPE], patchTypes: [MERGE_PATCH_TYPE, JSON_TYPE], limit: BODY_BYTES.adminJson, values: 1_000 },
];

/** A service that is ready to listen. */
export interface Service {
  app: INestApplication;
  /** True if this start created the first organization and its credentials. */
  bootstrapped: boolean;
  /** @returns the port, which matters if the settings left it open (0) */
  listen(): Promise<number>;
  /** Tells balancers to send no more requests; the service still answers all of them. */
  leave(): void;
  /** Answers accepted requests, stops background work, closes the database. */
  close(): Promise<void>;
}

/** Creates the Nest application; tests pass a function that uses `@nestjs/testing`. */
export type MakeApp = (
  module: ReturnType<typeof AppModule.with>,
  adapter: HttpServerAdapter,
  log: JsonLog,
) => Promise<NestExpressApplication>;

const makeApp: MakeApp = (module, adapter, log) =>
  NestFactory.create<NestExpressApplication>(module, adapter, { bodyParser: false, logger: log, abortOnError: false });

/**
 * @throws StartError, DatabaseInUseError, TracesError, MasterKeyFileError, WrongMasterKeyError, DataKeysUnwrittenError with a sentence for
 * the operator
 */
export async function createService(settings: Settings, make: MakeApp = makeApp, log = new JsonLog(settings.logLevel)): Promise<Service> {
  const endObservers = await startObservers(settings, log);
  const storage = await openStorage(settings).catch(async (error: unknown) => {
    await endObservers();
    throw error;
  });
  for (const note of storage.notes) log.log(note, 'storage');
  for (const warning of storage.warnings) log.warn(warning, 'storage');
  try {
    const service = await compose(settings, storage, log, make);
    const close = async () => {
      try {
        await service.close();
      } finally {
        await endObservers();
      }
    };
    return { ...service, close };
  } catch (error) {
    for (const dataSource of [storage.writer, storage.reader]) if (dataSource.isInitialized) await dataSource.destroy();
    storage.release();
    await endObservers();
    throw error;
  }
}

async function compose(settings: Settings, storage: Storage, log: JsonLog, make: MakeApp): Promise<Service> {
  const adapter = new HttpServerAdapter();
  const app = await make(AppModule.with(settings, storage), adapter, log);
  const close = async () => {
    app.get(Leases).stop();
    // Nest would do this last. Then requests could not use services that have ended, and work that they schedule would be lost.
    await adapter.close();
    await app.close();
  };
  try {
    const bootstrapped = await assemble(app, adapter, settings, log);
    return {
      app,
      bootstrapped,
      async listen() {
        await app.get(Metrics).listen();
        await app.listen(settings.port, settings.host);
        return (app.getHttpServer().address() as AddressInfo).port;
      },
      leave() {
        app.get(Readiness).leave();
        adapter.leave();
      },
      async close() {
        await close();
        storage.release();
      },
    };
  } catch (error) {
    // The reason of the refusal matters more than a fault on the way out.
    await close().catch((fault: unknown) => log.warn({ message: 'closing after a refused start failed', err: fault }, 'start'));
    throw error;
  }
}

/** Puts middleware, pages and first records into the application. @returns whether this start created the first organization */
async function assemble(app: NestExpressApplication, adapter: HttpServerAdapter, settings: Settings, log: JsonLog): Promise<boolean> {
  app.set('trust proxy', app.get(ClientAddresses).trusts);
  app.get(ClientAddresses).speakFor(adapter.getInstance());
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(requestId);
  app.use(helmet(answerSecurity(settings.publicUrl)));
  app.use(['/admin/v1', '/scim'], corsMiddleware(app.get(ApiOrigins)));
  app.use(refusedAtGate((request, response, error) => app.get(PageErrors).sendOverLimit(request, response, error)));
  app.use(
    '/scim',
    recordProvisioning(app.get(ProvisioningLog), app.get(Organizations)),
    verifyEarly(app.get(Admissions), app.get(Organizations), app.get(Connections)),
    acceptable,
  );
  app.use(jsonBodies(BODIES));
  app.use('/scim', identifyRefused(app.get(Admissions)));
  const explorer = serveOpenApi(app, settings);
  if (settings.console) serveConsole(app);
  await app.init();
  const bootstrapped = await bootstrap(app, settings);
  if (settings.explorer) explorer.signInWith(await provideExplorerApplication(app, settings, log));
  if (settings.console) await provideConsoleApplication(app, settings, log);
  const oidc = app.get(OidcEntry);
  await oidc.ready();
  adapter.openFrontDoor(oidc, app.get(RequestQuotas), app.get(OrdinaryRequests));
  return bootstrapped;
}
