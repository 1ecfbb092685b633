/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads a response's events one by one (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export async function* serverEvents(response: Response): AsyncGenerator<ServerEvent, void> {
  if (!response.body) return;
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block
          .split("\n")
          .filter((line) => !line.startsWith(":"))
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trimStart()]),
      );
      const data = fields.get("data");
      if (data !== undefined) yield { event: fields.get("event") ?? "message", data };
    }
  }
}
