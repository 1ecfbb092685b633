/** What the sentence of a finding is made of. */
export type FindingParameters = Readonly<Record<string, string | number>>;
