// Loaded before the service: passwords cost nothing, and every one is right. What is left of a sign-in is everything but its hash.
import { createRequire } from 'node:module';

const bcrypt = createRequire(import.meta.url)('bcrypt');
/** Of the cost that the service has by default, so that no hash is renewed. */
const HASH = `$2b$12$${'.'.repeat(53)}`;

bcrypt.hash = async () => HASH;
bcrypt.compare = async () => true;
