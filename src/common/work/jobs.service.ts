// Periodic background jobs: each runs in one process at a time, and stops before the service does.
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { LeaseLostError, Leases, type Lease } from './leases.service.js';

/** A job. `runUnderLease` gets the lease that it holds; each unit of work in it calls `leases.assertHeld` first. */
export interface Job {
  name: string;
  /** Time between the end of one run and the start of the next. */
  everyMs: number;
  /** How long another process waits before it takes over from one that died. */
  leaseMs: number;
  runUnderLease(lease: Lease): Promise<void>;
}

@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(Jobs.name);
  private readonly registered: Job[] = [];
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly running = new Map<string, Promise<void>>();
  private stopped = false;

  constructor(private readonly leases: Leases) {}

  /** Call while the service is put together: the job runs from the start of the service on, for the first time after its interval. @returns runs it now */
  register(job: Job): () => Promise<void> {
    this.registered.push(job);
    return () => this.runNow(job);
  }

  onApplicationBootstrap(): void {
    for (const job of this.registered) this.schedule(job);
  }

  /** Runs the job at once, unless it is already running here or elsewhere. A failure is logged, not thrown: the next run tries again. */
  runNow(job: Job): Promise<void> {
    const current = this.running.get(job.name) ?? this.attempt(job).finally(() => this.running.delete(job.name));
    this.running.set(job.name, current);
    return current;
  }

  /** Whether it is running in this process. */
  isRunning({ name }: Job): boolean {
    return this.running.has(name);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all(this.running.values());
  }

  private schedule(job: Job): void {
    if (this.stopped) return;
    this.timers.set(job.name, setTimeout(() => void this.runNow(job).finally(() => this.schedule(job)), job.everyMs).unref());
  }

  private async attempt(job: Job): Promise<void> {
    try {
      const lease = await this.leases.acquireLease(job.name, job.leaseMs);
      if (!lease) return;
      await job.runUnderLease(lease);
      await this.leases.releaseLease(lease);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) this.log.warn({ message: 'background job failed', job: job.name, err: error });
    }
  }
}
