// The contents of an organization in numbers, for its administrators.
import { Injectable } from '@nestjs/common';
import { OrganizationContentsRepository, type OrganizationContents } from './organization-contents.repository.js';
import type { Organization } from './organizations.repository.js';

export interface ByState {
  active: number;
  inactive: number;
}

export interface OrganizationFigures extends Omit<OrganizationContents, 'people' | 'serviceUsers'> {
  people: ByState;
  serviceUsers: ByState;
}

@Injectable()
export class OrganizationStatistics {
  constructor(private readonly contents: OrganizationContentsRepository) {}

  /** What can be counted however large the organization is: everything but the state of users. */
  countContents({ no }: Organization): Promise<OrganizationContents> {
    return this.contents.countContents(no);
  }

  async countOf({ no }: Organization): Promise<OrganizationFigures> {
    const [contents, people, serviceUsers] = await Promise.all([
      this.contents.countContents(no),
      this.contents.countInactive(no, 'person'),
      this.contents.countInactive(no, 'service'),
    ]);
    return { ...contents, people: byState(contents.people, people), serviceUsers: byState(contents.serviceUsers, serviceUsers) };
  }
}

/** The two numbers may be from different moments. */
function byState(all: number, inactive: number): ByState {
  return { active: Math.max(0, all - inactive), inactive };
}
