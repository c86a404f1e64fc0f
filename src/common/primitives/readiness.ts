// Whether balancers should still send requests to this process.
import { Injectable } from '@nestjs/common';

@Injectable()
export class Readiness {
  private left = false;

  /** The process is about to stop: it still answers all requests, but reports that it isn't ready for more. */
  leave(): void {
    this.left = true;
  }

  get isLeaving(): boolean {
    return this.left;
  }
}
