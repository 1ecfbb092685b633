import type { TestApi } from "./test-api.ts";

export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly items?: readonly Record<string, unknown>[]; readonly truncated?: boolean };
}

/** Reads a stream of events as a client does: piece by piece, when it wants to. */
export interface EventClient {
  /** The next event; what is a comment is counted and passed over. */
  next(): Promise<StreamedEvent>;
  /** The next piece as it is; `null` at the end. */
  piece(): Promise<string | null>;
  readonly comments: number;
  close(): Promise<void>;
}

export interface EventClientOptions {
  readonly topics?: string;
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
}

export async function openEvents(api: TestApi, options: EventClientOptions = {}): Promise<EventClient> {
  const url = new URL("http://localhost/api/v1/events");
  if (options.topics !== undefined) url.searchParams.set("topics", options.topics);
  const response = await api.app.request(
    new Request(url, {
      headers: options.lastEventId === undefined ? {} : { "Last-Event-ID": options.lastEventId },
      ...(options.signal && { signal: options.signal }),
    }),
  );
  if (response.status !== 200 || response.body === null) throw new Error(`Answered ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let comments = 0;
  const piece = async (): Promise<string | null> => {
    const { done, value } = await reader.read();
    if (value?.startsWith(":")) comments += 1;
    return done ? null : value;
  };
  return {
    piece,
    async next() {
      for (let text = await piece(); text !== null; text = await piece()) {
        const event = parseEvent(text);
        if (event) return event;
      }
      throw new Error("The stream has ended");
    },
    get comments() {
      return comments;
    },
    close: () => reader.cancel(),
  };
}

function parseEvent(text: string): StreamedEvent | null {
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1];
  const event = field("event");
  if (event === undefined) return null;
  return { id: field("id") ?? "", event, data: JSON.parse(field("data") ?? "{}") as StreamedEvent["data"] };
}
