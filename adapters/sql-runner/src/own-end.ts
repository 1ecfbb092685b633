/** A promise with its ends in hand, whose rejection nobody has to wait for. */
export interface OwnEnd<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

export function ownEnd<Value>(): OwnEnd<Value> {
  const end = Promise.withResolvers<Value>();
  end.promise.catch(() => {});
  return end;
}
