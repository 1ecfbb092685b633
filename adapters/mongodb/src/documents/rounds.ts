/** Splits a batch into pieces that hold each id once, in order: later ones must see what earlier ones wrote. */
export function inRounds<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
): readonly (readonly number[])[] {
  const rounds: number[][] = [];
  const seen = new Map<string, number>();
  items.forEach((item, index) => {
    const id = idOf(item);
    const round = seen.get(id) ?? 0;
    seen.set(id, round + 1);
    (rounds[round] ??= []).push(index);
  });
  return rounds;
}

/** Writes a batch round by round; resolves to one result per item, in order. */
export async function writeInRounds<Item, Answer>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  write: (round: readonly Item[]) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const round of inRounds(items, idOf)) {
    const written = await write(round.map((index) => items[index] as Item));
    round.forEach((index, at) => {
      answers[index] = written[at] as Answer;
    });
  }
  return answers;
}
