/** Names somebody whom a record names. */
export type NameOfActor = (label: string) => string;

/** The name for people of somebody whom a record names: `user:li` is li. */
export function nameOfActor(label: string): string {
  return label.slice(label.indexOf(":") + 1) || label;
}
