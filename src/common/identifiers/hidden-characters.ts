// Invisible characters: two names that differ only by them look the same.

/** RFC 8264 section 9.13: code points that are not displayed. */
const HIDDEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/u;
/** The same without joiners and variation selectors, which several scripts and emoji need. */
const HIDDEN_BUT_JOINERS = /(?![\p{Join_Control}\p{Variation_Selector}])(?:\p{Default_Ignorable_Code_Point}|\p{Cf})/u;
/** A joiner at either end or beside a script that does not use joiners. A variation selector may also follow digits and precede spaces, in emoji. */
const MISPLACED_JOINER =
  /(?:^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd} ])\p{Join_Control}|\p{Join_Control}(?:$|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd} ])|(?:^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic} ])\p{Variation_Selector}/u;

/** Whether a name for sign-in has an invisible character. */
export function hasHiddenCharacter(text: string): boolean {
  return HIDDEN.test(text);
}

/** Whether a display name has an invisible character that its script does not need. */
export function hasNeedlessHiddenCharacter(text: string): boolean {
  return HIDDEN_BUT_JOINERS.test(text) || MISPLACED_JOINER.test(text);
}
