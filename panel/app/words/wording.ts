/** The same texts in another language: a key that is missing does not compile. */
export type Wording<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Wording<Texts[Key]>;
};
