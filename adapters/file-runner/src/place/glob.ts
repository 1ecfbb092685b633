/** Whether a name is as a pattern says: `*` stands for any characters, `?` for one. Takes time by both lengths at most. */
export function matches(pattern: string, name: string): boolean {
  const [wanted, given] = [Array.from(pattern), Array.from(name)];
  let [at, of] = [0, 0];
  let star = -1;
  let from = 0;
  while (of < given.length) {
    if (at < wanted.length && wanted[at] === "*") {
      star = at;
      from = of;
      at += 1;
    } else if (at < wanted.length && (wanted[at] === "?" || wanted[at] === given[of])) {
      at += 1;
      of += 1;
    } else if (star >= 0) {
      // What the last star stands for becomes longer by one.
      from += 1;
      at = star + 1;
      of = from;
    } else return false;
  }
  return wanted.slice(at).every((rest) => rest === "*");
}
