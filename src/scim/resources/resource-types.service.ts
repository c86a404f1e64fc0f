import { Inject, Injectable } from '@nestjs/common';
import type { ResourceType } from '../protocol/schema/attribute.js';
import type { ResourceBinding } from './resource-binding.js';

/** The list of bindings; the module creates it. */
export const RESOURCE_BINDINGS = Symbol('SCIM resource bindings');

/** Every resource type of the service, in the order that discovery shows. */
@Injectable()
export class ResourceTypes {
  readonly all: readonly ResourceType[];

  constructor(@Inject(RESOURCE_BINDINGS) readonly bindings: readonly ResourceBinding[]) {
    this.all = bindings.map(({ type }) => type);
  }

  /** @throws Error for an unknown name */
  named(name: string): ResourceType {
    const type = this.all.find((candidate) => candidate.name === name);
    if (!type) throw new Error(`There is no resource type ${name}.`);
    return type;
  }

  bindingOf(type: ResourceType): ResourceBinding {
    const binding = this.bindings.find((candidate) => candidate.type === type);
    if (!binding) throw new Error(`The resource type ${type.name} has no binding.`);
    return binding;
  }
}
