/** The repeated part of a pattern and how often: `{2,5}`. */
const REPETITION = /\{(\d{1,4})(?:,(\d{0,4}))?\}/y;

/**
 * How many instructions the program of a pattern has at most, about: a small pattern such as `(a{1,30}){1,30}` repeats its parts until
 * they are thousands, and this says so before any of them is made.
 */
export function programSizeOf(pattern: string): number {
  /** The sizes of the open groups, from the outermost on, and of the latest part of the innermost. */
  const open: number[] = [];
  let [sum, last]: [number, number] = [0, 0];
  const add = (size: number): void => {
    sum += last;
    last = size;
  };
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === "(") {
      open.push(sum + last);
      [sum, last] = [0, 0];
    } else if (character === ")") {
      const inner = sum + last;
      sum = open.pop() ?? 0;
      last = inner + 2;
    } else if (character === "[") {
      index = endOfClass(pattern, index);
      add(1);
    } else if (character === "{") {
      const times = repetitionAt(pattern, index);
      if (times === null) add(1);
      else {
        last = Math.max(1, last) * times.count + times.optional;
        index += times.length - 1;
      }
    } else if (character === "\\") {
      index += 1;
      add(1);
    } else if (character === "*" || character === "+" || character === "?" || character === "|") last += 1;
    else add(1);
  }
  return open.reduce((all, size) => all + size, sum + last + 3);
}

interface Repetition {
  readonly count: number;
  /** Instructions that say whether there is another one. */
  readonly optional: number;
  readonly length: number;
}

function repetitionAt(pattern: string, index: number): Repetition | null {
  REPETITION.lastIndex = index;
  const found = REPETITION.exec(pattern);
  if (found === null) return null;
  const [text, least = "0", most] = found;
  const min = Number(least);
  const max = most === undefined ? min : most === "" ? min + 1 : Number(most);
  return {
    count: Math.max(min, max),
    optional: most === undefined ? 0 : Math.max(max - min, 1),
    length: text.length,
  };
}

function endOfClass(pattern: string, from: number): number {
  for (let index = from + 1; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === "\\") index += 1;
    else if (character === "]" && index > from + 1) return index;
  }
  return pattern.length;
}
