/** Reports data that a person loses. */
export type Remarks = (who: string, what: string) => void;
