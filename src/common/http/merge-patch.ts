// Bodies of PATCH: JSON Merge Patch (RFC 7396). An absent member stays, null unsets a member that can be unset, and any other value
// replaces it.
import type { Type } from '@nestjs/common';
import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

/** The members of a body as a patch. */
type MergePatch<Body, Fixed extends keyof Body, Unsettable extends keyof Body> = Partial<Omit<Body, Fixed | Unsettable>> & {
  [Member in Unsettable]?: Exclude<Body[Member], undefined> | null;
};

/**
 * The class of a patch for the object that `body` creates.
 * @param fixed members that never change; a patch doesn't accept them. @param unsettable members that null unsets; null is refused for
 * others
 */
export function MergePatchOf<
  Body extends object,
  Fixed extends keyof Body & string = never,
  Unsettable extends keyof Body & string = never,
>(
  body: Type<Body>,
  { fixed = [], unsettable = [] }: { fixed?: readonly Fixed[]; unsettable?: readonly Unsettable[] } = {},
): Type<MergePatch<Body, Fixed, Unsettable>> {
  class Patch extends (PartialType(OmitType(body, fixed), { skipNullProperties: false }) as Type<object>) {}
  for (const member of unsettable) {
    ValidateIf((_, value) => value !== null)(Patch.prototype, member);
    ApiProperty({ nullable: true, required: false })(Patch.prototype, member);
  }
  return Patch as Type<MergePatch<Body, Fixed, Unsettable>>;
}
