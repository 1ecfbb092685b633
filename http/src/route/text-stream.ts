/** Pulled piece by piece: what is not read yet is not made. */
export function textStream(
  first: IteratorResult<string, void>,
  pieces: AsyncGenerator<string, void, void>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string, void> | null = first;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = next ?? (await pieces.next());
        next = null;
        if (piece.done === true) controller.close();
        else controller.enqueue(encoder.encode(piece.value));
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 1 },
  );
}
