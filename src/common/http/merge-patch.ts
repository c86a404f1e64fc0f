// Bodies of PATCH: JSON Merge Patch (RFC 7396). What is absent stays, null unsets what can be unset, and anything else replaces.
import type { Type } from '@nestjs/common';
import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

/** Members of a body as a change of them. */
type MergePatch<Body, Fixed extends keyof Body, Unsettable extends keyof Body> = Partial<Omit<Body, Fixed | Unsettable>> & {
  [Member in Unsettable]?: Exclude<Body[Member], undefined> | null;
};

/**
 * The class of a change of what `body` creates.
 * @param fixed members that never change, and are unknown to a change. @param unsettable members that null unsets; null is refused for others
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
