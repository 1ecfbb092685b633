/** Items as text: `0-41,43`. */
export type ItemRanges = string;

export function toRanges(items: readonly number[]): ItemRanges {
  const parts: string[] = [];
  const sorted = items.toSorted((one, other) => one - other);
  for (let index = 0; index < sorted.length; index += 1) {
    const first = sorted[index] as number;
    while (sorted[index + 1] === (sorted[index] as number) + 1) index += 1;
    const last = sorted[index] as number;
    parts.push(first === last ? String(first) : `${first}-${last}`);
  }
  return parts.join(",");
}

export function fromRanges(ranges: ItemRanges): readonly number[] {
  if (ranges === "") return [];
  return ranges.split(",").flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
