// The organization that the path of a route names as `:orgId`, as a parameter of its handler.
import { createParamDecorator, Injectable, Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';

@Injectable()
class OrganizationPipe implements PipeTransform<string, Promise<Organization>> {
  constructor(private readonly organizations: Organizations) {}

  /** @throws DomainError `notFound` */
  transform(orgId: string): Promise<Organization> {
    return this.organizations.requireOrganization(orgId);
  }
}

/** The organization of `:orgId`; without one the answer is 404. */
export function OrganizationParam(): ParameterDecorator {
  return (target, method, index) => {
    Param('orgId', OrganizationPipe)(target, method, index);
    // The document shows the text in the path, not the object the handler gets.
    if (method !== undefined)
      ApiParam({ name: 'orgId', type: String })(target, method, Object.getOwnPropertyDescriptor(target, method) as PropertyDescriptor);
  };
}

/** The whole service where another route has an organization, for services that take undefined for it. */
export const ServiceOwnerParam = createParamDecorator((): undefined => undefined);

/** An organization, or the whole service. */
export type Owner = Pick<Organization, 'no'>;

/** The whole service where another route has an organization: its number is 0. */
export const WholeServiceParam = createParamDecorator((): Owner => ({ no: 0 }));
