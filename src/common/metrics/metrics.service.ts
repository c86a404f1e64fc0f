// Metrics for Prometheus, on a separate port. Without METRICS_PORT nothing is loaded, counted or listened to.
import cluster from 'node:cluster';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.js';
import { SETTINGS_TOKEN } from '../settings/settings.module.js';
import type { Settings } from '../settings/settings.js';
import type { Collected, QueueLoad } from './collect.js';
import type { MetricsServer } from './metrics-server.js';

@Injectable()
export class Metrics implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly queues = new Map<string, () => QueueLoad>();
  private collected: Collected | undefined;
  private server: MetricsServer | undefined;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.watchQueue('database', () => this.database.load.units);
  }

  /** Adds the load of a queue to the metrics; `name` must be one of a few. Call while the service is being assembled. */
  watchQueue(name: string, read: () => QueueLoad): void {
    this.queues.set(name, read);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.observation.metricsPort === undefined) return;
    const { collectMetrics } = await import('./collect.js');
    this.collected = collectMetrics(this.queues, () => this.database.load.pools);
  }

  /** Serves `/metrics` if a port is configured. */
  async listen(): Promise<void> {
    const { metricsPort } = this.settings.observation;
    // A worker's metrics are collected by the process that started it.
    if (metricsPort === undefined || !this.collected || cluster.isWorker) return;
    const { serveMetrics } = await import('./metrics-server.js');
    const { text } = this.collected;
    this.server = await serveMetrics({ host: this.settings.host, port: metricsPort }, text);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.close();
    this.collected?.end();
  }
}
