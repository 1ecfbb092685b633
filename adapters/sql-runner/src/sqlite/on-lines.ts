import type { Readable } from "node:stream";

/**
 * Calls with each line of a stream, without its end. A line feed alone ends one: JSON has other characters within its texts
 * that Node's readline takes for an end, such as U+2028.
 */
export function onLines(stream: Readable, take: (line: string) => void): void {
  let pieces: string[] = [];
  stream.setEncoding("utf8");
  stream.on("data", (piece: string) => {
    const [end = "", ...lines] = piece.split("\n");
    pieces.push(end);
    for (const line of lines) {
      take(pieces.join(""));
      pieces = [line];
    }
  });
}
