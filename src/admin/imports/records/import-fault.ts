// What an import reports about its entries.
/** A fault of an entry, or a remark about one. */
export interface ImportFault {
  line: number;
  type: string;
  kind: string;
  id: string;
  message: string;
}

/** Entries by what became of them. */
export interface Counts {
  added: number;
  changed: number;
  failed: number;
  /** Groups among those that were added. */
  groups: number;
  /** Memberships that were added. */
  members: number;
}
