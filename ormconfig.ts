// For the TypeORM command line: `typeorm -d dist/ormconfig.js migration:run`. Reads DATABASE_URL and DATA_DIR as the service does.
import 'reflect-metadata';
import { makeFolder } from './src/common/database/dialect.js';
import { loadDatabaseSettings } from './src/common/settings/settings.js';
import { createDataSource } from './src/data-source.js';

const database = loadDatabaseSettings(process.env);
makeFolder(database);

export default createDataSource(database, 'migrator');
