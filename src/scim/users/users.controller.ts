import { USER } from '../protocol/schema/user.schema.js';
import { resourceController } from '../resources/resource-controller.js';
import { USER_PERMISSIONS } from './user.binding.js';

/** The endpoints of users, `/Users`. */
export class ScimUsersController extends resourceController(USER, USER_PERMISSIONS) {}
