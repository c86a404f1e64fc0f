// Characters that nobody sees: two names that differ by them alone look the same.

/** RFC 8264 section 9.13: code points that are not shown. */
const HIDDEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/u;
/** Joiners and variation selectors, which several scripts and emoji need: the same without them. */
const HIDDEN_BUT_JOINERS = /(?![\p{Join_Control}\p{Variation_Selector}])(?:\p{Default_Ignorable_Code_Point}|\p{Cf})/u;
/** At an end or beside a script that is written without them; a variation selector also follows digits and precedes spaces, in emoji. */
const MISPLACED_JOINER =
  /(?:^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd} ])\p{Join_Control}|\p{Join_Control}(?:$|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd} ])|(?:^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic} ])\p{Variation_Selector}/u;

/** Whether a name to sign in with has a character that is not shown. */
export function hasHiddenCharacter(text: string): boolean {
  return HIDDEN.test(text);
}

/** Whether a name for people to read has one that its script does not need. */
export function hasNeedlessHiddenCharacter(text: string): boolean {
  return HIDDEN_BUT_JOINERS.test(text) || MISPLACED_JOINER.test(text);
}
