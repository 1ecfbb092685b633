/** Each member may be left out, or be `undefined`. */
export type Unset<Value> = { readonly [Key in keyof Value]?: Value[Key] | undefined };

/** The members that were stated: what a schema leaves `undefined` is left out. */
export function stated<Value extends object>(value: Unset<Value>): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}
