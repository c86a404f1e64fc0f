// The routes of the running service, read off its controllers.
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { ACCESS } from '../../src/common/access/access.js';
import type { AccessRule } from '../../src/common/access/permissions.js';
import type { TestService } from './service.js';

/** `METHOD /path` to the mark of each route. */
export function routeMarks(service: TestService): Record<string, string> {
  return Object.fromEntries(
    Object.entries(routeMetadata<AccessRule>(service, ACCESS)).map(([route, rule]) => [
      route,
      rule === undefined ? 'unmarked' : 'permission' in rule ? `${rule.kind} ${rule.permission}` : rule.kind,
    ]),
  );
}

/** `METHOD /path` to what a decorator says of each route, or of its controller. */
export function routeMetadata<T>(service: TestService, key: string): Record<string, T | undefined> {
  const reflector = new Reflector();
  const controllers = [...service.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  const found: Record<string, T | undefined> = {};
  for (const { instance, metatype } of controllers) {
    const prefix = String(Reflect.getMetadata(PATH_METADATA, metatype as object) ?? '');
    for (const name of new MetadataScanner().getAllMethodNames(Object.getPrototypeOf(instance) as object)) {
      const handler = (instance as Record<string, object>)[name] as () => unknown;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) continue;
      const paths = [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat();
      const mark = reflector.getAllAndOverride<T | undefined>(key, [handler, metatype as () => unknown]);
      for (const path of paths) {
        const whole = [prefix, path].filter((part) => part && part !== '/').join('/');
        // Nest takes paths with and without a slash in front.
        found[`${RequestMethod[method]} /${whole}`.replaceAll('//', '/')] = mark;
      }
    }
  }
  return found;
}
