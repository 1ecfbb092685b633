/** A table's own value under a name from a file: never a member that every object has, such as `constructor`. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
