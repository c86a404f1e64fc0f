/** A position in an order: the sort key and the number of a person or a group. */
export interface PagePosition {
  readonly key: string | number;
  readonly no: number;
}
