// For the TypeORM command line: `typeorm -d dist/ormconfig.js migration:run`. Reads DATABASE_URL and DATA_DIR as the service does.
import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadDatabaseSettings } from './src/common/settings/settings.js';
import { createDataSource } from './src/data-source.js';

const database = loadDatabaseSettings(process.env);
if (database.engine === 'sqlite') mkdirSync(dirname(database.file), { recursive: true, mode: 0o700 });

export default createDataSource(database, 'writer');
