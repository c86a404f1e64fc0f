// SQL of projects.
import { Injectable } from '@nestjs/common';
import { Database, type Query, type Transaction } from '../../common/database/database.js';
import type { ClientState } from './name-and-id.js';

/** A group of applications that share an audience. */
export interface Project {
  no: number;
  id: string;
  orgNo: number;
  name: string;
  state: ClientState;
  createdUs: number;
}

interface ProjectColumns {
  no: number;
  id: string;
  org_no: number;
  name: string;
  state: ClientState;
  created_us: number;
}

const SELECT_PROJECT = 'SELECT no, id, org_no, name, state, created_us FROM projects';

@Injectable()
export class ProjectsRepository {
  constructor(private readonly database: Database) {}

  async findProject(orgNo: number, id: string, query: Query = this.database.query): Promise<Project | undefined> {
    const row = await query.row<ProjectColumns>(`${SELECT_PROJECT} WHERE id = ? AND org_no = ?`, [id, orgNo]);
    return row && toProject(row);
  }

  /** Projects of every organization share one space of ids, because ids are audiences. */
  async findProjectAnywhere(id: string): Promise<Project | undefined> {
    const row = await this.database.query.row<ProjectColumns>(`${SELECT_PROJECT} WHERE id = ?`, [id]);
    return row && toProject(row);
  }

  async findProjectByNo(no: number): Promise<Project | undefined> {
    const row = await this.database.query.row<ProjectColumns>(`${SELECT_PROJECT} WHERE no = ?`, [no]);
    return row && toProject(row);
  }

  async listProjects(orgNo: number): Promise<Project[]> {
    return (await this.database.query.rows<ProjectColumns>(`${SELECT_PROJECT} WHERE org_no = ? ORDER BY no`, [orgNo])).map(toProject);
  }

  async insertProject(tx: Transaction, { no, id, orgNo, name, state, createdUs }: Project): Promise<void> {
    await tx.run('INSERT INTO projects (no, id, org_no, name, state, created_us) VALUES (?, ?, ?, ?, ?, ?)', [
      no,
      id,
      orgNo,
      name,
      state,
      createdUs,
    ]);
  }

  /** Tokens of its applications end for good with a deactivation. */
  async setProjectState(tx: Transaction, no: number, state: ClientState): Promise<void> {
    await tx.run('UPDATE projects SET state = ? WHERE no = ?', [state, no]);
    if (state === 'inactive') await tx.run('UPDATE applications SET token_gen = token_gen + 1 WHERE project_no = ?', [no]);
  }
}

function toProject({ no, id, org_no, name, state, created_us }: ProjectColumns): Project {
  return { no, id, orgNo: org_no, name, state, createdUs: created_us };
}
