/** What a parameter of a statement may be, on every engine. */
export type SqlValue = string | number | boolean | null | Buffer;
