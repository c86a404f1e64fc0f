// Whether balancers should still send requests here.
import { Injectable } from '@nestjs/common';

@Injectable()
export class Readiness {
  private left = false;

  /** The process is about to stop: it still answers everything, and says that it wants no more. */
  leave(): void {
    this.left = true;
  }

  get isLeaving(): boolean {
    return this.left;
  }
}
