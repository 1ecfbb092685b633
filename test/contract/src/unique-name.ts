let count = 0;

/** A name no other test of this process uses, so that tests can share a store and never meet. */
export function uniqueName(prefix: string): string {
  count += 1;
  return `${prefix}-${count}-${crypto.randomUUID().slice(0, 8)}`;
}
