import { GROUP } from '../protocol/schema/group.schema.js';
import { resourceController } from '../resources/resource-controller.js';
import { GROUP_PERMISSIONS } from './group.binding.js';

/** The endpoints of groups, `/Groups`. */
export class ScimGroupsController extends resourceController(GROUP, GROUP_PERMISSIONS) {}
