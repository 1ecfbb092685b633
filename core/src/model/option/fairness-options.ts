/** Whose runs take turns where they wait for the same slots. */
export interface FairnessOptions {
  /** The arguments whose values take turns: `args.customer`, `{args.region}/{args.customer}`; "" is none: the order of creation. @default "" */
  readonly by: string;
  /** Where the arguments say how many turns it gets for one of the others: `args.weight`; "" is one each. @default "" */
  readonly weight: string;
}
