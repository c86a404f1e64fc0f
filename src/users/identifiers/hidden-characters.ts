// Characters that nobody sees: two names that differ by them alone look the same.

/** RFC 8264 section 9.13: code points that are not shown. */
const HIDDEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/u;
/** Joiners and variation selectors, which several scripts and emoji need: the same without them. */
const HIDDEN_BUT_JOINERS = /(?![\u200C\u200D\uFE0E\uFE0F])(?:\p{Default_Ignorable_Code_Point}|\p{Cf})/u;
/** Scripts that are written without them. */
const MISPLACED_JOINER =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd} ][\u200C\u200D\uFE0E\uFE0F]|[\u200C\u200D\uFE0E\uFE0F][\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd} ]/u;

/** Whether a name to sign in with has a character that is not shown. */
export function hasHiddenCharacter(text: string): boolean {
  return HIDDEN.test(text);
}

/** Whether a name for people to read has one that its script does not need. */
export function hasNeedlessHiddenCharacter(text: string): boolean {
  return HIDDEN_BUT_JOINERS.test(text) || MISPLACED_JOINER.test(text);
}
