// Shows which database server is used, and lets an administrator choose another (docs/adr/0041-database-hosts.md).
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { nodesOf } from '../../common/database/dialect.js';
import type { ServerNodes } from '../../common/database/servers/host-selection.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { EventLog } from '../../users/events/events.service.js';
import type { DatabaseView } from './database-view.js';

@Injectable()
export class DatabaseHosts {
  private readonly nodes: ServerNodes | undefined;

  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly database: Database,
    private readonly events: EventLog,
  ) {
    this.nodes = nodesOf(settings.database);
  }

  async show(): Promise<DatabaseView> {
    const states = (await this.nodes?.survey()) ?? [];
    return {
      engine: this.settings.database.engine,
      hosts: states.map(({ name, isUsed, isUsable }) => ({ host: name, inUse: isUsed, usable: isUsable })),
    };
  }

  /**
   * Also in the read-only mode, which is there for moving the database. Other processes follow within about a second.
   * @throws DomainError `invalid` for a host that the settings do not name, `precondition` for an unusable host, and on TiDB
   */
  async use(host: string, editor: string): Promise<DatabaseView> {
    const { nodes } = this;
    const chosen = (await nodes?.survey())?.find(({ name }) => name === host);
    if (!nodes || !chosen)
      throw new DomainError('invalid', 'databaseHost.unknown', 'DATABASE_URL does not name this host with this port.', 'host');
    if (!chosen.isUsable)
      throw new DomainError(
        'precondition',
        'databaseHost.unusable',
        'This host does not answer, takes no writes, or has left its cluster.',
      );
    if (nodes.isTidb)
      throw new DomainError('precondition', 'databaseHost.any', 'Each process works with any server of TiDB; a balancer spreads them.');
    let isDone = false;
    await this.database.writeMode('choose database host', async (tx) => {
      await nodes.choose(tx, host);
      await this.events.appendNext(tx, { type: 'instance.database.host.chosen', orgNo: 0, id: 'instance', editor, payload: { host } });
      tx.afterCommit(() => (isDone = true));
    });
    // The first probe may have begun before the change.
    for (let attempt = 0; isDone && attempt < 2; attempt++) await nodes.recheck();
    return this.show();
  }
}
